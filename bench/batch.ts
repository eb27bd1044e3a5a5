import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Figure } from './figure.ts'

const bin = resolve('bin/policy.cjs')

/** What agents run all day, in about the mix they run it. */
const commands = [
  'git status',
  'git diff --stat HEAD~1',
  'npm test -- --run src/a.test.ts',
  'ls -la src',
  'cat package.json | head -20',
  'grep -rn "TODO" src | head',
  'sed -n 1,80p src/index.ts',
  'cd packages/core && npm run build',
  'rm -rf dist && npm run build',
  'git add -A && git commit -m "fix: handle empty input"',
  'curl -s https://example.com/api | jq .items',
  'python3 -c "print(1)"',
  'find . -name "*.ts" -not -path "./node_modules/*" | xargs wc -l | sort -n | tail -5',
  'docker compose up -d && docker compose logs --tail 50',
  'for f in src/*.ts; do echo "$f"; done',
]

function lineOf(i: number): string {
  const layers = {
    project: { permissions: { allow: ['Bash(npm run *)', 'Bash(npm test *)'], deny: ['Bash(rm *)', 'Read(.env)'] } },
  }
  const command = `${commands[i % commands.length]}${i % 3 === 0 ? '' : ` # ${i}`}`
  return JSON.stringify({
    id: i,
    tool_name: 'Bash',
    tool_input: { command },
    cwd: '/work/proj',
    home: '/home/dev',
    layers,
    files: {},
  })
}

/** Lines a second of `policy check --batch`, and how its memory grows with the number of lines. */
export function batch(lines: number): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-bench-'))
  try {
    const file = join(folder, 'cases.jsonl')
    const run = (count: number) => {
      const out = openSync(file, 'w')
      for (let i = 0; i < count; i += 1000) {
        writeSync(out, `${Array.from({ length: Math.min(1000, count - i) }, (_, k) => lineOf(i + k)).join('\n')}\n`)
      }
      closeSync(out)
      const report = join(folder, 'report.cjs')
      writeFileSync(
        report,
        "process.on('exit', () => { const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage(); require('fs').writeSync(2, JSON.stringify({ rss: maxRSS, cpu: (userCPUTime + systemCPUTime) / 1e6 })) })",
      )
      const start = performance.now()
      const ended = spawnSync(
        'sh',
        ['-c', '"$@" >/dev/null', 'sh', process.execPath, '-r', report, bin, 'check', '--batch', file],
        { encoding: 'utf8' },
      )
      if (ended.status !== 0) throw new Error(`policy check --batch ended with ${ended.status}: ${ended.stderr}`)
      return {
        seconds: (performance.now() - start) / 1000,
        ...(JSON.parse(ended.stderr) as { rss: number; cpu: number }),
      }
    }
    const [few, many] = [run(Math.ceil(lines / 10)), run(lines)]
    return [
      {
        name: `batch, ${lines.toLocaleString('en')} lines`,
        value: lines / many.cpu,
        unit: 'lines/CPU s',
        target: { least: 20_000 },
      },
      { name: 'the same by the clock', value: lines / many.seconds, unit: 'lines/s' },
      { name: 'memory, ten times the lines', value: many.rss / few.rss, unit: 'x', target: { most: 1.5 } },
      { name: 'largest memory', value: many.rss / 1024, unit: 'MB' },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
