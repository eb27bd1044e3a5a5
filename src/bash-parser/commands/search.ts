import type { Report } from '../effects.ts'
import type { Args } from './program.ts'
import { gnu, type Program } from './program.ts'

const grepOptions =
  '-E,--extended-regexp -F,--fixed-strings -G,--basic-regexp -P,--perl-regexp -e,--regexp= -f,--file=:read -i,-y,--ignore-case ' +
  '--no-ignore-case -w,--word-regexp -x,--line-regexp -z,--null-data -s,--no-messages -v,--invert-match -m,--max-count= ' +
  '-b,--byte-offset -n,--line-number --line-buffered -H,--with-filename -h,--no-filename --label= -o,--only-matching ' +
  '-q,--quiet,--silent --binary-files= -a,--text -I -d,--directories= -D,--devices= -r,--recursive -R,--dereference-recursive ' +
  '--include= --exclude= --exclude-from=:read --exclude-dir= -L,--files-without-match -l,--files-with-matches -c,--count ' +
  '-T,--initial-tab -Z,--null -B,--before-context= -A,--after-context= -C,--context= -u,--unix-byte-offsets -U,--binary ' +
  `--color,--colour[=] -V ${gnu}`

/** The pattern is the first operand unless an option gave it; the rest are files. */
function searchFiles(args: Args, report: Report, given: boolean, tree: boolean, alone: boolean): void {
  const files = given ? args.operands : args.operands.slice(1)
  for (const file of files) report.read(file, { tree })
  if (files.length === 0 && alone) report.readPath('.', { tree: true })
}

/** Searching in text and for files: GNU grep 3.8, ripgrep 13 to 14, ag 2.2, fd 8 to 10, from their manual pages. */
export const search: readonly Program[] = [
  {
    names: ['grep', 'egrep', 'fgrep', 'rgrep'],
    options: grepOptions,
    numeric: /^-\d+$/,
    harmfulOptions: false,
    does(args, report) {
      const tree = args.has('-r', '-R') || args.value('-d')?.value === 'recurse'
      searchFiles(args, report, args.has('-e', '-f'), tree, tree)
    },
  },
]
