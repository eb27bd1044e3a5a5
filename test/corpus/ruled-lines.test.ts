import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { decideIn, type Scene } from '../support/decide.ts'

const names =
  'package.json src/a.ts src/b.ts a.txt b.txt a.json dev.log node_modules/x/i.js dist/i.js packages/api/package.json packages/web/package.json scripts/run.sh'
const files = names.split(' ').map((name) => `/work/proj/${name}`)

/** The allow rules of a project that is worked in every day, as its prompts have saved them. */
const kept = [
  'npm run:* npm test:* npm install:* npx tsc:* npx vitest:* cargo build:* cargo test:* go test:* go build:* pytest:* python -m pytest:*',
  'python3:* make:* docker compose:* gh pr:* gh run:* gh api:* git add:* git commit:* git checkout:* git fetch:* git pull:* git stash:*',
  'curl:* jq:* mkdir:* touch:* cp:* mv:* chmod +x:* node:* kubectl get:* kubectl logs:* terraform plan:* ruff:* black:* prettier:*',
  'eslint:* sqlite3:* psql:* kill:* pkill:* lsof:* sleep:* tail:* rm:* dotnet:* mvn:* ls:* wget:* tar:* sed:* awk:* xargs:* tee:* export:*',
  'cd:* echo:* test:* set:*',
]
  .join(' ')
  .split(/(?<=:\*) /)

const scenes: Readonly<Record<string, Scene>> = {
  kept: {
    allow: [
      ...[...kept, 'pnpm *', 'yarn *', './scripts/*', 'bash scripts/*', 'source .venv/bin/activate'].map(
        (text) => `Bash(${text})`,
      ),
      'Edit(**)',
    ],
    files,
  },
  rm: { allow: ['Bash'], deny: ['Bash(rm:*)'], files },
  env: { allow: ['Bash'], deny: ['Read(.env)'], files: [...files, '/work/proj/.env', '/work/proj/sub/.env'] },
}

/** What a line of each label is, the rules it stands under, and what may become of it. */
const labels = {
  y: { title: 'what kept rules cover is not asked about', scene: 'kept', effects: ['allow'] },
  n: { title: 'what they do not cover is', scene: 'kept', effects: ['ask', 'deny'] },
  r: { title: 'a forbidden program in any dress is no allow', scene: 'rm', effects: ['ask', 'deny'] },
  e: { title: 'a guarded file that is opened is no allow', scene: 'env', effects: ['ask', 'deny'] },
  f: { title: 'a guarded file that is only named disturbs nobody', scene: 'env', effects: ['allow'] },
} as const

const lines = fs.readFileSync(path.join(import.meta.dirname, 'ruled-lines.txt'), 'utf8').split('\n')

describe.each(Object.entries(labels).map(([label, row]) => ({ label, ...row })))(
  '$title',
  ({ label, scene, effects }) => {
    const commands = lines
      .filter((line) => line.startsWith(`${label} `))
      .map((line) => line.slice(2).replaceAll('⏎', '\n'))

    it('there are lines, none twice', () => {
      expect(commands.length).toBeGreaterThan(10)
      expect(new Set(commands).size).toBe(commands.length)
    })

    it.each(commands)('%s', (command) => {
      expect(effects).toContain(decideIn(scenes[scene] as Scene, command).effect)
    })
  },
)
