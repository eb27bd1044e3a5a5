import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inFolder } from '../support/temporary.ts'
import { startRunner } from './runner-process.ts'
import { runningWith, until } from './session.ts'

const signals = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** Half a megabyte of one letter: a file of two kinds of letters is half written. */
const content = (letter: string) => letter.repeat(512 * 1024)

/** Messages that start processes of every shape and write files all the time. */
function messages(mark: string): string {
  const use = (id: string, name: string, input: unknown) => ({ type: 'tool_use', id, name, input })
  const lines = Array.from({ length: 40 }, (_, turn) => [
    use(`${turn}_bg`, 'Bash', { command: `sleep ${mark} & sleep ${mark}`, run_in_background: true }),
    use(`${turn}_write`, 'Write', { file_path: 'whole.txt', content: content(turn % 2 === 0 ? 'a' : 'b') }),
    use(`${turn}_pipe`, 'Bash', { command: `(sleep ${mark} | cat) & sleep 0.02; echo ${turn}` }),
    use(`${turn}_long`, 'Bash', { command: `seq 20000; sleep 0.01` }),
    use(`${turn}_wait`, 'Bash', { command: `trap '' TERM; sleep 0.05; sleep ${turn === 39 ? mark : '0.01'}` }),
  ])
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

async function killOnce(round: number): Promise<void> {
  const mark = `${2_000 + round}.${process.pid}`
  await inFolder({ 'proj/.keep': '' }, async (folder) => {
    const project = join(folder, 'proj')
    const settings = JSON.stringify({ permissions: { allow: ['Bash', 'Write'] } })
    const results = join(folder, 'results')
    const child = startRunner(['--json', '--trusted', '--settings', settings, '--results', results, '-'], project)
    const closed = new Promise((resolve) => child.on('close', resolve))
    child.stdin?.on('error', () => {})
    child.stdin?.end(messages(mark))
    // The first result is there: everything is under way.
    const first = await new Promise<string>((resolve) => {
      let text = ''
      child.stdout?.on('data', (chunk) => {
        text += chunk
        if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
      })
    })
    expect(JSON.parse(first).calls.map(({ status }: { status: string }) => status)).toEqual(Array(5).fill('ok'))
    child.stderr?.resume()
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 250))
    child.kill(signals[round % signals.length])
    await closed
    await until(async () => (await runningWith(mark)).length === 0)
    await until(() => !leftovers(project) && !leftovers(results))
    const text = readFileSync(join(project, 'whole.txt'), 'utf8')
    expect([content('a'), content('b')]).toContain(text)
  })
}

function leftovers(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.partial'))
  } catch {
    return false
  }
}

describe('a runner that is killed', () => {
  it('leaves no child running and no half-written file, fifty times', async () => {
    for (let round = 0; round < 50; round++) await killOnce(round)
  }, 600_000)
})
