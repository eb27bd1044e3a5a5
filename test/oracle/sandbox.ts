import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** What one command did, as the kernel saw it. */
export interface Observation {
  readonly command: string
  /** Exit code; 124 and 127 (timed out, not found) are no evidence. */
  readonly exit: number
  readonly writes: readonly string[]
  readonly network: readonly string[]
  readonly signals: readonly string[]
  /** Plain names of the programs that were executed, bash itself left out. */
  readonly programs: readonly string[]
}

const calls =
  `open,openat,openat2,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat,chmod,fchmod,
fchmodat,chown,fchown,lchown,fchownat,truncate,ftruncate,fallocate,mknod,mknodat,utime,utimes,utimensat,futimesat,setxattr,lsetxattr,fsetxattr,
removexattr,lremovexattr,fremovexattr,mount,umount2,chroot,socket,connect,bind,sendto,sendmsg,execve,execveat,ptrace,kill,tkill,sethostname,
setdomainname,swapon,swapoff,reboot,settimeofday,clock_settime,shmget,msgget,semget,mq_open`.replace(/\s+/g, '')

/** Why commands cannot be traced here; null when they can. */
export function whyNoTrace(): string | null {
  if (process.platform !== 'linux') return `no strace on ${process.platform}`
  // Commands run as nobody, so that a wrong verdict cannot harm the machine; only root can become nobody.
  if (process.getuid?.() !== 0) return 'not root: commands could not be run as an unprivileged user'
  const probe = spawnSync('unshare', [
    ...namespaces,
    'setpriv',
    ...unprivileged,
    'strace',
    '-f',
    '-qq',
    '-o',
    '/dev/null',
    'true',
  ])
  if (probe.error !== undefined) return `unshare: ${probe.error.message}`
  return probe.status === 0
    ? null
    : `unshare, setpriv and strace do not work together here: ${probe.stderr.toString().trim()}`
}

const namespaces = ['--net', '--pid', '--ipc', '--uts', '--mount', '--fork', '--kill-child', '--mount-proc']
const unprivileged = ['--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs']

/** Runs commands one after the other in a throw-away folder, without network, as nobody, under a system-call trace. */
export function observe(commands: readonly string[]): readonly Observation[] {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'toolgate-trace-'))
  try {
    const log = path.join(root, 'log')
    fs.mkdirSync(log)
    fs.chmodSync(root, 0o755)
    commands.forEach((command, i) => {
      fs.writeFileSync(path.join(log, `${i}.sh`), command)
    })
    makeFixture(root)
    const script = `for f in ${log}/*.sh; do n=\${f%.sh}
      rm -rf ${root}/work; cp -a ${root}/fixture ${root}/work; cd ${root}/work
      timeout -k 1 4 strace -f -qq -s 400 -e trace=${calls} -e signal=none -o "$n.trace" \\
        env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=${root}/home LC_ALL=C.UTF-8 TERM=dumb bash --noprofile --norc -c "$(cat "$f")" \\
        </dev/null >/dev/null 2>&1; echo $? >"$n.exit"; done`
    spawnSync('chown', ['-R', '65534:65534', root])
    spawnSync('unshare', [...namespaces, 'setpriv', ...unprivileged, 'bash', '-c', script], {
      stdio: 'ignore',
      env: { PATH: process.env['PATH'] },
    })
    return commands.map((command, i) => readTrace(command, path.join(log, String(i))))
  } finally {
    fs.rmSync(root, { recursive: true, force: true })
  }
}

/** Files that commands of the tables find something in: texts, JSON, an archive, a repository with two commits. */
function makeFixture(root: string): void {
  const at = path.join(root, 'fixture')
  const files: Record<string, string> = {
    'a.txt': 'alpha\nbeta\ngamma\n',
    'b.txt': 'one\ntwo\n',
    'list.txt': 'a.txt\nb.txt\n',
    'data.json': '{"a":[1,2,3],"b":"x"}\n',
    'conf.yaml': 'a: 1\n',
    'src/x.ts': 'export const x = 1\n',
    'script.sh': '#!/bin/sh\necho script\n',
    '.env': 'SECRET=1\n',
  }
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(at, name)), { recursive: true })
    fs.writeFileSync(path.join(at, name), text)
  }
  fs.mkdirSync(path.join(root, 'home'))
  const git = 'git -c user.name=a -c user.email=a@b -c commit.gpgsign=false'
  spawnSync(
    'bash',
    [
      '-c',
      `tar cf t.tar a.txt b.txt; gzip -k a.txt; git init -q .; git add -A; ${git} commit -qm one; echo more >>a.txt; git add -A; ${git} commit -qm two; git branch side; git tag v1`,
    ],
    {
      cwd: at,
      stdio: 'ignore',
    },
  )
}

function readTrace(command: string, base: string): Observation {
  const exit = Number(read(`${base}.exit`) || '124')
  const writes: string[] = []
  const network: string[] = []
  const signals: string[] = []
  const programs: string[] = []
  for (const line of read(`${base}.trace`).split('\n')) {
    const [, name = '', rest = ''] = /^\d+\s+(\w+)\((.*)$/.exec(line) ?? []
    if (name === '') continue
    const failed = / = -1 E/.test(rest)
    if (/^(open|openat|openat2|creat)$/.test(name)) {
      if ((name === 'creat' || /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(rest)) && !harmlessOpen.test(rest))
        writes.push(`${name}(${rest}`)
    } else if (name.startsWith('execve')) {
      const program = /"([^"]*)"/.exec(rest)?.[1]
      if (!failed && program !== undefined) programs.push(path.basename(program))
    } else if (/^(socket|connect|bind|sendto|sendmsg)$/.test(name)) {
      // Name services answer on a socket of this machine; netlink and sockets that are only asked for the state of the
      // interfaces send nothing (netdevice(7)).
      if (!/AF_UNIX|AF_NETLINK|NETLINK|nscd|\bNULL, 0\b|nlmsg_type=RTM_GET|SOCK_DGRAM[^)]*, IPPROTO_IP\)/.test(rest))
        network.push(`${name}(${rest}`)
    } else if (/^(kill|tkill)$/.test(name)) {
      if (!/, 0\)|SIG_0|SIGPIPE/.test(rest)) signals.push(`${name}(${rest}`)
    } else writes.push(`${name}(${rest}`)
  }
  return {
    command,
    exit,
    writes: writes.filter((call) => !indexRefresh.test(call) && !/\(NULL\)/.test(call)),
    network,
    signals,
    programs: programs.slice(2),
  }
}

// sync(1) opens what it flushes without creating or changing it.
const harmlessOpen =
  /O_WRONLY\|O_NONBLOCK\)|"\/dev\/(null|tty|zero|full|stdout|stderr|stdin|fd\/\d+)"|"\/proc\/self\/fd\/\d+"/
/** `git status` and its kin rewrite the index with what they found; nobody's content changes (git-status(1), "BACKGROUND REFRESH"). */
const indexRefresh = /\.git\/index(\.lock)?"/

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
