import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { withValue } from './folder.ts'
import { type Args, gnu, harmlessProgram, type Program } from './program.ts'
import { part, unknownWord, unreadText, wordOf } from './words.ts'

/** `+cmd` words run a command of the pager or editor; these only move. */
const moves = /^\+{1,2}(\d*|F|G|g|\d+[gG]|\/[^\x00-\x1f]*)$/

/** A command of vi's own: what stands after a `!` in it goes to a shell; some of its words compute such a text. */
function useViCommand(command: Word, report: Report): void {
  const text = command.value
  if (text === null || /\b(system|systemlist|term|terminal|exe|execute|lua|py|python3?|perl|ruby)\b/.test(text))
    report.shell(unknownWord(command))
  for (const each of text?.split('|') ?? []) {
    const [, verb, file] = /^[\s:]*(?:silent!?\s+)?(?:[%\d.,$]*)([a-z]+)!?\s+(?:>>\s*)?(\S+)/.exec(each) ?? []
    if (file === undefined) continue
    if (/^(w|wr|write|wa|wq|x|xit|exit|sav|saveas|up|update|mk|mksession)$/.test(verb as string))
      report.write(withValue(command, file))
    if (
      /^(r|read|e|edit|so|source|sp|split|vs|vsplit|tabe|tabedit|tabnew|n|next|fin|find|vie|view|args|ru|runtime)$/.test(
        verb as string,
      )
    )
      report.read(withValue(command, file))
  }
  for (let at = text?.indexOf('!') ?? -1; at >= 0; at = text?.indexOf('!', at + 1) ?? -1) {
    const rest = part(command, at + 1)
    if (/^\s*[^\s!|]/.test(rest.value ?? '')) report.shell(rest)
  }
}

/** vi and its kin: `-c TEXT`, `--cmd TEXT`, `+TEXT`; without a screen `ex` reads commands from standard input. */
function editVi(words: readonly Word[], report: Report): void {
  const commands: Word[] = []
  const files: Word[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Word
    const option = /^(-[a-zA-Z]*?c|--cmd|\+)/.exec(word.prefix)?.[0]
    const next = words[i + 1]
    if (option === undefined) files.push(word)
    else if (word.prefix.length > option.length) commands.push(part(word, option.length))
    else if (option !== '+' && next !== undefined) {
      commands.push(next)
      i++
    }
  }
  for (const command of commands) useViCommand(command, report)
  const silent = files.find((word) => /^-[a-zA-Z]*(es|se|s)$/.test(word.value ?? ''))
  if (silent !== undefined && commands.length === 0) report.shell(unknownWord(silent))
  edit(files, report)
}

/** An editor writes the files it is given, and runs whatever its own language says. */
function edit(words: readonly Word[], report: Report): void {
  for (const word of words) {
    if (/^(--version|--help|-h|-V)$/.test(word.value ?? '') && words.length === 1) return
    if (!/^[-+]/.test(word.prefix)) {
      report.read(word)
      report.write(word)
    }
  }
  report.unknown('unknown-script', words.find((word) => /^[-+]/.test(word.prefix))?.text ?? 'standard input')
}

function readLess(args: Args, report: Report): void {
  for (const file of args.operands) {
    if (file.prefix.startsWith('+')) {
      if (moves.test(file.value ?? '')) continue
      report.unknown('runs', file.text)
      // `+!command`, as if typed.
      const command = /^\+{1,2}[!|#]/.exec(file.prefix)?.[0]
      if (command !== undefined) report.shell(part(file, command.length))
    } else report.read(file)
  }
}

/** What man starts to format a page. */
const formatters = ['preconv', 'tbl', 'nroff', 'groff', 'troff', 'grotty', 'locale', 'col', 'less']

/** Pagers, manuals and editors: less 590, util-linux more, man-db 2.11, from their manual pages. */
export const pagers: readonly Program[] = [
  {
    names: ['less'],
    options:
      '-?,--help:ends -a,--search-skip-screen -A,--SEARCH-SKIP-SCREEN -b,--buffers= -B,--auto-buffers -c,--clear-screen -d,--dumb -D,--color= -e,--quit-at-eof ' +
      '-E,--QUIT-AT-EOF -f,--force -F,--quit-if-one-screen -g,--hilite-search -G,--HILITE-SEARCH -h,--max-back-scroll= -i,--ignore-case -I,--IGNORE-CASE ' +
      '-j,--jump-target= -J,--status-column -k,--lesskey-file=:list -K,--quit-on-intr -L,--no-lessopen -m,--long-prompt -M,--LONG-PROMPT -n,--line-numbers ' +
      '-N,--LINE-NUMBERS -o,--log-file=:write -O,--LOG-FILE=:write -p,--pattern= -P,--prompt= -q,--quiet,--silent -Q,--QUIET,--SILENT -r,--raw-control-chars ' +
      '-R,--RAW-CONTROL-CHARS -s,--squeeze-blank-lines -S,--chop-long-lines -t,--tag=:unknown -T,--tag-file=:unknown -u,--underline-special -U,--UNDERLINE-SPECIAL ' +
      '-V,--version:ends -w,--hilite-unread -W,--HILITE-UNREAD -x,--tabs= -X,--no-init -y,--max-forw-scroll= -z,--window= -~,--tilde --file-size --follow-name ' +
      '--header= --incsearch --line-num-width= --mouse --no-keypad --no-histdups --rscroll= --save-marks --status-col-width= --use-backslash --use-color ' +
      '--wheel-lines= --no-number-headers --exit-follow-on-close --intr= --no-vbell --redraw-on-quit --search-options= --show-preproc-errors --proc-backspace ' +
      '--proc-return --proc-tab --PROC-BACKSPACE --match-shift= --modelines= --form-feed --status-line --no-search-headers --no-edit-warn',
    numeric: /^-\d+$/,
    does: readLess,
  },
  ...(
    [
      ['zless', 'less', 'gzip'],
      ['zmore', 'more', 'gzip'],
      ['bzless', 'less', 'bzip2'],
      ['bzmore', 'more', 'bzip2'],
      ['xzless', 'less', 'xz'],
      ['xzmore', 'more', 'xz'],
    ] as const
  ).map(([name, pager, decompress]) => ({
    names: [name],
    // A script of the shell: the pager on what the other prints.
    interpret(words: readonly Word[], report: Report) {
      const [first] = words
      if (first === undefined || /^--(help|version)$/.test(first.value ?? '')) return
      report.run([wordOf(pager, first), ...words])
      report.run([wordOf(decompress, first), wordOf('-cdfq', first)])
      report.unknown('runs', name)
    },
  })),
  {
    names: ['more'],
    options:
      '-d,--silent -f,--logical -l,--no-pause -c,--print-over -p,--clean-print -e,--exit-on-eof -s,--squeeze -u,--plain -n,--lines= -h,--help:ends -V,--version:ends',
    numeric: /^[-+]\d+$/,
    does: readLess,
    harmfulOptions: true,
  },
  {
    names: ['man'],
    options:
      '-C,--config-file=:list -d,--debug -D,--default --warnings[=] -f,--whatis -k,--apropos -K,--global-apropos:unknown -l,--local-file -w,--where,--path,--location ' +
      '-W,--where-cat,--location-cat -c,--catman:unknown -R,--recode= -L,--locale= -m,--systems= -M,--manpath=:unknown -S,-s,--sections= -e,--extension= -i,--ignore-case ' +
      '-I,--match-case --regex:unknown --wildcard:unknown --names-only -a,--all -u,--update:unknown --no-subpages -P,--pager=:unknown -r,--prompt=:unknown -7,--ascii -E,--encoding= ' +
      '--no-hyphenation,--nh --no-justification,--nj -p,--preprocessor=:unknown -t,--troff:unknown -T,--troff-device[=]:unknown -H,--html[=]:unknown ' +
      `-X,--gxditview[=]:unknown -Z,--ditroff:unknown -?:ends --usage:ends -V:ends -h:ends ${gnu}`,
    does(args, report) {
      for (const operand of args.operands)
        if (args.has('-l') || operand.prefix.includes('/') || operand.value === null) report.read(operand)
      for (const program of [...args.values('-P'), ...args.values('-H')]) report.shell(program)
      const searches = args.has('-k') ? ['apropos'] : args.has('-f') ? ['whatis'] : []
      const formats = args.has('-w', '-W') ? [] : formatters
      for (const name of searches.length > 0 ? searches : formats) report.run([wordOf(name, args.words[0])])
    },
  },
  {
    names: ['preconv', 'tbl', 'eqn', 'nroff', 'groff', 'troff', 'grotty'],
    // Known only as man starts them; a document of one's own may hold requests that run commands.
    interpret(words, report) {
      for (const word of words) if (!word.prefix.startsWith('-')) report.read(word)
      if (words.length > 0) report.unknown('unknown-script', words.map((word) => word.text).join(' '))
    },
  },
  harmlessProgram(
    'apropos whatis',
    '-d,--debug -v,--verbose -e,--exact -r,--regex -w,--wildcard -a,--and -l,--long -C,--config-file=:read -L,--locale= -m,--systems= -M,--manpath=:read-tree -s,--sections,--section= -? --usage -V',
  ),
  {
    names: ['info'],
    options:
      '-a,--all -k,--apropos= -d,--directory=:read-tree -f,--file=:read -h:ends --index-search= -n,--node= -o,--output=:write -O,--show-options,--usage --subnodes ' +
      `-v,--variable= --vi-keys -w,--where,--location --restore=:unknown --dribble=:write --init-file=:unknown --strict-node-location -R,--raw-escapes -b,--speech-friendly ${gnu}`,
    does(args, report) {
      for (const operand of args.operands)
        if (operand.prefix.includes('/') || operand.value === null) report.read(operand)
    },
  },
  { names: ['vi', 'vim', 'nvim', 'view', 'vimdiff', 'ex', 'gvim', 'rvim'], interpret: editVi },
  {
    names: ['ed'],
    interpret(words, report) {
      edit(words, report)
      // Its commands come from standard input, `!` among them.
      const [first] = words
      if (!/^--(help|version)$/.test(first?.value ?? '')) report.shell(unreadText('standard input'))
    },
  },
  {
    names: [
      'nano',
      'pico',
      'emacs',
      'emacsclient',
      'red',
      'joe',
      'mcedit',
      'micro',
      'hx',
      'helix',
      'kak',
      'mg',
      'jed',
      'ne',
      'code',
      'subl',
      'gedit',
      'kate',
      'sensible-editor',
      'editor',
    ],
    interpret: edit,
  },
]
