import { describe, expect, it } from 'vitest'
import { check } from './check.ts'
import { generate } from './generate.ts'
import { observe, whyNoTrace } from './sandbox.ts'

const obstacle = whyNoTrace()
if (obstacle !== null) console.warn(`\n*** SYSTEM-CALL TRACE SKIPPED: ${obstacle} ***\n`)

describe.skipIf(obstacle !== null)('what is called read-only, watched by the kernel', () => {
  it('the watcher sees writes, programs and sockets', () => {
    const [write, run, socket, nothing] = observe([
      'echo x >new',
      'cat a.txt | sort',
      'exec 3<>/dev/tcp/127.0.0.1/9',
      'ls',
    ])
    expect(write?.writes.length).toBeGreaterThan(0)
    expect(run?.programs).toEqual(expect.arrayContaining(['cat', 'sort']))
    expect(socket?.network.length).toBeGreaterThan(0)
    expect(nothing).toMatchObject({ exit: 0, writes: [], network: [], signals: [] })
  })

  it('nothing is written, sent or run that was not named', () => {
    const report = check(generate(400, 7))
    expect(report.false).toEqual([])
    expect(report.ran).toBeGreaterThan(20)
  }, 120_000)
})
