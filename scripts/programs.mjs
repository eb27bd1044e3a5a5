// The tables of what programs do are most of the code, and one command needs one or two of them. For the hot path each
// family becomes a file of its own, loaded by the name of the program; the list of names is made here, from the tables.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const folder = 'src/bash-parser/commands'

/** The families that `commands/index.ts` lists, in its order: earlier ones win. */
function families() {
  const text = readFileSync(join(folder, 'index.ts'), 'utf8')
  const files = new Map(
    [...text.matchAll(/^import \{ (\w+) \} from '\.\/(\w[\w-]*)\.ts'$/gm)].map(([, name, file]) => [name, file]),
  )
  const list = /const families[^=]*= \[([^\]]*)\]/.exec(text)?.[1]
  if (list === undefined) throw new Error('scripts/programs.mjs: `commands/index.ts` lists no `families`')
  return list.split(',').flatMap((word) => {
    const name = word.trim()
    if (name === '') return []
    const file = files.get(name)
    if (file === undefined) throw new Error(`scripts/programs.mjs: \`commands/index.ts\` imports no family \`${name}\``)
    return [{ name, file }]
  })
}

/** Builds one file for each family and says which names are in which. */
export async function buildPrograms(options) {
  const found = families()
  await build({
    ...options,
    entryPoints: Object.fromEntries(found.map(({ file }) => [`programs/${file}`, join(folder, `${file}.ts`)])),
  })
  const { outputFiles } = await build({
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    stdin: {
      contents: found.map(({ name, file }) => `export { ${name} } from './${file}.ts'`).join('\n'),
      resolveDir: folder,
    },
  })
  const tables = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
  const places = new Map()
  for (const { name, file } of found) {
    for (const { names } of tables[name])
      for (const each of names) if (!places.has(each)) places.set(each, [file, name])
  }
  return places
}

/** `findProgram` over the files of the families. */
export function lazyPrograms(places) {
  const lists = [...group(places)].map(([place, entries]) => [
    ...place.split(' '),
    entries.map(([name]) => name).join(' '),
  ])
  const contents = `
const families = ${JSON.stringify(lists)}
const place = new Map()
for (const [file, family, names] of families) for (const name of names.split(' ')) place.set(name, [file, family])
const found = new Map()
export function findProgram(name) {
  const at = place.get(name)
  if (at === undefined) return undefined
  let program = found.get(name)
  if (program === undefined) {
    const file = './programs/' + at[0] + '.cjs'
    program = require(file)[at[1]].find(({ names }) => names.includes(name))
    found.set(name, program)
  }
  return program
}`
  return {
    name: 'lazy-programs',
    setup(plugin) {
      plugin.onLoad({ filter: /bash-parser\/commands\/index\.ts$/ }, () => ({ contents, loader: 'js' }))
    },
  }
}

function group(places) {
  const groups = new Map()
  for (const entry of places) {
    const key = entry[1].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  return groups
}
