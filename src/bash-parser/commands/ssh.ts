import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { withValue } from './folder.ts'
import { type Args, type Program, part, runProgram, type Subcommand } from './program.ts'
import { unknownWord } from './words.ts'

/** Settings of `-o` that decide how to connect and to whom it looks, and start nothing. */
const harmlessSettings =
  /^(stricthostkeychecking|connecttimeout|connectionattempts|batchmode|loglevel|serveralive(interval|countmax)|tcpkeepalive|compression|port|user|addressfamily|passwordauthentication|pubkeyauthentication|kbdinteractiveauthentication|preferredauthentications|identitiesonly|numberofpasswordprompts|hostkeyalgorithms|pubkeyacceptedalgorithms|kexalgorithms|ciphers|macs|requesttty|escapechar|checkhostip|visualhostkey|updatehostkeys|controlmaster|controlpersist|forwardx11|exitonforwardfailure|gssapiauthentication)$/i

/** Machines to go through, separated by commas. */
function useJumps(hosts: string | null, report: Report): void {
  for (const host of hosts?.split(',') ?? [null]) if (host !== 'none') report.host(host)
}

/** `-o Name=value`, `-F file`, `-J hosts`: many settings name files, machines or programs. */
function useSettings(args: Args, report: Report): void {
  for (const jumps of args.values('-J')) useJumps(jumps.value, report)
  for (const file of args.values('-F')) {
    if (/^(none|\/dev\/null)$/.test(file.value ?? '')) continue
    // It may hold any setting, a command to run among them.
    report.read(file)
    report.shell(unknownWord(file))
  }
  for (const setting of args.values('-o')) {
    const [, name, value] = /^([A-Za-z0-9]+)[ \t]*[= \t][ \t]*(.*)$/s.exec(setting.value ?? '') ?? []
    if (name === undefined || value === undefined) report.unknown('dynamic-word', setting.text)
    else if (/command$/i.test(name) && !/^(permitlocalcommand|remotecommand)$/i.test(name)) {
      if (value !== 'none') {
        report.shell(withValue(setting, value))
        report.unknown('runs', name)
      }
    } else if (/^identityfile$/i.test(name)) report.read(withValue(setting, value))
    else if (/^(user|global)knownhostsfile$/i.test(name)) {
      if (value !== '/dev/null') report.write(withValue(setting, value))
    } else if (/^controlpath$/i.test(name)) {
      if (value !== 'none') report.write(withValue(setting, value))
    } else if (/^hostname$/i.test(name)) report.host(value)
    else if (/^proxyjump$/i.test(name)) useJumps(value, report)
    else if (!harmlessSettings.test(name)) report.unknown('unknown-option', `-o ${name}`)
  }
}

const sshOptions = `
    -4 -6 -A -a -C -f -G -g -K -k -M:unknown -N -n -q -s -T -t -V:ends -v -X -x -Y -y -B= -b= -c=
    -D=:change_port_forwarding -E=:write -e= -F=:unknown -I=:unknown -i=:read -J= -L=:change_port_forwarding -l=
    -m= -O= -o= -p= -P= -Q=:ends -R=:change_port_forwarding -S=:unknown -W=:host -w=:change_port_forwarding`

function joined(words: readonly Word[]): Word {
  const known = words.every((word) => word.value !== null)
  return withValue(words[0] as Word, known ? words.map((word) => word.value).join(' ') : null)
}

/** What follows the host: more options, then the command. */
const afterHost: Subcommand = {
  options: sshOptions,
  permutes: false,
  does(args, report) {
    useSettings(args, report)
    report.change('remote session')
    if (args.operands.length > 0) report.shell(joined(args.operands), { remote: true })
  },
}

const ssh: Program = {
  names: ['ssh'],
  options: sshOptions,
  permutes: false,
  does(args, report) {
    useSettings(args, report)
    const [host, ...rest] = args.operands
    if (host === undefined) return
    report.host(host.value)
    // Options may follow the host; the first word that is none begins the command.
    runProgram(afterHost, 'ssh', rest, report)
  },
}

/** `host:path`, `user@host:path`, `scp://host/path`; a colon after a slash belongs to a local path. */
function remoteHost(word: Word): string | null | undefined {
  const text = word.value ?? word.prefix
  const url = /^(?:scp|sftp|rsync):\/\/[^/]*/i.exec(text)
  if (url !== null) return url[0]
  const found = /^(\[[^\]]*\]|[^/:[\]]+):/.exec(text) ?? /^[^/:]*@(\[[^\]]*\]|[^/:]+):/.exec(text)
  if (found === null) return undefined
  return (found[0] as string).slice(0, -1)
}

/** Copies between machines: sources are read, the last operand is written. */
function useCopies(operands: readonly Word[], report: Report, writes: boolean, follows: boolean): void {
  operands.forEach((word, i) => {
    const host = remoteHost(word)
    const target = i === operands.length - 1 && operands.length > 1
    if (host !== undefined) report.host(host)
    else if (!target) report.read(word, { tree: true, follows })
    else if (writes) report.write(word, { tree: true })
    if (host !== undefined && target && writes) report.change('remote files')
    // `$x` may hold the name of a host.
    if (host === undefined && word.value === null && word.prefix === '') report.host(null)
  })
}

const copyOptions =
  '-3 -4 -6 -A -B -C -O -p -q -R -r -s -T -v -N -a -f -c= -F=:unknown -i=:read -J= -l= -o= -P= -S=:unknown -X='

const scp: Program = {
  names: ['scp'],
  options: `${copyOptions} -D=:unknown`,
  permutes: false,
  does(args, report) {
    useSettings(args, report)
    for (const program of args.values('-S')) report.shell(program)
    useCopies(args.operands, report, true, args.has('-r'))
  },
}

const sftp: Program = {
  names: ['sftp'],
  options: `${copyOptions} -B= -b=:read -D=:unknown -R= -s=`,
  permutes: false,
  does(args, report) {
    useSettings(args, report)
    for (const program of [...args.values('-S'), ...args.values('-D')]) report.shell(program)
    const [source, target] = args.operands
    if (source !== undefined) report.host(remoteHost(source) ?? source.value)
    if (target !== undefined) report.write(target, { tree: true })
    // Its commands come from standard input or a file.
    report.unknown('unknown-script', 'sftp')
  },
}

const rsyncOptions = `
  -v,--verbose --info= --debug= --stderr= -q,--quiet --no-motd -c,--checksum -a,--archive -r,--recursive -R,--relative
  --no-implied-dirs -b,--backup --backup-dir=:write-tree --suffix= -u,--update --inplace --append --append-verify
  -d,--dirs --old-dirs --old-d --mkpath -l,--links -L,--copy-links --copy-unsafe-links --safe-links --insecure-links --confine-root= --inc-recursive,--i-r --no-inc-recursive --no-i-r --drop-D --no-W --compress-threads= --munge-links
  -k,--copy-dirlinks -K,--keep-dirlinks -H,--hard-links -p,--perms -E,--executability --chmod= -A,--acls -X,--xattrs
  -o,--owner -g,--group --devices --copy-devices --write-devices --specials -D -t,--times -U,--atimes --open-noatime
  -N,--crtimes -O,--omit-dir-times -J,--omit-link-times --super --fake-super -S,--sparse --preallocate -n,--dry-run
  -W,--whole-file --checksum-choice,--cc= -x,--one-file-system -B,--block-size= -e,--rsh=:unknown --rsync-path=
  --existing --ignore-non-existing --ignore-existing --remove-source-files --del --delete --delete-before
  --delete-during --delete-delay --delete-after --delete-excluded --ignore-missing-args --delete-missing-args
  --ignore-errors --force --max-delete= --max-size= --min-size= --max-alloc= --partial --partial-dir=:write-tree
  --delay-updates -m,--prune-empty-dirs --numeric-ids --usermap= --groupmap= --chown= --timeout= --contimeout=
  -I,--ignore-times --size-only -@,--modify-window= -T,--temp-dir=:write-tree -y,--fuzzy --compare-dest=:read-tree
  --copy-dest=:read-tree --link-dest=:read-tree -z,--compress --compress-choice,--zc= --compress-level,--zl=
  --skip-compress= -C,--cvs-exclude -f,--filter=:unknown -F --exclude= --exclude-from=:read --include=
  --include-from=:read --files-from=:list -0,--from0 --old-args -s,--secluded-args,--protect-args --trust-sender
  --copy-as= --address= --port= --sockopts= --blocking-io --outbuf= --stats -8,--8-bit-output -h,--human-readable
  --progress -P -i,--itemize-changes -M,--remote-option=:unknown --out-format= --log-file=:write --log-file-format=
  --password-file=:read --early-input=:read --list-only --bwlimit= --stop-after= --stop-at= --fsync
  --write-batch=:write --only-write-batch=:write --read-batch=:read --protocol= --iconv= --checksum-seed= -4,--ipv4
  -6,--ipv6 -V,--version:ends --help:ends --daemon:unknown --config=:unknown --dparam=:unknown`

const deletes = [
  '--del',
  '--delete',
  '--delete-before',
  '--delete-during',
  '--delete-delay',
  '--delete-after',
  '--delete-excluded',
]

const rsync: Program = {
  names: ['rsync'],
  options: rsyncOptions,
  negates: true,
  abbreviates: false,
  does(args, report) {
    for (const program of args.values('-e')) report.shell(program)
    for (const rule of args.values('-f')) {
      // `merge FILE`, `. FILE`: a file of more rules.
      const mark = /^(?:merge|dir-merge|[.:])[^ _]*[ _]/.exec(rule.value ?? '')?.[0]
      if (mark !== undefined) report.read(part(rule, mark.length))
    }
    const target = args.operands.length > 1 ? args.operands.at(-1) : undefined
    const dry =
      args.has('-n', '--list-only') && !args.options.some((option) => /^--no-(dry-run|list-only)$/.test(option.name))
    useCopies(args.operands, report, !dry, args.has('-L', '--copy-unsafe-links', '-k'))
    if (dry) return
    if (target !== undefined && remoteHost(target) === undefined && args.has(...deletes, '--delete-missing-args')) {
      report.delete(target, { tree: true })
    }
    if (args.has('--remove-source-files'))
      for (const source of args.operands.slice(0, -1)) report.delete(source, { tree: true })
  },
}

/** Keys: `-f` names one, and its public half stands beside it. */
const keygen: Program = {
  names: ['ssh-keygen'],
  bundles: true,
  options:
    '-f= -l -y -B -e -i -v -q -H -F= -R= -t= -b= -C= -N= -P= -m= -E= -I= -n= -s=:read -V= -z= -O= -D=:unknown -w=:unknown -Y= -L -p -c -A -a= -M= -K -r= -u -U -Q -k -h -g -x',
  harmfulOptions: true,
  does(args, report) {
    const file = args.value('-f')
    for (const operand of args.operands) report.read(operand)
    if (file !== undefined) report.read(file)
    const shows = args.has('-l', '-y', '-B', '-L') && args.options.every(({ name }) => /^-[lyBLfEvq]$/.test(name))
    if (shows && file !== undefined) return
    if (file === undefined) report.writePath('~/.ssh', { tree: true })
    else {
      report.write(file)
      report.write(file.value === null ? file : withValue(file, `${file.value}.pub`))
    }
  },
}

/** Gives keys to the agent. */
const addKey: Program = {
  names: ['ssh-add'],
  options: '-c -D -d -E= -e=:unknown -h= -K -k -l -L -q -s=:unknown -T=:read -t= -v -X -x -H=:read -C',
  does(args, report) {
    for (const file of args.operands) report.read(file)
    report.change('ssh agent')
  },
}

const copyKey: Program = {
  names: ['ssh-copy-id'],
  options: '-f -n -s -x -i[=] -p= -o= -F= -t=',
  does(args, report) {
    // `-i file`: the name may be the next word.
    for (const file of args.operands.slice(0, -1)) report.read(file)
    for (const file of args.values('-i')) report.read(file)
    report.host(args.operands.at(-1)?.value ?? null)
    report.change('remote files')
    report.unknown('runs', 'ssh')
  },
}

/** OpenSSH 9 and rsync 3.2, from their usage and manuals. */
export const remoteShells: readonly Program[] = [ssh, scp, sftp, keygen, addKey, copyKey, rsync]
