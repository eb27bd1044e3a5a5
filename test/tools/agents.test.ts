import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Mode, modes } from '../../src/call.ts'
import { compareEffects } from '../../src/decision.ts'
import { evaluate } from '../../src/rules/evaluate.ts'
import { createContext } from '../../src/settings/load.ts'
import { memorySystem } from '../../src/system.ts'
import { agentContext, modeFor, readAgent, readAgents } from '../../src/tools/agents.ts'
import type { Model, ModelRequest } from '../../src/tools/context.ts'
import type { Message } from '../../src/tools/message.ts'
import { resultsOf, textOf, useOf, withSession } from './session.ts'

const agentFile = (fields: string, prompt = 'You review.') =>
  `---\nname: reviewer\ndescription: reviews\n${fields}---\n${prompt}\n`

async function agentOf(fields: string) {
  const { agent, warnings } = await readAgent(agentFile(fields), '/p/.claude/agents/reviewer.md')
  expect(warnings).toEqual([])
  return agent!
}

const system = memorySystem({ '/p/a.txt': '', '/p/src/b.ts': '' })
const contextWith = (permissions: object, mode: Mode = 'default') =>
  createContext({ cwd: '/p', home: '/h', mode, layers: { project: { permissions } } })

describe('agent files', () => {
  it('are read from project and user, the project first', async () => {
    const disk = memorySystem({
      '/p/.claude/agents/reviewer.md': agentFile('tools: Read, Grep\n'),
      '/p/.claude/agents/broken.md': '---\nname: [\n---\n',
      '/p/.claude/agents/notes.txt': 'no agent',
      '/h/.claude/agents/reviewer.md': agentFile('tools: Bash\n'),
      '/h/.claude/agents/other.md': '---\nname: other\n---\n',
    })
    const { agents, warnings } = await readAgents(createContext({ cwd: '/p', home: '/h' }), disk)
    expect(agents.map(({ name, tools }) => [name, tools])).toEqual([
      ['other', null],
      ['reviewer', ['Read', 'Grep']],
    ])
    expect(agents[1]).toMatchObject({ description: 'reviews', prompt: 'You review.', fromRepository: true })
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('/p/.claude/agents/broken.md: ')
  })

  it.each([
    ['no name', '---\ndescription: x\n---\n', 'an agent needs a `name`'],
    ['a mode nobody knows', agentFile('permissionMode: yolo\n'), '`yolo` is no permission mode'],
    ['tools of no kind', agentFile('tools: 5\n'), '`tools` must be a list of tools'],
    ['denials of no kind', agentFile('disallowedTools: {a: 1}\n'), '`disallowedTools` must be a list of tools'],
  ])('with %s make no agent', async (_, text, message) => {
    const { agent, warnings } = await readAgent(text, 'x.md')
    expect(agent).toBeNull()
    expect(warnings).toEqual([`x.md: ${message}`])
  })

  it('take lists as YAML or as text, parentheses and all', async () => {
    expect((await agentOf('tools: Read, Bash(git diff *), Agent(a, b)\n')).tools).toEqual([
      'Read',
      'Bash(git diff *)',
      'Agent(a, b)',
    ])
    expect((await agentOf('tools:\n  - Read\n  - Bash(git log:*)\n')).tools).toEqual(['Read', 'Bash(git log:*)'])
    expect((await agentOf('disallowedTools: Bash(rm *) Write\n')).disallowedTools).toEqual(['Bash(rm *)', 'Write'])
  })
})

describe('a call judged as an agent', () => {
  const cases: [string, string, object, string, object, string][] = [
    ['a tool of its list', 'tools: Read\n', {}, 'Read', { file_path: '/p/a.txt' }, 'allow'],
    ['a tool outside its list', 'tools: Read\n', { allow: ['Bash'] }, 'Bash', { command: 'ls' }, 'deny'],
    ['an MCP tool outside its list', 'tools: Read\n', { allow: ['mcp__gh'] }, 'mcp__gh__get', {}, 'deny'],
    [
      'an MCP tool of a server in its list',
      'tools: mcp__gh\n',
      { allow: ['mcp__gh__get'] },
      'mcp__gh__get',
      {},
      'allow',
    ],
    ['a tool nobody knows', 'tools: Read\n', { allow: ['Frobnicate'] }, 'Frobnicate', {}, 'deny'],
    ['an old name of a tool in its list', 'tools: Task\n', {}, 'Agent', { prompt: 'x' }, 'allow'],
    [
      'a command inside the parentheses',
      'tools: Bash(git diff *)\n',
      { allow: ['Bash'] },
      'Bash',
      { command: 'git diff HEAD' },
      'allow',
    ],
    [
      'a command outside the parentheses',
      'tools: Bash(git diff *)\n',
      { allow: ['Bash'] },
      'Bash',
      { command: 'make' },
      'deny',
    ],
    [
      'a part outside the parentheses',
      'tools: Bash(git diff *)\n',
      { allow: ['Bash'] },
      'Bash',
      { command: 'git diff && make' },
      'deny',
    ],
    ['a type it may start', 'tools: Agent(worker, tester)\n', {}, 'Agent', { subagent_type: 'tester' }, 'allow'],
    ['a type it may not start', 'tools: Agent(worker, tester)\n', {}, 'Agent', { subagent_type: 'admin' }, 'deny'],
    [
      'what it denies itself',
      'disallowedTools: Bash(git push *)\n',
      { allow: ['Bash'] },
      'Bash',
      { command: 'git push' },
      'deny',
    ],
    ['what its parent denies', '', { deny: ['Bash(rm *)'] }, 'Bash', { command: 'rm x' }, 'deny'],
    ['what its parent is asked for', '', {}, 'Bash', { command: 'make' }, 'ask'],
  ]
  it.each(cases)('%s', async (_, fields, permissions, tool, input, effect) => {
    const call = { tool, input: input as Record<string, unknown> }
    const context = agentContext(contextWith(permissions), await agentOf(fields), [tool], { call, system })
    expect(evaluate(call, context, system).effect).toBe(effect)
  })

  it('names the file and the agent that deny it', async () => {
    const call = { tool: 'Bash', input: { command: 'ls' } }
    const context = agentContext(contextWith({}), await agentOf('tools: Read\n'), [], { call, system })
    expect(evaluate(call, context, system).reason).toMatchObject({
      code: 'rule',
      rule: 'Bash',
      because: 'the agent `reviewer` may not use it',
      source: { layer: 'session', file: '/p/.claude/agents/reviewer.md', pointer: '/tools/0' },
    })
  })

  it('takes on a mode of its own only where it is stricter', () => {
    expect(modeFor('default', 'plan')).toBe('plan')
    expect(modeFor('default', 'dontAsk')).toBe('dontAsk')
    expect(modeFor('default', 'acceptEdits')).toBe('default')
    expect(modeFor('default', 'bypassPermissions')).toBe('default')
    expect(modeFor('plan', 'default')).toBe('plan')
    expect(modeFor('dontAsk', 'default')).toBe('dontAsk')
    expect(modeFor('acceptEdits', 'plan')).toBe('acceptEdits')
    expect(modeFor('default', null)).toBe('default')
  })

  it('is never looser than the same call of its parent', async () => {
    const rule = fc.constantFrom(
      'Bash',
      'Bash(git *)',
      'Bash(rm *)',
      'Read',
      'Read(src/**)',
      'Edit',
      'Edit(src/**)',
      'Write',
      'WebFetch',
      'mcp__gh',
      'mcp__gh__get',
      'Agent',
      'Skill',
    )
    const rules = fc.array(rule, { maxLength: 3 })
    const call = fc.constantFrom(
      { tool: 'Bash', input: { command: 'git status && rm x' } },
      { tool: 'Bash', input: { command: 'ls' } },
      { tool: 'Bash', input: { command: 'make' } },
      { tool: 'Read', input: { file_path: '/p/src/b.ts' } },
      { tool: 'Read', input: { file_path: '/etc/passwd' } },
      { tool: 'Edit', input: { file_path: '/p/src/b.ts', old_string: 'a', new_string: 'b' } },
      { tool: 'Write', input: { file_path: '/p/.git/config', content: '' } },
      { tool: 'WebFetch', input: { url: 'https://example.com' } },
      { tool: 'mcp__gh__get', input: {} },
      { tool: 'Frobnicate', input: {} },
      { tool: 'Agent', input: { subagent_type: 'x', prompt: '' } },
    )
    const agent = fc.record({
      tools: fc.option(rules),
      disallowedTools: rules,
      permissionMode: fc.option(fc.constantFrom(...modes)),
    })
    await fc.assert(
      fc.asyncProperty(
        rules,
        rules,
        rules,
        fc.constantFrom(...modes),
        agent,
        call,
        async (allow, ask, deny, mode, definition, made) => {
          const parent = contextWith({ allow, ask, deny }, mode)
          const child = agentContext(parent, { ...(await agentOf('')), ...definition }, [made.tool], {
            call: made,
            system,
          })
          const [theirs, own] = [evaluate(made, parent, system), evaluate(made, child, system)]
          expect(compareEffects(own.effect, theirs.effect)).toBeLessThanOrEqual(0)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('of a repository that is not trusted brings no hooks', async () => {
    const fields =
      'hooks:\n  Stop:\n    - hooks: [{type: command, command: "true"}]\n  PreToolUse:\n    - matcher: Bash\n      hooks: [{type: command, command: "exit 2"}]\n'
    const { agent } = await readAgent(agentFile(fields), 'x.md', true)
    expect(agent?.hooks.map(({ event, matcher, origin }) => [event, matcher, origin])).toEqual([
      ['SubagentStop', undefined, { kind: 'agent', name: 'reviewer' }],
      ['PreToolUse', 'Bash', { kind: 'agent', name: 'reviewer' }],
    ])
    const context = createContext({ cwd: '/p', home: '/h', trusted: false })
    expect(agentContext(context, agent!, []).hooks).toEqual([])
    expect(agentContext(createContext({ cwd: '/p', home: '/h' }), agent!, []).hooks).toHaveLength(2)
  })
})

/** A model that answers from a script, and what it was asked. */
function scripted(...answers: (Message['content'] | Error)[]): { model: Model; requests: ModelRequest[] } {
  const requests: ModelRequest[] = []
  return {
    requests,
    model: async (request) => {
      // The messages grow afterwards: what was asked is kept as it was.
      requests.push({ ...request, messages: [...request.messages] })
      const answer = answers[requests.length - 1] ?? 'nothing more'
      if (answer instanceof Error) throw answer
      return { role: 'assistant', content: answer }
    },
  }
}

const task = { description: 'look', prompt: 'look at a.txt', subagent_type: 'reviewer' }

describe('the Agent tool', () => {
  it('works with the tools of the agent until it reports', async () => {
    const agent = await agentOf('tools: Read, Grep\n')
    const { model, requests } = scripted(
      [useOf('r1', 'Read', { file_path: 'a.txt' }), useOf('b1', 'Bash', { command: 'ls' })],
      [{ type: 'text', text: 'it says hi' }],
    )
    await withSession(
      {
        files: { 'a.txt': 'hi' },
        settings: { permissions: { allow: ['Bash'] } },
        session: { host: { model, agents: [agent] } },
      },
      async ({ call }) => {
        const outcome = await call('Agent', task)
        expect(textOf(outcome)).toBe('it says hi')
        expect(outcome.output).toMatchObject({ agent: 'reviewer', turns: 2, calls: 2 })
        expect(requests[0]).toMatchObject({
          system: 'You review.',
          messages: [{ role: 'user', content: 'look at a.txt' }],
        })
        expect(requests[0]?.tools.map(({ name }) => name)).toEqual(['Grep', 'Read'])
        const results = JSON.stringify(requests[1]?.messages.at(-1))
        expect(results).toContain('1\\thi')
        expect(results).toContain('there is no tool `Bash`')
      },
    )
  })

  it('judges every call of the child by the rules of parent and child', async () => {
    const agent = await agentOf('disallowedTools: Bash(git *)\n')
    const uses = ['git status', 'rm a.txt', 'make', 'ls'].map((command, index) =>
      useOf(`c${index}`, 'Bash', { command }),
    )
    const { model, requests } = scripted(uses, 'done')
    await withSession(
      { settings: { permissions: { deny: ['Bash(rm *)'] } }, session: { host: { model, agents: [agent] } } },
      async ({ call }) => {
        await call('Agent', task)
        expect(resultsOf(requests[1]?.messages.at(-1) as Message).map(({ text }) => text)).toEqual([
          expect.stringContaining('denied by `Bash(git *)`'),
          expect.stringContaining('denied by `Bash(rm *)`'),
          expect.stringContaining('nobody is there to ask'),
          '(`Bash` completed with no output)',
        ])
      },
    )
  })

  it('never lets a child do what its parent is denied, whatever the child allows itself', async () => {
    const agent = { ...(await agentOf('')), permissionMode: 'bypassPermissions' as const }
    const { model, requests } = scripted([useOf('c', 'Bash', { command: 'touch made' })], 'done')
    await withSession({ session: { host: { model, agents: [agent] } } }, async ({ call }) => {
      await call('Agent', task)
      expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain('nobody is there to ask')
    })
  })

  it('runs the hooks the agent brings, and only for it', async () => {
    const agent = await agentOf(
      'hooks:\n  PreToolUse:\n    - matcher: Read\n      hooks: [{type: command, command: "echo not this >&2; exit 2"}]\n',
    )
    const { model, requests } = scripted([useOf('r', 'Read', { file_path: 'a.txt' })], 'done')
    await withSession({ files: { 'a.txt': 'hi' }, session: { host: { model, agents: [agent] } } }, async ({ call }) => {
      await call('Agent', task)
      expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain('not this')
      expect((await call('Read', { file_path: 'a.txt' })).status).toBe('ok')
    })
  })

  it('tells hooks that it began, and goes on when one does not let it end', async () => {
    const hook = (command: string) => [{ hooks: [{ type: 'command', command }] }]
    const settings = {
      hooks: {
        SubagentStart: hook('cat > start.json'),
        SubagentStop: hook('[ -e ended ] || { touch ended; echo "check it again" >&2; exit 2; }'),
      },
    }
    const { model, requests } = scripted('first report', 'second report')
    await withSession({ settings, session: { host: { model } } }, async ({ call, path }) => {
      expect(textOf(await call('Agent', { description: '', prompt: 'x' }))).toBe('second report')
      expect(requests[1]?.messages.at(-1)).toEqual({ role: 'user', content: expect.stringContaining('check it again') })
      expect(JSON.parse(readFileSync(path('start.json'), 'utf8'))).toMatchObject({ agent_type: 'general-purpose' })
    })
  })

  it('asks the host for the child, too', async () => {
    const asked: unknown[] = []
    const asker = async ({ call }: { call: { tool: string } }) => {
      asked.push(call.tool)
      return { effect: 'allow' as const }
    }
    const { model } = scripted([useOf('c', 'Bash', { command: 'touch made' })], 'done')
    await withSession({ session: { host: { model, asker } } }, async ({ call }) => {
      await call('Agent', { ...task, subagent_type: 'general-purpose' })
      expect(asked).toEqual(['Bash'])
    })
  })

  it('fails in words without a model, with one that fails, and with one that never ends', async () => {
    await withSession({}, async ({ call }) => {
      expect(textOf(await call('Agent', { description: '', prompt: 'x' }))).toBe(
        'there is no model: this program cannot run a sub-agent',
      )
      expect(textOf(await call('Agent', task))).toContain('there is no agent `reviewer`')
    })
    await withSession({ session: { host: scripted(new Error('overloaded')) } }, async ({ call }) => {
      expect(textOf(await call('Agent', { description: '', prompt: 'x' }))).toBe(
        'the model of `general-purpose` failed: overloaded',
      )
    })
    const endless: Model = async () => ({ role: 'assistant', content: [useOf(`t${Math.random()}`, 'TaskList', {})] })
    await withSession({ session: { host: { model: endless } } }, async ({ call }) => {
      expect(textOf(await call('Agent', { description: '', prompt: 'x' }))).toBe(
        '`general-purpose` was ended after 100 turns without a report',
      )
    })
  })

  it('starts no agents inside agents without end', async () => {
    const nest: Model = async ({ messages }) => ({
      role: 'assistant',
      content:
        messages.length === 1
          ? [useOf(`a${Math.random()}`, 'Agent', { description: '', prompt: 'deeper' })]
          : JSON.stringify(messages.at(-1)),
    })
    await withSession({ session: { host: { model: nest } } }, async ({ call }) => {
      expect(textOf(await call('Agent', { description: '', prompt: 'x' }))).toContain(
        'agents inside agents deeper than 3 are not started',
      )
    })
  })
})
