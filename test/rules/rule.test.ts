import { describe, expect, it } from 'vitest'
import { findDeadRules, parseRule } from '../../src/rules/rule.ts'
import { createContext } from '../../src/settings/load.ts'

describe('a rule text', () => {
  it.each([
    ['Bash', { tool: 'Bash', specifier: null }],
    ['Bash(*)', { tool: 'Bash', specifier: null }],
    [' Bash(npm test:*) ', { tool: 'Bash', specifier: 'npm test:*' }],
    ['Bash(echo (x))', { tool: 'Bash', specifier: 'echo (x)' }],
    ['Edit(./Finance (2024)/**)', { tool: 'Edit', specifier: './Finance (2024)/**' }],
    ['mcp__gh__get_*', { tool: 'mcp__gh__get_*', specifier: null }],
    ['', { dead: 'rule-empty' }],
    ['Bash(ls', { dead: 'rule-unclosed' }],
    ['Bash(ls) x', { dead: 'rule-trailing-text' }],
    ['Bash (ls)', { dead: 'rule-blank-before-parenthesis' }],
    ['Bash()', { dead: 'rule-empty-specifier' }],
    ['nonsense rule', { dead: 'rule-unknown-tool' }],
  ])('%s', (text, parsed) => {
    expect(parseRule(text)).toEqual(parsed)
  })
})

describe('dead rules', () => {
  it.each([
    ['allow', 'Write(docs/**)', 'rule-path-tool'],
    ['allow', 'mcp__gh__get(x:1)', 'rule-mcp-specifier'],
    ['allow', 'mcp__*', 'rule-allow-glob'],
    ['allow', '*', 'rule-allow-glob'],
    ['allow', 'Edit(!x)', 'rule-negated-allow'],
    ['deny', 'Read(~)', 'rule-path-matches-nothing'],
    ['deny', 'Read(../x)', 'rule-path-matches-nothing'],
    ['deny', 'WebFetch(https://x.test)', 'rule-not-a-domain'],
    ['deny', 'Bash(command:rm *)', 'rule-primary-parameter'],
    ['deny', 'WebSearch(x)', 'rule-no-specifier-form'],
    ['deny', 'bash(ls)', 'rule-no-specifier-form'],
    ['deny', 'bash', 'rule-no-such-tool'],
    ['deny', 'Stop', 'rule-no-such-tool'],
  ] as const)('%s %s', (effect, text, code) => {
    const context = createContext({ layers: { project: { permissions: { [effect]: [text] } } } })
    expect(findDeadRules(context).map((dead) => [dead.entry.text, dead.code])).toEqual([[text, code]])
  })

  it('living ones are not among them', () => {
    const permissions = {
      allow: [
        'Bash(ls *)',
        'Edit(src/**)',
        'WebFetch(domain:x.test)',
        'mcp__gh',
        'Skill(x)',
        'Agent(Explore)',
        'Task(Explore)',
      ],
      deny: [
        '*',
        'mcp__*',
        'Read(!x)',
        'Agent(model:opus)',
        'Bash(run_in_background:true)',
        'PowerShell(rm *)',
        'TaskOutput',
      ],
    }
    const context = createContext({ layers: { project: { permissions } } })
    expect(findDeadRules(context)).toEqual([])
  })
})
