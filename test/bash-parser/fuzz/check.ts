import { parse } from '../../../src/bash-parser/parse.ts'
import type { Script, Word } from '../../../src/bash-parser/script.ts'
import { generateText, type Random, randomFrom } from './generate.ts'
import { generateMoving, readingPrograms, writingPrograms } from './moving.ts'
import { type RealBash, startBash } from './real-bash.ts'
import { type Bypass, harmfulRuns, harmfulWrites, isHarmless, mayEdit, passedAllow, passedDeny } from './rules.ts'
import { generateWrapped, wrapperPrograms } from './wrapped.ts'

/** Something bash ran that the script of the text does not show. */
export interface Unseen {
  readonly text: string
  readonly argv: readonly string[]
}

export interface FuzzReport {
  texts: number
  /** Of them, known to the parser. */
  known: number
  /** Programs that ran in known texts, so that silence is evidence. */
  ran: number
  /** Programs that ran in doubtful texts, and how many of them `wide` shows by name. */
  ranInDoubt: number
  namedInDoubt: number
  /** Texts whose programs hand commands to others, and programs that ran in them; rules are tried on all texts. */
  wrapped: number
  ranWrapped: number
  /** Texts that move between folders and read, or write, most of them held to be read-only or allowed to edit, and programs that ran in them. */
  moving: number
  ranMoving: number
  timedOut: number
  /** Longest time one text took to parse, in milliseconds. */
  slowest: number
  readonly unseen: Unseen[]
  readonly bypasses: Bypass[]
  readonly crashes: { readonly text: string; readonly error: string }[]
}

/** Runs generated texts in real bash until told to stop, compares what ran with what was read, and tries rules against it. */
export async function fuzz(seed: number, goOn: (report: FuzzReport) => boolean): Promise<FuzzReport> {
  const random = randomFrom(seed)
  const report: FuzzReport = {
    texts: 0,
    known: 0,
    ran: 0,
    ranInDoubt: 0,
    namedInDoubt: 0,
    wrapped: 0,
    ranWrapped: 0,
    moving: 0,
    ranMoving: 0,
    timedOut: 0,
    slowest: 0,
    unseen: [],
    bypasses: [],
    crashes: [],
  }
  const stubs = startBash()
  const wrappers = startBash({ real: wrapperPrograms })
  const movers = startBash({ real: ['xargs', 'bash'], doing: [...readingPrograms, ...writingPrograms] })
  const batch = (generate: (random: Random) => string) =>
    Array.from({ length: 2 }, () => generate(random)).filter((text) => !text.includes('\0'))
  try {
    while (goOn(report)) {
      await Promise.all([
        ...batch(generateText).map((text) => checkText(text, stubs, report, random)),
        ...batch(generateWrapped).map((text) => checkWrapped(text, wrappers, report, random)),
        checkMoving(generateAllowed(random, false), movers, report),
        checkMoving(generateAllowed(random, true), movers, report),
      ])
    }
  } finally {
    stubs.close()
    wrappers.close()
    movers.close()
  }
  return report
}

async function checkWrapped(text: string, bash: RealBash, report: FuzzReport, random: Random): Promise<void> {
  report.wrapped++
  const run = await bash.run(text)
  if (run.timedOut) report.timedOut++
  report.ranWrapped += run.argvs.length
  judge(text, report, () => [...passedDeny(text, run), ...passedAllow(text, run, random)])
}

/** Texts that are let run are rare among those that move. */
function generateAllowed(random: Random, acts: boolean): string {
  let text = generateMoving(random, acts)
  for (let tries = 60; tries > 0 && !(acts ? mayEdit(text) : isHarmless(text)); tries--)
    text = generateMoving(random, acts)
  return text
}

async function checkMoving(text: string, bash: RealBash, report: FuzzReport): Promise<void> {
  report.moving++
  const run = await bash.run(text)
  if (run.timedOut) report.timedOut++
  report.ranMoving += run.argvs.length
  judge(text, report, () => [...passedDeny(text, run), ...harmfulRuns(text, run), ...harmfulWrites(text, run)])
}

/** Notes what went past a rule; a decision that fails is a crash. */
function judge(text: string, report: FuzzReport, bypasses: () => readonly Bypass[]): void {
  try {
    report.bypasses.push(...bypasses())
  } catch (error) {
    report.crashes.push({ text, error: String(error) })
  }
}

async function checkText(text: string, bash: RealBash, report: FuzzReport, random: Random): Promise<void> {
  report.texts++
  let script: Script
  const start = performance.now()
  try {
    script = parse(text, { home: '/home/u' })
  } catch (error) {
    report.crashes.push({ text, error: String(error) })
    return
  }
  report.slowest = Math.max(report.slowest, performance.now() - start)
  const run = await bash.run(text)
  const { argvs, timedOut } = run
  if (timedOut) report.timedOut++
  judge(text, report, () => [...passedDeny(text, run), ...passedAllow(text, run, random)])
  if (script.doubt !== null) {
    report.ranInDoubt += argvs.length
    report.namedInDoubt += argvs.filter(([name]) =>
      script.wide.some((one) => one.words.some((word) => word.literal === name)),
    ).length
    return
  }
  report.known++
  report.ran += argvs.length
  for (const argv of argvs) {
    // A stub that `.` reads is no program, and logs under the name of the shell.
    if (argv[0] === 'bash') continue
    if (!script.commands.some(({ words }) => comesFrom(argv, words))) report.unseen.push({ text, argv })
  }
}

/** Builtins that run the words after them. */
const transparent = new Set(['command', 'builtin', 'exec'])

/** Whether a command can have been run with these words. */
export function comesFrom(argv: readonly string[], words: readonly Word[]): boolean {
  for (let from = 0; from < words.length; from++) {
    if (matches(argv, 0, words, from)) return true
    if (!transparent.has(words[from]?.value ?? '')) return false
  }
  return false
}

function matches(argv: readonly string[], at: number, words: readonly Word[], from: number): boolean {
  const word = words[from]
  if (word === undefined) return at === argv.length
  const arg = argv[at]
  if (word.value !== null || word.values !== null) {
    if (arg === undefined || !(word.values ?? [word.value]).includes(arg)) return false
    return word.value === null || word.value === arg ? matches(argv, at + 1, words, from + 1) : false
  }
  if (!word.splits) return arg?.startsWith(word.prefix) === true && matches(argv, at + 1, words, from + 1)
  for (let end = at; end <= argv.length; end++) {
    // Each word it became must begin as promised.
    if (end > at && !(argv[end - 1] as string).startsWith(word.prefix)) return false
    if (matches(argv, end, words, from + 1)) return true
  }
  return false
}
