import { z } from 'zod'
import { createContext } from '../src/settings/load.ts'
import { memorySystem } from '../src/system.ts'
import { buildTool } from '../src/tools/build-tool.ts'
import { createSession, execute, runToolUse } from '../src/tools/execute.ts'
import { createRegistry } from '../src/tools/registry.ts'
import { median } from './cpu.ts'
import type { Figure } from './figure.ts'

const nothing = buildTool({
  name: 'Nothing',
  description: () => '',
  inputSchema: z.strictObject({ text: z.string() }),
  isConcurrencySafe: () => true,
  call: async () => ({ data: 'done' }),
})

const wait = buildTool({
  ...nothing,
  name: 'Wait',
  call: async () => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    return { data: 'done' }
  },
})

/** What the pipeline costs beside the tool itself, without hooks, and how a batch shares its time. */
export async function tools(rounds: number): Promise<Figure[]> {
  const permissions = createContext({
    cwd: '/p',
    home: '/h',
    layers: { project: { permissions: { allow: ['Nothing', 'Wait'] } } },
  })
  const registry = createRegistry([nothing, wait])
  const session = await createSession({ permissions, system: memorySystem({}), registry, host: { hooks: null } })
  const single: number[] = []
  for (let round = -rounds; round < rounds; round++) {
    const begun = performance.now()
    await runToolUse({ type: 'tool_use', id: 'a', name: 'Nothing', input: { text: 'x' } }, session.context)
    if (round >= 0) single.push((performance.now() - begun) * 1000)
  }
  const uses = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      type: 'tool_use' as const,
      id: `u${index}`,
      name,
      input: { text: 'x' },
    }))
  const whole: number[] = []
  for (let round = -20; round < rounds / 20; round++) {
    const begun = performance.now()
    await execute(uses('Nothing', 50), session)
    if (round >= 0) whole.push(((performance.now() - begun) * 1000) / 50)
  }
  const batches: number[] = []
  for (let round = 0; round < 5; round++) {
    const begun = performance.now()
    await execute(uses('Wait', 15), session)
    batches.push(performance.now() - begun)
  }
  await session.close()
  return [
    { name: 'one call through the ten stages', value: median(single), unit: 'us', target: { most: 150 } },
    {
      name: 'one call of a message of fifty, executor included',
      value: median(whole),
      unit: 'us',
      target: { most: 150 },
    },
    { name: 'fifteen calls of 100 ms, ten at once', value: median(batches), unit: 'ms', target: { most: 250 } },
  ]
}
