// PreToolUse hook: before `git push`, looks through staged files and commits that no remote has yet for private keys,
// kubeconfigs and env files.
// Settings: {"matcher": "Bash|PowerShell", "hooks": [{"type": "command", "command": "node", "if": "Bash(git *)",
//   "args": ["${CLAUDE_PROJECT_DIR}/.claude/hooks/scan-before-push.mjs"], "timeout": 60, "onFailure": "block"}]}
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const maxFile = 1_000_000
const envFile = /(^|\/)(\.env(\.(?!example$|sample$|template$|dist$|defaults$|schema$)[^/]+)?|[\w-]+\.env)$/i
const keyFile = /(^|\/)id_(rsa|dsa|ecdsa|ed25519)$|\.(p12|pfx|jks|keystore|kdbx|ppk)$/i

/** What is wrong with a file that is about to leave; undefined when nothing is. */
function finding(name, content) {
  if (envFile.test(name)) return 'an env file'
  if (keyFile.test(name)) return 'a key file'
  if (/-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----\s*\n[A-Za-z0-9+/=:\s-]{40}/.test(content))
    return 'a private key'
  const kubeconfig = /^kind:\s*["']?Config\b/m.test(content) || /"kind"\s*:\s*"Config"/.test(content)
  if (
    kubeconfig &&
    /(client-key-data|client-certificate-data|\btoken|password)["']?\s*:\s*["']?[^\s"']{8}/.test(content)
  ) {
    return 'a kubeconfig with credentials'
  }
  return undefined
}

/** The folders in which a command line pushes, `git -C` and plain `cd` followed. */
function pushes(command, cwd) {
  const folders = []
  let here = cwd
  for (const segment of command.split(/&&|\|\||[;|&\n()]/)) {
    const words = segment.trim().replace(/["']/g, '').split(/\s+/)
    if (words[0] === 'cd' && words[1]) here = path.resolve(here, words[1])
    const git = words.findIndex((word) => word === 'git' || word.endsWith('/git'))
    if (git < 0) continue
    let folder = here
    let at = git + 1
    while (words[at]?.startsWith('-')) {
      if (words[at] === '-C') folder = path.resolve(folder, words[at + 1] ?? '.')
      at += /^(-C|-c|--git-dir|--work-tree|--namespace)$/.test(words[at]) ? 2 : 1
    }
    if (words[at] === 'push') folders.push(folder)
  }
  return folders
}

function git(folder, ...args) {
  // Nothing that the repository configures is run.
  const safe = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '--no-optional-locks', '--no-pager']
  return execFileSync('git', [...safe, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

/** Files by the name of their content: staged ones, and those of commits that are on no remote. */
function* outgoing(folder) {
  const staged = git(folder, 'diff', '--cached', '--name-only', '--no-ext-diff', '--diff-filter=d', '-z')
  for (const name of staged.split('\0')) if (name !== '') yield { name, object: `:${name}`, where: 'staged' }
  const commits = git(folder, 'rev-list', '--max-count=1000', '--branches', 'HEAD', '--not', '--remotes').split('\n')
  for (const commit of commits.filter(Boolean)) {
    const list = git(
      folder,
      'diff-tree',
      '--root',
      '-r',
      '-m',
      '--no-commit-id',
      '--name-only',
      '--diff-filter=d',
      '-z',
      commit,
    )
    for (const name of list.split('\0')) {
      if (name !== '') yield { name, object: `${commit}:${name}`, where: `commit ${commit.slice(0, 9)}` }
    }
  }
}

function main() {
  const { tool_input: input, cwd = process.cwd() } = JSON.parse(fs.readFileSync(0, 'utf8'))
  if (typeof input?.command !== 'string') return
  const found = new Set()
  for (const folder of pushes(input.command, cwd)) {
    let root
    try {
      root = git(folder, 'rev-parse', '--show-toplevel').trim()
    } catch (error) {
      if (error.code === 'ENOENT' && error.path === 'git') throw new Error('git cannot be started')
      continue
    }
    if (git(root, 'rev-list', '--max-count=1', '--all') === '') continue
    for (const { name, object, where } of outgoing(root)) {
      const what = finding(name, read(root, object))
      if (what !== undefined) found.add(`${name}: ${what} (${where})`)
    }
  }
  if (found.size === 0) return
  process.stderr.write(`not pushed: secrets would leave this machine\n${[...found].slice(0, 20).join('\n')}\n`)
  process.exitCode = 2
}

function read(root, object) {
  const size = Number(git(root, 'cat-file', '-s', object))
  return size > maxFile ? '' : git(root, 'cat-file', 'blob', object)
}

try {
  main()
} catch (error) {
  process.stderr.write(`the push could not be checked for secrets: ${String(error.message).split('\n')[0]}\n`)
  process.exitCode = 2
}
