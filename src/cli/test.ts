import fs from 'node:fs'
import { resolve } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import { percent } from '../analysis/coverage.ts'
import { findFiles, isCaseFile } from '../analysis/find-files.ts'
import { githubOutcomes } from '../analysis/reports/github.ts'
import { junit } from '../analysis/reports/junit.ts'
import { tap } from '../analysis/reports/tap.ts'
import { testJson } from '../analysis/reports/test-json.ts'
import { testText } from '../analysis/reports/test-text.ts'
import { outcomesOf, runTests, type TestReport } from '../analysis/test-report.ts'
import { loadGrammar } from '../bash-parser/parse.ts'
import { PolicyError } from '../errors.ts'
import { issueSentence } from '../explain.ts'
import { nodeSystem } from '../system.ts'
import { nameFrom } from './file-name.ts'
import type { Io } from './io.ts'
import { run, sharedOptions, subcommand, withSharedOptions } from './options.ts'

interface TestFlags {
  readonly format: 'text' | 'json' | 'junit' | 'tap' | 'github'
  readonly coverage: boolean
  readonly threshold: number | undefined
  readonly mutate: boolean
  readonly quiet: boolean
}

/** `policy test`: runs case files and the examples of policies, says which rules they need, and tries mutants. */
export async function testCommand(argv: readonly string[], io: Io): Promise<number> {
  const command = subcommand(io, {
    name: 'test',
    summary:
      'Runs case files (`*.policy-test.yaml`) and the examples of policy files. ' +
      'Exit: 0 all as expected, 2 a case failed, a rule is idle below the threshold or a mutant went unnoticed, 1 a file is invalid.',
    examples: ['policy test', 'policy test policies/git.yaml --coverage --mutate'],
  })
    .argument('[files...]', 'case or policy files; all `*.policy-test.yaml` below here when none is named')
    .addOption(
      new Option('--format <name>', 'how to print').choices(['text', 'json', 'junit', 'tap', 'github']).default('text'),
    )
    .option('--coverage', 'list rules that decide no case', false)
    .addOption(
      new Option('--coverage-threshold <percent>', 'fail when fewer rules decide a case').argParser(percentage),
    )
    .option('--mutate', 'drop or widen each rule and list changes that no case notices', false)
    .option('--watch', 'run again whenever a file changes', false)
  return run(withSharedOptions(command, io), argv, io, async (operands, given) => {
    const options = sharedOptions(given, io)
    const threshold = given['coverageThreshold'] as number | undefined
    const flags: TestFlags = {
      format: options.json ? 'json' : (given['format'] as TestFlags['format']),
      coverage: given['coverage'] === true || threshold !== undefined,
      threshold,
      mutate: given['mutate'] === true,
      quiet: options.quiet,
    }
    const here = options.cwd
    const files =
      operands.length > 0 ? operands.map((file) => resolve(here, file)) : findFiles(here, isCaseFile, nodeSystem)
    if (files.length === 0) {
      throw new PolicyError('bad-arguments', {}, `no case files below \`${here}\`: expected \`*.policy-test.yaml\``)
    }
    await loadGrammar()
    const { cwd, ...load } = options
    const once = () =>
      runTests(files, {
        load: given['cwd'] === io.cwd ? load : { ...load, cwd },
        disk: nodeSystem,
        mutate: flags.mutate,
      })
    const began = Date.now()
    const report = once()
    say(report, flags, here, io)
    if (given['watch'] !== true) return exitCode(report, flags)
    return watch(report, began, () => {
      const again = once()
      say(again, flags, here, io)
      return again
    })
  })
}

function say(report: TestReport, { format, coverage, quiet }: TestFlags, here: string, io: Io): void {
  const name = (file: string) => nameFrom(here, file)
  if (quiet) return
  if (format === 'text') io.stdout.write(testText(report, { coverage, name }))
  else if (format === 'json') io.stdout.write(testJson(report, name))
  else {
    // These formats have no place for a file that could not be read.
    for (const issue of report.issues) {
      io.stderr.write(`${name(issue.file)}:${issue.line}:${issue.column}: ${issueSentence(issue)}\n`)
    }
    const outcomes = outcomesOf(report, name)
    io.stdout.write(format === 'junit' ? junit(outcomes) : format === 'tap' ? tap(outcomes) : githubOutcomes(outcomes))
  }
}

function exitCode(report: TestReport, { threshold }: TestFlags): number {
  if (report.issues.some(({ severity }) => severity === 'error')) return 1
  const failed = report.results.some(({ problems }) => problems.length > 0)
  const unnoticed = (report.mutation?.survived.length ?? 0) > 0
  const uncovered = threshold !== undefined && percent(report.coverage) < threshold
  return failed || unnoticed || uncovered ? 2 : 0
}

/**
 * Runs again whenever a file it read is no longer as it was when the run began; ends with the process. Polls, because a
 * watch on a folder does not see files on every system.
 */
function watch(first: TestReport, began: number, again: () => TestReport): Promise<number> {
  const seen = new Map<string, number>()
  const look = (files: readonly string[], since: number): boolean => {
    const changed = files.filter((file) => {
      const at = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
      const before = seen.get(file)
      seen.set(file, at)
      return before === undefined ? at >= since : at !== before
    })
    return changed.length > 0
  }
  let { files } = first
  let since = began
  return new Promise(() => {
    setInterval(() => {
      if (!look(files, since)) return
      since = Date.now()
      files = again().files
    }, 200)
  })
}

function percentage(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value <= 100)) {
    throw new InvalidArgumentError(`\`${text}\` is no percentage: expected 0 to 100.`)
  }
  return value
}
