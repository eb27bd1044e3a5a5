import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildTool } from '../../src/tools/build-tool.ts'
import { withContext } from '../../src/tools/context.ts'
import { runToolUse } from '../../src/tools/execute.ts'
import { addLayer } from '../../src/tools/policy-layer.ts'
import { textOf, useOf, withSession } from './session.ts'

const echo = buildTool({
  name: 'Echo',
  description: () => 'says it again',
  inputSchema: z.strictObject({ text: z.string() }),
  call: async ({ text }) => ({ data: text }),
})

describe('stage 6, hooks before', () => {
  const hooked = (command: string, matcher = 'Bash') => ({
    permissions: { allow: ['Bash'] },
    hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', command }] }] },
  })

  it('lets a blocking hook refuse, with its reason', async () => {
    const settings = hooked('echo "use make instead" >&2; exit 2')
    await withSession({ settings }, async ({ call }) => {
      const outcome = await call('Bash', { command: 'touch made' })
      expect(outcome).toMatchObject({ status: 'denied', stage: 'permission', decision: { effect: 'deny' } })
      expect(textOf(outcome)).toContain('use make instead')
    })
  })

  it('runs the input a hook put in its place, and only that', async () => {
    const updated = JSON.stringify({
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'echo changed' } },
    })
    await withSession({ settings: hooked(`echo '${updated}'`) }, async ({ call }) => {
      const outcome = await call('Bash', { command: 'echo first', timeout: 5000 })
      expect(textOf(outcome)).toBe('changed')
      expect(outcome.input).toEqual({ command: 'echo changed' })
    })
  })

  it('judges the input of a hook by the rules', async () => {
    const updated = JSON.stringify({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: { command: 'rm x' },
      },
    })
    const settings = { ...hooked(`echo '${updated}'`), permissions: { deny: ['Bash(rm *)'] } }
    await withSession({ settings, files: { x: '' } }, async ({ call }) => {
      expect(textOf(await call('Bash', { command: 'ls' }))).toContain('denied by `Bash(rm *)`')
    })
  })

  it('parses the input of a hook again', async () => {
    const updated = JSON.stringify({
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { text: 1 } },
    })
    const settings = { permissions: { allow: ['Echo'] }, hooks: hooked(`echo '${updated}'`, 'Echo').hooks }
    await withSession({ settings, session: { tools: [echo] } }, async ({ call }) => {
      const outcome = await call('Echo', { text: 'a' })
      expect(outcome).toMatchObject({ status: 'error', stage: 'pre-hooks' })
    })
  })

  it.each(['Old', 'Older, Read', '^Old$', '*'])(
    'on %s matches, which means an old name of the tool',
    async (matcher) => {
      const renamed = buildTool({ ...echo, name: 'New', aliases: ['Old', 'Older'] })
      const settings = { permissions: { allow: ['New'] }, hooks: hooked('exit 2', matcher).hooks }
      await withSession({ settings, session: { tools: [renamed] } }, async ({ call }) => {
        expect((await call('New', { text: 'a' })).status).toBe('denied')
        expect((await call('Old', { text: 'a' })).status).toBe('denied')
      })
    },
  )

  it('stops the session when a hook says so', async () => {
    const settings = hooked(`echo '{"continue": false, "stopReason": "budget is spent"}'`)
    await withSession({ settings }, async ({ call }) => {
      const outcome = await call('Bash', { command: 'touch made' })
      expect(outcome).toMatchObject({ status: 'denied', stage: 'pre-hooks', stop: 'budget is spent' })
    })
  })
})

describe('stage 4, classification', () => {
  it('of a shell call runs beside the hooks, and is there when the gate needs it', async () => {
    // The hook waits until the classifier has been asked; if that came after it, it would wait in vain and block.
    const command = 'for i in $(seq 200); do [ -e classified ] && exit 0; sleep 0.02; done; exit 2'
    const settings = {
      permissions: { allow: ['Early'] },
      hooks: { PreToolUse: [{ matcher: 'Early', hooks: [{ type: 'command', command }] }] },
    }
    const early = buildTool({
      ...echo,
      name: 'Early',
      shell: true,
      isConcurrencySafe: (_, context) => {
        writeFileSync(`${context.cwd}/classified`, '')
        return false
      },
    })
    await withSession({ settings, session: { tools: [early] } }, async ({ call }) => {
      expect((await call('Early', { text: 'a' })).status).toBe('ok')
    })
  })
})

describe('stage 7, permission', () => {
  it('says which rule denied, and why its author wrote it', async () => {
    const settings = { permissions: { deny: ['Bash(git push *)'] } }
    await withSession({ settings }, async ({ call, context }) => {
      const outcome = await call('Bash', { command: 'git status && git push origin main' })
      expect(outcome).toMatchObject({ status: 'denied', stage: 'permission', decision: { effect: 'deny' } })
      expect(textOf(outcome)).toBe('`Bash` was not run: denied by `Bash(git push *)` (`git push origin main`)')
      const rules = { deny: { pointer: '/deny', texts: ['Bash(rm *)'] } }
      const layer = { file: 'policy.yaml', rules, hooks: [], because: 'use `git clean` on your own files' }
      const permissions = addLayer(context.permissions, layer)
      const told = await runToolUse(useOf('x', 'Bash', { command: 'rm a' }), withContext(context, { permissions }))
      expect(textOf(told)).toBe(
        '`Bash` was not run: denied by `Bash(rm *)`: use `git clean` on your own files (`rm a`)',
      )
    })
  })

  it('is a denial that says so when nobody can be asked', async () => {
    await withSession({}, async ({ call, path }) => {
      const outcome = await call('Bash', { command: 'touch made' })
      expect(outcome).toMatchObject({ status: 'unanswered', stage: 'permission' })
      expect(textOf(outcome)).toContain('nobody is there to ask, so it counts as denied')
      expect(() => readFileSync(path('made'))).toThrow()
    })
  })

  it('asks the host and runs what it allowed, changed as it wished', async () => {
    const asked: unknown[] = []
    const asker = async ({ call }: { call: unknown }) => {
      asked.push(call)
      return { effect: 'allow' as const, updatedInput: { command: 'echo other' } }
    }
    await withSession({ session: { host: { asker } } }, async ({ call }) => {
      const outcome = await call('Bash', { command: 'touch made' })
      expect(asked).toEqual([{ tool: 'Bash', input: { command: 'touch made' } }])
      expect(textOf(outcome)).toBe('other')
    })
  })

  it('denies what the host changed into something denied', async () => {
    const asker = async () => ({ effect: 'allow' as const, updatedInput: { command: 'rm made' } })
    const settings = { permissions: { deny: ['Bash(rm *)'] } }
    await withSession({ settings, session: { host: { asker } } }, async ({ call }) => {
      expect(textOf(await call('Bash', { command: 'touch made' }))).toContain('denied by `Bash(rm *)`')
    })
  })

  it('takes a host that fails for a refusal', async () => {
    const asker = async () => {
      throw new Error('terminal is gone')
    }
    await withSession({ session: { host: { asker } } }, async ({ call }) => {
      const outcome = await call('Bash', { command: 'touch made' })
      expect(outcome.status).toBe('denied')
      expect(textOf(outcome)).toContain('the question failed: terminal is gone')
    })
  })

  it('lets a permission hook answer in place of the host', async () => {
    const answer = JSON.stringify({
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
    })
    const settings = {
      hooks: { PermissionRequest: [{ matcher: 'Bash', hooks: [{ type: 'command', command: `echo '${answer}'` }] }] },
    }
    await withSession({ settings }, async ({ call, path }) => {
      expect((await call('Bash', { command: 'touch made' })).status).toBe('ok')
      expect(readFileSync(path('made'), 'utf8')).toBe('')
    })
  })

  it('never follows a tool that allows itself what a rule asks for', async () => {
    const bold = buildTool({ ...echo, name: 'Bold', checkPermissions: () => ({ effect: 'allow' }) })
    await withSession({ session: { tools: [bold] } }, async ({ call }) => {
      expect((await call('Bold', { text: 'a' })).status).toBe('ok')
    })
    for (const list of ['ask', 'deny']) {
      await withSession(
        { settings: { permissions: { [list]: ['Bold'] } }, session: { tools: [bold] } },
        async (place) => {
          expect((await place.call('Bold', { text: 'a' })).status).not.toBe('ok')
        },
      )
    }
  })

  it('fails closed when the check of a tool throws', async () => {
    const broken = buildTool({
      ...echo,
      name: 'Broken',
      checkPermissions: () => {
        throw new Error('no idea')
      },
    })
    const settings = { permissions: { allow: ['Broken'] } }
    await withSession({ settings, session: { tools: [broken] } }, async ({ call }) => {
      const outcome = await call('Broken', { text: 'a' })
      expect(outcome.status).toBe('denied')
      expect(textOf(outcome)).toContain('its own check failed: no idea')
    })
  })
})

describe('stage 9, hooks after', () => {
  const hookedBy = (event: string, command: string) => ({
    permissions: { allow: ['Bash', 'Echo'] },
    hooks: { [event]: [{ matcher: '*', hooks: [{ type: 'command', command }] }] },
  })

  it('sees the result, and its feedback reaches the model', async () => {
    const settings = hookedBy('PostToolUse', 'cat > seen.json; echo "run the formatter" >&2; exit 2')
    await withSession({ settings, session: { tools: [echo] } }, async ({ call, path }) => {
      const outcome = await call('Echo', { text: 'a' })
      expect(outcome.status).toBe('ok')
      expect(textOf(outcome)).toBe('a\n\na hook after `Echo` says: run the formatter')
      expect(JSON.parse(readFileSync(path('seen.json'), 'utf8'))).toMatchObject({
        hook_event_name: 'PostToolUse',
        tool_response: 'a',
      })
    })
  })

  it('hears of a failure under another event', async () => {
    const settings = hookedBy('PostToolUseFailure', 'cat > seen.json')
    await withSession({ settings }, async ({ call, path }) => {
      await call('Bash', { command: 'exit 3' })
      expect(JSON.parse(readFileSync(path('seen.json'), 'utf8'))).toMatchObject({
        hook_event_name: 'PostToolUseFailure',
        error: '(exit code 3)',
      })
    })
  })

  it('does not run for a call that was denied', async () => {
    const settings = { ...hookedBy('PostToolUse', 'touch ran'), permissions: { deny: ['Bash'] } }
    await withSession({ settings }, async ({ call, path }) => {
      await call('Bash', { command: 'ls' })
      expect(() => readFileSync(path('ran'))).toThrow()
    })
  })

  it('keeps the result when a hook fails', async () => {
    await withSession(
      { settings: hookedBy('PostToolUse', 'exit 127'), session: { tools: [echo] } },
      async ({ call }) => {
        const outcome = await call('Echo', { text: 'a' })
        expect(textOf(outcome)).toBe('a')
        expect(outcome.warnings.join()).toContain('127')
      },
    )
  })
})
