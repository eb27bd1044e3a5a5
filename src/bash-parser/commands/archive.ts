import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { mayBeOption, readArguments } from './arguments.ts'
import { baseName } from './files.ts'
import { type Args, gnu, type Program } from './program.ts'
import { part, unknownWord, wordOf } from './words.ts'

const tarOptions: Omit<Program, 'names'> = {
  options:
    '-A,--catenate,--concatenate -c,--create --delete -d,--diff,--compare -r,--append --test-label -t,--list -u,--update -x,--extract,--get ' +
    '--check-device -g,--listed-incremental=:write -G,--incremental --hole-detection= --ignore-failed-read --level= --no-check-device --no-seek ' +
    '-n,--seek --occurrence[=] -S,--sparse --add-file=:read-tree -C,--directory= --exclude= --exclude-backups --exclude-caches ' +
    '--exclude-caches-all --exclude-caches-under --exclude-ignore= --exclude-ignore-recursive= --exclude-tag= --exclude-tag-all= ' +
    '--exclude-tag-under= --exclude-vcs --exclude-vcs-ignores --no-null --null --no-recursion --no-unquote --no-verbatim-files-from --recursion ' +
    '-T,--files-from=:list --unquote --verbatim-files-from -X,--exclude-from=:read --anchored --ignore-case --no-anchored --no-ignore-case ' +
    '--no-wildcards --no-wildcards-match-slash --wildcards --wildcards-match-slash --keep-directory-symlink --keep-newer-files -k,--keep-old-files ' +
    '--no-overwrite-dir --one-top-level[=] --overwrite --overwrite-dir --recursive-unlink --remove-files --skip-old-files -U,--unlink-first ' +
    '-W,--verify --ignore-command-error --no-ignore-command-error -O,--to-stdout --to-command=:shell --atime-preserve[=] --clamp-mtime ' +
    '--delay-directory-restore --group= --group-map=:read --mode= --mtime= -m,--touch --no-delay-directory-restore --no-same-owner ' +
    '--no-same-permissions --numeric-owner --owner= --owner-map=:read -p,--preserve-permissions,--same-permissions --same-owner --sort= ' +
    '-s,--preserve-order,--same-order --acls --no-acls --selinux --no-selinux --xattrs --no-xattrs --xattrs-exclude= --xattrs-include= ' +
    '--force-local -f,--file= -F,--info-script,--new-volume-script=:shell -L,--tape-length= -M,--multi-volume --rmt-command=:shell ' +
    '--rsh-command=:shell --volno-file=:write -b,--blocking-factor= -B,--read-full-records -i,--ignore-zeros --record-size= -H,--format= ' +
    '--old-archive,--portability --posix -V,--label= -a,--auto-compress -I,--use-compress-program=:shell -j,--bzip2 -J,--xz --lzip --lzma --lzop ' +
    '--no-auto-compress --zstd -z,--gzip,--gunzip,--ungzip -Z,--compress,--uncompress --backup[=] --hard-dereference -h,--dereference ' +
    '-K,--starting-file= --newer-mtime= -N,--newer,--after-date= --one-file-system -P,--absolute-names --suffix= --strip-components= ' +
    '--transform,--xform= --checkpoint[=] --checkpoint-action= --full-time --index-file=:write -l,--check-links --no-quote-chars= --quote-chars= ' +
    '--quoting-style= -R,--block-number --show-defaults:ends --show-omitted-dirs --show-snapshot-field-ranges:ends ' +
    '--show-transformed-names,--show-stored-names --totals[=] --utc -v,--verbose --warning= -w,--interactive,--confirmation -o --restrict ' +
    `--usage:ends -?:ends ${gnu}`,
  harmfulOptions: true,
}

/** Letters of the old style (`tar xzf a`) whose value is a word that follows. */
const oldStyleValues = new Set('fbCFgHIKLNTVX')

/** `tar xzf a.tgz x` is `tar -x -z -f a.tgz x`: each letter that takes a value takes the next word in turn. */
function withDashes(words: readonly Word[]): readonly Word[] {
  const [first, ...rest] = words
  if (first?.value == null || !/^[A-Za-z]+$/.test(first.value)) return words
  const spelled: Word[] = []
  let taken = 0
  for (const letter of first.value) {
    spelled.push(wordOf(`-${letter}`, first))
    const value = rest[taken]
    if (!oldStyleValues.has(letter) || value === undefined) continue
    spelled.push(value)
    taken++
  }
  return [...spelled, ...rest.slice(taken)]
}

const decompressors: readonly (readonly [flag: string, suffix: RegExp, program: string])[] = [
  ['-z', /\.(gz|tgz|taz)$/, 'gzip'],
  ['-j', /\.(bz2|tbz2?|tz2)$/, 'bzip2'],
  ['-J', /\.(xz|txz)$/, 'xz'],
  ['--zstd', /\.(zst|tzst)$/, 'zstd'],
]

function readTar(words: readonly Word[], report: Report): void {
  const args = readArguments(tarOptions, withDashes(words), report)
  if (args.ends) return
  const archive = args.value('-f')
  const folder = args.value('-C')
  const writes = args.has('-c', '-r', '-u', '-A', '--delete')
  if (archive !== undefined && archive.value !== '-') {
    // `host:path` is reached over rsh or ssh.
    if (archive.value?.includes(':') && !args.has('--force-local')) report.host(archive.value)
    else if (writes) report.write(archive)
    else report.read(archive)
  }
  for (const action of args.values('--checkpoint-action')) {
    const command = /^exec=/.test(action.value ?? '')
    if (command) report.shell(part(action, 'exec='.length))
    else if (!/^(dot|\.|bell|echo|ttyout|totals|sleep|wait)/.test(action.value ?? ''))
      report.unknown('runs', action.text)
  }
  for (const [flag, suffix, program] of decompressors) {
    const [first] = words
    if (first !== undefined && (args.has(flag) || (!args.has('-I') && suffix.test(archive?.value ?? '')))) {
      report.run([wordOf(program, first), ...(writes ? [] : [wordOf('-d', first)])])
    }
  }
  if (args.has('-x') && !args.has('-O')) {
    if (folder !== undefined) report.write(folder, { tree: true })
    else report.writePath('.', { tree: true })
    const top = args.value('--one-top-level')
    if (top !== undefined) report.write(top, { tree: true })
    // Names in the archive may lead anywhere then.
    if (args.has('-P')) report.unknown('unknown-option', '-P')
  } else if (args.has('-c', '-r', '-u', '-d')) {
    if (folder !== undefined) report.read(folder, { tree: true, follows: args.has('-h') })
    for (const operand of args.operands) {
      report.read(operand, { tree: true, follows: args.has('-h') })
      // bsdtar, the one of macOS, takes over what is in the archive `@file`.
      if (operand.prefix.startsWith('@')) report.read(part(operand, 1))
      if (args.has('--remove-files')) report.delete(operand, { tree: true })
    }
    if (args.has('--remove-files') && folder !== undefined) report.delete(folder, { tree: true })
  }
}

interface Compressor {
  readonly names: readonly string[]
  readonly options: string
  readonly suffixes: readonly string[]
  /** The source stays unless `--rm` is given (zstd, lz4). */
  readonly keeps?: boolean
  /** It only decompresses, or only prints. */
  readonly mode?: 'decompress' | 'print'
}

/** gzip and its kin: `file` becomes `file.gz` and back, unless it prints, lists or tests. */
function compressor({ names, options, suffixes, keeps = false, mode }: Compressor): Program {
  return {
    names,
    options: `${options} ${gnu}`,
    numeric: /^-\d+$/,
    harmfulOptions: true,
    does(args, report) {
      const tree = args.has('-r')
      for (const operand of args.operands) {
        if (operand.value === '-') continue
        // A link is left alone unless it is forced.
        report.read(operand, { tree, follows: tree && args.has('-f') })
        if (mode === 'print' || args.has('-c', '-t', '-l', '-o')) continue
        const other = counterpart(operand, suffixes, mode === 'decompress' || args.has('-d'))
        if (tree) report.write(operand, { tree })
        report.write(other ?? unknownWord(operand))
        if (keeps ? args.has('--rm') : !args.has('-k')) report.delete(operand, { tree })
      }
    },
  }
}

function counterpart(file: Word, suffixes: readonly string[], decompress: boolean): Word | undefined {
  if (file.value === null) return undefined
  const { value } = file
  if (!decompress) return wordOf(value + (suffixes[0] ?? ''), file)
  const suffix = suffixes.find((each) => value.endsWith(each))
  return suffix === undefined ? undefined : wordOf(value.slice(0, -suffix.length), file)
}

const gzip =
  '-a,--ascii -c,--stdout,--to-stdout -d,--decompress,--uncompress -f,--force -h:ends -k,--keep -l,--list -L,--license:ends -n,--no-name -N,--name ' +
  '-q,--quiet -r,--recursive --rsyncable -S,--suffix=:unknown --synchronous -t,--test -v,--verbose -V:ends -1 -2 -3 -4 -5 -6 -7 -8 -9 --fast --best'
const pigz =
  gzip +
  ' -A,--alias= -b,--blocksize= -C,--comment= -F,--first -H,--huffman -i,--independent -I,--iterations= -J,--maxsplits= -K,--zip:unknown -m,--no-time ' +
  '-M,--time -O,--oneblock -p,--processes= -R,--rsyncable-blocks -U,--rle -Y -z,--zlib:unknown -0 -11'
const bzip2 =
  '-d,--decompress -z,--compress -k,--keep -f,--force -t,--test -c,--stdout -q,--quiet -v,--verbose -L,--license:ends -V:ends -h:ends -s,--small ' +
  '-1 -2 -3 -4 -5 -6 -7 -8 -9 --fast --best'
const xz =
  '-z,--compress -d,--decompress,--uncompress -t,--test -l,--list -k,--keep -f,--force -c,--stdout,--to-stdout --single-stream --no-sparse ' +
  '-S,--suffix=:unknown --files[=]:list --files0[=]:list -F,--format= -C,--check= --ignore-check -0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -e,--extreme ' +
  '-T,--threads= --block-size= --block-list= --flush-timeout= --memlimit-compress= --memlimit-decompress= --memlimit-mt-decompress= ' +
  '-M,--memlimit,--memory= --no-adjust --lzma1[=] --lzma2[=] --x86[=] --arm[=] --armthumb[=] --arm64[=] --powerpc[=] --ia64[=] --sparc[=] --delta[=] ' +
  '-q,--quiet -v,--verbose -Q,--no-warn --robot --info-memory:ends -h:ends -H,--long-help:ends -V:ends'
const zstd =
  '-D=:read -o=:write --output-dir-flat=:write-tree --output-dir-mirror=:write-tree -d,--decompress,--uncompress -z,--compress -k,--keep --rm -f,--force ' +
  '-c,--stdout -h:ends -H:ends -V:ends -v,--verbose -q,--quiet --trace=:write --progress --no-progress -r --filelist=:list --check --no-check ' +
  '-C --format= --fast[=] --ultra --long[=] --adapt[=] -T,--threads= --single-thread --auto-threads= --rsyncable --exclude-compressed ' +
  '--target-compressed-block-size= --stream-size= --size-hint= --patch-from=:read --no-dict-id --no-dictID --sparse --no-sparse --mmap-dict ' +
  '-M,--memory= -l,--list -t,--test --train:unknown --train-cover[=]:unknown --train-fastcover[=]:unknown --train-legacy[=]:unknown --maxdict= ' +
  '--dictID= -b[=] -e[=] -i[=] -B[=] -S --priority= --pass-through --no-pass-through --asyncio --no-asyncio -p= -n -m -s ' +
  '--processes= -1 -2 -3 -4 -5 -6 -7 -8 -9'
const lz4 =
  '-d -z -c -f -k --rm -m -r -t -b[=] -e[=] -i[=] -q -v -l -B= -D=:read -h:ends -H:ends -V:ends --list:unknown --fast[=] --best --favor-decSpeed ' +
  '--no-frame-crc --frame-crc --content-size --no-content-size --sparse --no-sparse -1 -2 -3 -4 -5 -6 -7 -8 -9'

/** A script that starts `program` with words of its own and then those it was given. */
function startsWith(names: string, ...program: readonly string[]): Program {
  return {
    names: names.split(' '),
    interpret(words, report) {
      report.run([...program.map((word) => wordOf(word, words[0])), ...words])
    },
  }
}

/** `zgrep pattern file.gz`: gzip prints each file, grep reads that; sed of fixed text prepares the options. */
function readZgrep(decompress: string): (words: readonly Word[], report: Report) => void {
  return (words, report) => {
    const [first] = words
    if (first === undefined) return
    report.run([wordOf('grep', first), ...words])
    report.run([wordOf(decompress, first), wordOf('-cdfq', first)])
    report.run([wordOf('sed', first), wordOf('-n', first), wordOf('p', first)])
  }
}

function readUnzip(args: Args, report: Report): void {
  const [archive] = args.operands
  if (archive !== undefined) report.read(archive)
  // The time of the archive is set whatever else is asked of it.
  if (args.has('-T') && !args.has('-Z') && archive !== undefined) report.write(archive)
  if (args.has('-Z', '-l', '-t', '-v', '-z', '-p', '-c', '-T') || archive === undefined) return
  const folder = args.value('-d')
  if (folder !== undefined) report.write(folder, { tree: true })
  else report.writePath('.', { tree: true })
}

/** Packing and unpacking: GNU tar 1.34, gzip 1.12, bzip2 1.0, xz 5.4, zstd 1.5, Info-ZIP 3.0 and 6.0, p7zip 16, GNU cpio 2.13, from their manuals. */
export const archive: readonly Program[] = [
  { names: ['tar', 'gtar', 'bsdtar'], interpret: readTar },
  compressor({ names: ['gzip'], options: gzip, suffixes: ['.gz'] }),
  compressor({ names: ['pigz'], options: pigz, suffixes: ['.gz'] }),
  compressor({ names: ['unpigz'], options: pigz, suffixes: ['.gz'], mode: 'decompress' }),
  startsWith('gunzip uncompress', 'gzip', '-d'),
  compressor({ names: ['bzip2', 'pbzip2', 'lbzip2'], options: bzip2, suffixes: ['.bz2'] }),
  compressor({ names: ['bunzip2'], options: bzip2, suffixes: ['.bz2'], mode: 'decompress' }),
  compressor({ names: ['bzcat'], options: bzip2, suffixes: [], mode: 'print' }),
  compressor({ names: ['xz', 'lzma', 'pixz'], options: xz, suffixes: ['.xz', '.lzma'] }),
  compressor({ names: ['unxz', 'unlzma'], options: xz, suffixes: ['.xz', '.lzma'], mode: 'decompress' }),
  compressor({ names: ['xzcat', 'lzcat'], options: xz, suffixes: [], mode: 'print' }),
  compressor({ names: ['zstd', 'zstdmt', 'pzstd'], options: zstd, suffixes: ['.zst'], keeps: true }),
  compressor({ names: ['unzstd'], options: zstd, suffixes: ['.zst'], keeps: true, mode: 'decompress' }),
  compressor({ names: ['zstdcat'], options: zstd, suffixes: [], mode: 'print' }),
  startsWith('zcat gzcat', 'gzip', '-cd'),
  { names: ['zgrep', 'zegrep', 'zfgrep'], interpret: readZgrep('gzip') },
  { names: ['bzgrep', 'bzegrep', 'bzfgrep'], interpret: readZgrep('bzip2') },
  { names: ['xzgrep', 'xzegrep', 'xzfgrep'], interpret: readZgrep('xz') },
  {
    names: ['lz4', 'lz4cat', 'unlz4'],
    options: `${lz4} ${gnu}`,
    harmfulOptions: true,
    does(args, report) {
      const [source, target] = args.operands
      if (source !== undefined) report.read(source)
      if (args.has('-c', '-t')) return
      // The name of the result is derived, or the second operand, or several files with `-m`.
      if (target !== undefined && !args.has('-m')) report.write(target)
      else for (const operand of args.operands) report.write(unknownWord(operand))
      if (args.has('--rm') && source !== undefined) report.delete(source)
    },
  },
  {
    names: ['zip'],
    options:
      '-0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -A,--adjust-sfx -b,--temp-path= -c -d,--delete -D,--no-dir-entries -e -E -f,--freshen -F,--fix -g,--grow -h:ends -h2:ends ' +
      '-i,--include= -j,--junk-paths -J,--junk-sfx -k -l,--to-crlf -L:ends -m,--move -n,--suffixes= -o -P,--password= -q,--quiet -r,--recurse-paths ' +
      `-R,--recurse-patterns -S,--system-hidden -t= -T,--test -u,--update -v -x,--exclude= -X,--no-extra -y,--symlinks -z -Z= -@ -O,--out=:write ${gnu}`,
    abbreviates: false,
    harmfulOptions: true,
    does(args, report) {
      const [target, ...sources] = args.operands
      args.words.forEach((word, i) => {
        // `-TT` names a command line that tests the archive.
        const option = /^(-[A-Za-z]*TT|--unz[a-z-]*)=?/.exec(word.prefix)?.[0]
        if (option === undefined) return
        report.unknown('runs', '-TT')
        const command = word.prefix.length > option.length ? part(word, option.length) : args.words[i + 1]
        if (command !== undefined) report.shell(command)
      })
      if (target === undefined) {
        // A filter then, which `-m` makes remove a file called `-`.
        if (args.words.length > 0) report.unknown('unknown-option', args.words.map((word) => word.text).join(' '))
        return
      }
      if (target.value !== '-') {
        report.write(target)
        if (target.value !== null && !baseName(target.value).includes('.')) report.writePath(`${target.value}.zip`)
      }
      for (const source of sources) {
        if (args.has('-d')) continue
        report.read(source, { tree: args.has('-r'), follows: args.has('-r') && !args.has('-y') })
        if (args.has('-m')) report.delete(source, { tree: args.has('-r') })
      }
    },
  },
  {
    names: ['unzip'],
    options:
      '-a -b -B -c -C -d= -D -f -F -h:ends -hh:ends -I= -i -j -J -K -l -L -M:unknown -n -N -o -O= -p -P= -q -s -S -t -T -u -U -v -V -W -x -X -z -Z -1 -2 -m -^ -/= --help:ends',
    abbreviates: false,
    harmfulOptions: true,
    does: readUnzip,
  },
  {
    names: ['zipinfo'],
    options: '-1 -2 -s -m -l -v -h -M:unknown -t -T -U -x -z -C -Z -O= -I= -W',
    abbreviates: false,
    does({ operands }, report) {
      if (operands[0] !== undefined) report.read(operands[0])
    },
  },
  {
    names: ['7z', '7za', '7zr', '7zz'],
    interpret(words, report) {
      const operands = words.filter((word) => !word.prefix.startsWith('-'))
      const [command, target, ...rest] = operands
      if (command === undefined || command.value === '--help') return
      const unsure = words.find((word) => word.value === null && (word.prefix === '' || word.splits))
      if (unsure !== undefined || words.some((word) => word.prefix.startsWith('@')))
        report.unknown('dynamic-word', unsure?.text ?? '@')
      for (const word of words) {
        // `@list`, `-i@list`, `-ir!pattern`
        const [mark, kind] = /^(?:-(?:ai|an|i|x)[r\d-]*)?([@!])/.exec(word.prefix) ?? []
        if (mark !== undefined && (kind === '@' || !mark.startsWith('-x'))) report.read(part(word, mark.length))
      }
      const reads = /^(l|t|i|h|b)$/.test(command.value ?? '')
      const extracts = /^(x|e)$/.test(command.value ?? '')
      if (!reads && !extracts && !/^(a|d|u|rn)$/.test(command.value ?? ''))
        report.unknown('unknown-option', command.text)
      if (target === undefined) return
      if (reads || extracts) report.read(target)
      else {
        report.write(target)
        const follows = !words.some((word) => word.value === '-snl')
        for (const source of rest) report.read(source, { tree: true, follows })
        if (words.some((word) => word.value === '-sdel'))
          for (const source of rest) report.delete(source, { tree: true })
      }
      if (!extracts || words.some((word) => word.value === '-so')) return
      const folder = words.find((word) => word.prefix.startsWith('-o'))
      if (folder === undefined) report.writePath('.', { tree: true })
      else report.write(part(folder, 2), { tree: true })
    },
  },
  {
    names: ['cpio'],
    options:
      '-o,--create -i,--extract -p,--pass-through -t,--list -0,--null -a,--reset-access-time -A,--append -b,--swap -B --block-size= -c -C,--io-size= ' +
      '-d,--make-directories -D,--directory=:unknown -E,--pattern-file=:read -f,--nonmatching -F,--file= --force-local -H,--format= -I= -O=:write ' +
      '-k -l,--link -L,--dereference -m,--preserve-modification-time -M,--message= -n,--numeric-uid-gid --no-preserve-owner --no-absolute-filenames ' +
      '--absolute-filenames:unknown --only-verify-crc --quiet -r,--rename -R,--owner= --rsh-command=:shell --sparse -s,--swap-bytes -S,--swap-halfwords ' +
      `--to-stdout -u,--unconditional -v,--verbose -V,--dot -W,--warning= --device-independent --reproducible --ignore-devno --renumber-inodes -?:ends --usage:ends ${gnu}`,
    harmfulOptions: true,
    does(args, report) {
      const file = args.value('-F') ?? args.value('-I')
      // `host:path` is reached over rsh or ssh.
      for (const name of ['-F', '-I', '-O']) {
        for (const word of args.values(name))
          if (!args.has('--force-local') && (word.value === null || word.value.includes(':'))) report.host(word.value)
      }
      // The names to take come from standard input.
      if (args.has('-p', '-o')) report.read(unknownWord(wordOf('standard input')))
      if (args.has('-p')) {
        for (const folder of args.operands) report.write(folder, { tree: true })
        report.unknown('unknown-option', '-p')
      } else if (args.has('-o')) {
        if (file !== undefined) report.write(file)
        report.unknown('unknown-option', '-o')
      } else {
        if (file !== undefined) report.read(file)
        if (!args.has('-t', '--to-stdout', '--only-verify-crc')) report.writePath('.', { tree: true })
      }
    },
  },
  {
    names: ['ar'],
    interpret(words, report) {
      const [operation, target, ...rest] = words
      if (operation === undefined || /^(--help|--version|-V|-h)$/.test(operation.value ?? '')) return
      // `--plugin` may stand anywhere, and `@file` holds more words; `-M` reads its commands from standard input.
      const odd = words.find((word, i) => word.prefix.startsWith('@') || (i > 0 && mayBeOption(word, false)))
      if (odd?.prefix.startsWith('@')) report.read(part(odd, 1))
      if (odd !== undefined) report.unknown('unknown-option', odd.text)
      if (operation.value === null) report.unknown('dynamic-word', operation.text)
      if (/M/.test(operation.value ?? '')) report.unknown('unknown-script', operation.text)
      if (target === undefined) return
      report.read(target)
      if (target.value === null) report.unknown('dynamic-word', target.text)
      if (/^-?[tp][a-zA-Z]*$/.test(operation.value ?? '')) return
      report.write(target)
      for (const member of rest) report.read(member)
      if (!/^-?[rqdms][a-zA-Z]*$/.test(operation.value ?? '')) report.writePath('.', { tree: true })
    },
  },
]
