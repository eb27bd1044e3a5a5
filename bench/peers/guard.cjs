// The same guard in JavaScript.
const payload = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
const command = payload.tool_input?.command ?? ''
if (payload.tool_name === 'Bash' && /(^|[;&|\s])rm\s+-[a-z]*r/.test(command)) {
  process.stderr.write(`blocked: ${command}\n`)
  process.exitCode = 2
}
