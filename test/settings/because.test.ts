import { describe, expect, test } from 'vitest'
import { evaluate } from '../../src/rules/evaluate.ts'
import { createContext } from '../../src/settings/load.ts'
import { memorySystem } from '../../src/system.ts'

const deny = { permissions: { deny: ['Bash(rm *)'] } }

function reasons(settings: object): (string | undefined)[] {
  const { rules } = createContext({ layers: { project: settings } })
  return [...rules.deny, ...rules.ask, ...rules.allow].map(({ because }) => because)
}

describe('`toolgate.because` of a file', () => {
  test.each<[string, unknown, string | undefined]>([
    ['names a rule', { because: { 'Bash(rm *)': 'use trash' } }, 'use trash'],
    ['names another rule', { because: { 'Bash(rm:*)': 'use trash' } }, undefined],
    ['names a rule like a method of objects', { because: { toString: 'x' } }, undefined],
    ['is one line', { because: { 'Bash(rm *)': ' use\n\u0000 trash\u001b[31m ' } }, 'use trash [31m'],
    ['is cut where it is long', { because: { 'Bash(rm *)': 'x'.repeat(600) } }, 'x'.repeat(500)],
    ['is blank', { because: { 'Bash(rm *)': ' \n' } }, undefined],
    ['is no text', { because: { 'Bash(rm *)': 5 } }, undefined],
    ['is no object', { because: ['Bash(rm *)'] }, undefined],
    ['stands in no object', 'because', undefined],
  ])('that %s', (_, toolgate, because) => {
    expect(reasons({ ...deny, toolgate })).toEqual([because])
    expect(createContext({ layers: { project: { ...deny, toolgate } } }).issues).toEqual([])
  })

  test('goes for the rules of that file alone', () => {
    const { rules } = createContext({
      layers: { managed: deny, project: { ...deny, toolgate: { because: { 'Bash(rm *)': 'use trash' } } } },
    })
    expect(rules.deny.map(({ because }) => because)).toEqual([undefined, 'use trash'])
  })

  test('is said with the decision', () => {
    const toolgate = { because: { 'Bash(rm *)': 'use trash' } }
    const context = createContext({ layers: { project: { ...deny, toolgate } } })
    const { effect, reason } = evaluate({ tool: 'Bash', input: { command: 'rm x' } }, context, memorySystem({}))
    expect({ effect, because: reason.because }).toEqual({ effect: 'deny', because: 'use trash' })
  })
})
