import { testCheck } from '../../support/test-check.ts'

testCheck('rule-duplicate', {
  finds: [
    [
      { permissions: { allow: ['Bash(ls)', 'Bash(ls)'] } },
      '/permissions/allow/1 | ls: allow/allow | ! remove the rule',
    ],
    [
      { permissions: { deny: ['Read(.env)', 'Read(.env)'] } },
      '/permissions/deny/1 | Read .env: deny/deny | ! remove the rule',
    ],
  ],
  passes: [
    { permissions: { allow: ['Bash(ls)'], ask: ['Bash(ls)'] } },
    { project: { permissions: { allow: ['Bash(make)'] } }, user: { permissions: { allow: ['Bash(make)'] } } },
  ],
})

testCheck('rule-subsumed', {
  finds: [
    [
      { permissions: { allow: ['Bash(npm run:*)', 'Bash(npm run build)'] } },
      '/permissions/allow/1 | npm run build: allow/allow | ! remove the rule',
    ],
    [
      { permissions: { allow: ['Bash(make:*)', 'Bash(make *)'] } },
      '/permissions/allow/1 | make x: allow/allow | ! remove the rule',
    ],
    [
      { permissions: { deny: ['Read(**/.env)', 'Read(.env)'] } },
      '/permissions/deny/1 | Read .env: deny/deny | ! remove the rule',
    ],
    [
      { permissions: { allow: ['mcp__github', 'mcp__github__get_issue'] } },
      '/permissions/allow/1 | mcp__github__get_issue: allow/allow | ! remove the rule',
    ],
    [
      { permissions: { allow: ['WebFetch(domain:*.example.com)', 'WebFetch(domain:docs.example.com)'] } },
      '/permissions/allow/1 | WebFetch https://docs.example.com/: allow/allow | ! remove the rule',
    ],
    [
      { permissions: { deny: ['Bash(git *)', 'Bash(git push *)'] } },
      '/permissions/deny/1 | git push x: deny/deny | ! remove the rule',
    ],
  ],
  passes: [
    { permissions: { allow: ['Bash(npm run:*)', 'Bash(npm install:*)'] } },
    { permissions: { allow: ['Bash(find *)', 'Bash(find . -delete)'] } },
    { user: { permissions: { allow: ['Bash(make *)'] } }, project: { permissions: { allow: ['Bash(make test)'] } } },
    { permissions: { deny: ['Read(src/**)', 'Edit(src/a.ts)'] } },
  ],
})

testCheck('allow-shadowed-by-deny', {
  finds: [
    [
      { permissions: { allow: ['Bash(git push origin dev)'], deny: ['Bash(git push *)'] } },
      '/permissions/allow/0 | git push origin dev: deny/deny | remove the rule, or narrow `Bash(git push *)`',
    ],
    [
      { permissions: { allow: ['Read(.env)'], deny: ['Read(**/.env)'] } },
      '/permissions/allow/0 | Read .env: deny/deny | remove the rule, or narrow `Read(**/.env)`',
    ],
    [
      {
        user: { permissions: { deny: ['WebFetch'] } },
        project: { permissions: { allow: ['WebFetch(domain:example.com)'] } },
      },
      '/permissions/allow/0 | WebFetch https://example.com/: deny/deny | remove the rule, or narrow `WebFetch`',
    ],
  ],
  passes: [{ permissions: { allow: ['Bash(git *)'], deny: ['Bash(git push *)'] } }],
})

testCheck('allow-shadowed-by-ask', {
  finds: [
    [
      { permissions: { allow: ['Bash(npm publish --dry-run)'], ask: ['Bash(npm publish *)'] } },
      '/permissions/allow/0 | npm publish --dry-run: ask/ask | remove the rule, or narrow `Bash(npm publish *)`',
    ],
  ],
  passes: [{ permissions: { allow: ['Bash(npm *)'], ask: ['Bash(npm publish *)'] } }],
})

testCheck('ask-shadowed-by-deny', {
  finds: [
    [
      { permissions: { ask: ['Bash(rm -rf build)'], deny: ['Bash(rm *)'] } },
      '/permissions/ask/0 | rm -rf build: deny/deny | remove the rule, or narrow `Bash(rm *)`',
    ],
  ],
  passes: [{ permissions: { ask: ['Bash(rm *)'], deny: ['Bash(rm -rf *)'] } }],
})

testCheck('rule-without-effect', {
  finds: [
    [
      { permissions: { allow: ['Bash(find . -name x -delete:*)'] } },
      '/permissions/allow/0 | find . -name x -delete x: ask/ask | ! remove the rule',
    ],
    [{ permissions: { allow: ['Edit(.git/**)'] } }, '/permissions/allow/0 | Edit .git: ask/ask | ! remove the rule'],
  ],
  passes: [
    { permissions: { allow: ['Bash(npm test)', 'Edit(src/**)'] } },
    { permissions: { allow: ['Bash(make)'], deny: ['Bash(make)'] } },
  ],
})
