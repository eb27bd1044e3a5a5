import type { ToolCall } from '../src/call.ts'
import { createContext, evaluate } from '../src/index.ts'
import { memorySystem } from '../src/system.ts'
import { perSecond } from './cpu.ts'
import type { Figure } from './figure.ts'

const plain = [
  'git status',
  'npm test -- --run',
  'ls -la src',
  'cat package.json',
  'rm -rf build',
  'frobnicate --all x',
]
const wordy = [
  'git log --oneline | head -20 && echo "$(date)"',
  'for f in src/*.ts; do grep -n "x" "$f" | wc -l; done',
  'cat <<EOF > out.txt\nhello $USER\nEOF',
  'find . -name "*.ts" -exec grep -l foo {} + | sort | uniq -c',
]

function rules(count: number): string[] {
  return Array.from({ length: count }, (_, i) =>
    i % 3 === 0 ? `Bash(tool${i} run *)` : i % 3 === 1 ? `Bash(tool${i}:*)` : `Read(//srv/data${i}/**)`,
  )
}

/** Decisions a second in a process that stays, by number of rules. */
export function decisions(milliseconds: number): Figure[] {
  const system = memorySystem({ '/work/package.json': '{}', '/work/src/a.ts': '' })
  const speed = (commands: readonly string[], count: number) => {
    const list = rules(count)
    const layers = { user: { permissions: { allow: [...list, 'Bash(npm test *)'], deny: ['Bash(rm *)'] } } }
    const context = createContext({ cwd: '/work', home: '/home/dev', layers })
    const calls = commands.map((command): ToolCall => ({ tool: 'Bash', input: { command } }))
    return perSecond(milliseconds, () => {
      for (let i = 0; i < 50; i++) for (const call of calls) evaluate(call, context, system)
      return 50 * calls.length
    })
  }
  const [few, many, read] = [speed(plain, 10), speed(plain, 10_000), speed(wordy, 10)]
  return [
    { name: 'decisions, plain commands, 10 rules', value: few, unit: '/CPU s' },
    { name: 'decisions, plain commands, 10,000 rules', value: many, unit: '/CPU s' },
    { name: 'of the speed at 10 rules', value: many / few, unit: 'x' },
    { name: 'decisions, commands for the second reader', value: read, unit: '/CPU s' },
  ]
}
