import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadPolicy } from '../analysis/check-policy.ts'
import type { Policy } from '../analysis/policy-file.ts'
import { isIssues } from '../analysis/yaml-file.ts'
import { PolicyError } from '../errors.ts'
import { issueSentence } from '../explain.ts'
import { nodeSystem } from '../system.ts'
import { packageFolder } from './package-folder.ts'

/** The names of the policies that ship. */
export function shippedPolicies(): string[] {
  return readdirSync(join(packageFolder(), 'policies'))
    .filter((name) => name.endsWith('.yaml') && !name.endsWith('.policy-test.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
    .sort()
}

/** Policies by name or by file. A policy that does not keep its own examples is refused. */
export function loadPolicies(names: readonly string[], cwd: string): Policy[] {
  const shipped = shippedPolicies()
  return names.map((name) => {
    const file = shipped.includes(name) ? join(packageFolder(), 'policies', `${name}.yaml`) : resolve(cwd, name)
    if (!shipped.includes(name) && !/\.ya?ml$/.test(name)) {
      throw new PolicyError(
        'bad-arguments',
        { name },
        `no policy is called \`${name}\`: expected ${shipped.join(', ')} or a file`,
      )
    }
    const policy = loadPolicy(file, nodeSystem)
    if (!isIssues(policy)) return policy
    const [first] = policy
    throw new PolicyError(
      'bad-policy',
      { file },
      `\`${file}:${first?.line}:${first?.column}\`: ${first && issueSentence(first)}`,
    )
  })
}
