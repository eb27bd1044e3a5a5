import { isAbsolute, resolve } from 'node:path'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { modes } from '../call.ts'
import { PolicyError } from '../errors.ts'
import { type Io, isReaderGone } from './io.ts'
import { platforms, readSources, type SettingSource, type SharedOptions, settingSources } from './shared-options.ts'

/** What every subcommand says about itself in `--help`. */
export interface About {
  readonly name: string
  readonly summary: string
  /** Two command lines that work as printed. */
  readonly examples: readonly [string, string]
}

/** How a command that reads settings prints and whether it runs hooks. */
export interface OutputOptions {
  readonly hooks: boolean
  readonly json: boolean
  readonly quiet: boolean
}

/** A command whose help, errors and exit belong to `io`. Add arguments and options, then `run` it. */
export function subcommand(io: Io, about: About): Command {
  return new Command(about.name)
    .usage('[options]')
    .description(about.summary)
    .helpOption('-h, --help', 'show this')
    .addHelpText('after', `\nexamples:\n${about.examples.map((line) => `  ${line}`).join('\n')}`)
    .configureHelp({ helpWidth: Math.max(60, Math.min(io.stdout.columns ?? 100, 120)) })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => write(`policy ${about.name}: ${oneLine(text.replace(/^error: /, ''))}\n`),
    })
    .showHelpAfterError(false)
    .exitOverride()
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ')
}

/** The options of every command that reads settings (contract: the command line, "Common options"). */
export function withSharedOptions(command: Command, io: Io): Command {
  const path = (text: string) => (isAbsolute(text) ? text : resolve(io.cwd, text))
  return command
    .addOption(new Option('--cwd <dir>', 'folder the call runs in (default: here)').argParser(path))
    .addOption(new Option('--home <dir>', 'home folder').argParser(path))
    .addOption(new Option('--config-dir <dir>', 'folder of the user settings').argParser(path))
    .addOption(new Option('--managed <file>', 'managed settings, instead of the machine’s').argParser(path))
    .addOption(new Option('--user <file>', 'user settings, instead of those found').argParser(path))
    .addOption(new Option('--project <file>', 'project settings, instead of those found').argParser(path))
    .addOption(new Option('--local <file>', 'local settings, instead of those found').argParser(path))
    .option('--settings <file|json>', 'add the command-line layer')
    .addOption(new Option('--setting-sources <list>', 'which of user,project,local to read').argParser(sources))
    .addOption(new Option('--mode <mode>', 'permission mode').choices([...modes, 'manual']))
    .addOption(new Option('--trusted', 'the folder is trusted (default)'))
    .addOption(new Option('--untrusted', 'the folder is not trusted').conflicts('trusted'))
    .addOption(new Option('--platform <name>', 'judge as on that system').choices(platforms))
    .option('--no-hooks', 'do not run the hooks of the settings')
    .option('--json', 'print JSON', false)
    .option('--quiet', 'print nothing, only exit', false)
}

/** The shared options of a parsed command. What was typed outranks `from`, the word of a payload. */
export function sharedOptions(
  options: Readonly<Record<string, unknown>>,
  io: Io,
  from: Partial<SharedOptions> = {},
): SharedOptions & OutputOptions {
  const { untrusted, trusted, ...rest } = options
  return {
    cwd: io.cwd,
    ...from,
    ...(rest as unknown as OutputOptions),
    ...(untrusted === true ? { trusted: false } : trusted === true ? { trusted: true } : {}),
  }
}

/**
 * Parses `argv` and runs `action`; its number is the exit code. Help is 0, a bad option 1, a refusal or fault 1 with
 * one line on stderr.
 */
export async function run(
  command: Command,
  argv: readonly string[],
  io: Io,
  action: (operands: readonly string[], options: Readonly<Record<string, unknown>>) => Promise<number>,
): Promise<number> {
  try {
    command.parse(argv, { from: 'user' })
    return await action(command.args, command.opts())
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1
    if (isReaderGone(error)) throw error
    io.stderr.write(`policy ${command.name()}: ${faultText(error)}\n`)
    return 1
  }
}

/** A fault in one line: a refusal of ours, a file that cannot be used, anything else. */
export function faultText(error: unknown): string {
  if (!(error instanceof Error)) return `internal error: ${oneLine(String(error))}`
  if (error instanceof PolicyError) return oneLine(error.message)
  const { code = '', syscall, path } = error as NodeJS.ErrnoException
  if (syscall === undefined) return `internal error: ${oneLine(error.message)}`
  return `${path === undefined ? 'a file' : `\`${path}\``} cannot be used: ${diskFaults[code] ?? oneLine(error.message)}`
}

const diskFaults: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  ENOTDIR: 'a part of its path is no folder',
}

function sources(text: string): readonly SettingSource[] {
  const names = readSources(text)
  if ('wrong' in names) throw new InvalidArgumentError(`\`${names.wrong}\` is none of ${settingSources.join(', ')}.`)
  return names
}
