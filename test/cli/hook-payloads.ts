/** What a host sends, as recorded: the fields it always adds and those of one call. */
export function payload(cwd: string, fields: object): Record<string, unknown> {
  return {
    session_id: '5f0c9a52-8f8a-4c1e-9d57-0a6a2f6f9b11',
    transcript_path: '/home/dev/.claude/projects/p/5f0c9a52.jsonl',
    cwd,
    prompt_id: '2b1e6f0a-3c55-4b57-9b9e-6e2a1d0c7f10',
    permission_mode: 'default',
    effort: { level: 'high' },
    hook_event_name: 'PreToolUse',
    tool_use_id: 'toolu_01A09q90qw90lq917835lq9',
    ...fields,
  }
}

export const bash = (command: string, more: object = {}) => ({
  tool_name: 'Bash',
  tool_input: { command, description: 'Runs a command' },
  ...more,
})

export const settings = {
  permissions: {
    allow: [
      'Bash(npm test *)',
      'Bash(npm run build)',
      'Edit(/src/**)',
      'WebFetch(domain:docs.example.com)',
      'mcp__tracker__list',
    ],
    ask: ['Bash(git push *)', 'mcp__tracker__create'],
    deny: ['Bash(rm *)', 'Read(.env)', 'WebFetch(domain:evil.example)', 'Agent(reviewer)'],
  },
}
