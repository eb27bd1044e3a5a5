import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareEffects } from '../../src/decision.ts'
import { bash, decideIn, type Scene } from '../support/decide.ts'

const program = fc.constantFrom('ls', 'rm', 'git', 'npm', 'cat', 'curl', 'make', 'frob')
const word = fc.constantFrom(
  '-rf',
  'push',
  'test',
  'a.txt',
  'src',
  '"a b"',
  '$X',
  '*.ts',
  '.env',
  '/etc/passwd',
  'status',
)
const simple = fc.tuple(program, fc.array(word, { maxLength: 3 })).map(([name, words]) => [name, ...words].join(' '))
const wrapped = fc.oneof(
  { weight: 6, arbitrary: simple },
  simple.map((text) => `timeout 5 ${text}`),
  simple.map((text) => `FOO=1 ${text}`),
  simple.map((text) => `echo $(${text})`),
  simple.map((text) => `(${text})`),
  simple.map((text) => `${text} > out.txt`),
)
const joiner = fc.constantFrom(' && ', '; ', ' | ', ' || ', '\n')
const command = fc
  .tuple(wrapped, fc.array(fc.tuple(joiner, wrapped), { maxLength: 2 }))
  .map(([first, rest]) => first + rest.map(([j, text]) => j + text).join(''))
const rule = fc.oneof(
  program.map((name) => `Bash(${name}:*)`),
  simple.map((text) => `Bash(${text})`),
  program.map((name) => `Bash(${name} *)`),
  fc.constantFrom(
    'Bash',
    'Bash(*)',
    'Bash(* test)',
    'Read(.env)',
    'Read(src/**)',
    'Edit(out.txt)',
    'Edit(./**)',
    'Read(//etc/**)',
  ),
)
const rules = fc.array(rule, { maxLength: 4 })
const mode = fc.constantFrom('default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions')
const scene: fc.Arbitrary<Scene> = fc.record({ allow: rules, ask: rules, deny: rules, mode }) as fc.Arbitrary<Scene>
const options = { numRuns: 400, seed: 20261129 }

/** Where two effects of one call stand: negative when the second is stricter. */
function change(before: Scene, after: Scene, text: string): number {
  return compareEffects(decideIn(after, bash(text)).effect, decideIn(before, bash(text)).effect)
}

describe('laws of every decision', () => {
  it('what goes beyond the client is no allow, and nothing does once the client refuses every command itself', () => {
    let stricter = 0
    fc.assert(
      fc.property(scene, command, (given, text) => {
        const decision = decideIn(given, bash(text))
        if (decision.stricter !== null) stricter++
        expect(decision.stricter !== null && decision.effect === 'allow').toBe(false)
        const refused = decideIn({ ...given, deny: [...(given.deny ?? []), 'Bash'] }, bash(text))
        expect([refused.effect, refused.stricter]).toEqual(['deny', null])
      }),
      options,
    )
    expect(stricter).toBeGreaterThan(0)
  })

  it('one more deny rule never loosens', () => {
    fc.assert(
      fc.property(scene, rule, command, (given, extra, text) => {
        expect(change(given, { ...given, deny: [...(given.deny ?? []), extra] }, text)).toBeLessThanOrEqual(0)
      }),
      options,
    )
  })

  it('one more ask rule never loosens, but for a deny it never lifts either', () => {
    fc.assert(
      fc.property(scene, rule, command, (given, extra, text) => {
        expect(change(given, { ...given, ask: [...(given.ask ?? []), extra] }, text)).toBeLessThanOrEqual(0)
      }),
      options,
    )
  })

  it('removing an allow rule never loosens', () => {
    fc.assert(
      fc.property(scene, rule, command, (given, extra, text) => {
        expect(change({ ...given, allow: [...(given.allow ?? []), extra] }, given, text)).toBeLessThanOrEqual(0)
      }),
      options,
    )
  })

  it('one more part never loosens', () => {
    fc.assert(
      fc.property(scene, command, joiner, simple, (given, text, join, extra) => {
        const before = decideIn(given, bash(text)).effect
        expect(compareEffects(decideIn(given, bash(text + join + extra)).effect, before)).toBeLessThanOrEqual(0)
      }),
      options,
    )
  })

  it('the order of rules never matters', () => {
    fc.assert(
      fc.property(scene, command, (given, text) => {
        const turned = {
          ...given,
          allow: [...(given.allow ?? [])].reverse(),
          ask: [...(given.ask ?? [])].reverse(),
          deny: [...(given.deny ?? [])].reverse(),
        }
        expect(change(given, turned, text)).toBe(0)
      }),
      options,
    )
  })

  it('every decision names its reason, and the strictest part is the decision', () => {
    fc.assert(
      fc.property(scene, command, (given, text) => {
        const { effect, reason, parts } = decideIn(given, bash(text))
        expect(reason.code).toMatch(/^[a-z-]+$/)
        if (reason.code === 'rule') expect(reason.source?.pointer).toMatch(/^\/permissions\//)
        expect(parts.length).toBeGreaterThan(0)
        expect(parts.some((part) => part.effect === effect)).toBe(true)
        expect(parts.every((part) => compareEffects(effect, part.effect) <= 0)).toBe(true)
      }),
      options,
    )
  })

  it('a read-only command writes, deletes and reaches nothing', () => {
    fc.assert(
      fc.property(command, (text) => {
        const { readOnly, effects, known } = decideIn({}, bash(text))
        if (readOnly)
          expect({ known, writes: effects.writes, deletes: effects.deletes, network: effects.network }).toEqual({
            known: true,
            writes: [],
            deletes: [],
            network: [],
          })
      }),
      options,
    )
  })
})
