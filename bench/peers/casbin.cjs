// A guard over the policy engine Casbin: fifty rules, matched by pattern against the text of the command.
const { createRequire } = require('node:module')
const { newEnforcer, newModelFromString, StringAdapter } = createRequire(`${process.env.PEERS}/`)('casbin')
const payload = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
const model = newModelFromString(`
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act, eft
[policy_effect]
e = some(where (p.eft == allow)) && !some(where (p.eft == deny))
[matchers]
m = r.act == p.act && keyMatch(r.obj, p.obj)
`)
const policies = Array.from({ length: 50 }, (_, i) => `p, agent, tool${i} *, Bash, allow`)
policies.push('p, agent, rm *, Bash, deny')
newEnforcer(model, new StringAdapter(policies.join('\n')))
  .then((enforcer) => enforcer.enforce('agent', payload.tool_input.command, payload.tool_name))
  .then((allowed) => process.stdout.write(`${allowed}\n`))
