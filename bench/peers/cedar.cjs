// A guard over the policy engine Cedar: one policy for each of fifty rules, first word of the command as the resource.
const { createRequire } = require('node:module')
const need = createRequire(`${process.env.PEERS}/`)
const cedar = need('@cedar-policy/cedar-wasm/nodejs')
const payload = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
const [program = ''] = payload.tool_input.command.trim().split(/\s+/)
const policies = Array.from(
  { length: 50 },
  (_, i) => `permit(principal, action == Action::"Bash", resource == Program::"tool${i}");`,
)
policies.push('forbid(principal, action, resource == Program::"rm");')
const answer = cedar.isAuthorized({
  principal: { type: 'User', id: 'agent' },
  action: { type: 'Action', id: 'Bash' },
  resource: { type: 'Program', id: program },
  context: {},
  policies: { staticPolicies: policies.join('\n') },
  entities: [],
})
if (answer.type !== 'success') throw new Error(JSON.stringify(answer))
process.stdout.write(`${answer.response.decision}\n`)
