import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { baseName } from './files.ts'
import { type Args, gnu, type Program } from './program.ts'
import { readSedScript } from './sed-script.ts'
import { unknownWord, wordOf } from './words.ts'

function readSed(args: Args, report: Report): void {
  const given = args.has('-e', '-f')
  const files = given ? args.operands : args.operands.slice(1)
  const scripts = given ? args.values('-e') : args.operands.slice(0, 1)
  if (!given && scripts[0] !== undefined && scripts[0].value === null && scripts[0].splits) {
    report.unknown('dynamic-word', scripts[0].text)
  }
  if (args.has('-f')) report.unknown('unknown-script', args.value('-f')?.text ?? '-f')
  reportScript(scripts, args.has('--sandbox'), report)
  for (const file of files) {
    report.read(file)
    if (args.has('-i')) {
      report.write(file)
      backup(file, args.value('-i'), report)
    }
  }
}

function reportScript(scripts: readonly Word[], sandbox: boolean, report: Report): void {
  const [first] = scripts
  if (first === undefined) return
  const unknown = scripts.find((script) => script.value === null)
  if (unknown !== undefined) {
    report.unknown('dynamic-word', unknown.text)
    return
  }
  const effects = readSedScript(scripts.map((script) => script.value).join('\n'))
  if (effects === null) {
    report.unknown('unknown-script', first.text)
    return
  }
  // In the sandbox sed refuses a script that reads, writes or runs.
  if (sandbox) return
  for (const path of effects.reads) report.readPath(path)
  for (const path of effects.writes) report.writePath(path)
  for (const text of effects.shells) report.shell(wordOf(text, first))
  if (effects.runsInput) {
    report.unknown('runs', first.text)
    report.shell(unknownWord(first))
  }
}

/** `-i.bak` keeps the old file; a `*` in the suffix stands for its name, a `/` names another folder. */
function backup(file: Word, suffix: Word | undefined, report: Report): void {
  if (suffix === undefined) return
  if (suffix.value === null || file.value === null) {
    report.unknown('dynamic-word', suffix.value === null ? suffix.text : file.text)
    return
  }
  const name = baseName(file.value)
  const copy = suffix.value.includes('*') ? suffix.value.replaceAll('*', name) : name + suffix.value
  report.writePath(copy.includes('/') ? copy : file.value.slice(0, file.value.length - name.length) + copy)
}

/** GNU sed 4.9, from its manual. */
export const sed: readonly Program[] = [
  {
    names: ['sed', 'gsed'],
    options:
      '-n,--quiet,--silent --debug -e,--expression= -f,--file=:read --follow-symlinks -i,--in-place[=] -l,--line-length= --posix ' +
      `-E,-r,--regexp-extended -s,--separate --sandbox -u,--unbuffered -z,--null-data,--zero-terminated -b,--binary ${gnu}`,
    harmfulOptions: true,
    does: readSed,
  },
]
