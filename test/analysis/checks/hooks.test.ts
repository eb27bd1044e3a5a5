import { testCheck } from '../../support/test-check.ts'

testCheck('hook-fails-open', {
  finds: [
    [
      {
        hooks: {
          PreToolUse: [
            { matcher: 'Bash', hooks: [{ type: 'command', command: 'jq -e .tool_input.command || exit 2' }] },
          ],
        },
      },
      '/hooks/PreToolUse/0/hooks/0 | no call | ! add `"onFailure": "block"`',
    ],
    [
      {
        project: {
          hooks: {
            PreToolUse: [
              { matcher: 'Bash', hooks: [{ type: 'command', command: 'node "$CLAUDE_PROJECT_DIR/guard.mjs"' }] },
            ],
          },
        },
        '/home/dev/app/guard.mjs': 'process.exit(2)',
      },
      '/hooks/PreToolUse/0/hooks/0 | no call | ! add `"onFailure": "block"`',
    ],
    [
      { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'http', url: 'https://guard.example/pre' }] }] } },
      '/hooks/PreToolUse/0/hooks/0 | no call | ! add `"onFailure": "block"`',
    ],
  ],
  passes: [
    { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'date >> log.txt' }] }] } },
    {
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'exit 2', onFailure: 'block' }] }] },
    },
    { hooks: { PostToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'exit 2' }] }] } },
  ],
})

testCheck('hook-timeout-unit', {
  finds: [
    [
      { hooks: { PostToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'date', timeout: 5000 }] }] } },
      '/hooks/PostToolUse/0/hooks/0 | no call | write 5',
    ],
  ],
  passes: [
    { hooks: { PostToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'date', timeout: 60 }] }] } },
  ],
})

testCheck('hooks-switched-off', {
  finds: [
    [
      {
        disableAllHooks: true,
        hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'date' }] }] },
      },
      '/disableAllHooks | no call | remove `disableAllHooks`',
    ],
  ],
  passes: [
    { disableAllHooks: true },
    { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'date' }] }] } },
  ],
})

testCheck('hook-missing-file', {
  finds: [
    [
      {
        hooks: {
          PreToolUse: [
            { matcher: 'Bash', hooks: [{ type: 'command', command: 'node "$CLAUDE_PROJECT_DIR/gone.mjs"' }] },
          ],
        },
      },
      '/hooks/PreToolUse/0/hooks/0 | no call | create it, or mend the path',
    ],
  ],
  passes: [
    {
      project: {
        hooks: {
          PreToolUse: [
            { matcher: 'Bash', hooks: [{ type: 'command', command: 'node "$CLAUDE_PROJECT_DIR/here.mjs"' }] },
          ],
        },
      },
      '/home/dev/app/here.mjs': '',
    },
  ],
})

testCheck('hook-missing-program', {
  finds: [
    [
      { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'no-such-program-here x' }] }] } },
      '/hooks/PreToolUse/0/hooks/0 | no call | install it, or name its path',
    ],
  ],
  passes: [{ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'node -e 1' }] }] } }],
})

testCheck('hook-relative-path', {
  finds: [
    [
      {
        project: {
          hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'node hooks/guard.mjs' }] }] },
        },
        '/home/dev/app/hooks/guard.mjs': '',
      },
      '/hooks/PreToolUse/0/hooks/0 | no call | begin it with `"$CLAUDE_PROJECT_DIR"/`',
    ],
  ],
  passes: [
    {
      project: {
        hooks: {
          PreToolUse: [
            { matcher: 'Bash', hooks: [{ type: 'command', command: 'node "$CLAUDE_PROJECT_DIR/hooks/guard.mjs"' }] },
          ],
        },
      },
      '/home/dev/app/hooks/guard.mjs': '',
    },
  ],
})

testCheck('hook-unquoted-variable', {
  finds: [
    [
      {
        project: {
          hooks: {
            PreToolUse: [
              { matcher: 'Bash', hooks: [{ type: 'command', command: 'node $CLAUDE_PROJECT_DIR/guard.mjs' }] },
            ],
          },
        },
        '/home/dev/app/guard.mjs': '',
      },
      '/hooks/PreToolUse/0/hooks/0 | no call | write `"$CLAUDE_PROJECT_DIR"`, or use `args`',
    ],
  ],
  passes: [
    {
      project: {
        hooks: {
          PreToolUse: [
            { matcher: 'Bash', hooks: [{ type: 'command', command: 'node "$CLAUDE_PROJECT_DIR"/guard.mjs' }] },
          ],
        },
      },
      '/home/dev/app/guard.mjs': '',
    },
  ],
})

testCheck('hook-exit-1-blocks', {
  finds: [
    [
      { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'grep -q rm && exit 1' }] }] } },
      '/hooks/PreToolUse/0/hooks/0 | no call | exit with 2, or print the JSON decision',
    ],
  ],
  passes: [
    { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'grep -q rm && exit 2' }] }] } },
  ],
})

testCheck('hook-never-matches', {
  finds: [
    [
      { hooks: { PreToolUse: [{ matcher: 'bash', hooks: [{ type: 'command', command: 'date' }] }] } },
      '/hooks/PreToolUse/0/hooks/0 | no call | write `Bash`: case counts',
    ],
    [
      { hooks: { PreToolUse: [{ matcher: 'Bash(git *)', hooks: [{ type: 'command', command: 'date' }] }] } },
      '/hooks/PreToolUse/0/hooks/0 | no call | write `"matcher": "Bash"` and `"if": "Bash(git *)"`',
    ],
    [
      { hooks: { PreToolUse: [{ matcher: 'mcp__github', hooks: [{ type: 'command', command: 'date' }] }] } },
      '/hooks/PreToolUse/0/hooks/0 | no call | write `mcp__github__.*` for the whole server',
    ],
  ],
  passes: [{ hooks: { PreToolUse: [{ matcher: 'Bash|Edit', hooks: [{ type: 'command', command: 'date' }] }] } }],
})

testCheck('hook-unset-variable', {
  finds: [
    [
      {
        hooks: {
          PostToolUse: [{ matcher: 'Edit', hooks: [{ type: 'command', command: 'echo "$CLAUDE_FILE_PATHS"' }] }],
        },
      },
      '/hooks/PostToolUse/0/hooks/0 | no call | read the JSON on stdin',
    ],
  ],
  passes: [
    {
      hooks: {
        PostToolUse: [{ matcher: 'Edit', hooks: [{ type: 'command', command: 'echo "$CLAUDE_PROJECT_DIR"' }] }],
      },
    },
  ],
})

testCheck('unknown-event', {
  finds: [
    [
      { hooks: { PreToolUsed: [{ hooks: [{ type: 'command', command: 'date' }] }] } },
      '/hooks/PreToolUsed | no call | write the name of an event, or remove it',
    ],
  ],
  passes: [{ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'date' }] }] } }],
})
