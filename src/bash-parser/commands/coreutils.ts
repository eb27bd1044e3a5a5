import { gnu, harmlessProgram, type Program } from './program.ts'

const listing =
  '-a,--all -A,--almost-all --author -b,--escape --block-size= -B,--ignore-backups -c -C --color[=] -d,--directory -D,--dired -f ' +
  '-F,--classify[=] --file-type --format= --full-time -g --group-directories-first -G,--no-group -h,--human-readable --si ' +
  '-H,--dereference-command-line --dereference-command-line-symlink-to-dir --hide= --hyperlink[=] --indicator-style= -i,--inode ' +
  '-I,--ignore= -k,--kibibytes -l -L,--dereference -m -n,--numeric-uid-gid -N,--literal -o -p -q,--hide-control-chars ' +
  '--show-control-chars -Q,--quote-name --quoting-style= -r,--reverse -R,--recursive -s,--size -S --sort= --time= --time-style= -t ' +
  '-T,--tabsize= -u -U -v -w,--width= -x -X -Z,--context -1 --zero'

/** A list of sums to check names files of its own. */
/** The files that a checked list names are opened, and nothing of them is shown but whether a known sum holds. */
const sums = '-b,--binary -c,--check --tag -t,--text -z,--zero --ignore-missing --quiet --status --strict -w,--warn'

/** Variables whose value is no secret: what `printenv NAME` may show. */
const publicVariable =
  /^(PATH|HOME|USER|LOGNAME|SHELL|PWD|OLDPWD|TERM|LANG|LANGUAGE|LC_[A-Z]+|TZ|EDITOR|VISUAL|PAGER|TMPDIR|HOSTNAME|SHLVL|CI|NODE_ENV|COLUMNS|LINES|NO_COLOR|DISPLAY|XDG_[A-Z_]+|JAVA_HOME|GOPATH|GOROOT|VIRTUAL_ENV)$/

/** GNU coreutils 9.1 that tell about the machine, names and files, from their manual pages; handling files is in files.ts, text in text.ts. */
export const coreutils: readonly Program[] = [
  harmlessProgram('hostid logname whoami groups expr factor yes sleep'),
  harmlessProgram('users', '', 'read'),
  harmlessProgram('basename', '-a,--multiple -s,--suffix= -z,--zero'),
  harmlessProgram('dirname', '-z,--zero'),
  harmlessProgram('pathchk', '-p -P --portability'),
  harmlessProgram(
    'uname',
    '-a,--all -s,--kernel-name,--sysname -n,--nodename -r,--kernel-release,--release -v,--kernel-version -m,--machine -p,--processor ' +
      '-i,--hardware-platform -o,--operating-system',
  ),
  harmlessProgram('nproc', '--all --ignore='),
  harmlessProgram('seq', '-f,--format= -s,--separator= -w,--equal-width'),
  harmlessProgram('tty', '-s,--silent,--quiet'),
  // By time and node it asks a daemon.
  { names: ['uuidgen'], options: '-r,--random -h,--help:ends -V,--version:ends', harmfulOptions: true },
  harmlessProgram('id', '-a -Z,--context -g,--group -G,--groups -n,--name -r,--real -u,--user -z,--zero'),
  {
    ...harmlessProgram(
      'who',
      '-a,--all -b,--boot -d,--dead -H,--heading -l,--login --lookup:host -m -p,--process -q,--count -r,--runlevel -s,--short -t,--time ' +
        '-T,-w,--mesg,--message,--writable -u,--users --ips',
    ),
    does({ operands }, report) {
      // `who am i` has two.
      if (operands.length === 1 && operands[0] !== undefined) report.read(operands[0])
    },
  },
  // It asks a server for the names of the hosts people came from, and shows a file of each person it is asked about.
  {
    names: ['pinky'],
    options: `-l:unknown -b -h -p -s -f -w -i -q --lookup ${gnu}`,
    does: (_, report) => report.host(null),
  },
  harmlessProgram(
    'df',
    '-a,--all -B,--block-size= --total -h,--human-readable -H,--si -i,--inodes -k -l,--local --no-sync --output[=] -P,--portability ' +
      '--sync -t,--type= -T,--print-type -x,--exclude-type= -v -m',
  ),
  harmlessProgram(
    'numfmt',
    '--debug -d,--delimiter= --field= --format= --from= --from-unit= --grouping --header[=] --invalid= --padding= --round= ' +
      '--suffix= --to= --to-unit= -z,--zero-terminated',
  ),
  harmlessProgram(
    'dircolors',
    '-b,--sh,--bourne-shell -c,--csh,--c-shell -p,--print-database --print-ls-colors',
    'read',
  ),
  harmlessProgram(
    'readlink',
    '-f,--canonicalize -e,--canonicalize-existing -m,--canonicalize-missing -n,--no-newline -q,--quiet -s,--silent -v,--verbose -z,--zero',
  ),
  harmlessProgram(
    'realpath',
    '-e,--canonicalize-existing -m,--canonicalize-missing -L,--logical -P,--physical -q,--quiet --relative-to= --relative-base= ' +
      '-s,--strip,--no-symlinks -z,--zero',
  ),
  harmlessProgram('stat', '-L,--dereference -f,--file-system --cached= -c,--format= --printf= -t,--terse', 'read'),
  harmlessProgram('sync', '-d,--data -f,--file-system'),
  harmlessProgram('md5sum sha1sum sha224sum sha256sum sha384sum sha512sum', sums, 'read'),
  harmlessProgram('b2sum', `${sums} -l,--length=`, 'read'),
  harmlessProgram('cksum', `${sums} -a,--algorithm= --debug -l,--length= --untagged --raw --base64`, 'read'),
  harmlessProgram('sum', '-r -s,--sysv', 'read'),
  harmlessProgram(
    'shasum',
    '-a,--algorithm= -b,--binary -c,--check -p -q -r -s,--string,--status -t,--text -U,--UNIVERSAL -0,--01 -w,--warn -x --tag --ignore-missing --quiet --strict -h -v',
    'read',
  ),
  harmlessProgram('md5', '-c= -p -q -r -s= -t -x', 'read'),
  {
    names: ['arch'],
    options: gnu,
    harmfulOptions: true,
    // Words after it are a program to run on macOS: `arch -x86_64 program`.
    does({ operands }, report) {
      if (operands.length > 0) report.run(operands)
    },
  },
  {
    names: ['ls', 'dir', 'vdir'],
    options: `${listing} ${gnu}`,
    harmfulOptions: false,
    does(args, report) {
      const tree = args.has('-R')
      const reach = { tree, follows: tree && args.has('-L') }
      for (const operand of args.operands) report.read(operand, reach)
      if (args.operands.length === 0) report.readPath('.', reach)
    },
  },
  {
    names: ['du'],
    options:
      '-0,--null -a,--all --apparent-size -B,--block-size= -b,--bytes -c,--total -D,--dereference-args -d,--max-depth= ' +
      '--files0-from=:list -H -h,--human-readable --inodes -k -L,--dereference -l,--count-links -m -P,--no-dereference ' +
      '-S,--separate-dirs --si -s,--summarize -t,--threshold= --time[=] --time-style= -X,--exclude-from=:read --exclude= ' +
      `-x,--one-file-system ${gnu}`,
    harmfulOptions: false,
    does(args, report) {
      const reach = { tree: true, follows: args.has('-L') }
      for (const operand of args.operands) report.read(operand, reach)
      if (args.operands.length === 0 && !args.has('--files0-from')) report.readPath('.', reach)
    },
  },
  {
    names: ['date'],
    options:
      '-d,--date= --debug -f,--file=:read -I,--iso-8601[=] -R,--rfc-email,--rfc-822,--rfc-2822 --resolution --rfc-3339= ' +
      `-r,--reference=:read -s,--set=:change_clock -j -v= -u,--utc,--universal,--uct ${gnu}`,
    does(args, report) {
      // On macOS nothing is set with `-j`; elsewhere there is no such option.
      if (args.has('-j')) return
      for (const operand of args.operands) {
        // An operand that is no `+format` is a date to set.
        if (operand.prefix.startsWith('+') && (operand.value !== null || !operand.splits)) continue
        if (operand.value === null) report.unknown('dynamic-word', operand.text)
        else report.change('clock')
      }
    },
  },
  {
    names: ['printenv'],
    options: `-0,--null ${gnu}`,
    harmfulOptions: false,
    does({ operands }, report) {
      const secret = operands.find((name) => name.value === null || !publicVariable.test(name.value))
      if (secret !== undefined || operands.length === 0) report.unknown('environment', secret?.text ?? 'printenv')
    },
  },
  {
    names: ['envsubst'],
    options: `-v,--variables -h:ends -V:ends ${gnu}`,
    harmfulOptions: false,
    does(args, report) {
      // It puts variables into the text it reads; `-v` only lists their names.
      if (!args.has('-v')) report.unknown('environment', 'envsubst')
    },
  },
  {
    names: ['stty'],
    options: `-a,--all -g,--save -F,--file=:unknown ${gnu}`,
    does({ operands }, report) {
      if (operands.some(({ value }) => value !== 'size' && value !== 'speed')) report.change('terminal')
    },
  },
]
