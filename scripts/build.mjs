#!/usr/bin/env node
// Builds the command line (CommonJS, one small file for the hot path and one for the rest) and the library (ES module).
import { rmSync } from 'node:fs'
import { build } from 'esbuild'

rmSync('dist', { recursive: true, force: true })

/** `import('./commands.ts')` stays an import of the second file, so that the first stays small. */
const lazy = {
  name: 'lazy',
  setup(plugin) {
    plugin.onResolve({ filter: /\/commands\.ts$/ }, (args) =>
      args.kind === 'dynamic-import' ? { path: './commands.cjs', external: true } : undefined,
    )
  },
}

const shared = { bundle: true, platform: 'node', target: 'node20', logLevel: 'warning', legalComments: 'none' }
// Native modules, wasm files and packages that find files beside themselves are left where npm put them.
const external = ['tree-sitter', 'tree-sitter-bash', 'web-tree-sitter', '@vscode/ripgrep']

await build({
  ...shared,
  entryPoints: { policy: 'src/cli/policy.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  minify: true,
  external,
  plugins: [lazy],
})
await build({
  ...shared,
  entryPoints: { commands: 'src/cli/commands.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  external,
})
await build({
  ...shared,
  entryPoints: { index: 'src/index.ts' },
  outdir: 'dist',
  format: 'esm',
  packages: 'external',
})
