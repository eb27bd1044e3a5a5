import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { archive } from '../../../src/bash-parser/commands/archive.ts'
import { awk } from '../../../src/bash-parser/commands/awk.ts'
import { coreutils } from '../../../src/bash-parser/commands/coreutils.ts'
import { diffs } from '../../../src/bash-parser/commands/diff.ts'
import { distribution } from '../../../src/bash-parser/commands/distribution.ts'
import { files } from '../../../src/bash-parser/commands/files.ts'
import { programs } from '../../../src/bash-parser/commands/index.ts'
import { inspect } from '../../../src/bash-parser/commands/inspect.ts'
import { json } from '../../../src/bash-parser/commands/json.ts'
import { machine } from '../../../src/bash-parser/commands/machine.ts'
import { pagers } from '../../../src/bash-parser/commands/pagers.ts'
import { processes } from '../../../src/bash-parser/commands/processes.ts'
import type { Program, Subcommand } from '../../../src/bash-parser/commands/program.ts'
import { search } from '../../../src/bash-parser/commands/search.ts'
import { sed } from '../../../src/bash-parser/commands/sed.ts'
import { services } from '../../../src/bash-parser/commands/services.ts'
import { text } from '../../../src/bash-parser/commands/text.ts'
import { wrappers } from '../../../src/bash-parser/commands/wrappers.ts'

const entries = (table: Subcommand) => (table.options ?? '').split(/\s+/).filter(Boolean)

/** Every table, sub-commands included, by the words that lead to it. */
function* tables(program: Subcommand, name: string): Iterable<readonly [name: string, table: Subcommand]> {
  yield [name, program]
  for (const [verb, table] of Object.entries(program.subcommands ?? {})) yield* tables(table, `${name} ${verb}`)
}

it('every entry of every table is written as the table reader reads it', () => {
  const role =
    'nothing|read|read-tree|list|write|write-tree|delete|delete-tree|host|run|shell|shell-state|ends|unknown|change_[a-z_]+'
  const entry = new RegExp(`^[-+][^\\s,=[\\]:]*(,[-+][^\\s,=[\\]:]*)*(\\[=\\]|==?)?(:(${role}))?$`)
  const wrong = programs
    .flatMap((program) => [...tables(program, program.names[0] ?? '')])
    .flatMap(([name, table]) => entries(table).flatMap((each) => (entry.test(each) ? [] : [`${name}: ${each}`])))
  expect(wrong).toEqual([])
})

/** The programs of a system, whose help texts are uniform enough to be compared. */
const system = [
  ...[
    archive,
    awk,
    coreutils,
    diffs,
    distribution,
    files,
    inspect,
    json,
    machine,
    pagers,
    processes,
    search,
    sed,
    services,
  ],
  ...[text, wrappers],
].flat()

it('no table of these names one spelling twice', () => {
  const twice = system.flatMap((program) => {
    const spellings = entries(program).flatMap(spellingsOf)
    return spellings.filter((each, i) => spellings.indexOf(each) !== i).map((each) => `${program.names[0]}: ${each}`)
  })
  expect(twice).toEqual([])
})

/** Words that stand like options in a help text and are none: settings, ranges, placeholders. */
const noOptions: Readonly<Record<string, string>> = {
  colordiff: '--GTYPE-group-format --LTYPE-line-format',
  cut: '-M',
  diff: '--GTYPE-group-format --LTYPE-line-format',
  grep: '-NUM',
  numfmt: '-M',
  pr: '-COLUMN',
  stty: '-cbreak -cooked -evenp -litout -nl -oddp -pass8 -raw',
}

describe('the table knows every option that --help names', () => {
  for (const program of system) {
    if (program.options === undefined || program.subcommands !== undefined) continue
    for (const name of program.names) {
      const help = spawnSync('sh', ['-c', `command -v ${name} >/dev/null && exec ${name} --help`], {
        encoding: 'utf8',
        timeout: 10_000,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const output = help.stdout + help.stderr
      // An absent program is reported as skipped, not as passed.
      it.skipIf(output.trim() === '')(name, () => {
        expect(optionsOf(output).filter((option) => !isKnown(program, option, name))).toEqual([])
      })
    }
  }
})

/** Options at the start of the lines of a help text: `-a, --all`, `-n NUM`, `--color[=WHEN]`. */
function optionsOf(help: string): string[] {
  const found = new Set<string>()
  for (const line of help.split('\n')) {
    // The description begins after two blanks.
    const heading = /^\s{1,10}(-.*)$/.exec(line)?.[1]?.split(/\s{2,}/)[0] ?? ''
    for (const [, option] of heading.matchAll(/(?:^|[\s,|[])(--?[A-Za-z0-9][\w-]*)/g))
      if (option !== undefined) found.add(option)
  }
  return [...found]
}

function isKnown(program: Program, option: string, name: string): boolean {
  if (noOptions[name]?.split(' ').includes(option) || program.numeric?.test(option)) return true
  return entries(program).some((entry) => {
    if (spellingsOf(entry).includes(option)) return true
    // `-BX` may be `-B` with its value.
    return /=/.test(entry) && /^-[^-]/.test(option) && spellingsOf(entry).includes(option.slice(0, 2))
  })
}

function spellingsOf(entry: string): string[] {
  return entry.replace(/(\[=\]|==?)?(:.*)?$/, '').split(',')
}
