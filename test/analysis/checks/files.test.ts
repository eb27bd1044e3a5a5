import { testCheck } from '../../support/test-check.ts'

testCheck('secret-in-settings', {
  finds: [
    [
      { env: { GH_TOKEN: 'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8' } },
      '/env/GH_TOKEN | no call | take it out, make it invalid, and read it from the environment or a helper',
    ],
    [
      { env: { DB_PASSWORD: 'hunter2-hunter3' } },
      '/env/DB_PASSWORD | no call | take it out, make it invalid, and read it from the environment or a helper',
    ],
    [
      { local: { env: { X: 'postgres://app:s3cr3tpw@db.example/app' } } },
      '/env/X | no call | take it out, make it invalid, and read it from the environment or a helper',
    ],
  ],
  passes: [{ env: { GH_TOKEN: '$GH_TOKEN', API_KEY: 'your-key-here', MODEL: 'opus', SECRET_FILE: '/run/secrets/x' } }],
})

testCheck('secret-in-rule', {
  finds: [
    [
      { permissions: { allow: ['Bash(curl -H "Authorization: Bearer q8Zr2LkV0pXw7NyTf4HbJc1M" https://x.example)'] } },
      '/permissions/allow/0 | no call | remove the rule and make the secret invalid',
    ],
    [
      { permissions: { allow: ['Bash(NPM_TOKEN=npm_abcDEF0123456789abcDEF0123456789abcd npm whoami)'] } },
      '/permissions/allow/0 | no call | remove the rule and make the secret invalid',
    ],
  ],
  passes: [
    {
      permissions: {
        allow: ['Bash(curl -H "Authorization: Bearer $TOKEN" https://x.example)', 'Bash(echo ghp_example)'],
      },
    },
  ],
})

testCheck('key-unknown', {
  finds: [
    [{ permissions: { allows: ['Bash(ls)'] } }, '/permissions/allows | no call | write `allow`'],
    [{ permission: { allow: [] } }, '/permission | no call | write `permissions`'],
    [{ permissions: { Deny: [] } }, '/permissions/Deny | no call | write `deny`'],
    [{ sandbox: { enable: true } }, '/sandbox/enable | no call | write `enabled`'],
  ],
  passes: [{ permissions: { allow: [] }, someFutureKey: 1 }],
})

testCheck('reason-without-rule', {
  finds: [
    [
      { permissions: { deny: ['Bash(rm *)'] }, toolgate: { because: { 'Bash(rm:*)': 'x', 'Bash(rm *)': 'y' } } },
      '/toolgate/because/Bash(rm:*) | no call | write the rule as it stands in `permissions`, or remove the reason',
    ],
    [
      { user: { permissions: { ask: ['Read(/a/b)'] } }, project: { toolgate: { because: { 'Read(/a/b)': 'x' } } } },
      '/toolgate/because/Read(~1a~1b) | no call | write the rule as it stands in `permissions`, or remove the reason',
    ],
  ],
  passes: [
    { permissions: { ask: ['Read(/a/b)'] }, toolgate: { because: { 'Read(/a/b)': 'x' } } },
    { toolgate: { because: 5 } },
    { toolgate: 5 },
  ],
})

testCheck('key-dead', {
  finds: [
    [{ ignorePatterns: ['.env'] }, '/ignorePatterns | no call | use deny rules on `Read`'],
    [{ mcpServers: {} }, '/mcpServers | no call | use `.mcp.json`'],
    [{ permissions: { ignorePatterns: [] } }, '/permissions/ignorePatterns | no call | use deny rules on `Read`'],
  ],
  passes: [{ permissions: {} }],
})

testCheck('invalid-json', {
  finds: [
    [
      { project: '{"permissions":{"allow":["Bash(ls)",]}}' },
      ' | no call | mend the JSON: no comments, no commas at the end',
    ],
    [{ project: '{ // hi\n "permissions": {} }' }, ' | no call | mend the JSON: no comments, no commas at the end'],
    [{ project: '{"permissions": ' }, ' | no call | mend the JSON: no comments, no commas at the end'],
  ],
  passes: [{ project: '{}' }],
})

testCheck('wrong-type', {
  finds: [
    [{ permissions: [] }, '/permissions | no call | give the value the expected type'],
    [{ permissions: { allow: 'Bash(ls)' } }, '/permissions/allow | no call | give the value the expected type'],
  ],
  passes: [{ permissions: { allow: [] } }],
})

testCheck('duplicate-key', {
  finds: [
    [
      { project: '{"permissions":{"deny":["Bash(rm *)"]},"permissions":{}}' },
      '/permissions | no call | merge both into one',
    ],
  ],
  passes: [{ project: '{"permissions":{}}' }],
})

testCheck('not-utf8', {
  finds: [
    [
      {
        project:
          '��{\u0000"\u0000p\u0000e\u0000r\u0000m\u0000i\u0000s\u0000s\u0000i\u0000o\u0000n\u0000s\u0000"\u0000:\u0000{\u0000}\u0000}\u0000',
      },
      ' | no call | save the file as UTF-8',
    ],
  ],
  passes: [{ project: '﻿{}' }],
})

testCheck('invalid-entry', {
  finds: [
    [{ permissions: { deny: [7] } }, '/permissions/deny/0 | no call | mend or remove the entry'],
    [{ permissions: { ask: [null] } }, '/permissions/ask/0 | no call | mend or remove the entry'],
  ],
  passes: [{ permissions: { deny: ['Bash'] } }],
})
