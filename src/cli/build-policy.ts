import { resolve } from 'node:path'
import { composePermissions, reasonsFor } from '../analysis/compose.ts'
import type { Policy } from '../analysis/policy-file.ts'
import type { Effect } from '../decision.ts'
import { PolicyError } from '../errors.ts'
import { addingReasons, changeSettings } from '../settings/write.ts'
import type { Io } from './io.ts'
import { run, subcommand } from './options.ts'
import { loadPolicies, shippedPolicies } from './shipped-policies.ts'

const effects: readonly Effect[] = ['deny', 'ask', 'allow']

/** `policy build`: the rules of policies and the reasons for them, as settings. */
export async function buildCommand(argv: readonly string[], io: Io): Promise<number> {
  const command = subcommand(io, {
    name: 'build',
    summary:
      'Prints the rules of policies as settings, each with its reason, or adds them to a settings file. Exit: 0 done, 1 it could not.',
    examples: ['policy build git secrets', 'policy build git secrets ./our-policy.yaml --into .claude/settings.json'],
  })
    .argument('[policies...]', 'names of shipped policies, or policy files')
    .option('--into <file>', 'add the rules that the file does not have yet, keeping all it has')
    .option('--list', 'list the policies that ship', false)
  return run(command, argv, io, async (operands, given) => {
    if (given['list'] === true) {
      for (const policy of loadPolicies(shippedPolicies(), io.cwd)) io.stdout.write(line(policy))
      return 0
    }
    if (operands.length === 0) {
      throw new PolicyError('bad-arguments', {}, `name policies: ${shippedPolicies().join(', ')} or files`)
    }
    const policies = loadPolicies(operands, io.cwd)
    const permissions = composePermissions(policies)
    const because = reasonsFor(permissions, policies)
    if (typeof given['into'] !== 'string') {
      io.stdout.write(`${JSON.stringify({ permissions, toolgate: { because } }, null, 2)}\n`)
      return 0
    }
    const file = resolve(io.cwd, given['into'])
    const changed = changeSettings(file, (settings) => {
      const block = settings['permissions'] as Record<string, unknown> | undefined
      const reasons = addingReasons(because)(settings)
      const rules = effects.flatMap((effect): { path: (string | number)[]; value: unknown }[] => {
        const list = block?.[effect]
        if ((block !== undefined && typeof block !== 'object') || (list !== undefined && !Array.isArray(list))) {
          throw new PolicyError(
            'wrong-type',
            { file },
            `\`permissions\` of \`${file}\` is not what it should be: see \`policy lint\``,
          )
        }
        const fresh = permissions[effect].filter((rule) => !((list ?? []) as unknown[]).includes(rule))
        if (fresh.length === 0) return []
        if (list === undefined) return [{ path: ['permissions', effect], value: fresh }]
        return fresh.map((value) => ({ path: ['permissions', effect, -1], value }))
      })
      return [...rules, ...reasons]
    })
    io.stdout.write(`${changed ? 'added the missing rules to' : 'nothing to add to'} ${given['into']}\n`)
    return 0
  })
}

function line({ name, about, rules, caveats }: Policy): string {
  return `${name.padEnd(18)}${about} (${rules.length} rules)\n${caveats.map((caveat) => `${' '.repeat(18)}- ${caveat}\n`).join('')}`
}
