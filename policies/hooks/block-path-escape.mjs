// PreToolUse hook: refuses paths that climb out of the project with `..`, in file tools and in shell commands.
// Settings: {"matcher": "*", "hooks": [{"type": "command", "command": "node",
//   "args": ["${CLAUDE_PROJECT_DIR}/.claude/hooks/block-path-escape.mjs"], "onFailure": "block"}]}
// Absolute paths are not its business: permission rules judge those.
import fs from 'node:fs'
import path from 'node:path'

const pathFields = ['file_path', 'path', 'notebook_path', 'directory']

function climbs(name) {
  return name.replaceAll('\\', '/').split('/').includes('..')
}

/** Where a path with `..` leads, when that is outside the project. */
function outside(name, from, root) {
  if (!climbs(name)) return undefined
  const target = path.resolve(from, name.replaceAll('\\', '/'))
  return target === root || target.startsWith(`${root}/`) ? undefined : target
}

/** The first word of a command line that climbs out, `cd` followed as far as it is written plainly. */
function escapeInCommand(command, cwd, root) {
  let here = cwd
  for (const segment of command.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^;&|\n"'\\]|["'])+/g) ?? []) {
    const words = segment
      .replace(/\\(.)/g, '$1')
      .replace(/["']/g, '')
      .split(/[\s`$(){}<>=:,;|&@]+/)
      .filter((word) => word !== '')
    for (const word of words) {
      const target = outside(word, here, root)
      if (target !== undefined) return { name: word, target }
    }
    if (words[0] === 'cd' && words[1] !== undefined && !words[1].startsWith('-')) here = path.resolve(here, words[1])
  }
  return undefined
}

function main() {
  const payload = JSON.parse(fs.readFileSync(0, 'utf8'))
  const input = payload.tool_input
  if (typeof input !== 'object' || input === null) throw new Error('`tool_input` is no object')
  const cwd = path.resolve(payload.cwd ?? process.cwd())
  const root = path.resolve(process.env.CLAUDE_PROJECT_DIR ?? cwd)
  let found
  for (const field of pathFields) {
    const name = input[field]
    if (typeof name !== 'string') continue
    const target = outside(name, cwd, root)
    if (target !== undefined) found ??= { name, target }
  }
  for (const field of ['pattern', 'glob']) {
    // A search pattern is text; only Glob's is a path.
    const name = field === 'pattern' && payload.tool_name !== 'Glob' ? undefined : input[field]
    if (typeof name === 'string' && climbs(name)) found ??= { name, target: 'a folder outside the project' }
  }
  if (typeof input.command === 'string') found ??= escapeInCommand(input.command, cwd, root)
  if (found === undefined) return
  process.stderr.write(`\`${found.name}\` leads out of the project (${found.target}); stay below ${root}\n`)
  process.exitCode = 2
}

try {
  main()
} catch (error) {
  process.stderr.write(`the call could not be checked for paths: ${error.message}\n`)
  process.exitCode = 2
}
