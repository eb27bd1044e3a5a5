import { dirname, resolve } from 'node:path'
import { Option } from 'commander'
import { applyEdits, safeEdits } from '../analysis/apply-fixes.ts'
import type { Finding } from '../analysis/finding.ts'
import { lint } from '../analysis/lint.ts'
import { lintJson } from '../analysis/reports/lint-json.ts'
import { lintGithub, lintSarif } from '../analysis/reports/lint-scanners.ts'
import { lintText } from '../analysis/reports/lint-text.ts'
import { loadGrammar } from '../bash-parser/parse.ts'
import { sortIssues } from '../errors.ts'
import type { PermissionContext } from '../rules/context.ts'
import { type LoadOptions, loadContext } from '../settings/load.ts'
import { nodeSystem } from '../system.ts'
import { nameFrom } from './file-name.ts'
import type { Io } from './io.ts'
import { run, sharedOptions, subcommand, withSharedOptions } from './options.ts'
import { version } from './version.ts'

/** Settings that are looked at together, and the files of them that `--fix` may write. */
interface Target {
  readonly load: LoadOptions
  readonly owns: (context: PermissionContext, file: string) => boolean
}

/** Findings that say a file could not be looked at. */
const unreadable = new Set(['missing-file', 'unreadable', 'too-large'])

/** More rounds than any chain of safe fixes takes. */
const maxRounds = 5

/** `policy lint`: what is wrong with settings files, shown by calls that the engine decided. */
export async function lintCommand(argv: readonly string[], io: Io): Promise<number> {
  const command = subcommand(io, {
    name: 'lint',
    summary:
      'Finds rules and keys that do nothing, rules wider than they look, weak denials, secrets and broken hooks. ' +
      'Exit: 0 nothing found, 2 problems, 1 a file could not be read.',
    examples: ['policy lint', 'policy lint .claude/settings.json --format sarif > lint.sarif'],
  })
    .argument('[files...]', 'settings files, each looked at alone; all layers of this folder when none is named')
    .addOption(
      new Option('--format <name>', 'how to print').choices(['text', 'json', 'sarif', 'github']).default('text'),
    )
    .option('--fix', 'apply the fixes that loosen nothing, keeping formatting', false)
    .addOption(
      new Option('--severity <level>', 'leave out what is less').choices(['warning', 'error']).default('warning'),
    )
    .option('--ignore <codes>', 'leave out these codes, separated by commas', '')
  return run(withSharedOptions(command, io), argv, io, async (operands, given) => {
    const options = sharedOptions(given, io)
    const ignored = new Set(
      String(given['ignore'])
        .split(',')
        .map((code) => code.trim()),
    )
    const wanted = ({ code, severity }: Finding) =>
      !ignored.has(code) && (severity === 'error' || given['severity'] === 'warning')
    const { json, quiet, cwd, ...shared } = options
    await loadGrammar()
    const targets =
      operands.length === 0
        ? [{ load: { ...shared, cwd, trusted: true }, owns: isOfProject }]
        : operands.map((file) => fileTarget(resolve(cwd, file), shared))
    const found = targets.flatMap((target) => {
      const look = () => {
        const context = loadContext(target.load, nodeSystem)
        return { context, findings: lint(context, nodeSystem).filter(wanted) }
      }
      return given['fix'] === true ? fixed(target, look, io, cwd) : look().findings
    })
    const findings = sortIssues(found) as Finding[]
    const name = (file: string) => nameFrom(cwd, file)
    const format = json ? 'json' : given['format']
    if (!quiet) {
      io.stdout.write(
        format === 'json'
          ? lintJson(findings, name)
          : format === 'sarif'
            ? lintSarif(findings, name, version, nodeSystem)
            : format === 'github'
              ? lintGithub(findings, name)
              : lintText(findings, name),
      )
    }
    if (findings.some(({ code, severity }) => severity === 'error' && unreadable.has(code))) return 1
    return findings.length > 0 ? 2 : 0
  })
}

/** Applies safe fixes until none is left, and says what is still found. */
function fixed(
  { owns }: Target,
  look: () => { readonly context: PermissionContext; readonly findings: Finding[] },
  io: Io,
  here: string,
): Finding[] {
  for (let round = 0; ; round++) {
    const { context, findings } = look()
    // A file that could not be read whole is left as it is: its places are guesses.
    const whole = ({ file }: { file: string }) => context.layers.some((layer) => layer.file === file && !layer.dropped)
    const edits = safeEdits(findings).filter((edit) => owns(context, edit.file) && whole(edit))
    if (edits.length === 0 || round === maxRounds) return findings
    const files = applyEdits(edits, context)
    for (const file of files) io.stderr.write(`fixed ${nameFrom(here, file)}\n`)
    if (files.length === 0) return findings
  }
}

/** Without file names only the project's own files are written: user and managed settings are not this folder's. */
function isOfProject({ layers }: PermissionContext, file: string): boolean {
  return layers.some((layer) => layer.file === file && (layer.layer === 'project' || layer.layer === 'local'))
}

/** One file on its own, as the layer that its name says. */
function fileTarget(file: string, shared: LoadOptions): Target {
  const folder = dirname(file)
  const root = folder.endsWith('/.claude') ? dirname(folder) : folder
  const home = shared.home ?? nodeSystem.env['HOME']
  const layer = /managed-settings(\.d\/.*)?/.test(file)
    ? 'managed'
    : file.endsWith('settings.local.json')
      ? 'local'
      : home !== undefined && root === home
        ? 'user'
        : 'project'
  const load: LoadOptions = {
    ...shared,
    cwd: root,
    trusted: true,
    settingSources: [],
    ...(layer === 'managed' ? {} : { layers: { managed: {} } }),
    [layer]: file,
  }
  return { load, owns: (_, written) => written === file }
}
