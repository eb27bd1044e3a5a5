import { testCheck } from '../../support/test-check.ts'

testCheck('deny-other-spelling', {
  finds: [
    [
      { permissions: { deny: ['Bash(git push --force*)'] } },
      '/permissions/deny/0 | git push -f: ask/ask | add a deny rule for `git push -f`, or one for all of its kind',
    ],
  ],
  passes: [
    { permissions: { deny: ['Bash(rm *)'] } },
    { permissions: { deny: ['Bash(rm -rf *)'] } },
    { permissions: { deny: ['Bash(kubectl delete *)'] } },
    { permissions: { deny: ['Bash(git push --force*)'], ask: ['Bash(git push *)'] } },
  ],
})

testCheck('deny-walked-round', {
  finds: [
    [
      { permissions: { deny: ['Bash(rm *)'], allow: ['Bash(git *)'] } },
      '/permissions/deny/0 | git clean -fdx: allow/allow | deny the other ways too, or take the allow rule back',
    ],
    [
      { permissions: { deny: ['Bash(curl *)', 'Bash(wget *)'], allow: ['Bash(python3 *)'] } },
      '/permissions/deny/0 | python3 -c "import urllib.request as u; u.urlopen(\'https://x.example\')": allow/allow | deny the other ways too, or take the allow rule back',
    ],
    [
      { permissions: { deny: ['Read(.env)'] } },
      '/permissions/deny/0 | grep -r KEY .: allow/allow | deny the other ways too, or take the allow rule back',
    ],
    [
      { permissions: { deny: ['WebFetch'], allow: ['Bash(curl *)'] } },
      '/permissions/deny/0 | curl https://x.example: allow/allow | deny the other ways too, or take the allow rule back',
    ],
  ],
  passes: [{ permissions: { deny: ['Bash(rm *)'], allow: ['Bash(ls *)'] } }],
})

testCheck('deny-reader-by-name', {
  finds: [
    [
      { permissions: { deny: ['Bash(cat .env)'] } },
      '/permissions/deny/0 | head .env: allow/allow/deny | write `Read(.env)`',
    ],
    [
      { permissions: { deny: ['Bash(cat *.pem)'] } },
      '/permissions/deny/0 | head .pem: allow/allow/deny | write `Read(*.pem)`',
    ],
    [
      { permissions: { deny: ['Bash(head secrets.txt:*)'] } },
      '/permissions/deny/0 | tail secrets.txt: allow/allow/deny | write `Read(secrets.txt)`',
    ],
  ],
  passes: [
    { permissions: { deny: ['Bash(cat README.md)', 'Read(.env)'] } },
    { permissions: { deny: ['Bash(cat .env)', 'Read(.env)'] } },
  ],
})

testCheck('deny-edit-leaves-write', {
  finds: [
    [
      { permissions: { deny: ['Edit'] } },
      '/permissions/deny/0 | Write /home/dev/app/a.txt: ask/ask/deny | deny `Write` too',
    ],
    [
      { permissions: { deny: ['Write'] } },
      '/permissions/deny/0 | Edit /home/dev/app/a.txt: ask/ask/deny | deny `Edit` too',
    ],
  ],
  passes: [{ permissions: { deny: ['Edit', 'Write'] } }, { permissions: { deny: ['Edit(**)'] } }],
})
