#!/usr/bin/env node
// Builds the command line (CommonJS: one small file for the hot path, one for the rest), the library (ES module) and its types.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildPrograms, lazyPrograms } from './programs.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

/** `import('./commands.ts')` stays an import of the second file, so that the first stays small. */
const lazy = {
  name: 'lazy',
  setup(plugin) {
    plugin.onResolve({ filter: /\/commands\.ts$/ }, (args) =>
      args.kind === 'dynamic-import' ? { path: './commands.cjs', external: true } : undefined,
    )
  },
}

/**
 * What is loaded when first needed. `unbash` is an ES module, which not every Node 20 can `require`: it becomes a file
 * beside the bundle. `createRequire` has no place in CommonJS, and `node:module` would load the whole ES module loader.
 */
const readers = {
  name: 'readers',
  setup(plugin) {
    plugin.onLoad({ filter: /bash-parser\/load\.ts$/ }, () => ({
      contents: `export const need = (name) => require(name === 'unbash' ? './unbash.cjs' : name)
        need.resolve = (name) => require.resolve(name)`,
      loader: 'js',
    }))
    plugin.onResolve({ filter: /^node:module$/ }, ({ path }) => ({ path, namespace: 'commonjs' }))
    plugin.onLoad({ filter: /.*/, namespace: 'commonjs' }, () => ({
      contents: 'export const createRequire = () => require',
      loader: 'js',
    }))
  },
}

const plainFirst = 'return lex(text) ?? readWithBoth(text, options)'

/** The lexer answers for most commands; the two readers are a file of their own, for the others. */
const reading = {
  name: 'reading',
  setup(plugin) {
    plugin.onLoad({ filter: /bash-parser\/parse\.ts$/ }, ({ path }) => {
      if (!readFileSync(path, 'utf8').includes(plainFirst))
        throw new Error(`${path}: \`${plainFirst}\` is what is split here`)
      return {
        contents: `import { lex } from './lexer.ts'
          const file = './reading.cjs'
          export const readWithBoth = (text, options) => require(file).readWithBoth(text, options)
          export const loadGrammar = () => require(file).loadGrammar()
          export function parse(text, options = {}) { ${plainFirst} }`,
        loader: 'js',
        resolveDir: dirname(path),
      }
    })
  },
}

/** A process that starts while we build finds the old file or the new one, never half of one. */
const whole = {
  name: 'whole',
  setup(plugin) {
    plugin.onEnd(({ outputFiles }) => {
      for (const { path, contents } of outputFiles ?? []) {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(`${path}.new`, contents)
        renameSync(`${path}.new`, path)
      }
    })
  },
}

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
  legalComments: 'none',
  write: false,
}
const commonjs = {
  ...shared,
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  // `import()` would start the loader of ES modules, which costs more than most answers; `require` does not.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': '__filename' },
}
// Native modules, wasm files and packages that find files beside themselves are left where npm put them.
const external = ['./unbash.cjs', 'tree-sitter', 'tree-sitter-bash', 'web-tree-sitter', '@vscode/ripgrep']
// What the hot path needs only for unusual settings is not worth reading on every start.
const large = ['zod', 'yaml', 'html-to-text', '@modelcontextprotocol/sdk']
const unusual = ['zod', 'yaml', 'jsonc-parser', 'minimatch']

const hot = { ...commonjs, minify: true, external: [...external, ...unusual] }

const places = await buildPrograms({ ...hot, plugins: [readers, whole] })
await build({
  ...hot,
  entryPoints: { policy: 'src/cli/policy.ts' },
  plugins: [lazy, reading, readers, lazyPrograms(places), whole],
})
await build({
  ...hot,
  entryPoints: { reading: 'src/bash-parser/parse.ts' },
  plugins: [readers, lazyPrograms(places), whole],
})
await build({
  ...commonjs,
  entryPoints: { commands: 'src/cli/commands.ts' },
  minify: true,
  external: [...external, ...large],
  // Some packages are ES modules only; what no input asks for is never imported.
  supported: {},
  plugins: [readers, whole],
})
await build({ ...commonjs, entryPoints: { unbash: 'unbash' }, minify: true, plugins: [whole] })
await build({
  ...shared,
  entryPoints: { index: 'src/index.ts' },
  outdir: 'dist',
  format: 'esm',
  packages: 'external',
  plugins: [whole],
})

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
rmSync('dist/types', { recursive: true, force: true })
execFileSync(process.execPath, [compiler, '-p', 'scripts/tsconfig.types.json'], { stdio: 'inherit' })

const families = new Set([...places.values()].map(([file]) => `${file}.cjs`))
for (const name of readdirSync('dist/programs')) if (!families.has(name)) rmSync(join('dist/programs', name))
const built = new Set(['policy.cjs', 'commands.cjs', 'unbash.cjs', 'reading.cjs', 'programs', 'index.js', 'types'])
for (const name of readdirSync('dist')) {
  if (!built.has(name)) rmSync(join('dist', name), { recursive: true })
}
