// PostToolUse hook: warns when a values file of a chart holds a password or token as plain text.
// Settings: {"matcher": "Write|Edit", "hooks": [{"type": "command", "command": "node",
//   "args": ["${CLAUDE_PROJECT_DIR}/.claude/hooks/warn-plain-values.mjs"]}]}
import fs from 'node:fs'
import path from 'node:path'

const valuesFile = /^values([.-][\w.-]+)?\.ya?ml$/i
const secretKey = /(password|passwd|token|secret|api[-_]?key|private[-_]?key)$/i

/** Keys that name another place and hold no secret themselves. */
const reference = /^(existing|use|create|auto|mount|enable)|(name|ref|file|path|key|length|ttl|policy|rotation)$/i

/** Values that stand for nothing, or for something filled in later. */
const empty =
  /^(["']{2}|null|~|true|false|\d{1,3}|["']?(\{\{.*\}\}|\$\{.*\}|\$\(.*\)|<[^>]*>|!vault.*|ENC\[.*|ref\+.*|vault:.*)["']?)$/i

/** Lines with a secret written out, by number. */
function plainSecrets(text) {
  return text.split('\n').flatMap((line, index) => {
    const [, key, value] = /^\s*(?:- )?["']?([\w.-]+)["']?\s*:\s+(.+?)\s*(?:\s#.*)?$/.exec(line) ?? []
    if (key === undefined || !secretKey.test(key)) return []
    if (reference.test(key) && !/(api|private)[-_]?key$/i.test(key)) return []
    if (empty.test(value) || /^[|>&*!{[]/.test(value)) return []
    return [{ line: index + 1, key }]
  })
}

const { tool_input: input, cwd = process.cwd() } = JSON.parse(fs.readFileSync(0, 'utf8'))
const file = input?.file_path
if (typeof file === 'string' && valuesFile.test(path.basename(file))) {
  const found = plainSecrets(fs.readFileSync(path.resolve(cwd, file), 'utf8'))
  if (found.length > 0) {
    const list = found
      .slice(0, 10)
      .map(({ line, key }) => `${key} in line ${line}`)
      .join(', ')
    const text = `${file} holds plain-text secrets: ${list}. Keep them in a Secret and name it here (existingSecret).`
    const output = {
      systemMessage: text,
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: text },
    }
    process.stdout.write(JSON.stringify(output))
  }
}
