import { testCheck } from '../../support/test-check.ts'

testCheck('path-single-slash', {
  finds: [
    [
      { permissions: { deny: ['Read(/etc/passwd)'] } },
      '/permissions/deny/0 | Read /etc/passwd: ask/ask/deny | ! write `Read(//etc/passwd)`',
    ],
    [
      { permissions: { allow: ['Edit(/home/dev/other/**)'] } },
      '/permissions/allow/0 | Edit /home/dev/other: ask/ask/allow | write `Edit(//home/dev/other/**)`',
    ],
    [
      { permissions: { deny: ['Edit(/Users/me/.zshrc)'] } },
      '/permissions/deny/0 | Edit /Users/me/.zshrc: ask/ask/deny | ! write `Edit(//Users/me/.zshrc)`',
    ],
  ],
  passes: [
    { permissions: { deny: ['Read(//etc/passwd)', 'Read(/src/**)'] } },
    { project: { permissions: { deny: ['Read(/var/**)'] } }, '/home/dev/app/var/x': '' },
  ],
})

testCheck('path-variable', {
  finds: [
    [
      { permissions: { deny: ['Read($HOME/.aws/**)'] } },
      '/permissions/deny/0 | Read /home/dev/.aws: ask/ask/deny | ! write `Read(~/.aws/**)`',
    ],
    [
      { permissions: { deny: ['Edit(${CLAUDE_PROJECT_DIR}/dist/**)'] } },
      '/permissions/deny/0 | Edit dist: ask/ask/deny | ! write `Edit(dist/**)`',
    ],
    [
      { permissions: { allow: ['Read(%USERPROFILE%/docs/**)'] } },
      '/permissions/allow/0 | Read /home/dev/docs: ask/ask/allow | write `Read(~/docs/**)`',
    ],
  ],
  passes: [{ permissions: { deny: ['Read(~/.aws/**)', 'Read(a$b/c)'] } }],
})

testCheck('path-windows', {
  finds: [
    [
      { permissions: { deny: ['Read(C:\\Users\\me\\secret.txt)'] } },
      '/permissions/deny/0 | Read /c/Users/me/secret.txt: ask/ask/deny | ! write `Read(//c/Users/me/secret.txt)`',
    ],
    [
      { permissions: { allow: ['Edit(D:/work/**)'] } },
      '/permissions/allow/0 | Edit /d/work: ask/ask/allow | write `Edit(//d/work/**)`',
    ],
  ],
  passes: [{ permissions: { deny: ['Read(//c/Users/me/secret.txt)'] } }],
})

testCheck('negation-idle', {
  finds: [
    [
      { permissions: { deny: ['Read(!sample.env)', 'Read(*.env)'] } },
      '/permissions/deny/0 | no call | ! remove the rule',
    ],
    [
      { permissions: { deny: ['Read(~/notes/**)', 'Read(!notes/a)'] } },
      '/permissions/deny/1 | no call | ! remove the rule',
    ],
  ],
  passes: [{ permissions: { deny: ['Read(*.env)', 'Read(!sample.env)'] } }],
})
