import type { Word } from '../script.ts'
import { gnu, harmlessProgram, type Program } from './program.ts'
import { wordOf } from './words.ts'

const diffOptions =
  '--normal -q,--brief -s,--report-identical-files -c --context[=] -C= -u --unified[=] -U= -e,--ed -n,--rcs -y,--side-by-side -W,--width= --left-column ' +
  '--suppress-common-lines -p,--show-c-function -F,--show-function-line= -L,--label= -t,--expand-tabs -T,--initial-tab --tabsize= ' +
  '--suppress-blank-empty -l,--paginate -r,--recursive --no-dereference -N,--new-file -P,--unidirectional-new-file --ignore-file-name-case ' +
  '--no-ignore-file-name-case -x,--exclude= -X,--exclude-from=:read -S,--starting-file= --from-file= --to-file= -i,--ignore-case ' +
  '-E,--ignore-tab-expansion -Z,--ignore-trailing-space -b,--ignore-space-change -w,--ignore-all-space -B,--ignore-blank-lines ' +
  '-I,--ignore-matching-lines= -a,--text --strip-trailing-cr -D,--ifdef= --old-group-format= --new-group-format= --unchanged-group-format= ' +
  '--changed-group-format= --line-format= --old-line-format= --new-line-format= --unchanged-line-format= -d,--minimal --horizon-lines= ' +
  `--speed-large-files --color[=] --palette= -H -h -v ${gnu}`

const diff: Omit<Program, 'names'> = {
  options: diffOptions,
  numeric: /^-\d+$/,
  harmfulOptions: false,
  does(args, report) {
    // Two folders are compared file by file, through links unless told not to; `-r` goes further down.
    const follows = !args.has('--no-dereference')
    for (const file of [...args.operands, ...args.values('--from-file'), ...args.values('--to-file')])
      report.read(file, { tree: true, follows })
    const [first] = args.words
    if (args.has('-l') && first !== undefined) report.run([wordOf('pr', first)], { appends: true })
  },
}

/** Programs that start diff themselves. */
const runsDiff = (first: Word | undefined, files: readonly Word[]) =>
  first === undefined ? [] : [wordOf('diff', first), ...files]

/** Comparing and patching: GNU diffutils 3.8, patch 2.7, from their manual pages. */
export const diffs: readonly Program[] = [
  { names: ['diff', 'gdiff'], ...diff },
  {
    names: ['colordiff'],
    ...diff,
    // It starts diff for its help too.
    options: `${diffOptions.replaceAll(':ends', '')} --difftype= --fakeexitcode`,
    does(args, report) {
      for (const operand of args.operands) report.read(operand, { tree: true, follows: !args.has('--no-dereference') })
      report.run(runsDiff(args.words[0], args.operands))
    },
  },
  harmlessProgram(
    'cmp',
    '-b,--print-bytes -i,--ignore-initial= -l,--verbose -n,--bytes= -s,--quiet,--silent -c -v',
    'read',
  ),
  {
    names: ['diff3'],
    options:
      '-A,--show-all -e,--ed -E,--show-overlap -3,--easy-only -x,--overlap-only -X -i -m,--merge -a,--text --strip-trailing-cr -T,--initial-tab ' +
      `--diff-program=:run -L,--label= -v ${gnu}`,
    does(args, report) {
      for (const operand of args.operands) report.read(operand)
      if (!args.has('--diff-program')) report.run(runsDiff(args.words[0], args.operands.slice(0, 2)))
    },
  },
  {
    names: ['sdiff'],
    options:
      '-o,--output=:write -i,--ignore-case -E,--ignore-tab-expansion -Z,--ignore-trailing-space -b,--ignore-space-change -W,--ignore-all-space ' +
      '-B,--ignore-blank-lines -I,--ignore-matching-lines= --strip-trailing-cr -a,--text -w,--width= -l,--left-column -s,--suppress-common-lines ' +
      `-t,--expand-tabs --tabsize= -d,--minimal -H,--speed-large-files --diff-program=:run -v ${gnu}`,
    does(args, report) {
      for (const operand of args.operands) report.read(operand)
      // With an output it asks what to take, and starts an editor.
      if (args.has('-o')) report.unknown('runs', '-o')
      if (!args.has('--diff-program')) report.run(runsDiff(args.words[0], args.operands))
    },
  },
  {
    names: ['patch', 'gpatch'],
    options:
      '-p,--strip= -F,--fuzz= -l,--ignore-whitespace -c,--context -e,--ed:unknown -n,--normal -u,--unified -N,--forward -R,--reverse -i,--input=:read ' +
      '-o,--output=:write -r,--reject-file=:write -D,--ifdef= --merge[=] -E,--remove-empty-files -Z,--set-utc -T,--set-time --quoting-style= ' +
      '-b,--backup --backup-if-mismatch --no-backup-if-mismatch -V,--version-control= -B,--prefix= -Y,--basename-prefix= -z,--suffix= -g,--get= ' +
      '-t,--batch -f,--force -s,--quiet,--silent --verbose --dry-run -C,--check --posix -d,--directory= --reject-format= --read-only= --binary ' +
      `-x,--debug= --follow-symlinks -v:ends ${gnu}`,
    harmfulOptions: true,
    does(args, report) {
      const [original, patch] = args.operands
      const folder = args.value('-d')
      if (patch !== undefined) report.read(patch)
      if (args.has('--dry-run', '-C')) {
        report.change('temporary file')
        if (original !== undefined) report.read(original)
        else if (folder !== undefined) report.read(folder, { tree: true })
        else report.readPath('.', { tree: true })
      } else if (folder !== undefined) report.write(folder, { tree: true })
      else if (original === undefined || args.has('-B', '-Y')) report.writePath('.', { tree: true })
      else if (!args.has('-o')) report.write(original)
      else report.read(original)
    },
  },
]
