import { collector, noEffects } from './collect.ts'
import type { CommandEffects } from './effects.ts'
import type { Redirect } from './script.ts'

/** What redirects open: `<` reads, `>` and its kin write, descriptors and here-documents do neither. */
export function redirectEffects(redirects: readonly Redirect[]): CommandEffects {
  if (redirects.length === 0) return noEffects
  const { effects, report } = collector('redirect')
  for (const { operator, target } of redirects) {
    if (operator === '<<' || operator === '<<-' || operator === '<<<') continue
    const text = target.value
    if (text !== null && isHarmlessTarget(text, operator)) continue
    const network = /^\/dev\/(tcp|udp)\/([^/]+)/.exec(text ?? target.prefix)
    if (network !== null) report.host(network[2] ?? null)
    else if (operator === '<') report.read(target)
    else if (operator === '<>') {
      report.read(target)
      report.write(target)
    } else report.write(target)
  }
  return effects
}

function isHarmlessTarget(text: string, operator: string): boolean {
  if (operator === '>&' || operator === '<&') return /^(\d+-?|-)$/.test(text) || text === '/dev/null'
  return text === '/dev/null' || (operator !== '<' && /^\/dev\/(stdout|stderr|tty|fd\/\d+)$/.test(text))
}
