import { relative, resolve } from 'node:path'
import { Option } from 'commander'
import { findFiles } from '../analysis/find-files.ts'
import { githubOutcomes } from '../analysis/reports/github.ts'
import { junit } from '../analysis/reports/junit.ts'
import type { Outcome, Outcomes } from '../analysis/reports/outcome.ts'
import { tap } from '../analysis/reports/tap.ts'
import { checkShape, isIssues, readYamlFile } from '../analysis/yaml-file.ts'
import { type Issue, PolicyError } from '../errors.ts'
import { issueSentence } from '../explain.ts'
import { type HookFile, hookFileShape, runHookCase, type TestBench } from '../hooks/test-file.ts'
import { createContext } from '../settings/load.ts'
import { nodeSystem } from '../system.ts'
import type { Io } from './io.ts'
import { run, sharedOptions, subcommand, withSharedOptions } from './options.ts'
import { type Screen, screenOf, visible } from './screen.ts'
import { endHooksWithUs } from './signals.ts'

type Format = 'text' | 'json' | 'junit' | 'tap' | 'github'

/** Cases at once: each starts a process or two. */
const atOnce = 4

/** `policy hooks test`: hook scripts against the payloads of their test files. */
export async function hooksTestCommand(argv: readonly string[], io: Io): Promise<number> {
  const command = subcommand(io, {
    name: 'hooks test',
    summary:
      'Runs hook scripts on the payloads of `*.test.yaml` files. Exit: 0 all as expected, 2 a case failed, 1 a file is invalid.',
    examples: ['policy hooks test policies/hooks/*.test.yaml', 'policy hooks test guard.test.yaml --format junit'],
  })
    .argument('[files...]', 'test files; all `*.test.yaml` below here that test a hook when none is named')
    .addOption(
      new Option('--format <name>', 'how to print').choices(['text', 'json', 'junit', 'tap', 'github']).default('text'),
    )
  return run(withSharedOptions(command, io), argv, io, async (operands, given) => {
    const options = sharedOptions(given, io)
    const here = options.cwd
    const files =
      operands.length > 0
        ? operands.map((file) => resolve(here, file))
        : findFiles(here, (name) => name.endsWith('.test.yaml'), nodeSystem)
    if (files.length === 0) throw new PolicyError('bad-arguments', {}, `no \`*.test.yaml\` below \`${here}\``)
    const bench: TestBench = {
      contextFor: (cwd) => createContext({ cwd, home: options.home ?? io.env['HOME'] ?? '/' }),
      options: { env: io.env, system: nodeSystem },
    }
    endHooksWithUs()
    const issues: Issue[] = []
    const outcomes: Outcome[] = []
    for (const file of files) {
      const read = readTestFile(file)
      if (isIssues(read)) issues.push(...read)
      else outcomes.push(...(await runFile(file, relative(here, file) || file, read, bench)))
    }
    const format = options.json ? 'json' : (given['format'] as Format)
    if (!options.quiet) io.stdout.write(written({ name: 'policy hooks test', outcomes }, format, screenOf(io)))
    for (const issue of issues) {
      io.stderr.write(`${relative(here, issue.file)}:${issue.line}:${issue.column}: ${issueSentence(issue)}\n`)
    }
    if (issues.length > 0) return 1
    return outcomes.some(({ passed }) => !passed) ? 2 : 0
  })
}

interface TestFile {
  readonly suite: HookFile
  readonly places: readonly { readonly line: number; readonly column: number }[]
}

function readTestFile(file: string): TestFile | readonly Issue[] {
  const yaml = readYamlFile(file, nodeSystem)
  if (isIssues(yaml)) return yaml
  const suite = checkShape(yaml, hookFileShape, 'invalid-test-file')
  if (isIssues(suite)) return suite
  return { suite, places: suite.cases.map((_, index) => yaml.positionOf(['cases', index])) }
}

async function runFile(path: string, file: string, { suite, places }: TestFile, bench: TestBench): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < suite.cases.length; index = next++) {
      const one = suite.cases[index]!
      const { passed, failures, outcome } = await runHookCase(path, suite, one, bench)
      const printed =
        passed || outcome === null ? [] : [`stdout: ${outcome.stdout.trim()}`, `stderr: ${outcome.stderr.trim()}`]
      const [message = '', ...more] = failures
      outcomes[index] = { file, ...places[index]!, name: one.name, passed, message, detail: [...more, ...printed] }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return outcomes
}

function written(report: Outcomes, format: Format, screen: Screen): string {
  switch (format) {
    case 'junit':
      return junit(report)
    case 'tap':
      return tap(report)
    case 'github':
      return githubOutcomes(report)
    case 'json':
      return `${JSON.stringify({ schema: 1, outcomes: report.outcomes })}\n`
    case 'text':
      return text(report, screen)
  }
}

function text({ outcomes }: Outcomes, screen: Screen): string {
  const failed = outcomes.filter(({ passed }) => !passed)
  const lines = failed.flatMap(({ file, line, name, message, detail }) => [
    `${screen.effect.deny('failed')}  ${visible(name)}  ${screen.dim(`${file}:${line}`)}`,
    ...[message, ...detail].map((entry) => `        ${visible(entry)}`),
  ])
  const count = `${outcomes.length - failed.length} passed, ${failed.length} failed`
  return `${[...lines, ...(lines.length > 0 ? [''] : []), count].join('\n')}\n`
}
