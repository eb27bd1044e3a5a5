import { testCheck } from '../../support/test-check.ts'

testCheck('rule-empty', {
  finds: [
    [{ permissions: { deny: [''] } }, '/permissions/deny/0 | no call | say what is meant, or remove the rule'],
    [{ permissions: { allow: ['  '] } }, '/permissions/allow/0 | no call | say what is meant, or remove the rule'],
  ],
  passes: [{ permissions: { deny: ['Bash'] } }],
})

testCheck('rule-unclosed', {
  finds: [
    [{ permissions: { deny: ['Bash(curl:*'] } }, '/permissions/deny/0 | curl x: ask/ask/deny | ! write `Bash(curl:*)`'],
    [
      { permissions: { allow: ['Read(src/**'] } },
      '/permissions/allow/0 | Read src: allow/allow/allow | write `Read(src/**)`',
    ],
  ],
  passes: [{ permissions: { deny: ['Bash(curl:*)'] } }],
})

testCheck('rule-trailing-text', {
  finds: [
    [
      { permissions: { deny: ['Bash(curl:*) # no network'] } },
      '/permissions/deny/0 | curl x: ask/ask/deny | ! write `Bash(curl:*)`',
    ],
    [
      { permissions: { allow: ['Edit(docs/**)!'] } },
      '/permissions/allow/0 | Edit docs: ask/ask/allow | write `Edit(docs/**)`',
    ],
  ],
  passes: [{ permissions: { deny: ['Bash(echo (a) b)'] } }],
})

testCheck('rule-blank-before-parenthesis', {
  finds: [
    [
      { permissions: { deny: ['Bash (wget:*)'] } },
      '/permissions/deny/0 | wget x: ask/ask/deny | ! write `Bash(wget:*)`',
    ],
  ],
  passes: [{ permissions: { deny: ['Bash(wget:*)'] } }],
})

testCheck('rule-empty-specifier', {
  finds: [
    [{ permissions: { deny: ['Bash()'] } }, '/permissions/deny/0 | x: ask/ask | say what is meant, or remove the rule'],
    [
      { permissions: { allow: ['Read()'] } },
      '/permissions/allow/0 | Read x: allow/allow | say what is meant, or remove the rule',
    ],
  ],
  passes: [{ permissions: { deny: ['Bash'] } }],
})

testCheck('rule-unknown-tool', {
  finds: [
    [
      { permissions: { allow: ['npm run dev'] } },
      '/permissions/allow/0 | npm run dev: ask/ask/allow | write `Bash(npm run dev)`',
    ],
    [
      { permissions: { deny: ['git push --force'] } },
      '/permissions/deny/0 | git push --force: ask/ask/deny | ! write `Bash(git push --force)`',
    ],
  ],
  passes: [{ permissions: { deny: ['Bash(npm run dev)'] } }],
})

testCheck('rule-allow-glob', {
  finds: [
    [
      { permissions: { allow: ['mcp__*'] } },
      '/permissions/allow/0 | mcp__x: ask/ask | say what is meant, or remove the rule',
    ],
    [
      { permissions: { allow: ['*'] } },
      '/permissions/allow/0 | WebSearch: ask/ask | say what is meant, or remove the rule',
    ],
    [
      { permissions: { allow: ['mcp__g*__get'] } },
      '/permissions/allow/0 | mcp__gx__get: ask/ask | say what is meant, or remove the rule',
    ],
  ],
  passes: [{ permissions: { deny: ['*'] } }, { permissions: { allow: ['mcp__github__get_*'] } }],
})

testCheck('rule-mcp-specifier', {
  finds: [
    [
      { permissions: { deny: ['mcp__github__push(branch:main)'] } },
      '/permissions/deny/0 | mcp__github__push: ask/ask/deny | ! write `mcp__github__push`',
    ],
    [
      { permissions: { allow: ['mcp__linear__list(team:core)'] } },
      '/permissions/allow/0 | mcp__linear__list: ask/ask/allow | write `mcp__linear__list`',
    ],
  ],
  passes: [{ permissions: { deny: ['mcp__github__push'] } }],
})

testCheck('rule-path-tool', {
  finds: [
    [
      { permissions: { deny: ['Write(docs/**)'] } },
      '/permissions/deny/0 | Edit docs: ask/ask/deny | ! write `Edit(docs/**)`',
    ],
    [
      { permissions: { allow: ['Glob(src/**)'] } },
      '/permissions/allow/0 | Read src: allow/allow/allow | write `Read(src/**)`',
    ],
    [
      { permissions: { deny: ['MultiEdit(/src/**)'] } },
      '/permissions/deny/0 | Edit src: ask/ask/deny | ! write `Edit(/src/**)`',
    ],
    [
      { permissions: { deny: ['NotebookEdit(*.ipynb)'] } },
      '/permissions/deny/0 | Edit .ipynb: ask/ask/deny | ! write `Edit(*.ipynb)`',
    ],
  ],
  passes: [{ permissions: { deny: ['Edit(docs/**)', 'Write'] } }, { permissions: { allow: ['Read(src/**)'] } }],
})

testCheck('rule-primary-parameter', {
  finds: [
    [
      { permissions: { deny: ['Bash(command:rm *)'] } },
      '/permissions/deny/0 | rm x: ask/ask/deny | ! write `Bash(rm *)`',
    ],
    [
      { permissions: { deny: ['Read(file_path:.env)'] } },
      '/permissions/deny/0 | Read .env: allow/allow/deny | ! write `Read(.env)`',
    ],
    [
      { permissions: { deny: ['WebFetch(url:https://x.example/*)'] } },
      '/permissions/deny/0 | WebFetch https://x.example/: ask/ask/deny | ! write `WebFetch(domain:x.example)`',
    ],
  ],
  passes: [{ permissions: { deny: ['Bash(run_in_background:true)'] } }],
})

testCheck('rule-not-a-domain', {
  finds: [
    [
      { permissions: { allow: ['WebFetch(https://nextjs.org/docs)'] } },
      '/permissions/allow/0 | WebFetch https://nextjs.org/: ask/ask/allow | write `WebFetch(domain:nextjs.org)`',
    ],
    [
      { permissions: { allow: ['WebFetch(domain:localhost:3000)'] } },
      '/permissions/allow/0 | WebFetch https://localhost/: ask/ask/allow | write `WebFetch(domain:localhost)`',
    ],
    [
      { permissions: { deny: ['WebFetch(example.com)'] } },
      '/permissions/deny/0 | WebFetch https://example.com/: ask/ask/deny | ! write `WebFetch(domain:example.com)`',
    ],
    [
      { permissions: { deny: ['WebFetch(domain:example.com/path)'] } },
      '/permissions/deny/0 | WebFetch https://example.com/: ask/ask/deny | ! write `WebFetch(domain:example.com)`',
    ],
  ],
  passes: [{ permissions: { allow: ['WebFetch(domain:example.com)'] } }],
})

testCheck('rule-no-specifier-form', {
  finds: [
    [
      { permissions: { allow: ['WebSearch(cats)'] } },
      '/permissions/allow/0 | WebSearch x: ask/ask/allow | write `WebSearch`',
    ],
    [
      { permissions: { deny: ['TodoWrite(x)'] } },
      '/permissions/deny/0 | TodoWrite: allow/allow/deny | ! write `TodoWrite`',
    ],
  ],
  passes: [{ permissions: { allow: ['WebSearch'] } }],
})

testCheck('rule-path-matches-nothing', {
  finds: [
    [
      { permissions: { deny: ['Read(../secrets/**)'] } },
      '/permissions/deny/0 | Read /home/dev/secrets: ask/ask/deny | ! write `Read(//home/dev/secrets/**)`',
    ],
    [
      { permissions: { deny: ['Read(~)'] } },
      '/permissions/deny/0 | Read /home/dev/x: ask/ask/deny | ! write `Read(~/**)`',
    ],
  ],
  passes: [{ permissions: { deny: ['Read(~/secrets/**)'] } }],
})

testCheck('rule-negated-allow', {
  finds: [
    [
      { permissions: { allow: ['Edit(src/**)', 'Edit(!src/gen/**)'] } },
      '/permissions/allow/1 | Edit src/gen/x: allow/allow | say what is meant, or remove the rule',
    ],
  ],
  passes: [{ permissions: { deny: ['Read(*.env)', 'Read(!sample.env)'] } }],
})

testCheck('tool-unknown', {
  finds: [
    [{ permissions: { deny: ['bash(rm:*)'] } }, '/permissions/deny/0 | rm x: ask/ask/deny | ! write `Bash(rm:*)`'],
    [
      { permissions: { deny: ['Webfetch'] } },
      '/permissions/deny/0 | WebFetch https://example.com/: ask/ask/deny | ! write `WebFetch`',
    ],
    [
      { permissions: { allow: ['Bahs(ls)'] } },
      '/permissions/allow/0 | no call | say what is meant, or remove the rule',
    ],
    [
      { permissions: { deny: ['read(.env)'] } },
      '/permissions/deny/0 | Read .env: allow/allow/deny | ! write `Read(.env)`',
    ],
  ],
  passes: [
    { permissions: { deny: ['Bash(rm:*)', 'mcp__x__y', 'some_future_tool'] } },
    { permissions: { allow: ['BashOutput'] } },
  ],
})

testCheck('mcp-name', {
  finds: [
    [
      { permissions: { allow: ['mcp_github__get_issue'] } },
      '/permissions/allow/0 | mcp__github__get_issue: ask/ask/allow | write `mcp__github__get_issue`',
    ],
    [
      { permissions: { deny: ['MCP__github'] } },
      '/permissions/deny/0 | mcp__github__x: ask/ask/deny | ! write `mcp__github`',
    ],
    [
      { permissions: { deny: ['mcp-github'] } },
      '/permissions/deny/0 | mcp__github__x: ask/ask/deny | ! write `mcp__github`',
    ],
  ],
  passes: [{ permissions: { allow: ['mcp__github__get_issue'] } }],
})

testCheck('rule-list', {
  finds: [
    [
      { permissions: { allow: ['Bash(ls),Bash(pwd)'] } },
      '/permissions/allow/0 | ls: allow/allow/allow | write each rule as a string of its own',
    ],
    [
      { permissions: { deny: ['Read(.env); Edit(.env)'] } },
      '/permissions/deny/0 | Read .env: allow/allow/deny | write each rule as a string of its own',
    ],
  ],
  passes: [{ permissions: { allow: ['Bash(ls a),(b)'] } }],
})

testCheck('rule-stray-blanks', {
  finds: [
    [
      { permissions: { deny: ['Bash(sudo :* )'] } },
      '/permissions/deny/0 | sudo x: ask/ask/deny | ! write `Bash(sudo:*)`',
    ],
    [
      { permissions: { deny: ['Read( ** /*token*)'] } },
      '/permissions/deny/0 | Read token: allow/allow/deny | ! write `Read(**/*token*)`',
    ],
    [
      { permissions: { deny: ['Read(.env .* )'] } },
      '/permissions/deny/0 | Read .env.: allow/allow/deny | ! write `Read(.env.*)`',
    ],
  ],
  passes: [{ permissions: { deny: ['Bash(sudo:*)', 'Bash(git push *)', 'Read(My Files/**)'] } }],
})
