import type { Report } from '../effects.ts'
import { isCommandVariable, isHarmlessAssignment, isScriptVariable } from '../environment.ts'
import type { Word } from '../script.ts'
import { readArguments } from './arguments.ts'
import { splitString } from './env-string.ts'
import { opaque } from './opaque.ts'
import { parallel } from './parallel.ts'
import { type Args, gnu, type Program, type Subcommand } from './program.ts'
import { shellCharacters, someInput, startAnywhere } from './starts.ts'
import { areSteady, isSteady, joined, part, unknownWord, unreadText, wordOf } from './words.ts'

/** `NAME=value` words in front of a command, as `env` and `sudo` take them; the rest is the command. */
function withoutAssignments(words: readonly Word[], report: Report): readonly Word[] {
  let i = 0
  for (; i < words.length; i++) {
    const word = words[i] as Word
    const [, name] = /^([A-Za-z_]\w*)=/.exec(word.prefix) ?? []
    if (name === undefined) {
      // `env 'BASH_FUNC_ls%%=...'`: any text before a `=` is a name to env.
      const [text, exported] = /^([^=]*)=/.exec(word.glob ?? word.prefix) ?? []
      if (text === undefined || exported === undefined) break
      if (word.glob === null) reportVariable(exported, part(word, text.length), report)
      report.unknown('environment', word.text)
      continue
    }
    const value = part(word, name.length + 1)
    reportVariable(name, value, report)
    const { start, end } = word
    if (!isHarmlessAssignment({ name, subscript: null, append: false, value, array: null, start, end })) {
      report.unknown('environment', name)
    }
  }
  const command = words.slice(i)
  // A word that nobody knows may be one more of them.
  if (command[0]?.value === null) startAnywhere(command.slice(1), report)
  return command
}

/** What a variable makes the programs run that are started with it. */
function reportVariable(name: string, value: Word, report: Report): void {
  if (isCommandVariable(name)) {
    // `LESSOPEN='|program %s'`: the bar says how its output is taken.
    const bar = /^\|[-|]*/.exec(value.prefix)?.[0].length ?? 0
    report.shell(part(value, bar))
  } else if (isScriptVariable(name)) {
    if (name.startsWith('BASH_FUNC_') && value.value !== null) report.shell(wordOf(`f ${value.value}`, value))
    report.shell(unreadText(name))
  }
}

function runOperands(args: Args, report: Report, from = 0): void {
  runCommand(args, args.operands.slice(from), report)
}

/** Runs the words of a wrapper that are left over as its command. */
function runCommand(args: Args, command: readonly Word[], report: Report): void {
  const [first] = command
  const begin = first === undefined ? -1 : args.words.indexOf(first)
  const front = begin < 0 ? args.words : args.words.slice(0, begin)
  const loose = front.findIndex((word) => !isSteady(word) || (word.value === null && word.prefix.startsWith('-')))
  if (loose < 0) {
    if (first !== undefined) report.run(command)
    return
  }
  // A word that may become several or none, or an option that takes another one, moves the start of the command.
  report.unknown('dynamic-word', (front[loose] as Word).text)
  startAnywhere(args.words.slice(loose), report)
}

/** A command after options of its own and `from` operands. */
function wrapper(names: string, options: string, from = 0): Program {
  return {
    names: names.split(' '),
    options: `${options} ${gnu}`,
    permutes: false,
    does: (args, report) => runOperands(args, report, from),
  }
}

const envOptions: Subcommand = {
  options:
    '-i,--ignore-environment:unknown -a,--argv0= -0,--null -u,--unset=:unknown -C,--chdir=:unknown -S,--split-string= --block-signal[=] --default-signal[=] ' +
    `--ignore-signal[=] --list-signal-handling -v,--debug -P=:unknown -L=:unknown -U=:unknown ${gnu}`,
  permutes: false,
}

function readEnv(words: readonly Word[], report: Report): void {
  const args = readArguments(envOptions, words, report)
  if (args.ends) return
  const folder = args.value('-C')
  if (folder !== undefined) report.folder?.(folder)
  const glued = words.find(({ value, prefix }) => value === null && /^-\w*S|^--s/.test(prefix))
  if (glued !== undefined) report.unread(glued.text)
  let { operands } = args
  if (operands[0]?.value === '-') {
    report.unknown('environment', '-')
    operands = operands.slice(1)
  }
  const split = args.value('-S')
  if (split !== undefined) {
    // env puts the pieces in place of the option and reads on: they may hold options and assignments.
    const pieces = split.value === null ? null : splitString(split.value)
    if (/["'\\$#]/.test(split.value ?? '$')) report.unknown('dynamic-word', split.text)
    if (pieces === null) report.unread(split.text)
    else readEnv([...pieces.map((piece) => wordOf(piece, split)), ...operands], report)
    return
  }
  const command = withoutAssignments(operands, report)
  if (command.length > 0) runCommand(args, command, report)
  // Alone it prints every variable, secrets among them.
  else if (!args.has('--list-signal-handling')) report.unknown('environment', 'env')
}

function readXargs(args: Args, report: Report): void {
  const replaces = args.has('-I', '-i', '-J')
  const mark = replaces ? (args.value('-I') ?? args.value('-i') ?? args.value('-J')) : undefined
  const { operands } = args
  if (operands.length === 0) {
    report.run([wordOf('echo')], { appends: true })
    return
  }
  if (!replaces) {
    report.run(operands, { appends: true })
    return
  }
  const text = mark === undefined ? '{}' : mark.value
  if (args.has('-J') || text === null || text === '') {
    report.unknown('dynamic-word', mark?.text ?? '-I')
    report.run(operands, { appends: true })
    return
  }
  report.run(
    operands.map((word) =>
      word.value?.includes(text) ? unknownWord(word, word.value.slice(0, word.value.indexOf(text))) : word,
    ),
    { fills: { mark: text, words: operands } },
  )
  for (const word of operands) {
    // Text for a shell with a hole in it: a variable stands for what is put in.
    if (!word.value?.includes(text) || !shellCharacters.test(word.value)) continue
    report.shell(wordOf(word.value.replaceAll(text, someInput), word))
    report.shell(unreadText(word.text))
  }
}

/** Programs that run another program, which may be anything. */
export const wrappers: readonly Program[] = [
  { names: ['env', 'genv'], interpret: readEnv },
  {
    names: ['xargs', 'gxargs'],
    options:
      '-0,--null -a,--arg-file=:read -d,--delimiter= -E= -e,--eof[=] -I= -i,--replace[=] -J= -L= -l,--max-lines[=] -n,--max-args= -o,--open-tty ' +
      `-P,--max-procs= -p,--interactive --process-slot-var=:unknown -r,--no-run-if-empty -s,--max-chars= -t,--verbose -x,--exit --show-limits ${gnu}`,
    permutes: false,
    does: readXargs,
  },
  wrapper('timeout gtimeout', '-k,--kill-after= -s,--signal= --foreground --preserve-status -v,--verbose -f -p', 1),
  { ...wrapper('nice', '-n,--adjustment='), numeric: /^--?\d+$/ },
  wrapper('nohup', ''),
  wrapper('stdbuf', '-i,--input= -o,--output= -e,--error='),
  wrapper('setsid', '-c,--ctty -f,--fork -w,--wait -h:ends -V:ends'),
  wrapper(
    'time',
    '-p,--portability -h:ends -f,--format= -o,--output=:write -a,--append -v,--verbose -q,--quiet -l -V:ends',
  ),
  wrapper('noglob nocorrect', ''),
  wrapper('caffeinate', '-d -i -m -s -u -t= -w='),
  {
    names: ['ionice'],
    options:
      '-c,--class= -n,--classdata= -p,--pid=:change_process -P,--pgid=:change_process -u,--uid=:change_process -t,--ignore -h,--help:ends -V,--version:ends',
    permutes: false,
    does: (args, report) => {
      if (!args.has('-p', '-P', '-u')) runOperands(args, report)
    },
  },
  {
    names: ['chrt'],
    options:
      '-a,--all-tasks -m,--max -p,--pid:change_process -v,--verbose -b,--batch -d,--deadline -f,--fifo -i,--idle -o,--other -r,--rr ' +
      '-R,--reset-on-fork -T,--sched-runtime= -P,--sched-period= -D,--sched-deadline= -h,--help:ends -V,--version:ends',
    permutes: false,
    does: (args, report) => {
      if (!args.has('-p', '-m')) runOperands(args, report, 1)
    },
  },
  {
    names: ['taskset'],
    options: '-a,--all-tasks -p,--pid:change_process -c,--cpu-list -h,--help:ends -V,--version:ends',
    permutes: false,
    does: (args, report) => {
      if (!args.has('-p')) runOperands(args, report, 1)
    },
  },
  {
    names: ['sudo'],
    options:
      '-A,--askpass -b,--background -B,--bell -C,--close-from= -D,--chdir=:unknown -E --preserve-env[=] -e,--edit:unknown -g,--group= -H,--set-home ' +
      '-h,--host= --help:ends -i,--login -K,--remove-timestamp -k,--reset-timestamp -l,--list -n,--non-interactive -P,--preserve-groups -p,--prompt= ' +
      '-R,--chroot=:unknown -r,--role= -S,--stdin -s,--shell -T,--command-timeout= -t,--type= -U,--other-user= -u,--user= -V,--version:ends -v,--validate',
    permutes: false,
    does(args, report) {
      report.change('privileges')
      const folder = args.value('-D')
      if (folder !== undefined) report.folder?.(folder)
      const command = withoutAssignments(args.operands, report)
      if (args.has('-e')) for (const file of command) report.write(file)
      else if (command.length > 0) runCommand(args, command, report)
      else if (args.has('-s', '-i')) report.shell(unreadText('standard input'))
    },
  },
  {
    names: ['sudoedit'],
    options: '-u,--user= -g,--group= -n -S -k -D=:unknown -R=:unknown',
    does(args, report) {
      report.change('privileges')
      for (const file of args.operands) {
        report.read(file)
        report.write(file)
      }
      report.unknown('runs', 'editor')
    },
  },
  {
    names: ['doas'],
    options: '-C=:read -L -n -s -u= -a=',
    permutes: false,
    does(args, report) {
      report.change('privileges')
      if (args.operands.length > 0) runOperands(args, report)
      else if (args.has('-s')) report.shell(unreadText('standard input'))
    },
  },
  {
    names: ['pkexec'],
    options: '--user= --disable-internal-agent --keep-cwd --version:ends --help:ends',
    permutes: false,
    does(args, report) {
      report.change('privileges')
      runOperands(args, report)
    },
  },
  {
    names: ['su', 'runuser'],
    options:
      '-c,--command=:shell --session-command=:shell -f,--fast -g,--group= -G,--supp-group= -l,--login -m,-p,--preserve-environment -P,--pty ' +
      '-s,--shell=:unknown -w,--whitelist-environment= -u,--user= -h,--help:ends -V,--version:ends',
    does(args, report) {
      report.change('privileges')
      // Another shell may be any program; it gets the words after the user.
      const shell = args.value('-s')
      if (shell !== undefined) startAnywhere([shell, ...args.operands], report)
      if (args.has('-u')) runOperands(args, report)
      else if (!args.has('-c', '--session-command')) report.shell(unreadText('standard input'))
    },
  },
  {
    names: ['watch'],
    options:
      '-b,--beep -c,--color -C,--no-color -d,--differences[=] -e,--errexit -g,--chgexit -n,--interval= -p,--precise -q,--equexit= -r,--no-rerun ' +
      '-s,--shotsdir= -t,--no-title -w,--no-wrap -x,--exec -h,--help:ends -v,--version:ends',
    permutes: false,
    does(args, report) {
      if (args.has('-x')) return runOperands(args, report)
      const line = joined(args.operands)
      if (line !== undefined) report.shell(line)
    },
  },
  {
    names: ['flock'],
    options:
      '-s,--shared -x,-e,--exclusive -u,--unlock -n,--nb,--nonblock -w,--timeout= -o,--close -E,--conflict-exit-code= -c,--command=:shell ' +
      '-F,--no-fork --verbose -h,--help:ends -V,--version:ends',
    permutes: false,
    does(args, report) {
      const { operands } = args
      const [lock, flag, ...rest] = operands
      if (lock === undefined) return
      if (operands.length === 1 && /^\d+$/.test(lock.value ?? '')) return
      report.write(lock)
      if (flag?.value === '-c' || flag?.value === '--command') {
        if (rest[0] !== undefined) report.shell(rest[0])
      } else if (flag !== undefined) runCommand(args, [flag, ...rest], report)
      else if (!areSteady([lock])) report.unknown('dynamic-word', lock.text)
    },
  },
  {
    names: ['script'],
    options:
      '-a,--append -c,--command=:shell -E,--echo= -e,--return -f,--flush --force -I,--log-in=:write -B,--log-io=:write -O,--log-out=:write ' +
      '-m,--logging-format= -o,--output-limit= -q,--quiet -T,--log-timing=:write -t,--timing[=] -h,--help:ends -V,--version:ends',
    harmfulOptions: true,
    does(args, report) {
      const [file, ...command] = args.operands
      if (file !== undefined) report.write(file)
      else report.writePath('typescript')
      if (args.has('-t')) report.unknown('unknown-option', '-t')
      if (command.length > 0) runCommand(args, command, report)
      else if (!args.has('-c')) report.shell(unreadText('standard input'))
    },
  },
  ...opaque,
  ...parallel,
  {
    names: ['busybox', 'toybox'],
    options: '--help:ends --list --list-full',
    permutes: false,
    does: (args, report) => runOperands(args, report),
  },
]
