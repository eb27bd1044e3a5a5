import type { Report } from '../effects.ts'
import { isHarmlessAssignment } from '../environment.ts'
import type { Word } from '../script.ts'
import { readArguments } from './arguments.ts'
import { type Args, gnu, type Program, type Subcommand } from './program.ts'
import { areSteady, part, unknownWord, wordOf } from './words.ts'

/** `NAME=value` words in front of a command, as `env` and `sudo` take them; the rest is the command. */
function withoutAssignments(words: readonly Word[], report: Report): readonly Word[] {
  let i = 0
  for (; i < words.length; i++) {
    const word = words[i] as Word
    const [, name] = /^([A-Za-z_]\w*)=/.exec(word.prefix) ?? []
    if (name === undefined) {
      // `env 'BASH_FUNC_ls%%=...'`: any text before a `=` is a name to env.
      if (!word.prefix.includes('=')) break
      report.unknown('environment', word.text)
      continue
    }
    const value = part(word, name.length + 1)
    const { start, end } = word
    if (!isHarmlessAssignment({ name, subscript: null, append: false, value, array: null, start, end })) {
      report.unknown('environment', name)
    }
  }
  return words.slice(i)
}

function runOperands(args: Args, report: Report, from = 0): void {
  if (!areSteady(args.operands.slice(0, from))) report.unknown('dynamic-word', args.operands[0]?.text ?? '')
  const command = args.operands.slice(from)
  if (command.length > 0) report.run(command)
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

/** `a b c` as one line for a shell (watch, eval, `ssh host a b`); unknown when any word is. */
export function joined(words: readonly Word[]): Word | undefined {
  const [first] = words
  if (first === undefined) return undefined
  const unknown = words.find((word) => word.value === null)
  return unknown ?? wordOf(words.map((word) => word.value).join(' '), first)
}

const envOptions: Subcommand = {
  options:
    '-i,--ignore-environment:unknown -0,--null -u,--unset=:unknown -C,--chdir=:unknown -S,--split-string= --block-signal[=] --default-signal[=] ' +
    `--ignore-signal[=] --list-signal-handling -v,--debug -P=:unknown -L=:unknown -U=:unknown ${gnu}`,
  permutes: false,
}

function readEnv(words: readonly Word[], report: Report): void {
  const args = readArguments(envOptions, words, report)
  if (args.ends) return
  let { operands } = args
  if (operands[0]?.value === '-') {
    report.unknown('environment', '-')
    operands = operands.slice(1)
  }
  const split = args.value('-S')
  if (split !== undefined) {
    // env puts the pieces in place of the option and reads on: they may hold options and assignments.
    if (split.value === null || /["'\\$#]/.test(split.value)) {
      report.unknown('dynamic-word', split.text)
      if (split.value !== null) report.shell(split)
      return
    }
    const pieces = split.value.split(/[ \t\n\v\f\r]+/).filter(Boolean)
    readEnv([...pieces.map((piece) => wordOf(piece, split)), ...operands], report)
    return
  }
  const command = withoutAssignments(operands, report)
  if (command.length > 0) report.run(command)
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
  )
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
      const command = withoutAssignments(args.operands, report)
      if (args.has('-e')) for (const file of command) report.write(file)
      else if (command.length > 0) report.run(command)
      else if (args.has('-s', '-i')) report.unknown('unknown-script', 'standard input')
    },
  },
  {
    names: ['doas'],
    options: '-C=:read -L -n -s -u= -a=',
    permutes: false,
    does(args, report) {
      report.change('privileges')
      if (args.operands.length > 0) report.run(args.operands)
      else if (args.has('-s')) report.unknown('unknown-script', 'standard input')
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
      if (args.has('-u')) runOperands(args, report)
      else if (!args.has('-c', '--session-command')) report.unknown('unknown-script', 'standard input')
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
    does({ operands }, report) {
      const [lock, flag, ...rest] = operands
      if (lock === undefined) return
      if (operands.length === 1 && /^\d+$/.test(lock.value ?? '')) return
      report.write(lock)
      if (!areSteady([lock])) report.unknown('dynamic-word', lock.text)
      if (flag?.value === '-c' || flag?.value === '--command') {
        if (rest[0] !== undefined) report.shell(rest[0])
      } else if (flag !== undefined) report.run([flag, ...rest])
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
      if (command.length > 0) report.run(command)
      else if (!args.has('-c')) report.unknown('unknown-script', 'standard input')
    },
  },
  {
    names: [
      'strace',
      'ltrace',
      'unshare',
      'nsenter',
      'chroot',
      'setpriv',
      'setarch',
      'linux32',
      'linux64',
      'i386',
      'x86_64',
      'prlimit',
      'gdb',
      'valgrind',
      'perf',
      'xvfb-run',
      'dbus-run-session',
      'dbus-launch',
      'firejail',
      'bwrap',
      'proot',
      'fakeroot',
      'systemd-run',
      'numactl',
      'cgexec',
      'uclampset',
      'runcon',
      'start-stop-daemon',
      'daemonize',
      'torsocks',
      'proxychains',
      'proxychains4',
      'tsocks',
      'chpst',
      'softlimit',
      'setuidgid',
      'gosu',
      'su-exec',
      'setlock',
      'ifne',
      'chronic',
      'entr',
      'direnv',
      'mise',
      'asdf',
      'devbox',
      'nix-shell',
      'op',
      'dotenv',
      'rlwrap',
      'expect',
      'unbuffer',
      'hyperfine',
      'cpulimit',
      'tini',
      'dumb-init',
      'ssh-agent',
      'with-contenv',
    ],
    interpret: readOpaque,
  },
  { names: ['parallel', 'rush', 'parset', 'sem'], interpret: readParallel },
  {
    names: ['busybox', 'toybox'],
    options: '--help:ends --list --list-full',
    permutes: false,
    does: (args, report) => runOperands(args, report),
  },
]

/** `parallel [options] command ::: arguments`: a shell runs the joined words, arguments put in or appended. */
function readParallel(words: readonly Word[], report: Report): void {
  const end = words.findIndex(({ value }) => /^:::{1,2}\+?$/.test(value ?? ''))
  const before = end < 0 ? words : words.slice(0, end)
  // Some options take a word: the command begins at any of the words that are no option.
  before.forEach((word, i) => {
    if (word.prefix.startsWith('-')) return
    const command = before.slice(i)
    if (command.some(({ value }) => value === null || /[\s;&|<>()$`]/.test(value))) {
      const line = joined(command)
      if (line !== undefined) report.shell(line)
    } else report.run(command, { appends: true })
  })
  report.unknown('runs', words.map((word) => word.text).join(' '))
}

/** Its own options are not known here, so any later word may begin the command; deny and ask rules look at each. */
function readOpaque(words: readonly Word[], report: Report): void {
  report.unknown('runs', words.map((word) => word.text).join(' '))
  for (let i = 0; i < Math.min(words.length, 8); i++) {
    const word = words[i] as Word
    if (word.value !== null && /^[A-Za-z_./][\w./+-]*$/.test(word.value)) report.run(words.slice(i))
  }
}
