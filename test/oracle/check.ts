import { evaluate } from '../../src/rules/evaluate.ts'
import { createContext } from '../../src/settings/load.ts'
import { memorySystem } from '../../src/system.ts'
import { type Observation, observe } from './sandbox.ts'

/** A command called read-only that the kernel saw doing more. */
export interface FalseReadOnly {
  readonly command: string
  readonly saw: readonly string[]
}

export interface TraceReport {
  readonly generated: number
  readonly readOnly: number
  /** Of the read-only ones: how many ran, so that silence is evidence. */
  readonly ran: number
  readonly false: readonly FalseReadOnly[]
}

/** The folder of the fixture exists only while commands run, so that the classifier is asked about the same names elsewhere. */
const context = createContext({ cwd: '/work', home: '/home/nobody' })
const disk = memorySystem({
  '/work/a.txt': '',
  '/work/b.txt': '',
  '/work/list.txt': '',
  '/work/data.json': '',
  '/work/conf.yaml': '',
  '/work/src/x.ts': '',
  '/work/script.sh': '',
  '/work/.env': '',
  '/work/t.tar': '',
  '/work/a.txt.gz': '',
  '/work/.git/HEAD': '',
})

/** Runs every command that is called read-only under a trace and reports those that were not. */
export function check(
  commands: readonly string[],
  progress: (done: number, of: number) => void = () => {},
): TraceReport {
  const harmless = commands.filter((command) => decide(command).readOnly)
  const observations: Observation[] = []
  const size = 100
  for (let i = 0; i < harmless.length; i += size) {
    observations.push(...observe(harmless.slice(i, i + size)))
    progress(observations.length, harmless.length)
  }
  return {
    generated: commands.length,
    readOnly: harmless.length,
    ran: observations.filter(({ exit }) => exit !== 124 && exit !== 127).length,
    false: observations.map(judge).filter(({ saw }) => saw.length > 0),
  }
}

function decide(command: string) {
  return evaluate({ tool: 'Bash', input: { command } }, context, disk)
}

function judge({ command, writes, network, signals, programs }: Observation): FalseReadOnly {
  const named = new Set(decide(command).effects.runs)
  // Programs that are scripts or front ends start what they are made of.
  const parts = new Set(['bash', 'sh', 'env'])
  const unnamed = programs.filter(
    (name) => !named.has(name) && !parts.has(name) && ![...named].some((known) => isPart(known, name)),
  )
  return {
    command,
    saw: [
      ...writes
        .filter(
          (call) =>
            !call.includes('= -1 EISDIR') &&
            !(named.has('sort') && isScratch(call)) &&
            !(named.has('man') && isRefusedCache(call)) &&
            !(named.has('pmap') && isProbe(call)),
        )
        .slice(0, 3),
      ...network.filter((call) => !(named.has('kubectl') && isDispatch(call))).slice(0, 3),
      ...signals.slice(0, 3),
      ...unnamed.map((name) => `ran ${name}`),
    ],
  }
}

/** `sort` makes a file of a random name that nobody else may have (`O_EXCL`) and takes it away before it ends. */
function isScratch(call: string): boolean {
  return /^openat\([^"]*"\/tmp\/sort\w{6}", [^,)]*\bO_EXCL\b/.test(call) || /^unlink\("\/tmp\/sort\w{6}"\)/.test(call)
}

/** `pmap` makes a private piece of shared memory to learn the number of its device, and marks it for removal at once. */
function isProbe(call: string): boolean {
  return /^shmget\(IPC_PRIVATE, 42,/.test(call)
}

/** `man` tries to keep a page it has set; the folder belongs to its own user, and nobody else may. */
function isRefusedCache(call: string): boolean {
  return /"\/var\/cache\/man\/[^"]*".* = -1 EACCES/.test(call)
}

/** Some builds of kubectl ask the server for its version before they do anything, to start the kubectl that fits it. */
function isDispatch(call: string): boolean {
  return (
    /^socket\(AF_INET, SOCK_STREAM/.test(call) ||
    /^connect\(.*htons\(8080\), sin_addr=inet_addr\("127\.0\.0\.1"\)/.test(call)
  )
}

/** Front ends and the programs they are made of, from their own sources. */
const made: Readonly<Record<string, readonly string[]>> = {
  git: ['git', 'git-remote-https', 'git-submodule', 'git-bisect', 'sed', 'basename', 'gettext', 'envsubst', 'uname'],
  man: ['preconv', 'tbl', 'nroff', 'groff', 'troff', 'grotty', 'less', 'locale', 'col', 'iconv'],
  nroff: ['groff', 'troff', 'grotty', 'locale'],
  groff: ['troff', 'grotty', 'grops', 'grodvi', 'grohtml', 'gropdf', 'preconv', 'tbl', 'eqn', 'pic', 'refer', 'soelim'],
  rgrep: ['grep'],
  // It asks git for the user's ignore file.
  ag: ['git'],
  yq: ['jq'],
  egrep: ['grep'],
  fgrep: ['grep'],
  colordiff: ['diff'],
  which: ['which'],
  ldd: ['ld-linux-x86-64.so.2'],
  lsb_release: ['python3', 'getopt', 'cut', 'tr'],
  locale: ['gzip'],
  awk: ['mawk', 'gawk'],
  tar: ['gzip', 'bzip2', 'xz', 'zstd'],
}

/** The compressed forms of cat, grep, diff and the pagers are scripts over the packer and the plain program. */
const packers = /^(z|bz|xz|lz|zst)(cat|e?grep|fgrep|diff|cmp|more|less)$/
const packerParts = new Set(
  'gzip bzip2 xz lzma zstd grep egrep fgrep sed diff cmp expr more less stty dd cat zgrep zdiff'.split(' '),
)
const unpackers = new Set(['gunzip', 'bunzip2', 'unxz', 'uncompress', 'zcat', 'bzcat', 'xzcat'])

function isPart(known: string, name: string): boolean {
  if (packers.test(known) || unpackers.has(known)) return packerParts.has(name) || unpackers.has(name)
  return Object.hasOwn(made, known) && (made[known] as readonly string[]).includes(name)
}
