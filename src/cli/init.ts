import fs from 'node:fs'
import { join, resolve } from 'node:path'
import { Option } from 'commander'
import { composePermissions, reasonsFor } from '../analysis/compose.ts'
import { hookHandler, isPolicyHook } from '../analysis/hook-entry.ts'
import { type Profile, profiles } from '../analysis/profiles.ts'
import { PolicyError } from '../errors.ts'
import { type Change, changeSettings } from '../settings/write.ts'
import { createFile } from './create-file.ts'
import { nameFrom } from './file-name.ts'
import type { Io } from './io.ts'
import { run, subcommand } from './options.ts'
import { packageFolder } from './package-folder.ts'
import { loadPolicies } from './shipped-policies.ts'

/** `policy init`: a starter policy, its cases and the hook entry. Never writes over anything. */
export async function initCommand(argv: readonly string[], io: Io): Promise<number> {
  const names = Object.keys(profiles)
  const command = subcommand(io, {
    name: 'init',
    summary:
      'Writes .claude/settings.json, .claude/rules.policy-test.yaml and the hook entry in .claude/settings.local.json. ' +
      'What exists is kept. Exit: 0 done or nothing to do, 1 it could not.',
    examples: ['policy init --profile web', 'policy init --profile ci --no-hook'],
  })
    .addOption(
      new Option('--profile <name>', names.map((name) => `${name}: ${profiles[name]?.about}`).join('; '))
        .choices(names)
        .default('web'),
    )
    .option('--cwd <dir>', 'folder of the project', io.cwd)
    .option('--program <file>', 'the program that the hook starts, instead of this one')
    .option('--no-hook', 'leave the hook entry out')
  return run(command, argv, io, async (_, given) => {
    const folder = resolve(io.cwd, String(given['cwd']))
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      throw new PolicyError('bad-arguments', { folder }, `\`${folder}\` is no folder`)
    }
    const name = String(given['profile'])
    const profile = profiles[name] as Profile
    const at = (file: string) => join(folder, '.claude', file)
    const say = (verb: string, file: string, what = '') =>
      io.stdout.write(`${verb.padEnd(8)}${nameFrom(io.cwd, file)}${what === '' ? '' : `  ${what}`}\n`)

    const settings = at('settings.json')
    const wrote = createFile(settings, settingsText(profile, io.cwd))
    say(
      wrote ? 'wrote' : 'kept',
      settings,
      wrote ? '' : `its rules stay; \`policy build ${profile.policies.join(' ')}\` prints these`,
    )
    const cases = at('rules.policy-test.yaml')
    // Cases for rules that are not there would only fail.
    if (wrote || fs.existsSync(cases)) say(createFile(cases, casesText(name, profile)) ? 'wrote' : 'kept', cases)
    if (given['hook'] !== false) {
      const local = at('settings.local.json')
      const program = resolve(io.cwd, String(given['program'] ?? join(packageFolder(), 'bin', 'policy.cjs')))
      const added = changeSettings(local, addingHook(program))
      say(added ? 'wrote' : 'kept', local, added ? 'the hook, with paths of this machine' : '')
      if (program.includes('/_npx/')) {
        io.stderr.write(
          'policy init: this program runs from the cache of npx, which may be emptied: install it, then run init again\n',
        )
      }
    }
    io.stdout.write('\nnext: policy doctor, policy lint, policy test\n')
    return 0
  })
}

function settingsText({ policies, rules, defaultMode }: Profile, cwd: string): string {
  const loaded = loadPolicies(policies, cwd)
  const permissions = composePermissions(loaded, rules)
  const { deny, ask, allow } = permissions
  const settings = {
    $schema: 'https://json.schemastore.org/claude-code-settings.json',
    permissions: { ...(defaultMode === undefined ? {} : { defaultMode }), deny, ask, allow },
    toolgate: { because: reasonsFor(permissions, loaded) },
  }
  return `${JSON.stringify(settings, null, 2)}\n`
}

function casesText(name: string, { about, cases }: Profile): string {
  const lines = [
    `# The ${name} profile: ${about}.`,
    '# Run by `policy test`. Add a case for every rule you add, and for every call that surprised you.',
    'cases:',
    ...cases.map((line) => `  ${line}`),
  ]
  return `${lines.join('\n')}\n`
}

/** Adds the hook entry unless some entry runs `policy hook` already. */
function addingHook(program: string): Change {
  return (settings) => {
    const { hooks } = settings
    const groups = (hooks as { PreToolUse?: unknown } | undefined)?.PreToolUse
    const isOdd = (value: unknown, fits: boolean) => value !== undefined && !fits
    if (
      isOdd(hooks, typeof hooks === 'object' && hooks !== null && !Array.isArray(hooks)) ||
      isOdd(groups, Array.isArray(groups))
    ) {
      throw new PolicyError(
        'wrong-type',
        {},
        '`hooks` of .claude/settings.local.json is not what it should be: see `policy lint`',
      )
    }
    const handlers = ((groups ?? []) as { hooks?: unknown }[]).flatMap((group) =>
      Array.isArray(group?.hooks) ? group.hooks : [],
    )
    if (handlers.some((handler) => typeof handler === 'object' && handler !== null && isPolicyHook(handler))) return []
    const group = { hooks: [hookHandler(process.execPath, program)] }
    return groups === undefined
      ? [{ path: ['hooks', 'PreToolUse'], value: [group] }]
      : [{ path: ['hooks', 'PreToolUse', -1], value: group }]
  }
}
