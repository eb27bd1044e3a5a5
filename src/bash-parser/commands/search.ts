import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { readArguments } from './arguments.ts'
import { type Args, gnu, harmlessProgram, type Program, type Subcommand } from './program.ts'
import { unknownWord, wordOf } from './words.ts'

const grepOptions =
  '-E,--extended-regexp -F,--fixed-strings,--fixed-regexp -G,--basic-regexp -P,--perl-regexp -e,--regexp= -f,--file=:read -i,-y,--ignore-case ' +
  '--no-ignore-case -w,--word-regexp -x,--line-regexp -z,--null-data -s,--no-messages -v,--invert-match -m,--max-count= ' +
  '-b,--byte-offset -n,--line-number --line-buffered -H,--with-filename -h,--no-filename --label= -o,--only-matching ' +
  '-q,--quiet,--silent --binary-files= -a,--text -I -d,--directories= -D,--devices= -r,--recursive -R,--dereference-recursive ' +
  '--include= --exclude= --exclude-from=:read --exclude-dir= -L,--files-without-match -l,--files-with-matches -c,--count ' +
  '-T,--initial-tab -Z,--null -B,--before-context= -A,--after-context= -C,--context= -u,--unix-byte-offsets -U,--binary ' +
  `--color,--colour[=] --group-separator= --no-group-separator -V:ends ${gnu}`

/** `pattern file...`: the first operand is the pattern unless an option gave it; without files a searcher of trees takes `.`. */
function searchFiles(args: Args, report: Report, given: boolean, reach: { tree: boolean; follows: boolean }): void {
  const files = given ? args.operands : args.operands.slice(1)
  for (const file of files) report.read(file, reach)
  if (files.length === 0 && reach.tree) report.readPath('.', reach)
}

const grep: Subcommand = {
  options: grepOptions,
  numeric: /^-\d+$/,
  harmfulOptions: false,
  does(args, report) {
    const tree = args.has('-r', '-R') || args.value('-d')?.value === 'recurse'
    searchFiles(args, report, args.has('-e', '-f'), { tree, follows: args.has('-R') })
  },
}

/** egrep and fgrep are scripts that start grep. */
function grepWith(flag: string): (words: readonly Word[], report: Report) => void {
  return (words, report) => {
    report.run([wordOf('grep', words[0]), wordOf(flag, words[0]), ...words])
  }
}

const rgOptions =
  '-A,--after-context= --auto-hybrid-regex --no-auto-hybrid-regex -B,--before-context= --binary --no-binary --block-buffered ' +
  '--no-block-buffered -b,--byte-offset --no-byte-offset -s,--case-sensitive --color= --colors= --column --no-column -C,--context= ' +
  '--context-separator= --no-context-separator -c,--count --count-matches --crlf --no-crlf --debug --dfa-size-limit= -E,--encoding= ' +
  '--no-encoding --engine= --field-context-separator= --field-match-separator= -f,--file=:read --files -l,--files-with-matches ' +
  '--files-without-match -F,--fixed-strings --no-fixed-strings -L,--follow --no-follow --generate= -g,--glob= --glob-case-insensitive ' +
  '--no-glob-case-insensitive -h,--help:ends --heading --no-heading -.,--hidden --no-hidden --hostname-bin=:run --hyperlink-format= ' +
  '--iglob= -i,--ignore-case --ignore-file=:read --ignore-file-case-insensitive --no-ignore-file-case-insensitive --include-zero ' +
  '--no-include-zero -v,--invert-match --no-invert-match --json --no-json --line-buffered --no-line-buffered -n,--line-number ' +
  '-x,--line-regexp -M,--max-columns= --max-columns-preview --no-max-columns-preview -m,--max-count= -d,--max-depth,--maxdepth= ' +
  '--max-filesize= --mmap --no-mmap -U,--multiline --no-multiline --multiline-dotall --no-multiline-dotall --no-config -I,--no-filename ' +
  '--no-ignore --ignore --no-ignore-dot --ignore-dot --no-ignore-exclude --ignore-exclude --no-ignore-files --ignore-files ' +
  '--no-ignore-global --ignore-global --no-ignore-messages --ignore-messages --no-ignore-parent --ignore-parent --no-ignore-vcs ' +
  '--ignore-vcs -N,--no-line-number --no-messages --messages --no-pcre2-unicode --pcre2-unicode --no-require-git --require-git ' +
  '--no-unicode --unicode -0,--null --null-data --one-file-system --no-one-file-system -o,--only-matching --passthru,--passthrough ' +
  '--path-separator= -P,--pcre2 --no-pcre2 --pcre2-version:ends --pre=:unknown --no-pre --pre-glob= -p,--pretty -q,--quiet ' +
  '--regex-size-limit= -e,--regexp= -r,--replace= -z,--search-zip:unknown --no-search-zip -S,--smart-case --sort= --sortr= --sort-files ' +
  '--no-sort-files --stats --no-stats --stop-on-nonmatch -a,--text --no-text -j,--threads= --trace --trim --no-trim -t,--type= --type-add= ' +
  '--type-clear= --type-list:ends -T,--type-not= -u,--unrestricted -V,--version:ends --vimgrep -H,--with-filename -w,--word-regexp'

const agOptions =
  '--ackmate -A,--after[=] -B,--before[=] --break --nobreak --no-break -c,--count --color --nocolor --no-color --color-line-number= ' +
  '--color-match= --color-path= --column --filename --nofilename --no-filename -H,--heading --noheading --no-heading -C,--context[=] --group ' +
  '--nogroup --no-group -g,--filename-pattern= -l,--files-with-matches -L,--files-without-matches --print-all-files --numbers --nonumbers ' +
  '--no-numbers -o,--only-matching --print-long-lines --passthrough,--passthru --silent --stats --stats-only --vimgrep -0,--null,--print0 ' +
  '-a,--all-types -D,--debug --depth= -f,--follow --nofollow --no-follow -F,--fixed-strings,--literal,-Q -G,--file-search-regex= --hidden ' +
  '-i,--ignore-case --ignore= --ignore-dir= -m,--max-count= --one-device --no-one-device -p,--path-to-ignore=:read -s,--case-sensitive ' +
  '-S,--smart-case --search-binary -t,--all-text -u,--unrestricted -U,--skip-vcs-ignores -v,--invert-match -w,--word-regexp -W,--width= ' +
  '-z,--search-zip --pager=:shell --nopager --no-pager --list-file-types --line-numbers --workers= --affinity --noaffinity --recurse ' +
  `--norecurse -r -R -n --parallel --multiline --nomultiline -h:ends -V:ends ${gnu}`

const fdOptions: Subcommand = {
  options:
    '-H,--hidden --no-hidden -I,--no-ignore --ignore --no-ignore-vcs --ignore-vcs --no-ignore-parent --no-global-ignore-file --no-require-git ' +
    '--require-git -u,--unrestricted -s,--case-sensitive -i,--ignore-case -g,--glob --regex -F,--fixed-strings --and= -a,--absolute-path ' +
    '--relative-path -l,--list-details -L,--follow --no-follow -p,--full-path -0,--print0 -d,--max-depth,--maxdepth= --min-depth= --exact-depth= ' +
    '-E,--exclude= --prune -t,--type= -e,--extension= -S,--size= --changed-within,--change-newer-than,--newer,--changed-after= ' +
    '--changed-before,--change-older-than,--older= -o,--owner= --format= --batch-size= --ignore-file=:read -c,--color= --hyperlink[=] -j,--threads= ' +
    '--max-buffer-time= --max-results= -1 -q,--quiet --has-results --show-errors --base-directory= --path-separator= ' +
    '--search-path= --strip-cwd-prefix[=] --one-file-system,--mount,--xdev --gen-completions[=] -h,--help:ends -V,--version:ends',
  abbreviates: false,
  harmfulOptions: true,
}

/** `fd [options] [pattern] [path...] [-x command ... ;]`: everything after `-x` is the command. */
function readFd(words: readonly Word[], report: Report): void {
  const at = words.findIndex(({ value }) => /^(-[HIusiFaLp0lq1]*[xX]|--exec(-batch)?)$/.test(value ?? ''))
  const args = readArguments(fdOptions, at < 0 ? words : words.slice(0, at), report)
  if (args.ends) return
  const reach = { tree: true, follows: args.has('-L') }
  const paths = [...args.operands.slice(1), ...args.values('--base-directory'), ...args.values('--search-path')]
  for (const path of paths) report.read(path, reach)
  if (paths.length === 0) report.readPath('.', reach)
  const [first] = words
  if (args.has('-l') && first !== undefined) report.run([wordOf('ls', first), wordOf('-lhd', first)], { appends: true })
  if (at < 0) return
  const rest = words.slice(at + 1)
  const end = rest.findIndex(({ value }) => value === ';')
  const command = end < 0 ? rest : rest.slice(0, end)
  if (end >= 0 && end + 1 < rest.length)
    report.unknown(
      'unknown-option',
      rest
        .slice(end + 1)
        .map((word) => word.text)
        .join(' '),
    )
  // A placeholder may stand inside any word; without one the path comes last.
  const mark = /\{[./]{0,2}\}/
  const placed = command.some(({ value }) => mark.test(value ?? ''))
  const [start] = paths
  const from = paths.length > 1 ? null : start === undefined ? '.' : start.value
  // Unless it looks for hidden names too, no pattern says which ones it finds.
  const wide = args.has('-H', '-u') && from !== null && !/[*?[\]\\{}]/.test(from)
  const [extension, ...more] = args.values('-e').map(({ value }) => value)
  const name = extension != null && more.length === 0 ? `/*.${extension}` : ''
  report.run(
    command.map((word) => {
      if (!mark.test(word.value ?? '')) return word
      const path = unknownWord(word, word.value?.split(mark)[0] ?? '')
      return wide && word.value === '{}' ? { ...path, glob: `${from}/**${name}` } : path
    }),
    { appends: !placed },
  )
}

const treeOptions =
  '-a -d -l -f -x -L= -R:unknown -P= -I= --gitignore --gitfile=:read --ignore-case --matchdirs --metafirst --prune --info --infofile=:read ' +
  '--noreport --charset= --filelimit= -o=:write -q -N -Q -p -u -g -s -h --si --du -D --timefmt= -F --inodes --device -v -t -c -U -r ' +
  '--dirsfirst --filesfirst --sort= -i -A -S -n -C -X -J -H= -T= --nolinks --hintro=:read --houtro=:read --fromfile --fromtabfile --fflinks ' +
  `--opt-toggle --hyperlink --scheme= --authority= ${gnu}`

/** Searching in text and for files: GNU grep 3.8, ripgrep 13 and 14, ag 2.2, fd 8 to 10, tree 2.1, plocate 1.1, from their manual pages. */
export const search: readonly Program[] = [
  { names: ['grep', 'ggrep'], ...grep },
  { names: ['egrep'], interpret: grepWith('-E') },
  { names: ['fgrep'], interpret: grepWith('-F') },
  { names: ['rgrep'], interpret: grepWith('-r') },
  {
    names: ['rg'],
    options: rgOptions,
    abbreviates: false,
    does(args, report) {
      for (const program of args.values('--pre')) report.run([program], { appends: true })
      searchFiles(args, report, args.has('-e', '-f', '--files'), { tree: true, follows: args.has('-L') })
    },
  },
  {
    names: ['ag'],
    options: agOptions,
    does(args, report) {
      searchFiles(args, report, args.has('-g'), { tree: true, follows: args.has('-f') })
      report.shell(wordOf('git config --path --get core.excludesfile', args.words[0]))
    },
  },
  { names: ['fd', 'fdfind'], interpret: readFd },
  {
    names: ['tree'],
    options: treeOptions,
    abbreviates: false,
    does(args, report) {
      const reach = { tree: true, follows: args.has('-l') }
      for (const folder of args.operands) report.read(folder, reach)
      if (args.operands.length === 0) report.readPath('.', reach)
    },
  },
  harmlessProgram(
    'locate plocate mlocate',
    '-A,--all -b,--basename -c,--count -d,--database=:read -i,--ignore-case -p,--ignore-spaces -l,-n,--limit= -0,--null -N,--literal -r,--regexp= ' +
      '--regex -w,--wholename -e,--existing -L,--follow -P,-H,--nofollow -q,--quiet -s,--stdio -m,--mmap -S,--statistics --max-database-age= ' +
      '-h -V',
  ),
  harmlessProgram('whereis', '-b -B=:read-tree -m -M=:read-tree -s -S=:read-tree -f -u -g -l -h -V'),
]
