import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { inFolder } from './folder.ts'
import type { Args, Program } from './program.ts'
import { startAnywhere } from './starts.ts'
import { part, unknownWord } from './words.ts'

/** A program that runs code of the project, except for a few forms, each one alone on its line, that only print. */
export function runsCode(
  names: readonly string[],
  prints: string,
  more: (args: Args, report: Report) => void = () => {},
): Program {
  const forms = new Set(prints.split(' '))
  return {
    names,
    // Its own reading is `does`: what its options mean does not matter once it runs code.
    harmfulOptions: false,
    bundles: false,
    does(args, report) {
      const [only, ...others] = args.words
      if (others.length === 0 && only?.value !== undefined && only.value !== null && forms.has(only.value)) return
      more(args, report)
      report.unknown('unknown-script', args.words.map((word) => word.text).join(' ') || (names[0] as string))
    },
  }
}

/**
 * The script file of an interpreter: the first word that is no option, unless code came as an option's value before. `filed`: options
 * whose value is a file it reads.
 */
const script =
  (inline: RegExp, valued: RegExp = /^$/, filed: RegExp = /^(?!)/) =>
  (args: Args, report: Report) => {
    for (let i = 0; i < args.words.length; i++) {
      const word = args.words[i] as Word
      const option = filed.exec(word.prefix)?.[0]
      if (option !== undefined) {
        const file = word.prefix.length > option.length ? part(word, option.length) : args.words[++i]
        if (file !== undefined) report.read(file)
        continue
      }
      if (word.value === null || word.value === '-') return
      if (inline.test(word.value)) return
      if (valued.test(word.value)) i++
      else if (!word.value.startsWith('-')) return report.read(word)
    }
  }

/** The virtual machine keeps a file of counters in the temporary folder while it runs, even for `-version`. */
const virtualMachine = (names: readonly string[], prints: string): Program => {
  const program = runsCode(names, prints)
  return {
    ...program,
    does(args, report) {
      report.change('temporary files')
      program.does?.(args, report)
    },
  }
}

/** A program whose very start may download or run what a file of the project names (rust-toolchain, go.mod, .yarnrc.yml). */
const projectChoosesIt = (names: readonly string[], why: string): Program => ({
  names,
  harmfulOptions: false,
  bundles: false,
  does: (_, report) => report.unknown('runs', why),
})

/** A file that is what the shell hands over: standard input, a descriptor, `<(...)`. */
function isPipe({ value, text }: Word): boolean {
  return value === '-' || /^\/dev\/(stdin|fd\/)/.test(value ?? '') || /^<\(/.test(text)
}

const make: Program = {
  names: ['make', 'gmake'],
  options: `
    -b -m -B,--always-make -C,--directory= -d --debug[=] -e,--environment-overrides -E,--eval=:unknown
    -f,--file,--makefile=:read -h,--help:ends -i,--ignore-errors -I,--include-dir=:read-tree -j,--jobs[=]
    -k,--keep-going -l,--load-average,--max-load[=] -L,--check-symlink-times -n,--just-print,--dry-run,--recon
    -o,--old-file,--assume-old= -O,--output-sync[=] -p,--print-data-base -q,--question -r,--no-builtin-rules
    -R,--no-builtin-variables -s,--silent,--quiet --no-silent -S,--no-keep-going,--stop -t,--touch --trace
    -v,--version:ends -w,--print-directory --no-print-directory -W,--what-if,--new-file,--assume-new=
    --warn-undefined-variables --jobserver-style= --shuffle[=]`,
  does(args, report) {
    const inside = args.values('-C').reduce<Report>((outer, folder) => inFolder(outer, folder), report)
    if (!args.has('-f')) inside.readPath('Makefile')
    // Recipes on the line or from a pipe, that nobody will have seen.
    const given = [...args.values('-E'), ...args.values('-f').filter(isPipe)]
    for (const recipes of given) report.shell(unknownWord(recipes))
    // Even `-n` runs `$(shell ...)` and lines marked with `+`.
    report.unknown('unknown-script', 'Makefile')
  },
}

const node = runsCode(
  ['node', 'nodejs'],
  '-v --version -h --help --v8-options',
  script(
    /^(-e|--eval|-p|--print|-pe|-i|--interactive|--test|--run|--eval=.*|--print=.*)$/,
    /^(-r|--require|--import|--loader|-C|--conditions|--inspect-port)$/,
    /^--env-file(-if-exists)?(=|$)/,
  ),
)

/** `node --check FILE` compiles a file and runs nothing. */
const nodeProgram: Program = {
  ...node,
  does(args, report) {
    const [first, second, ...rest] = args.words
    const checks = (first?.value === '--check' || first?.value === '-c') && rest.length === 0
    if (checks && second?.value !== undefined && second.value !== null && !second.value.startsWith('-'))
      report.read(second)
    else node.does?.(args, report)
  },
}

const pythonFile = script(/^(-c.*|-m.*|-[A-Za-z]*[cm])$/, /^-[WX]$|^--check-hash-based-pycs$/)

/** Modules of Python that are programs for the files after them. */
const fileModules =
  /^(json\.tool|base64|tabnanny|tokenize|ast|py_compile|zipfile|tarfile|gzip|dis|quopri|mimetypes|cProfile|profile|trace|pdb|timeit|compileall|doctest|pydoc|pickle|pickletools)$/

const pythonScript: typeof pythonFile = (args, report) => {
  pythonFile(args, report)
  const at = args.words.findIndex(({ value }) => /^-[A-Za-z]*m/.test(value ?? ''))
  const option = args.words[at]
  if (option === undefined) return
  const glued = option.value?.replace(/^-[A-Za-z]*?m/, '') ?? ''
  const [name, files] = glued === '' ? [args.words[at + 1]?.value, at + 2] : [glued, at + 1]
  if (!fileModules.test(name ?? '')) return
  for (const file of args.words.slice(files)) if (!file.prefix.startsWith('-')) report.read(file)
}

/** `perl -i`, `ruby -i`: each file is written anew. */
const inPlace =
  (script: (args: Args, report: Report) => void) =>
  (args: Args, report: Report): void => {
    script(args, report)
    const writes = args.words.some((word) => /^-[0-9acdfghlnpsStTuUvwWXy]*i/.test(word.prefix))
    // `-n` and `-p` run the code for each line of the files.
    if (!writes && !args.words.some((word) => /^-[0-9acdfghlsStTuUvwWXy]*[np]/.test(word.prefix))) return
    const code = args.words.findIndex((word) => /^-[a-zA-Z0-9]*[eE]$/.test(word.value ?? ''))
    const operands = args.words.filter((word, i) => !word.prefix.startsWith('-') && (code < 0 || i !== code + 1))
    for (const file of code < 0 ? operands.slice(1) : operands) {
      report.read(file)
      if (writes) report.write(file)
    }
  }

/** A formatter reads the files it is given, and writes them anew with the words that say so. */
const formats =
  (rewrites: (words: readonly string[]) => boolean) =>
  (args: Args, report: Report): void => {
    const anew = rewrites(args.words.map((word) => word.prefix))
    for (const file of args.words) {
      // Of a whole project they take the files of their language.
      if (/^(-.*|[./]*|check|format|rule|config)$/.test(file.prefix)) continue
      report.read(file)
      if (anew) report.write(file, { tree: true })
    }
  }

/** A compiler writes what `-o` names, and takes more words from `@file`. */
const compiler = (args: Args, report: Report): void => {
  args.words.forEach((word, i) => {
    if (word.prefix.startsWith('@')) report.read(part(word, 1))
    else if (!word.prefix.startsWith('-') && !/^-(o|MF)$/.test(args.words[i - 1]?.value ?? '')) report.read(word)
    if (!/^-(o|MF)/.test(word.prefix)) return
    const from = word.prefix.startsWith('-o') ? 2 : 3
    const target = word.prefix.length > from ? part(word, from) : args.words[i + 1]
    if (target !== undefined) report.write(target)
  })
}

/** Interpreters, compilers and project tools: what they print about themselves is known, what they run is not. */
export const runtimes: readonly Program[] = [
  nodeProgram,
  runsCode(
    ['python', 'python3', 'python2', 'python3.10', 'python3.11', 'python3.12', 'python3.13', 'pypy3'],
    '-V -VV --version -h --help',
    pythonScript,
  ),
  runsCode(['ruby'], '-v --version -h --help --copyright', inPlace(script(/^-[a-zA-Z]*e/, /^-[IrCE]$/))),
  runsCode(['perl'], '-v --version -V -h --help', inPlace(script(/^-[a-zA-Z]*[eE]/, /^-I$/))),
  runsCode(['php'], '-v --version -h --help -m --modules --ini', script(/^-[rBRE]|^--(run|process)/, /^-[cdzt]$/)),
  runsCode(['lua', 'luajit'], '-v', script(/^-e/, /^-l$/)),
  runsCode(['Rscript', 'R'], '', script(/^-e$/)),
  runsCode(['julia'], '-v --version -h --help', script(/^(-e|-E|--eval|--print)/)),
  runsCode(['deno'], '-V --version -h --help', (args, report) => {
    for (const word of args.words)
      if (word.prefix.startsWith('--env-file=')) report.read(part(word, '--env-file='.length))
  }),
  runsCode(['ts-node', 'tsx'], ''),
  virtualMachine(['java'], '-version --version -help --help -h -?'),
  virtualMachine(
    ['javac', 'jar', 'jshell', 'kotlin', 'kotlinc', 'scala', 'scalac', 'groovy', 'mvn', 'gradle', 'sbt', 'ant'],
    '-version --version -v -h --help -help',
  ),
  runsCode(['dotnet'], '--list-sdks --list-runtimes'),
  projectChoosesIt(['rustc', 'rustdoc', 'clippy-driver', 'rust-analyzer', 'rustup'], 'rust-toolchain'),
  make,
  runsCode(['cmake', 'ctest', 'cpack', 'ninja'], '--version -version -h --help', (args, report) => {
    // A script of cmake, a build file of ninja.
    args.words.forEach((word, i) => {
      if (/^-[fP]$/.test(args.words[i - 1]?.value ?? '')) report.read(word)
    })
  }),
  runsCode(['gcc', 'g++', 'cc', 'c++', 'clang', 'clang++'], '--version -v -dumpversion -dumpmachine --help', compiler),
  runsCode(['tsc'], '-v --version -h --help --all'),
  runsCode(
    ['eslint', 'prettier'],
    '-v --version -h --help',
    formats((words) => words.some((word) => /^(--fix(-type)?|-w|--write)$/.test(word))),
  ),
  runsCode(['vitest', 'esbuild', 'vite'], '--version'),
  runsCode(
    [
      'webpack',
      'jest',
      'mocha',
      'meson',
      'rollup',
      'next',
      'turbo',
      'nx',
      'lerna',
      'playwright',
      'cypress',
      'stylelint',
      'biome',
      'pyright',
      'tox',
      'nox',
    ],
    '',
  ),
  runsCode(['pytest', 'py.test', 'mypy', 'flake8', 'pylint', 'ansible', 'ansible-playbook'], ''),
  runsCode(
    ['ruff'],
    '-V --version',
    formats((words) => words.some((word) => /^(--fix(-only)?|--add-noqa|format)$/.test(word))),
  ),
  runsCode(
    ['black', 'isort'],
    '',
    formats((words) => !words.some((word) => /^(--check(-only)?|-c|--diff)$/.test(word))),
  ),
  runsCode(
    ['rustfmt'],
    '',
    formats((words) => !words.includes('--check')),
  ),
  runsCode(['just'], '', (args, report) => {
    const at = args.words.findIndex(({ value }) => value === '-c' || value === '--command')
    if (at >= 0) startAnywhere(args.words.slice(at + 1), report)
  }),
  runsCode(
    [
      'rake',
      'rspec',
      'rubocop',
      'rails',
      'mix',
      'elixir',
      'iex',
      'erl',
      'ghc',
      'cabal',
      'stack',
      'swift',
      'zig',
      'nim',
      'dart',
      'flutter',
      'bazel',
      'task',
    ],
    '',
  ),
]
