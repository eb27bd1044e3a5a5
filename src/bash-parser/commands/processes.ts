import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { readArguments } from './arguments.ts'
import { type Args, gnu, harmlessProgram, type Program } from './program.ts'

const standard = '-h,--help:ends -V,--version:ends'

const matching =
  '-c,--count -d,--delimiter= -f,--full -g,--pgroup= -G,--group= -i,--ignore-case -n,--newest -o,--oldest -O,--older= -P,--parent= -s,--session= ' +
  '-t,--terminal= -u,--euid= -U,--uid= -v,--inverse -x,--exact -F,--pidfile=:read -L,--logpidfile -r,--runstates= --ns= --nslist= --cgroup= --env= ' +
  '-A,--ignore-ancestors -w,--lightweight -l,--list-name -a,--list-full -p --signal= -Q,--shell-quote --quick --help:ends -h:ends -V,--version:ends'

/** procps: options with a dash, BSD flags without one. `e` among the latter, and `-E`, print each process's environment. */
function readPs(words: readonly Word[], report: Report): void {
  const args = readArguments(ps, words, report)
  const formats = [...args.values('-o'), ...args.values('-O')]
  if (args.has('-E') || formats.some(({ value }) => value === null || /environ/.test(value)))
    report.unknown('environment', 'ps')
  args.operands.forEach((operand, i) => {
    // `ps axo format`: the word after an `o` is a format.
    const format = /^[a-zA-Z]*[oOk]$/.test(args.operands[i - 1]?.value ?? '')
    const shows =
      operand.value === null || (format ? /environ/.test(operand.value) : /^[a-zA-Z]*e[a-zA-Z]*$/.test(operand.value))
    if (shows) report.unknown('environment', operand.text)
  })
}

const ps: Omit<Program, 'names'> = {
  options:
    '-A -a -d -e -E -f -F -H -j -l -L -M -m -N,--deselect -P -c -T -V,--version:ends -w -y -Z,--context -C= -G,--Group= -g,--group= -O= -o,--format= ' +
    '-p,--pid= --ppid= -q,--quick-pid= -s,--sid= -t,--tty= -u,--user= -U,--User= -n= --cols,--columns,--width= --cumulative --forest --headers --info ' +
    '--lines,--rows= --no-headers,--no-heading --sort= -D= --help[=]:ends -r -S -v -X -x -h',
  numeric: /^-\d+(,\d+)*$/,
  harmfulOptions: false,
}

function readKillall(args: Args, report: Report): void {
  if (!args.has('-l') && args.operands.length > 0) report.change('process')
}

/** Processes: procps 4.0, psmisc 23, lsof 4.95, from their manual pages. */
export const processes: readonly Program[] = [
  { names: ['ps'], interpret: readPs },
  { names: ['pgrep'], options: matching, harmfulOptions: false },
  {
    names: ['pidof'],
    // What it does not understand it writes to the log of the system.
    options: '-c -n -q -s -x -z -d= -o=',
    does(args, report) {
      const odd = args.values('-o').find(({ value }) => !/^(\d+|%PPID)(,(\d+|%PPID))*$/.test(value ?? ''))
      if (odd !== undefined) report.unknown('unknown-option', odd.text)
    },
  },
  {
    names: ['pkill'],
    options: `${matching} -e,--echo -q,--queue= -H,--require-handler`,
    numeric: /^[-+](\d+|[A-Z][A-Z0-9+-]*)$/,
    // An option that chooses is enough, no pattern is needed.
    does(args, report) {
      if (args.words.length > 0) report.change('process')
    },
  },
  {
    names: ['skill', 'snice'],
    interpret(words, report) {
      if (!words.every((word) => /^(-l|-L|--list|--table|-V|--version|--help|-n|--no-action)$/.test(word.value ?? '')))
        report.change('process')
    },
  },
  {
    names: ['killall'],
    options:
      '-e,--exact -I,--ignore-case -g,--process-group -i,--interactive -l,--list -n,--ns= -q,--quiet -r,--regexp -s,--signal= -u,--user= -v,--verbose ' +
      '-w,--wait -y,--younger-than= -o,--older-than= -Z,--context= -V,--version:ends --help:ends -m -d -c= -t=',
    numeric: /^-(\d+|[A-Z][A-Z0-9]*)$/,
    does: readKillall,
  },
  {
    names: ['renice'],
    options: `-g,--pgrp -n,--priority= -p,--pid -u,--user --relative ${standard}`,
    numeric: /^[-+]\d+$/,
    operands: ['change process'],
  },
  harmlessProgram(
    'pstree',
    '-a,--arguments -A,--ascii -c,--compact-not -C,--color= -g,--show-pgids -G,--vt100 -h,--highlight-all -H,--highlight-pid= -l,--long -n,--numeric-sort -N,--ns-sort= -p,--show-pids -s,--show-parents -S,--ns-changes -t,--thread-names -T,--hide-threads -u,--uid-changes -U,--unicode -V -Z,--security-context',
  ),
  harmlessProgram('pwdx', '-h -V'),
  {
    names: ['pmap'],
    options:
      '-x,--extended -X -XX -c,--read-rc -C,--read-rc-from=:read -d,--device -n,--create-rc:unknown -N,--create-rc-to=:write -q,--quiet -p,--show-path ' +
      '-A,--range= -h,--help:ends -V,--version:ends',
  },
  {
    names: ['lsof'],
    options:
      '-? -a -A= -b -c= -C -d= -D=:unknown -e= +e= -E +E -f[=] +f[=] -F[=] -g[=] -h:ends -H -i[=] -k=:read -K[=] -l +L[=] -L -m=:read +m[=] -M +M -n -N -o[=] -O -p= -P -Q ' +
      '-r[=] +r[=] -R -s[=] -S[=] -t -T[=] -u= -U -v:ends -V -w +w -W +W -x[=] -X -z[=] -Z[=] +c= +d=:read +D=:read-tree +x[=] --version:ends --help:ends',
    abbreviates: false,
    does(args, report) {
      // `-i tcp@host:port`: a name is asked of a server.
      const addresses = args.words.filter((word, i) => word.prefix.startsWith('-') || args.words[i - 1]?.value === '-i')
      for (const { value } of addresses) {
        const host = /@(\[[^\]]*\]|[^:]*)/.exec(value ?? '')?.[1]
        if (host !== undefined && !/^([\d.]*|\[.*\])$/.test(host)) report.host(host)
      }
    },
  },
  {
    names: ['fuser'],
    options:
      '-a,--all -c -i,--interactive -I,--inode -k,--kill:change_process -l,--list-signals -m,--mount -M,--ismountpoint -n,--namespace= -s,--silent ' +
      '-u,--user -v,--verbose -w,--writeonly -V,--version -4,--ipv4 -6,--ipv6 --help',
    numeric: /^-[A-Z]+$/,
    // It opens sockets to look at those of others.
    does: (_, report) => report.host(null),
  },
  harmlessProgram(
    'uptime free w',
    '-p,--pretty -s,--since,--seconds -b,--bytes -k,--kibi -m,--mebi -g,--gibi --kilo --mega --giga --tera --peta --tebi --pebi -h,--human --si -l,--lohi ' +
      '-t,--total -v,--committed -c,--count= -w,--wide -f,--from --no-header -u,--no-current --short -o,--old-style -i,--ip-addr -V -r,--raw -L,--line',
  ),
  harmlessProgram(
    'vmstat',
    '-a,--active -f,--forks -m,--slabs -n,--one-header -s,--stats -d,--disk -D,--disk-sum -p,--partition= -S,--unit= -t,--timestamp -w,--wide -y,--no-first -h -V',
  ),
  harmlessProgram(
    'iostat mpstat',
    '-c -d -h -k -m -N -p[=] -s -t -x -y -z -u -P= -A -I= -n -V -j= -o= -g= -f= --human --dec= --pretty',
  ),
  {
    names: ['pidstat'],
    options: '-d -h -H -I -l -p= -r -R -s -t -T= -u -U -v -V:ends -w -C= -G= -e:unknown --human --dec=',
    permutes: false,
  },
  {
    names: ['top'],
    options:
      '-b,--batch-mode -c,--cmdline-toggle -d,--delay= -E,--scale-summary-mem= -e,--scale-task-mem= -H,--threads-show -i,--idle-toggle -n,--iterations= ' +
      '-O,--list-fields -o,--sort-override= -p,--pid= -S,--accum-time-toggle -s,--secure-mode -U,--filter-any-user= -u,--filter-only-euser= -w,--width[=] ' +
      '-1,--single-cpu-toggle -h,--help -V,--version -l= -stats=',
    does(args, report) {
      // It makes a folder for its settings in the home folder.
      report.change('settings folder')
      // Without batch mode its keys kill processes and write files.
      if (!args.has('-b', '-l', '-h', '-V')) report.unknown('unknown-script', 'standard input')
    },
  },
  {
    names: ['htop', 'btop', 'atop', 'iotop', 'glances', 'nvtop', 'bpytop', 'gotop', 'nmon'],
    options: gnu,
    does: (_, report) => report.unknown('unknown-script', 'standard input'),
  },
]
