import { expect, test } from 'vitest'
import { matcherMatches } from '../../src/hooks/matcher.ts'

// Each row: a matcher, tools it covers, tools it does not (spec/hooks.md 1.4).
test.each<[string, readonly string[], readonly string[]]>([
  ['Bash', ['Bash'], ['bash', 'BashOutput', 'NotBash']],
  ['BASH', [], ['Bash']],
  [' Bash ', ['Bash'], ['Edit']],
  ['Edit | Bash', ['Edit', 'Bash'], ['Write']],
  ['Bash|', ['Bash'], ['']],
  ['|', [], ['Bash']],
  [',', [], ['Bash']],
  [' ', [], ['Bash']],
  ['Bash Edit', [], ['Bash', 'Edit']],
  ['Bash-', [], ['Bash']],
  ['', ['Bash', 'mcp__a__b'], []],
  ['*', ['Bash', 'mcp__a__b'], []],
  ['.*', ['Bash', 'mcp__a__b'], []],
  ['Bash*', ['Bash', 'Bas'], ['Edit']],
  ['^ash', [], ['Bash']],
  ['ash$', ['Bash'], ['BashOutputs']],
  ['!Edit', [], ['Bash', 'Edit']],
  ['^(?!Edit)', ['Bash'], ['Edit']],
  ['Bash;Edit', [], ['Bash', 'Edit']],
  ['(Bash|Edit)', ['Bash', 'NotebookEdit'], ['Write']],
  ['Bash(rm:*)', [], ['Bash']],
  ['Bash\n', [], ['Bash']],
  ['B\u0430sh', [], ['Bash']],
  ['Edit', ['Edit'], ['NotebookEdit', 'MultiEdit']],
  ['Task', ['Agent', 'Task'], ['TaskStop']],
  ['Agent', ['Agent', 'Task'], []],
  ['Tas.*', ['TaskStop'], ['Agent', 'Task']],
  ['mcp__fs', [], ['mcp__fs__write']],
  ['mcp__fs__', [], ['mcp__fs__write']],
  ['mcp__fs__write', ['mcp__fs__write'], ['mcp__fs__write_file']],
  ['mcp__fs__*', ['mcp__fs__write'], ['mcp__db__query']],
  ['mcp__.*__write', ['mcp__fs__write', 'mcp__fs__write_file'], ['mcp__fs__read']],
  ['^mcp__.*__write$', ['mcp__fs__write'], ['mcp__fs__write_file']],
  ['mcp__my-srv__do', ['mcp__my-srv__do'], ['mcp__my-srv__do_more']],
  ['mcp__my-srv', [], ['mcp__my-srv__do']],
])('%j covers %j and not %j', (matcher, covered, others) => {
  const matches = (tool_name: string) => matcherMatches('PreToolUse', matcher, { tool_name })
  expect(covered.filter((tool) => matches(tool) !== 'yes')).toEqual([])
  expect(others.filter((tool) => matches(tool) !== 'no')).toEqual([])
})

test.each(['(', '[', '*Bash', '**', '?', '+', '(?i)bash', 'Bash\\'])(
  '%j is no pattern, whatever the tool',
  (matcher) => {
    expect(matcherMatches('PreToolUse', matcher, { tool_name: 'Bash' })).toBe('unmatchable')
  },
)
