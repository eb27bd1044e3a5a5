import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands, main } from '../../src/cli/commands.ts'
import { memoryIo } from '../support/memory-io.ts'

async function policy(...argv: readonly string[]) {
  const { io, stdout, stderr } = memoryIo()
  return { exit: await main(argv, io), stdout: stdout(), stderr: stderr() }
}

describe('every command', () => {
  const names = Object.keys(commands)

  it.each(names)('%s: help with two examples', async (name) => {
    const { exit, stdout, stderr } = await policy(name, '--help')
    const [, examples = ''] = stdout.split('\nexamples:\n')
    const lines = (examples.split('\n\n')[0] ?? '').trimEnd().split('\n')
    expect({ exit, stderr, lines }).toEqual({
      exit: 0,
      stderr: '',
      lines: [expect.stringMatching(/^ {2}\S/), expect.stringMatching(/^ {2}\S/)],
    })
    expect(lines.every((line) => line.includes(`policy ${name}`))).toBe(true)
  })

  it.each(names)('%s: the same help by name', async (name) => {
    expect(await policy('help', name)).toEqual(await policy(name, '--help'))
  })

  it.each(names)('%s: an option that does not exist ends in one line on stderr', async (name) => {
    const { exit, stdout, stderr } = await policy(name, '--no-such-option')
    // A hook blocks where other commands could not tell.
    expect({ exit, stdout }).toEqual({ exit: name === 'hook' ? 2 : 1, stdout: '' })
    expect(stderr).toMatch(new RegExp(`^policy ${name}[^\\n]*: [^\\n]*--no-such-option[^\\n]*\\n$`))
  })

  it.each(names)('%s: stands in the overview', async (name) => {
    expect((await policy('--help')).stdout).toContain(
      `\n  ${name.padEnd(Math.max(...names.map((each) => each.length)))}  ${commands[name]?.summary}\n`,
    )
  })
})

describe('policy', () => {
  it('says its version', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
    expect(await policy('--version')).toEqual({ exit: 0, stdout: `${version}\n`, stderr: '' })
  })

  it('without a command shows the overview and fails', async () => {
    expect(await policy()).toEqual({ ...(await policy('--help')), exit: 1 })
  })

  it.each([['constructor'], ['__proto__'], ['toString']])('knows no command `%s`', async (name) => {
    expect(await policy(name)).toEqual({
      exit: 1,
      stdout: '',
      stderr: expect.stringMatching(/^policy: unknown command/),
    })
  })
})
