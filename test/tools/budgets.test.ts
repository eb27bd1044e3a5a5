import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type FittedResult,
  fitMessage,
  fitResult,
  globalResultCap,
  messageCap,
  resultCap,
} from '../../src/tools/budgets.ts'
import { buildTool } from '../../src/tools/build-tool.ts'
import { execute, sessionOf } from '../../src/tools/execute.ts'
import { type ToolResultBlock, textLength } from '../../src/tools/message.ts'
import { inFolder } from '../support/temporary.ts'
import { resultsOf, textOf, useOf, withSession } from './session.ts'

const block = (id: string, content: ToolResultBlock['content']): ToolResultBlock => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
})
const tool = (name: string, maxResultSizeChars: number) => ({ name, maxResultSizeChars })

describe('the cap of a tool', () => {
  it.each([
    ['what it declares', 30_000, 30_000],
    ['the global cap when it declares more', 900_000, globalResultCap],
    ['nothing for one that bounds itself', Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    ['the global cap when it declares nonsense', -5, globalResultCap],
    ['the global cap when it declares no number', Number.NaN, globalResultCap],
  ])('is %s', (_, declared, cap) => {
    expect(resultCap(tool('T', declared))).toBe(cap)
  })
})

describe('a result', () => {
  it('over its cap goes to a file of its own, and the model gets a preview, the size and the path', async () => {
    await inFolder({}, async (folder) => {
      const text = 'line\n'.repeat(10_000)
      const { block: short, stored } = await fitResult(block('toolu_1', text), tool('Bash', 30_000), join(folder, 'r'))
      const path = join(folder, 'r', 'toolu_1')
      expect(stored?.path).toBe(path)
      expect(readFileSync(path, 'utf8')).toBe(text)
      expect(statSync(path).mode & 0o777).toBe(0o600)
      expect(statSync(join(folder, 'r')).mode & 0o777).toBe(0o700)
      expect(short.content).toBe(
        `(output of 50000 characters is too long to show whole: all of it is in \`${path}\`)\n\n${text.slice(0, 2_000)}\n...`,
      )
      expect(readdirSync(join(folder, 'r'))).toEqual(['toolu_1'])
    })
  })

  it('at its cap is left as it is', async () => {
    const whole = block('a', 'x'.repeat(30_000))
    expect((await fitResult(whole, tool('Bash', 30_000), '/nowhere')).block).toBe(whole)
  })

  it.each(['../../etc/passwd', 'a/b', '.', '', 'x'.repeat(300), 'ü'])(
    'with the id `%s` stays in the folder',
    async (id) => {
      await inFolder({}, async (folder) => {
        const { stored } = await fitResult(block(id, 'x'.repeat(60_000)), tool('T', 100), join(folder, 'r'))
        expect(stored?.path).toMatch(/\/r\/[0-9a-f]{32}$/)
        expect(readdirSync(folder)).toEqual(['r'])
      })
    },
  )

  it('that cannot be written is cut, says why, and is not lost', async () => {
    await inFolder({ r: 'a file where the folder should be' }, async (folder) => {
      const text = `begin ${'x'.repeat(60_000)}`
      const { block: cut } = await fitResult(block('a', text), tool('Bash', 30_000), join(folder, 'r'))
      expect(cut.content).toMatch(
        /^\(output of 60006 characters was cut: it could not be written to a file: E[A-Z]+\)\n\nbegin x+\n\.\.\.$/,
      )
      expect(textLength(cut.content)).toBeLessThanOrEqual(30_010)
    })
  })

  it('is cut the same way on a full disk', async () => {
    const { block: cut } = await fitResult(block('a', 'x'.repeat(60_000)), tool('Bash', 30_000), '/dev/full/r')
    expect(cut.content).toContain('could not be written to a file')
  })

  it('that is empty says so', async () => {
    for (const content of ['', '  \n', [], [{ type: 'text', text: ' ' }]] as ToolResultBlock['content'][]) {
      const { block: said } = await fitResult(block('a', content), tool('Bash', 30_000), '/nowhere')
      expect(said.content).toBe('(`Bash` completed with no output)')
    }
  })

  it('keeps its images when its text goes to a file', async () => {
    await inFolder({}, async (folder) => {
      const image = {
        type: 'image' as const,
        source: { type: 'base64' as const, media_type: 'image/png', data: 'AAAA' },
      }
      const mixed = block('a', [{ type: 'text', text: 'x'.repeat(60_000) }, image])
      const { block: short } = await fitResult(mixed, tool('T', 100), folder)
      expect(short.content).toEqual([{ type: 'text', text: expect.stringContaining('60000 characters') }, image])
    })
  })

  it('of the shell beyond 30,000 characters is on disk, whole', async () => {
    await withSession({ settings: { permissions: { allow: ['Bash'] } } }, async ({ call }) => {
      const outcome = await call('Bash', { command: 'seq 20000' })
      const path = /in `([^`]+)`/.exec(textOf(outcome))?.[1] ?? ''
      expect(readFileSync(path, 'utf8')).toBe(Array.from({ length: 20_000 }, (_, index) => index + 1).join('\n'))
    })
  })
})

describe('the results of one message', () => {
  const result = (id: string, size: number, exempt = false): FittedResult => ({
    block: block(id, 'x'.repeat(size)),
    stored: null,
    exempt,
  })

  it('fit together: the largest are stored first', async () => {
    await inFolder({}, async (folder) => {
      const sizes = [49_000, 20_000, 50_000, 48_000, 47_000, 40_000]
      const fitted = await fitMessage(
        sizes.map((size, index) => result(`r${index}`, size)),
        folder,
        new Map(),
      )
      expect(readdirSync(folder).sort()).toEqual(['r0', 'r2'])
      expect(fitted.map(({ tool_use_id }) => tool_use_id)).toEqual(sizes.map((_, index) => `r${index}`))
      expect(fitted.reduce((sum, { content }) => sum + textLength(content), 0)).toBeLessThanOrEqual(messageCap)
    })
  })

  it('of tools that bound themselves neither count nor are stored', async () => {
    await inFolder({}, async (folder) => {
      const results = [result('read', 400_000, true), result('a', 100_000), result('b', 90_000)]
      expect((await fitMessage(results, folder, new Map())).map(({ content }) => textLength(content))).toEqual([
        400_000, 100_000, 90_000,
      ])
      expect(readdirSync(folder)).toEqual([])
    })
  })

  it('keep what was decided for them in every later message', async () => {
    await inFolder({}, async (folder) => {
      const decided = new Map()
      const first = await fitMessage([result('a', 90_000), result('b', 80_000)], folder, decided)
      const second = await fitMessage([result('a', 90_000), result('b', 80_000), result('c', 70_000)], folder, decided)
      expect(second.slice(0, 2)).toEqual(first)
      expect(readdirSync(folder)).toEqual(['c'])
      const third = await fitMessage([result('c', 10)], folder, decided)
      expect(third[0]).toEqual(second[2])
    })
  })

  it('fit whatever their sizes, and nothing is lost', async () => {
    await inFolder({}, async (folder) => {
      let round = 0
      await fc.assert(
        fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 40 }), async (sizes) => {
          const place = join(folder, String(round++))
          const results = sizes.map((size, index) => result(`r${index}`, size))
          const fitted = await fitMessage(results, place, new Map(), 30_000)
          const total = fitted.reduce((sum, { content }) => sum + textLength(content), 0)
          // A notice names the size and the file; so many results need at least their notices.
          expect(total).toBeLessThanOrEqual(Math.max(30_000, sizes.length * 300))
          for (const [index, { content }] of fitted.entries()) {
            const whole = textLength(content) === sizes[index]
            if (!whole) expect(readFileSync(join(place, `r${index}`), 'utf8')).toHaveLength(sizes[index] as number)
          }
        }),
        { numRuns: 60 },
      )
    })
  })

  it('of a real message are written whole when together they are too long', async () => {
    const big = buildTool({
      name: 'Big',
      description: () => '',
      inputSchema: z.strictObject({ size: z.number() }),
      isConcurrencySafe: () => true,
      call: async ({ size }) => ({ data: 'y'.repeat(size) }),
    })
    await withSession(
      { settings: { permissions: { allow: ['Big'] } }, session: { tools: [big] } },
      async ({ context, folder }) => {
        const uses = [45_000, 46_000, 47_000, 48_000, 49_000].map((size) => useOf(`s${size}`, 'Big', { size }))
        const { message } = await execute(uses, sessionOf(context))
        const lengths = resultsOf(message).map(({ text }) => text.length)
        expect(lengths.slice(0, 4)).toEqual([45_000, 46_000, 47_000, 48_000])
        expect(lengths[4]).toBeLessThan(3_000)
        expect(readFileSync(join(folder, 'results', 's49000'), 'utf8')).toHaveLength(49_000)
      },
    )
  })

  it('of an id that comes again are results of their own', async () => {
    const settings = { permissions: { allow: ['Bash'] } }
    await withSession({ settings }, async ({ context, folder }) => {
      const first = await execute([useOf('a', 'Bash', { command: 'seq 20000' })], sessionOf(context))
      const second = await execute([useOf('a', 'Bash', { command: 'seq 30000' })], first.session)
      expect(resultsOf(first.message)[0]?.text).toContain(`\`${folder}/results/a\``)
      expect(resultsOf(second.message)[0]?.text).toContain(`\`${folder}/results/a-2\``)
      expect(readFileSync(join(folder, 'results/a'), 'utf8')).toMatch(/\n20000$/)
      const third = await execute([useOf('a', 'Bash', { command: 'echo short' })], second.session)
      expect(resultsOf(third.message)[0]?.text).toBe('short')
    })
  })
})
