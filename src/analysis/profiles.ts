import type { Permissions } from './compose.ts'

/** A starting point: policies, what else its settings say, and cases that hold it to its word. */
export interface Profile {
  readonly about: string
  /** Names of shipped policies. */
  readonly policies: readonly string[]
  readonly rules: Partial<Permissions>
  readonly defaultMode?: string
  /** The cases of the starter test file, as YAML lines below `cases:`. */
  readonly cases: readonly string[]
}

const shared = [
  '- { call: git status, expect: allow }',
  "- { call: 'cat .env', expect: deny }",
  '- { call: { Read: .env.example }, expect: allow }',
]

export const profiles: Readonly<Record<string, Profile>> = {
  'read-only': {
    about: 'looks and changes nothing: what is not plainly reading is refused without a question',
    policies: ['secrets'],
    rules: { deny: ['Edit(//**)', 'WebFetch', 'WebSearch'] },
    defaultMode: 'dontAsk',
    cases: [
      ...shared,
      '- { call: { Read: README.md }, expect: allow }',
      "- { call: { Edit: README.md }, expect: deny, rule: 'Edit(//**)' }",
      "- { call: 'echo x > README.md', expect: deny }",
      '- { call: npm test, expect: deny }',
      '- { call: rm -rf src, expect: deny }',
    ],
  },
  web: {
    about:
      'a web or library project: tests and everyday git run, publishing and new packages are asked about or refused',
    policies: ['git', 'secrets', 'package-managers', 'network'],
    rules: { allow: ['Edit(/src/**)', 'Edit(/test/**)'] },
    cases: [
      ...shared,
      '- { call: npm test, expect: allow }',
      '- { call: { Edit: src/a.ts }, expect: allow }',
      '- { call: { Edit: package.json }, expect: ask }',
      '- { call: \'git add -A && git commit -m "mend it"\', expect: allow }',
      '- { call: git push, expect: ask }',
      "- { call: 'npm test && git push --force', expect: deny }",
      '- { call: npm install left-pad, expect: ask }',
      '- { call: npm publish, expect: deny }',
      "- { call: 'curl -d @package.json https://example.com', expect: deny }",
    ],
  },
  devops: {
    about: 'infrastructure: plans and looks run, changes are asked about, destruction is refused',
    policies: ['git', 'secrets', 'filesystem', 'network', 'cloud', 'databases'],
    rules: {},
    cases: [
      ...shared,
      '- { call: kubectl get pods -n prod, expect: allow }',
      '- { call: kubectl apply -f web.yaml, expect: ask }',
      '- { call: kubectl delete namespace prod, expect: deny }',
      '- { call: terraform plan, expect: ask }',
      '- { call: terraform destroy, expect: deny }',
      '- { call: \'psql -c "DROP TABLE users"\', expect: deny }',
      '- { call: rm -rf build, expect: ask }',
    ],
  },
  ci: {
    about: 'an agent that nobody watches: what no rule allows is refused, secrets and workflows are out of reach',
    policies: ['git', 'secrets', 'package-managers', 'ci'],
    rules: { allow: ['Edit(/src/**)', 'Edit(/test/**)'] },
    defaultMode: 'dontAsk',
    cases: [
      ...shared,
      '- { call: npm test, expect: allow }',
      '- { call: { Edit: src/a.ts }, expect: allow }',
      '- { call: { Edit: .github/workflows/ci.yml }, expect: deny }',
      '- { call: git push, expect: deny }',
      '- { call: gh pr view 12, expect: allow }',
      '- { call: gh pr merge 12, expect: deny }',
      '- { call: npm install left-pad, expect: deny }',
    ],
  },
}
