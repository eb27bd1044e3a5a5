import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { execute, sessionOf } from '../../src/tools/execute.ts'
import { runningWith, systemWith, textOf, until, useOf, withSession } from './session.ts'

const allow = { permissions: { allow: ['Bash'] } }

/** A number of seconds that no other process sleeps. */
const unique = () => `${1000 + Math.floor(Math.random() * 1e6)}.${process.pid}`

describe('the shell', () => {
  it('is bash, with both streams in their true order', async () => {
    await withSession({ settings: allow }, async ({ call }) => {
      const command =
        'for i in 1 2 3; do echo out $i; echo err $i >&2; done; [[ -n $BASH_VERSION ]] && echo ${BASH_VERSION:+bash}'
      expect(textOf(await call('Bash', { command }))).toBe('out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\nbash')
    })
  })

  it('keeps its folder between calls and forgets its variables', async () => {
    await withSession({ settings: allow, files: { 'a/b/c.txt': 'deep' } }, async ({ call, path }) => {
      await call('Bash', { command: 'cd a && X=1' })
      expect(textOf(await call('Bash', { command: 'pwd; echo "[$X]"' }))).toBe(`${path('a')}\n[]`)
      await call('Bash', { command: 'cd b; exit 3' })
      expect(textOf(await call('Bash', { command: 'cat c.txt' }))).toBe('deep')
      expect(textOf(await call('Read', { file_path: 'c.txt' }))).toContain('deep')
    })
  })

  it('gives a command no arguments, no input and no variables of ours', async () => {
    await withSession({ settings: allow }, async ({ call }) => {
      const command = 'echo "$# $0 [$1]"; cat; env | grep -c __command || true; readlink /proc/self/fd/3 || echo closed'
      const [args, exported, gate] = textOf(await call('Bash', { command })).split('\n')
      expect([args, exported, gate]).toEqual(['0 bash []', '0', 'closed'])
    })
  })

  it('has streams that can be opened by name', async () => {
    await withSession({ settings: allow }, async ({ call }) => {
      const command = 'echo a > /dev/stderr; echo b | tee /dev/stderr; sleep 0.1 & wait; echo c >> /dev/stdout'
      expect(textOf(await call('Bash', { command }))).toBe('a\nb\nb\nc')
    })
  })

  it('runs a long command whole', async () => {
    await withSession(
      { settings: allow, session: { host: { asker: async () => ({ effect: 'allow' }) } } },
      async ({ call }) => {
        const words = Array.from({ length: 40_000 }, (_, index) => `w${index}`).join(' ')
        expect(textOf(await call('Bash', { command: `set -- ${words}; echo $# \${40000}` }))).toBe('40000 w39999')
      },
    )
  })

  it('says what an exit code means where it is no failure', async () => {
    await withSession({ settings: allow, files: { a: 'x\n' } }, async ({ call }) => {
      expect(textOf(await call('Bash', { command: 'grep y a' }))).toBe('(exit code 1: nothing matches)')
      const failed = await call('Bash', { command: 'echo partly; exit 7' })
      expect(failed.result.block).toMatchObject({ is_error: true, content: 'partly\n(exit code 7)' })
    })
  })

  it('ends a command at its timeout, with everything it started', async () => {
    const mark = unique()
    await withSession({ settings: allow }, async ({ call }) => {
      const outcome = await call('Bash', { command: `echo begun; sleep ${mark} & sleep ${mark}`, timeout: 300 })
      expect(textOf(outcome)).toBe('begun\n(ended after its timeout of 300 ms)')
      await until(async () => (await runningWith(mark)).length === 0)
    })
  })

  it('ends what a command left behind, and says so', async () => {
    const mark = unique()
    await withSession({ settings: allow }, async ({ call }) => {
      const outcome = await call('Bash', { command: `sleep ${mark} & echo done` })
      expect(textOf(outcome)).toContain('done\n(processes it left running were ended')
      await until(async () => (await runningWith(mark)).length === 0)
    })
  })

  it('does not listen for ever to what a command left behind', async () => {
    const mark = unique()
    await withSession({ settings: allow }, async ({ call }) => {
      const outcome = await call('Bash', { command: `(exec -a yes-${mark} yes ${mark}) & sleep 0.1` })
      expect(outcome.status).toBe('ok')
      await until(async () => (await runningWith(mark)).length === 0)
    })
  })

  it('kills a command that will not end', async () => {
    const mark = unique()
    await withSession({ settings: allow }, async ({ call }) => {
      const command = `trap '' TERM; for i in 1 2 3 4 5 6 7 8; do sleep ${mark}; done`
      expect((await call('Bash', { command, timeout: 200 })).status).toBe('error')
      await until(async () => (await runningWith(mark)).length === 0)
    })
  })

  it('reports progress only of what runs longer than two seconds', async () => {
    await withSession({ settings: allow }, async ({ context }) => {
      const uses = [
        useOf('long', 'Bash', { command: 'echo long; sleep 2.4' }),
        useOf('short', 'Bash', { command: 'true' }),
      ]
      const progress: { id: string; chars: number; tail: string; elapsedMs: number }[] = []
      const session = sessionOf(context)
      await execute(uses, session, {
        onProgress: (id, event) => progress.push({ id, ...(event as Omit<(typeof progress)[0], 'id'>) }),
      })
      const [first] = progress
      expect(first).toMatchObject({ id: 'long', chars: 5, tail: 'long\n' })
      expect(progress.filter(({ elapsedMs }) => elapsedMs < 1_990)).toEqual([])
    })
  }, 30_000)

  it('takes its longest and usual timeout from the environment', async () => {
    const session = { system: systemWith({ BASH_DEFAULT_TIMEOUT_MS: '150', BASH_MAX_TIMEOUT_MS: '250' }) }
    await withSession({ settings: allow, session }, async ({ call }) => {
      expect(textOf(await call('Bash', { command: 'sleep 5' }))).toContain('timeout of 150 ms')
      expect(textOf(await call('Bash', { command: 'sleep 5', timeout: 99_999 }))).toContain('timeout of 250 ms')
    })
  })

  it.each([
    ['a null byte', 'echo a\0b', 'a null byte'],
    ['half a character', 'echo \ud800', 'half of a character'],
    ['half a megabyte', `echo ${'x'.repeat(500_000)}`, 'write a script to a file'],
  ])('refuses %s', async (_, command, message) => {
    await withSession({ settings: allow }, async ({ call }) => {
      const outcome = await call('Bash', { command })
      expect(outcome).toMatchObject({ status: 'error', stage: 'validate' })
      expect(textOf(outcome)).toContain(message)
    })
  })

  it('survives a flood of output with its beginning and its end', async () => {
    await withSession({ settings: allow }, async ({ call }) => {
      const outcome = await call('Bash', {
        command: 'echo first; head -c 30000000 /dev/zero | tr "\\0" x; echo; echo last',
      })
      expect(textOf(outcome)).toContain('first\nxxx')
      const stored = outcome.result.stored?.path ?? ''
      const text = readFileSync(stored, 'utf8')
      expect(text).toMatch(/\n\.\.\. \d+ characters left out \.\.\.\n/)
      expect(text.trimEnd().endsWith('last')).toBe(true)
      expect(text.length).toBeLessThan(7_000_000)
    })
  })
})

describe('rules', () => {
  it('anchored at the session hold wherever its shell has gone', async () => {
    const settings = { permissions: { allow: ['Bash(cd *)'], deny: ['Read(./secret.txt)'] } }
    await withSession({ settings, files: { 'secret.txt': 's', 'sub/x': '' } }, async ({ call, path }) => {
      await call('Bash', { command: 'cd sub' })
      expect((await call('Read', { file_path: path('secret.txt') })).status).toBe('denied')
      expect((await call('Bash', { command: `cat ${path('secret.txt')}` })).status).toBe('denied')
      expect((await call('Bash', { command: 'cat ../secret.txt' })).status).toBe('denied')
    })
  })

  it('judge relative names from the folder the shell is in', async () => {
    const settings = { permissions: { allow: ['Bash(cd *)', 'Bash(touch *)'], deny: ['Edit(sub/**)'] } }
    await withSession({ settings, files: { 'sub/x': '' } }, async ({ call, path }) => {
      await call('Bash', { command: 'cd sub' })
      expect((await call('Bash', { command: 'touch made' })).status).toBe('denied')
      expect(existsSync(path('sub/made'))).toBe(false)
    })
  })
})

describe('the background', () => {
  it('returns at once, shows what is printed since, and ends on demand', async () => {
    const mark = unique()
    await withSession({ settings: allow }, async ({ call }) => {
      const started = await call('Bash', { command: `echo ready; sleep ${mark}`, run_in_background: true })
      expect(textOf(started)).toContain('started in the background as `task_1`')
      await until(async () => textOf(await call('TaskOutput', { task_id: 'task_1' })).includes('ready'))
      expect(textOf(await call('TaskOutput', { task_id: 'task_1' }))).toBe('`task_1` is running')
      expect(textOf(await call('TaskStop', { task_id: 'task_1' }))).toContain('ended `task_1`')
      expect(await runningWith(mark)).toEqual([])
      expect(textOf(await call('TaskOutput', { task_id: 'task_1' }))).toContain('`task_1` is stopped')
    })
  })

  it('is waited for on demand', async () => {
    await withSession({ settings: allow }, async ({ call }) => {
      await call('Bash', { command: 'sleep 0.2; echo late; exit 4', run_in_background: true })
      expect(textOf(await call('TaskOutput', { task_id: 'task_1', block: true }))).toBe(
        '`task_1` is failed (exit code 4)\nlate',
      )
    })
  })

  it('ends with the session', async () => {
    const mark = unique()
    await withSession({ settings: allow }, async ({ call }) => {
      await call('Bash', { command: `sleep ${mark} & sleep ${mark}`, run_in_background: true })
      await until(async () => (await runningWith(mark)).length >= 2)
    })
    await until(async () => (await runningWith(mark)).length === 0)
  })
})

describe('cancellation', () => {
  it('kills whole process groups and leaves one result for each call', async () => {
    const mark = unique()
    const controller = new AbortController()
    await withSession({ settings: allow, session: { signal: controller.signal } }, async ({ context, project }) => {
      const uses = [
        useOf('a', 'Bash', { command: `(sleep ${mark} & sleep ${mark}) | cat; true` }),
        useOf('b', 'Bash', { command: 'touch never' }),
      ]
      const done = execute(uses, sessionOf(context))
      await until(async () => (await runningWith(mark)).length >= 2)
      controller.abort('the user pressed escape')
      const { outcomes } = await done
      expect(outcomes.map(({ id, status }) => [id, status])).toEqual([
        ['a', 'cancelled'],
        ['b', 'cancelled'],
      ])
      await until(async () => (await runningWith(mark)).length === 0)
      expect(existsSync(`${realpathSync(project)}/never`)).toBe(false)
    })
  })
})
