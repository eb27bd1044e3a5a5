import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Edit, editText } from '../../src/settings/edit.ts'

const key = fc.constantFrom('a', 'b', 'permissions', 'x"y', '')
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof({ depthSize: 'small' }, fc.constantFrom(1, null, true, 'text', 'a,b]', '"'), tie('list'), tie('map')),
  list: fc.array(tie('tree'), { maxLength: 4 }),
  map: fc.dictionary(key, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
}))
const root = fc.dictionary(key, tree, { maxKeys: 4, noNullPrototype: true })

/** Every place of a value that can be set, appended to or removed. */
function placesOf(value: unknown, path: (string | number)[] = []): Edit[] {
  if (Array.isArray(value)) {
    const inner = value.flatMap((entry, i) => [
      { path: [...path, i], value: undefined },
      ...placesOf(entry, [...path, i]),
    ])
    return [{ path: [...path, -1], value: { n: [1] } }, ...inner]
  }
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([name, entry]) => [
    { path: [...path, name], value: undefined },
    { path: [...path, name], value: ['set'] },
    ...placesOf(entry, [...path, name]),
  ])
  return [{ path: [...path, 'new', 'deep'], value: 'v' }, ...inner]
}

/** The same edit on the value instead of the text. */
function edited(value: unknown, { path, value: wanted }: Edit): unknown {
  const [step, ...rest] = path
  if (step === undefined) return wanted
  if (Array.isArray(value)) {
    if (step === -1) return [...value, wanted]
    if (rest.length === 0 && wanted === undefined) return value.filter((_, i) => i !== step)
    return value.map((entry, i) => (i === step ? edited(entry, { path: rest, value: wanted }) : entry))
  }
  const copy = { ...(value as Record<string, unknown>) }
  if (rest.length === 0 && wanted === undefined) delete copy[step]
  else copy[step] = edited(copy[step] ?? {}, { path: rest, value: wanted })
  return copy
}

const layout = fc.constantFrom<[number | string, string]>([0, '\n'], [2, '\n'], [4, '\r\n'], ['\t', '\n'])

test('an edit of the text is the edit of the value, whatever the layout', () => {
  fc.assert(
    fc.property(root, layout, fc.nat(), (value, [indent, eol], which) => {
      const places = placesOf(value)
      const edit = places[which % places.length]!
      const text = JSON.stringify(value, null, indent).replaceAll('\n', eol)
      const after = editText(text, edit)
      expect(JSON.parse(after)).toEqual(edited(value, edit))
      // Keys keep their order, and the layout stays what JSON.stringify makes of it.
      if (indent !== 0 && text.includes('\n')) {
        expect(after).toBe(JSON.stringify(JSON.parse(after), null, indent).replaceAll('\n', eol))
      }
    }),
    { numRuns: 3000, seed: 11 },
  )
})

test('a step into something else is refused', () => {
  expect(() => editText('{"a":[]}', { path: ['a', 'b'], value: 1 })).toThrow('`b` cannot be set in a list')
  expect(() => editText('{"a":{}}', { path: ['a', -1], value: 1 })).toThrow('`-1` cannot be set in an object')
  expect(() => editText('{"a":7}', { path: ['a', 'b'], value: 1 })).toThrow('`b` cannot be set in `7`')
  expect(() => editText('{"a":null}', { path: ['a', 'b'], value: 1 })).toThrow('`b` cannot be set in null')
})
