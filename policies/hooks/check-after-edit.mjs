// PostToolUse hook: checks an edited file with what the project has (formatter, linter, type checker) and feeds errors back.
// Settings: {"matcher": "Write|Edit", "hooks": [{"type": "command", "command": "node",
//   "args": ["${CLAUDE_PROJECT_DIR}/.claude/hooks/check-after-edit.mjs"], "timeout": 90}]}
// It runs programs of the project (node_modules/.bin): use it where you would run them yourself.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const scripts = /\.[cm]?jsx?$/
const typed = /\.[cm]?tsx?$/
const maxLines = 40

/** Checks by kind of file. `near`: a program of the nearest node_modules; `needs`: a file that must stand there too. */
const checks = [
  { files: /\.[cm]?js$/, program: process.execPath, args: (file) => ['--check', file] },
  { files: /\.sh$/, program: 'sh', args: (file) => ['-n', file] },
  {
    files: /\.py$/,
    program: 'python3',
    args: (file) => ['-c', 'import ast,sys; ast.parse(open(sys.argv[1]).read(), sys.argv[1])', file],
  },
  {
    files: /\.(json|[cm]?[jt]sx?|css)$/,
    near: 'biome',
    needs: ['biome.json', 'biome.jsonc'],
    args: (file) => ['check', file],
  },
  {
    files: /\.(json|ya?ml|md|css|html|[cm]?[jt]sx?)$/,
    near: 'prettier',
    needs: ['.prettierrc', '.prettierrc.json', 'prettier.config.js', 'prettier.config.mjs'],
    args: (file) => ['--check', file],
  },
  { files: scripts, near: 'eslint', needs: ['eslint.config.js', 'eslint.config.mjs'], args: (file) => [file] },
  { files: typed, near: 'tsc', needs: ['tsconfig.json'], args: () => ['--noEmit', '-p', '.'] },
  { files: /\.py$/, program: 'ruff', args: (file) => ['check', file] },
  { files: /\.go$/, program: 'gofmt', args: (file) => ['-l', '-e', file], printsFaults: true },
]

/** The nearest folder above a file that holds one of the names. */
function above(file, names) {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (names.some((name) => fs.existsSync(path.join(folder, name)))) return folder
    if (folder === path.dirname(folder)) return undefined
  }
}

function commandFor(check, file) {
  if (check.program !== undefined) return { program: check.program, cwd: path.dirname(file) }
  const cwd = above(file, check.needs)
  const home = cwd === undefined ? undefined : above(path.join(cwd, 'x'), [`node_modules/.bin/${check.near}`])
  return home === undefined ? undefined : { program: path.join(home, 'node_modules/.bin', check.near), cwd }
}

function main() {
  const { tool_input: input, cwd = process.cwd() } = JSON.parse(fs.readFileSync(0, 'utf8'))
  const named = input?.file_path
  if (typeof named !== 'string') return
  const file = path.resolve(cwd, named)
  if (!fs.existsSync(file)) return
  const faults = []
  for (const check of checks) {
    if (!check.files.test(file)) continue
    const command = commandFor(check, file)
    if (command === undefined) continue
    const name = path.basename(command.program)
    const done = spawnSync(command.program, check.args(file), { cwd: command.cwd, encoding: 'utf8', timeout: 60_000 })
    // A program of the system that is not installed checks nothing.
    if (done.error?.code === 'ENOENT') continue
    const said = `${done.stdout ?? ''}${done.stderr ?? ''}`.trim()
    if (done.error !== undefined) faults.push(`${name} could not finish: ${done.error.code ?? done.error.message}`)
    else if (done.status !== 0 || (check.printsFaults && said !== '')) faults.push(`${name}:\n${said}`)
  }
  if (faults.length === 0) return
  const lines = faults.join('\n').split('\n')
  const rest = lines.length > maxLines ? `\n… ${lines.length - maxLines} more lines` : ''
  process.stderr.write(`${named} has faults, mend them:\n${lines.slice(0, maxLines).join('\n')}${rest}\n`)
  process.exitCode = 2
}

main()
