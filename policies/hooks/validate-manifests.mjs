// PostToolUse hook: validates a Kubernetes manifest with kubeconform after a write, and says so when it is not on PATH.
// Settings: {"matcher": "Write|Edit", "hooks": [{"type": "command", "command": "node",
//   "args": ["${CLAUDE_PROJECT_DIR}/.claude/hooks/validate-manifests.mjs"], "timeout": 60}]}
// More arguments for kubeconform, such as `-schema-location`, go into KUBECONFORM_ARGS, separated by blanks.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

function isManifest(text) {
  return /^apiVersion:\s*\S/m.test(text) && /^kind:\s*\S/m.test(text)
}

function say(text) {
  const output = { systemMessage: text, hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: text } }
  process.stdout.write(JSON.stringify(output))
}

function main() {
  const { tool_input: input, cwd = process.cwd() } = JSON.parse(fs.readFileSync(0, 'utf8'))
  const named = input?.file_path
  if (typeof named !== 'string' || !/\.ya?ml$/i.test(named)) return
  const file = path.resolve(cwd, named)
  if (!fs.existsSync(file)) return
  const text = fs.readFileSync(file, 'utf8')
  // A template is no manifest before it is rendered.
  if (!isManifest(text) || text.includes('{{')) return
  const more = (process.env.KUBECONFORM_ARGS ?? '').split(/\s+/).filter(Boolean)
  const done = spawnSync('kubeconform', ['-strict', '-output', 'text', ...more, file], {
    encoding: 'utf8',
    timeout: 50_000,
  })
  if (done.error?.code === 'ENOENT') return say(`kubeconform is not on PATH: ${named} was not validated`)
  if (done.error !== undefined)
    return say(`kubeconform could not finish (${done.error.code}): ${named} was not validated`)
  if (done.status === 0) return
  process.stderr.write(`${named} is no valid manifest:\n${`${done.stdout}${done.stderr}`.trim().slice(0, 4000)}\n`)
  process.exitCode = 2
}

main()
