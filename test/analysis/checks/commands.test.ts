import { testCheck } from '../../support/test-check.ts'

testCheck('command-compound', {
  finds: [
    [
      { permissions: { allow: ['Bash(cd app && npm *)'] } },
      '/permissions/allow/0 | npm x: ask/ask/allow | write a rule for each command',
    ],
    [
      { permissions: { allow: ['Bash(git add . && git commit *)'] } },
      '/permissions/allow/0 | git add . && git commit x: ask/ask | write a rule for each command',
    ],
  ],
  passes: [{ permissions: { allow: ['Bash(cd app && npm test)'] } }],
})

testCheck('command-regex', {
  finds: [
    [{ permissions: { allow: ['Bash(^npm.*$)'] } }, '/permissions/allow/0 | npmx: ask/ask/allow | write `Bash(npm*)`'],
    [
      { permissions: { deny: ['Bash(rm\\s+-rf.*)'] } },
      '/permissions/deny/0 | rm -rfx: ask/ask/deny | ! write `Bash(rm -rf*)`',
    ],
    [
      { permissions: { allow: ['Bash(npm (test|lint))'] } },
      '/permissions/allow/0 | no call | say what is meant, or remove the rule',
    ],
  ],
  passes: [{ permissions: { allow: ['Bash(ls src/*.ts)', 'Bash(echo $HOME)', 'Bash(dir C:\\data)'] } }],
})

testCheck('command-braces', {
  finds: [
    [
      { permissions: { allow: ['Bash(npm run {test,lint})'] } },
      '/permissions/allow/0 | npm run test: ask/ask/allow | write `Bash(npm run test)`, `Bash(npm run lint)`',
    ],
  ],
  passes: [{ permissions: { allow: ['Bash(git stash show stash@{0})'] } }],
})

testCheck('command-colon-inside', {
  finds: [
    [
      { permissions: { allow: ['Bash(git:* status)'] } },
      '/permissions/allow/0 | git x status: ask/ask/allow | write `Bash(git * status)`',
    ],
    [
      { permissions: { deny: ['Bash(docker:*:*)'] } },
      '/permissions/deny/0 | docker x x: ask/ask/deny | ! write `Bash(docker * *)`',
    ],
  ],
  passes: [{ permissions: { allow: ['Bash(git:*)', 'Bash(npm run test:unit)'] } }],
})

testCheck('command-star-before-colon', {
  finds: [
    [
      { permissions: { allow: ['Bash(npm * test:*)'] } },
      '/permissions/allow/0 | npm x test x: ask/ask/allow | write `Bash(npm * test *)`',
    ],
  ],
  passes: [{ permissions: { allow: ['Bash(npm test:*)'] } }],
})

testCheck('command-quoted', {
  finds: [
    [
      { permissions: { allow: ['Bash("npm run test")'] } },
      '/permissions/allow/0 | npm run test: ask/ask/allow | write `Bash(npm run test)`',
    ],
  ],
  passes: [{ permissions: { allow: ['Bash(echo "a b")'] } }],
})

testCheck('command-glob-letters', {
  finds: [
    [
      { permissions: { allow: ['Bash(python? -m pytest)'] } },
      '/permissions/allow/0 | pythonx -m pytest: ask/ask/allow | write `Bash(python* -m pytest)`',
    ],
  ],
  passes: [{ permissions: { allow: ['Bash(curl https://x.example/?a=1)'] } }],
})

testCheck('command-keyword', {
  finds: [
    [
      { permissions: { allow: ['Bash(then echo x)'] } },
      '/permissions/allow/0 | then echo x: allow/ask | ! remove the rule',
    ],
    [{ permissions: { allow: ['Bash(if:*)'] } }, '/permissions/allow/0 | if: ask/ask | ! remove the rule'],
    [{ permissions: { allow: ['Bash(done)'] } }, '/permissions/allow/0 | done: allow/ask | ! remove the rule'],
  ],
  passes: [{ permissions: { allow: ['Bash(do-release)', 'Bash(find . -name x)'] } }],
})

testCheck('command-url-colon', {
  finds: [
    [
      { permissions: { allow: ['Bash(curl -s http://localhost:*)'] } },
      '/permissions/allow/0 | curl -s http://localhost:x/x: ask/ask/allow | write `Bash(curl -s http://localhost:*/*)`',
    ],
  ],
  passes: [{ permissions: { allow: ['Bash(curl -s http://localhost:8000/*)'] } }],
})
