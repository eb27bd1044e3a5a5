import { describe, expect, it } from 'vitest'
import { evaluate } from '../../src/rules/evaluate.ts'
import { createContext } from '../../src/settings/load.ts'
import { memorySystem } from '../../src/system.ts'
import { execute, sessionOf } from '../../src/tools/execute.ts'
import { endTurn, expandSkill, readSkill, readSkills, skillContext } from '../../src/tools/skills.ts'
import { textOf, useOf, withSession } from './session.ts'

async function skillOf(fields: string, body: string, fromRepository = false) {
  const { skill, warnings } = await readSkill(
    `---\nname: commit\ndescription: commits\n${fields}---\n${body}`,
    '/p/.claude/skills/commit/SKILL.md',
    fromRepository,
  )
  expect(warnings).toEqual([])
  return skill!
}

const make = { tool: 'Bash', input: { command: 'make all' } }
const system = memorySystem({})
const effectOf = (context: ReturnType<typeof createContext>, call = make) => evaluate(call, context, system).effect

describe('skill files', () => {
  it('are read from user and project', async () => {
    const disk = memorySystem({
      '/p/.claude/skills/deploy/SKILL.md': '---\ndescription: deploys\nallowed-tools: Bash(make:*), Read\n---\nDeploy.',
      '/p/.claude/skills/broken/SKILL.md': '---\nallowed-tools: 3\n---\n',
      '/p/.claude/skills/empty/other.md': '',
      '/h/.claude/skills/mine/SKILL.md': 'No front matter.',
    })
    const { skills, warnings } = await readSkills(createContext({ cwd: '/p', home: '/h' }), disk)
    expect(
      skills.map(({ name, allowedTools, body, fromRepository }) => [name, allowedTools, body, fromRepository]),
    ).toEqual([
      ['deploy', ['Bash(make:*)', 'Read'], 'Deploy.', true],
      ['mine', [], 'No front matter.', false],
    ])
    expect(warnings).toEqual(['/p/.claude/skills/broken/SKILL.md: `allowed-tools` must be a list of tools'])
  })
})

describe('the context of a skill', () => {
  it('grants its tools for the turn, and no longer', async () => {
    const skill = await skillOf('allowed-tools: Bash(make *)\n', '')
    const context = createContext({ cwd: '/p', home: '/h' })
    const during = skillContext(context, skill)
    expect([effectOf(context), effectOf(during), effectOf(endTurn(during))]).toEqual(['ask', 'allow', 'ask'])
    expect(evaluate(make, during, system).reason).toMatchObject({
      rule: 'Bash(make *)',
      source: { layer: 'session', file: '/p/.claude/skills/commit/SKILL.md' },
    })
  })

  it('grants nothing that a rule denies or asks for', async () => {
    const skill = await skillOf('allowed-tools: Bash\n', '')
    for (const [list, effect] of [
      ['deny', 'deny'],
      ['ask', 'ask'],
    ] as const) {
      const context = createContext({
        cwd: '/p',
        home: '/h',
        layers: { user: { permissions: { [list]: ['Bash(make *)'] } } },
      })
      expect(effectOf(skillContext(context, skill))).toBe(effect)
    }
  })

  it('takes away what it disallows, whoever allows it', async () => {
    const skill = await skillOf('disallowed-tools: Bash(make *)\n', '')
    const context = createContext({ cwd: '/p', home: '/h', layers: { user: { permissions: { allow: ['Bash'] } } } })
    expect([
      effectOf(context),
      effectOf(skillContext(context, skill)),
      effectOf(endTurn(skillContext(context, skill))),
    ]).toEqual(['allow', 'deny', 'allow'])
  })

  it('grants nothing from a repository that is not trusted, or against managed rules', async () => {
    const skill = await skillOf('allowed-tools: Bash\ndisallowed-tools: Write\n', '', true)
    const untrusted = createContext({ cwd: '/p', home: '/h', trusted: false })
    expect(effectOf(skillContext(untrusted, skill))).toBe('ask')
    expect(
      effectOf(skillContext(untrusted, skill), { tool: 'Write', input: { file_path: '/p/x', content: '' } } as never),
    ).toBe('deny')
    const managed = createContext({
      cwd: '/p',
      home: '/h',
      layers: { managed: { allowManagedPermissionRulesOnly: true } },
    })
    expect(effectOf(skillContext(managed, skill))).toBe('ask')
  })
})

describe('the text of a skill', () => {
  it('has its arguments and the output of its commands filled in', async () => {
    const skill = await skillOf('', 'Commit $ARGUMENTS of $1, not `!code`.\n!`git log $2`\nend')
    const ran: string[] = []
    const text = await expandSkill(skill, 'fix main', async (command) => {
      ran.push(command)
      return 'OUT'
    })
    expect(text).toBe('Commit fix main of fix, not `!code`.\nOUT\nend')
    expect(ran).toEqual(['git log main'])
  })

  it('runs no command that came in with the arguments', async () => {
    const skill = await skillOf('', 'Do: $ARGUMENTS')
    const text = await expandSkill(skill, '!`rm -rf /`', async () => {
      throw new Error('never')
    })
    expect(text).toBe('Do: !`rm -rf /`')
  })

  it('names arguments it has no place for', async () => {
    const skill = await skillOf('', 'Do it.')
    expect(await expandSkill(skill, 'now', async () => '')).toBe('Do it.\n\nARGUMENTS: now')
  })
})

describe('the Skill tool', () => {
  it('puts the instructions after its result, grants for the turn, and runs injections as shell calls', async () => {
    const skill = await skillOf(
      'allowed-tools: Bash(echo *) Bash(touch *)\n',
      'Now:\n!`echo $1 && touch injected`\nGo on.',
    )
    const settings = { permissions: { allow: ['Skill'] } }
    await withSession({ settings, session: { host: { skills: [skill] } } }, async ({ context, path }) => {
      const session = sessionOf(context)
      const run = await execute(
        [useOf('s', 'Skill', { skill: 'commit', args: 'hi' }), useOf('t', 'Bash', { command: 'touch granted' })],
        session,
      )
      expect(run.outcomes.map(({ status }) => status)).toEqual(['ok', 'ok'])
      expect(run.messages).toEqual([
        {
          role: 'user',
          content: 'Base folder of this skill: /p/.claude/skills/commit\n\nNow:\nhi\nGo on.',
        },
      ])
      const { existsSync } = await import('node:fs')
      expect([existsSync(path('injected')), existsSync(path('granted'))]).toEqual([true, true])
      const later = await execute([useOf('u', 'Bash', { command: 'touch later' })], run.session.nextTurn())
      expect(later.outcomes[0]?.status).toBe('unanswered')
    })
  })

  it('ends when one of its commands is refused', async () => {
    const skill = await skillOf('', '!`touch injected`')
    await withSession(
      { settings: { permissions: { deny: ['Bash(touch *)'] } }, session: { host: { skills: [skill] } } },
      async ({ call, path }) => {
        const allowSkill = await call('Skill', { skill: 'commit' })
        expect(allowSkill.status).toBe('unanswered')
        void path
      },
    )
    const settings = { permissions: { allow: ['Skill(commit)'], deny: ['Bash(touch *)'] } }
    await withSession({ settings, session: { host: { skills: [skill] } } }, async ({ call }) => {
      const outcome = await call('Skill', { skill: 'commit' })
      expect(outcome.status).toBe('error')
      expect(textOf(outcome)).toContain(
        'the command `touch injected` of the skill `commit` did not run: `Bash` was not run: denied by `Bash(touch *)`',
      )
    })
  })

  it('names close skills for one that does not exist', async () => {
    const skill = await skillOf('', '')
    await withSession({ session: { host: { skills: [skill] } } }, async ({ call }) => {
      expect(textOf(await call('Skill', { skill: 'comit' }))).toContain(
        'there is no skill `comit`: did you mean `commit`?',
      )
    })
  })
})
