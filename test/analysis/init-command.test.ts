import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { profiles } from '../../src/analysis/profiles.ts'
import { buildCommand } from '../../src/cli/build-policy.ts'
import { doctorCommand } from '../../src/cli/doctor.ts'
import { initCommand } from '../../src/cli/init.ts'
import { lintCommand } from '../../src/cli/lint.ts'
import { testCommand } from '../../src/cli/test.ts'
import { createContext } from '../../src/settings/load.ts'
import { memoryIo } from '../support/memory-io.ts'
import { inFolder } from '../support/temporary.ts'

type Command = (argv: readonly string[], io: ReturnType<typeof memoryIo>['io']) => Promise<number>

async function run(command: Command, cwd: string, argv: readonly string[] = []) {
  const { io, stdout, stderr } = memoryIo({ cwd })
  const exit = await command(argv, io)
  return { exit, stdout: stdout(), stderr: stderr() }
}

/** Everything in `.claude`, with when it was written. */
function state(folder: string) {
  return readdirSync(join(folder, '.claude'))
    .sort()
    .map((name) => {
      const path = join(folder, '.claude', name)
      return [name, statSync(path).mtimeMs, readFileSync(path, 'utf8')]
    })
}

const read = (folder: string, name: string) => readFileSync(join(folder, '.claude', name), 'utf8')

describe.each(Object.keys(profiles))('init --profile %s in an empty folder', (profile) => {
  test('then doctor, lint and test are green, a second init changes nothing, and the hook blocks a denied call', async () => {
    await inFolder({ 'p/.keep': '', home: '' }, async (folder) => {
      const project = join(folder, 'p')
      expect(await run(initCommand, project, ['--profile', profile])).toMatchObject({ exit: 0, stderr: '' })
      const shared = ['--home', `${folder}/nobody`]
      const doctor = await run(doctorCommand, project, [...shared, '--json'])
      expect(doctor.exit).toBe(0)
      expect(JSON.parse(doctor.stdout)).toMatchObject({ broken: 0, warnings: 0 })
      expect(await run(lintCommand, project, shared)).toEqual({ exit: 0, stdout: 'no problems\n', stderr: '' })
      expect((await run(testCommand, project, shared)).exit).toBe(0)

      const before = state(project)
      expect(await run(initCommand, project, ['--profile', profile])).toMatchObject({ exit: 0, stderr: '' })
      expect(state(project)).toEqual(before)

      const [{ hooks }] = JSON.parse(read(project, 'settings.local.json')).hooks.PreToolUse
      const ran = spawnSync('sh', ['-c', hooks[0].command], {
        cwd: project,
        input: JSON.stringify({
          session_id: 's',
          cwd: project,
          permission_mode: 'default',
          hook_event_name: 'PreToolUse',
          tool_name: 'Read',
          tool_input: { file_path: join(project, '.env') },
        }),
        encoding: 'utf8',
        env: { ...process.env, HOME: `${folder}/nobody`, CLAUDE_PROJECT_DIR: project },
      })
      expect(JSON.parse(ran.stdout).hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' })
      expect(hooks[0]).toMatchObject({ onFailure: 'block', type: 'command' })
      expect(hooks[0].command).toMatch(/^NODE_EXTRA_CA_CERTS= '?\/.* '?\/.*policy\.cjs'? hook$/)
    })
  })
})

describe('init', () => {
  test('keeps settings that exist, and adds the hook to the end of others keeping their text', async () => {
    const settings = '{"permissions":{"deny":["Bash(sudo *)"]}}'
    const local =
      '{\n\t"model": "opus",\n\t"hooks": {\n\t\t"PreToolUse": [\n\t\t\t{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "date" }] }\n\t\t]\n\t}\n}\n'
    await inFolder({ '.claude/settings.json': settings, '.claude/settings.local.json': local }, async (folder) => {
      const ran = await run(initCommand, folder)
      expect(ran.exit).toBe(0)
      expect(ran.stdout).toContain('kept    .claude/settings.json')
      expect(read(folder, 'settings.json')).toBe(settings)
      expect(readdirSync(join(folder, '.claude')).sort()).toEqual(['settings.json', 'settings.local.json'])
      const after = read(folder, 'settings.local.json')
      expect(after.startsWith(local.slice(0, local.indexOf('\n\t\t]')))).toBe(true)
      expect(JSON.parse(after).hooks.PreToolUse).toHaveLength(2)
      await run(initCommand, folder)
      expect(read(folder, 'settings.local.json')).toBe(after)
    })
  })

  test('adds no second hook beside one that runs the program in another way', async () => {
    const local = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'npx policy hook' }] }] } }
    await inFolder({ '.claude/settings.local.json': local }, async (folder) => {
      await run(initCommand, folder)
      expect(JSON.parse(read(folder, 'settings.local.json'))).toEqual(local)
    })
  })

  test.each([
    ['broken JSON', { '.claude/settings.local.json': '{"hooks": {' }, 'is not valid JSON and is left as it is'],
    ['hooks of a wrong type', { '.claude/settings.local.json': '{"hooks": []}' }, 'is not what it should be'],
    ['a file where the folder belongs', { '.claude': 'x' }, 'EEXIST'],
  ])('leaves %s alone and ends with 1', async (_, files, said) => {
    await inFolder(files, async (folder) => {
      const ran = await run(initCommand, folder)
      expect(ran.exit).toBe(1)
      expect(ran.stderr).toContain(said)
      for (const [path, text] of Object.entries(files)) expect(readFileSync(join(folder, path), 'utf8')).toBe(text)
    })
  })

  test('a folder that is not there, and a profile that is none', async () => {
    await inFolder({ x: '' }, async (folder) => {
      expect(await run(initCommand, folder, ['--cwd', 'gone'])).toMatchObject({
        exit: 1,
        stderr: `policy init: \`${folder}/gone\` is no folder\n`,
      })
      expect((await run(initCommand, folder, ['--profile', 'nope'])).exit).toBe(1)
      expect(readdirSync(folder)).toEqual(['x'])
    })
  })

  test('quotes a path with blanks', async () => {
    await inFolder({ 'my tools/policy.cjs': '' }, async (folder) => {
      await run(initCommand, folder, ['--program', 'my tools/policy.cjs'])
      expect(read(folder, 'settings.local.json')).toContain(` '${folder}/my tools/policy.cjs' hook`)
    })
  })
})

describe('doctor', () => {
  const hook = (command: string, more: Record<string, unknown> = {}) => ({
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command, ...more }] }] },
  })
  const bin = join(import.meta.dirname, '../../bin/policy.cjs')
  const deny = { permissions: { deny: ['Bash(rm *)'] } }

  test.each([
    ['no hook', { '.claude/settings.json': deny }, 'no PreToolUse hook runs `policy hook`'],
    [
      'hooks switched off',
      { '.claude/settings.json': { ...deny, ...hook(`${bin} hook`), disableAllHooks: true } },
      'hooks are switched off',
    ],
    [
      'a program that is gone',
      { '.claude/settings.json': { ...deny, ...hook('node /nowhere/policy.cjs hook') } },
      '`/nowhere/policy.cjs` does not exist',
    ],
    [
      'a hook that says nothing',
      { '.claude/settings.json': { ...deny, ...hook('true || policy hook') } },
      'said nothing to `rm x`, expected deny',
    ],
    ['a hook that fails', { '.claude/settings.json': { ...deny, ...hook('exit 3; policy hook') } }, 'hook answer'],
    ['settings that are broken', { '.claude/settings.json': '{"permissions":' }, 'not valid JSON'],
  ])('%s is broken', async (_, files, said) => {
    await inFolder(files, async (folder) => {
      const ran = await run(doctorCommand, folder, ['--home', `${folder}/nobody`])
      expect(ran).toMatchObject({ exit: 2, stderr: '' })
      expect(ran.stdout).toContain(said)
    })
  })

  test('a hook that works and could be better', async () => {
    const settings = {
      ...deny,
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: `node ${bin} hook` }] }] },
    }
    await inFolder({ '.claude/settings.json': settings }, async (folder) => {
      const ran = await run(doctorCommand, folder, ['--home', `${folder}/nobody`])
      expect(ran.exit).toBe(0)
      expect(ran.stdout).toContain('warning  hook failure')
      expect(ran.stdout).toContain('warning  hook matcher')
      expect(ran.stdout).toContain('works, 2 to look at')
    })
  })

  test('says which layer wins', async () => {
    const files = {
      'home/.claude/settings.json': { model: 'a', permissions: { defaultMode: 'plan' } },
      'p/.claude/settings.json': { model: 'b', permissions: { defaultMode: 'acceptEdits' } },
    }
    await inFolder(files, async (folder) => {
      const ran = await run(doctorCommand, join(folder, 'p'), ['--home', join(folder, 'home'), '--json'])
      const notes = JSON.parse(ran.stdout).checkups.filter(({ what }: { what: string }) => /model|Mode/.test(what))
      expect(notes).toEqual([
        { what: 'model', state: 'note', detail: 'set in project, user; project wins: "b"' },
        { what: 'permissions.defaultMode', state: 'note', detail: 'set in project, user; project wins: "acceptEdits"' },
      ])
    })
  })
})

describe('build', () => {
  test('prints the rules of policies, needless ones left out', async () => {
    const ran = await run(buildCommand, '/', ['network', 'filesystem'])
    expect(ran).toMatchObject({ exit: 0, stderr: '' })
    const { permissions } = JSON.parse(ran.stdout)
    expect(permissions.ask).toContain('Bash(rsync *)')
    expect(permissions.ask).not.toContain('Bash(rsync --delete *)')
    expect(permissions.deny).toContain('Edit(//etc/**)')
  })

  test('gives every rule the reason of its policy, and the settings read it back', async () => {
    const ran = await run(buildCommand, '/', ['git', 'secrets', 'cloud'])
    const { rules, issues } = createContext({ layers: { project: ran.stdout } })
    const all = [...rules.deny, ...rules.ask, ...rules.allow]
    expect(issues).toEqual([])
    expect(all.length).toBeGreaterThan(50)
    expect(all.filter(({ because }) => because === undefined)).toEqual([])
    const { because } = JSON.parse(ran.stdout).toolgate
    expect(Object.keys(because).sort()).toEqual([...new Set(all.map(({ text }) => text))].sort())
  })

  test('--into keeps the reasons that a file gives itself, and refuses a place that is none', async () => {
    const rule = 'Bash(git push --force *)'
    const own = { permissions: { deny: [rule] }, toolgate: { because: { [rule]: 'ask Kim' } } }
    await inFolder({ 's.json': own, 'odd.json': { toolgate: [] } }, async (folder) => {
      expect((await run(buildCommand, folder, ['git', '--into', 's.json'])).exit).toBe(0)
      const { because } = JSON.parse(readFileSync(join(folder, 's.json'), 'utf8')).toolgate
      expect(because[rule]).toBe('ask Kim')
      expect(Object.keys(because).length).toBeGreaterThan(10)
      expect(await run(buildCommand, folder, ['git', '--into', 'odd.json'])).toEqual({
        exit: 1,
        stdout: '',
        stderr: 'policy build: `toolgate.because` is no object of texts, and nothing can be added to it\n',
      })
      expect(JSON.parse(readFileSync(join(folder, 'odd.json'), 'utf8'))).toEqual({ toolgate: [] })
    })
  })

  test('--into adds what is missing, keeps the rest, and does nothing twice', async () => {
    const settings = '{\n  "permissions": {\n    "deny": ["Bash(sudo *)"]\n  },\n  "model": "opus"\n}\n'
    await inFolder({ 's.json': settings }, async (folder) => {
      expect(await run(buildCommand, folder, ['git', '--into', 's.json'])).toMatchObject({
        exit: 0,
        stdout: 'added the missing rules to s.json\n',
      })
      const after = readFileSync(join(folder, 's.json'), 'utf8')
      expect(JSON.parse(after)).toMatchObject({ model: 'opus' })
      expect(JSON.parse(after).permissions.deny[0]).toBe('Bash(sudo *)')
      expect(await run(buildCommand, folder, ['git', '--into', 's.json'])).toMatchObject({
        exit: 0,
        stdout: 'nothing to add to s.json\n',
      })
      expect(readFileSync(join(folder, 's.json'), 'utf8')).toBe(after)
    })
  })

  test('refuses a policy that is none, and settings that are not what they should be', async () => {
    await inFolder({ 's.json': '{"permissions": []}' }, async (folder) => {
      writeFileSync(join(folder, 'p.yaml'), 'policy: p')
      expect((await run(buildCommand, folder, ['gti'])).stderr).toContain(
        'no policy is called `gti`: expected ci, cloud,',
      )
      expect((await run(buildCommand, folder, ['p.yaml'])).exit).toBe(1)
      expect(await run(buildCommand, folder, ['git', '--into', 's.json'])).toMatchObject({ exit: 1 })
      expect(readFileSync(join(folder, 's.json'), 'utf8')).toBe('{"permissions": []}')
      expect((await run(buildCommand, folder, [])).exit).toBe(1)
    })
  })

  test('--list shows every policy with its caveats', async () => {
    const ran = await run(buildCommand, '/', ['--list'])
    expect(ran.stdout.match(/^[a-z-]+ +.*rules\)$/gm)).toHaveLength(8)
  })
})
