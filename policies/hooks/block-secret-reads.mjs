// PreToolUse hook: refuses reads of env files, keys and credentials by Read, Grep, Glob and shell commands.
// Settings: {"matcher": "Read|Grep|Glob|Bash|PowerShell|Monitor", "hooks": [{"type": "command", "command": "node",
//   "args": ["${CLAUDE_PROJECT_DIR}/.claude/hooks/block-secret-reads.mjs"], "onFailure": "block"}]}
// It reads names as they are written. A name that a program puts together while it runs is not seen: use a sandbox for that.
import fs from 'node:fs'
import path from 'node:path'

const secretNames = [
  /^\.env(\.(?!example$|sample$|template$|dist$|defaults$|schema$).+)?$/i,
  /^(?!(process|deno|bun|meta)\.env$)[\w-]+\.env$/i,
  /^\.envrc$/i,
  /^id_(rsa|dsa|ecdsa|ed25519)(_\w+)?$/i,
  /^[^.].*\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk)$/i,
  /^(kubeconfig|.*\.kubeconfig)$/i,
  /^\.(netrc|pgpass|pypirc|git-credentials|htpasswd)$/i,
  /^(application_default_credentials|service[-_]account.*)\.json$/i,
]
const secretPaths = [
  /(^|\/)\.kube\/config$/,
  /(^|\/)\.aws\/credentials$/,
  /(^|\/)\.docker\/config\.json$/,
  /(^|\/)\.ssh\/(?!.*(\.pub|config|known_hosts)$)[^/]+$/,
]

/** Names that a pattern is tried on. */
const samples = [
  '.env',
  '.env.local',
  '.envrc',
  'id_rsa',
  'id_ed25519',
  'server.pem',
  'server.key',
  '.netrc',
  'kubeconfig',
  'prod.env',
]

/** Programs that never show what stands in a file they are given. */
const blind = new Set('echo printf ls stat test [ touch rm mkdir rmdir basename dirname chmod chown which'.split(' '))
const blindGit = new Set(
  'add rm mv check-ignore ls-files status restore reset update-index commit tag push fetch pull'.split(' '),
)

function isSecret(name) {
  const text = name.replaceAll('\\', '/').replace(/\/+$/, '')
  const base = text.slice(text.lastIndexOf('/') + 1)
  return secretNames.some((shape) => shape.test(base)) || secretPaths.some((shape) => shape.test(text))
}

/** Whether a pattern of files (`.en*`, `*.{pem,key}`) covers a secret name; `*` alone names nothing in particular. */
function coversSecret(glob) {
  return alternatives(glob).some((one) => {
    const base = one.slice(one.lastIndexOf('/') + 1)
    if (!/[*?[]/.test(base)) return isSecret(one)
    if (!/[\w.][\w]/.test(base.replace(/\[[^\]]*\]/g, ''))) return false
    const body = base
      .replace(/[.+^$()|\\{}]/g, '\\$&')
      .replace(/\*+/g, '.*')
      .replace(/\?/g, '.')
      .replace(/\[!/g, '[^')
    try {
      const pattern = new RegExp(`^${body}$`, 'i')
      return samples.some((name) => pattern.test(name))
    } catch {
      return true
    }
  })
}

function alternatives(glob, depth = 0) {
  const found = /\{([^{}]*)\}/.exec(glob)
  if (found === null || depth > 4) return [glob]
  return found[1].split(',').flatMap((part) => {
    return alternatives(glob.slice(0, found.index) + part + glob.slice(found.index + found[0].length), depth + 1)
  })
}

/** Programs whose last word is written, not read. */
const writers = new Set(['cp', 'mv', 'ln', 'install'])

/** The name itself, and where a link of that name leads. */
function secretFile(name, cwd) {
  if (isSecret(name)) return name
  try {
    const real = fs.realpathSync(path.resolve(cwd, name))
    return isSecret(real) ? real : undefined
  } catch {
    return undefined
  }
}

/** The first secret that a shell command would read. */
function secretInCommand(command, cwd) {
  for (const segment of segments(command)) {
    if (reads(segment, command)) {
      for (const word of words(sources(segment))) {
        const secret = /[*?[{]/.test(word) ? (coversSecret(word) ? word : undefined) : secretFile(word, cwd)
        if (secret !== undefined) return secret
      }
    } else {
      const source = /(?<![<>&\d])<(?![<(&])\s*(\S+)/.exec(segment)?.[1]
      if (source !== undefined && isSecret(source.replace(/["']/g, ''))) return source
    }
  }
  return undefined
}

/** A command line at its operators, quoted text left whole. */
function segments(command) {
  return command.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^;&|\n"'\\]|["'])+/g) ?? []
}

/** The program of a segment and the word after it. */
function programOf(segment) {
  const [program = '', first = ''] = segment
    .trim()
    .split(/\s+/)
    .filter((word) => !/^\w+=/.test(word))
  return [program.slice(program.lastIndexOf('/') + 1), first]
}

function reads(segment, command) {
  if (/\$\(|`|<\(/.test(segment)) return true
  const [program, first] = programOf(segment)
  if (program === 'git') return !blindGit.has(first)
  // A list of names is no secret, unless somebody opens what is on it.
  if (program === 'find') return /\bxargs\b|-exec|-ok|\bread\b|\$\(|`/.test(command)
  return !blind.has(program)
}

/** A segment without the word that its program only writes. */
function sources(segment) {
  const [program] = programOf(segment)
  const plain = writers.has(program) && !/[$`(]|\s(-t|--target-directory)/.test(segment)
  return plain ? segment.replace(/\s+\S+\s*$/, '') : segment
}

/** Everything in a segment that could be a file name: with quotes taken out, and with quotes as borders. */
function words(segment) {
  // What a segment writes to is not read.
  const text = segment.replace(/\d*>>?\s*[^\s;&|<>]+/g, ' ')
  const border = /[\s"'`$(){}<>=:,;|&@]+/
  const joined = text.replace(/\\(.)/g, '$1').replace(/["']/g, '')
  const globs = joined.split(/[\s`$()<>=:;|&@]+/).filter((word) => /[*?[{]/.test(word))
  return [...text.split(border), ...joined.split(border), ...globs].filter((word) => word !== '')
}

function main() {
  const payload = JSON.parse(fs.readFileSync(0, 'utf8'))
  const { tool_name: tool, tool_input: input = {}, cwd = process.cwd() } = payload
  const text = (value) => (typeof value === 'string' ? value : '')
  let secret
  if (tool === 'Read' || tool === 'NotebookRead') secret = secretFile(text(input.file_path), cwd)
  else if (tool === 'Grep' || tool === 'Glob') {
    const glob = text(tool === 'Grep' ? input.glob : input.pattern)
    secret = input.path ? secretFile(text(input.path), cwd) : undefined
    if (secret === undefined && glob !== '' && !glob.startsWith('!') && coversSecret(glob)) secret = glob
  } else if (typeof input.command === 'string') secret = secretInCommand(input.command, cwd)
  if (secret === undefined) return
  process.stderr.write(`\`${secret}\` holds secrets and is not read; ask the user for the value that is needed\n`)
  process.exitCode = 2
}

try {
  main()
} catch (error) {
  process.stderr.write(`the call could not be checked for secrets: ${error.message}\n`)
  process.exitCode = 2
}
