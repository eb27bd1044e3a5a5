import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { readJqNames } from './jq-filter.ts'
import type { Args, Program } from './program.ts'
import { part, wordOf } from './words.ts'

const jqOptions =
  '-s,--slurp -n,--null-input -c,--compact-output -C,--color-output -M,--monochrome-output -r,--raw-output --raw-output0 -R,--raw-input ' +
  '-e,--exit-status -a,--ascii-output -j,--join-output -S,--sort-keys --seq --stream --stream-errors --tab --indent= --unbuffered ' +
  '--arg== --argjson== --slurpfile==:read --rawfile==:read --args --jsonargs -L,--library-path=:read-tree -b,--binary -h,--help:ends ' +
  '-V,--version:ends --build-configuration:ends --debug-dump-disasm --debug-trace[=] -f,--from-file --argfile==:read --run-tests:unknown'

/** jq functions that reach beyond the input: the environment, and modules. */
const jqOutside: Readonly<Record<string, 'environment' | 'unknown-script'>> = {
  env: 'environment',
  $ENV: 'environment',
  import: 'unknown-script',
  include: 'unknown-script',
  modulemeta: 'unknown-script',
}

/** The same for yq 4 (the Go program). */
const yqOutside: typeof jqOutside = {
  ...jqOutside,
  strenv: 'environment',
  envsubst: 'environment',
  load: 'unknown-script',
  load_str: 'unknown-script',
  loadstr: 'unknown-script',
  load_xml: 'unknown-script',
  load_props: 'unknown-script',
  load_base64: 'unknown-script',
  eval: 'unknown-script',
  system: 'unknown-script',
}

function reportFilter(filter: Word, outside: typeof jqOutside, report: Report): void {
  if (filter.value === null) {
    report.unknown('dynamic-word', filter.text)
    return
  }
  const names = readJqNames(filter.value)
  if (names === null) report.unknown('unknown-script', filter.text)
  // `load("file")`, of which only the text itself tells the name.
  for (const [, path = ''] of filter.value.matchAll(/\bload(?:_?\w+)?\s*\(\s*"((?:[^"\\])*)"/g))
    if (outside !== jqOutside) report.readPath(path)
  for (const name of names ?? []) {
    if (Object.hasOwn(outside, name)) report.unknown(outside[name] ?? 'unknown-script', filter.text)
  }
}

function readJq(args: Args, report: Report): void {
  // Files of filters and what they should give.
  if (args.has('--run-tests')) for (const file of args.operands) report.read(file)
  const given = args.has('-f')
  const [filter] = args.operands
  if (given) report.unknown('unknown-script', '-f')
  else if (filter !== undefined) reportFilter(filter, jqOutside, report)
  // Words after `--args` are texts; those before are files.
  const texts = args.options.find(({ name }) => name === '--args' || name === '--jsonargs')?.at ?? args.words.length
  for (const file of given ? args.operands : args.operands.slice(1)) {
    if (args.words.indexOf(file) < texts) report.read(file)
  }
}

function readYq(args: Args, report: Report): void {
  // yq 3 is a front of jq.
  report.run([wordOf('jq', args.words[0])])
  const [first] = args.operands
  const operands = /^(e|ea|eval|eval-all)$/.test(first?.value ?? '') ? args.operands.slice(1) : args.operands
  for (const expression of args.values('--expression')) reportFilter(expression, yqOutside, report)
  operands.forEach((operand, i) => {
    if (i === 0 && !args.has('--expression')) {
      reportFilter(operand, yqOutside, report)
      // `yq .env` reads the file of that name when there is one.
      if (!/^[\w./~@+-]+$/.test(operand.value ?? '/')) return
    }
    report.read(operand)
    if (args.has('-i')) report.write(operand)
  })
}

/** JSON, YAML and XML: jq 1.6 to 1.8, yq 4 (Go) and yq 3 (over jq), libxml2 2.9, from their manuals. */
export const json: readonly Program[] = [
  {
    names: ['jq', 'gojq'],
    options: jqOptions,
    abbreviates: false,
    harmfulOptions: false,
    does: readJq,
  },
  {
    names: ['jaq'],
    // It can write each input anew.
    options: `${jqOptions} -i,--in-place:unknown`,
    abbreviates: false,
    harmfulOptions: true,
    does: readJq,
  },
  {
    names: ['yq'],
    // `-s` slurps in one of the two programs of this name and writes files in the other.
    options:
      '-C,--colors,--color-output -M,--no-colors,--monochrome-output -e,--exit-status --expression= --from-file=:list -f,--front-matter=:unknown ' +
      '--header-preprocess[=] -I,--indent= -i,--inplace,--in-place -p,--input-format= -N,--no-doc -0,--nul-output -n,--null-input -o,--output-format= ' +
      '-P,--prettyPrint -s,--split-exp=:unknown --split-exp-file=:unknown -r,--unwrapScalar,--raw-output -v,--verbose -j,--tojson -c,--compact-output ' +
      '-S,--sort-keys -R --tab --args --jsonargs -y,--yaml-output,--yml-output -Y,--yaml-roundtrip,--yml-roundtrip -w,--width= --indentless-lists,--indentless --explicit-start ' +
      '--explicit-end --no-expand-aliases --max-expansion-factor= --yaml-output-grammar-version,--yml-out-ver= --arg== --argjson== --slurpfile==:read ' +
      '--rawfile==:read --string-interpolation[=] --xml-attribute-prefix= --xml-content-name= --xml-directive-name= --xml-keep-namespace[=] ' +
      '--xml-proc-inst-prefix= --xml-raw-token[=] --xml-skip-directives --xml-skip-proc-inst --xml-strict-mode --csv-auto-parse[=] --csv-separator= ' +
      '--tsv-auto-parse[=] --tsv-separator= --properties-array-brackets --properties-separator= --lua-prefix= --lua-suffix= --lua-globals --lua-unquoted ' +
      '--shell-key-separator= --security-disable-env-ops --security-disable-file-ops --debug-node-info -h,--help -V,--version',
    abbreviates: false,
    harmfulOptions: true,
    does: readYq,
  },
  {
    names: ['xmllint'],
    options:
      '--noout --format --pretty= --c14n:unknown --c14n11:unknown --exc-c14n:unknown --xpath= --encode= --recover --nowarning --nonet --noblanks --nsclean --nocdata ' +
      '--noent:unknown --loaddtd:unknown --dtdattr:unknown --valid:unknown --postvalid:unknown --dtdvalid=:unknown --dtdvalidfpi=:unknown ' +
      '--insert --compress:unknown --html --xmlout --huge --stream --walker --sax --sax1 --push --memory --timing --repeat --debug --debugent --nocompact --pushsmall --chkregister --copy ' +
      '--testIO:unknown --catalogs:unknown --nocatalogs --auto --xinclude:unknown --noxincludenode:unknown --nofixup-base-uris --load-trace ' +
      '--path=:unknown --schema= --relaxng= --schematron= --pattern= --maxmem= --nodefdtd --nodict --oldxml10 --dropdtd ' +
      '--htmlout --nowrap --quiet --noenc --version:ends -o,--output=:write --shell:unknown',
    abbreviates: false,
    bundles: false,
    does(args, report) {
      const schemas = ['--schema', '--relaxng', '--schematron'].flatMap((name) => args.values(name))
      for (const file of [...args.operands, ...schemas]) {
        const local = /^file:(\/\/(localhost)?(?=\/))?/i.exec(file.value ?? '')?.[0]
        if (/^(https?|ftp):/i.test(file.prefix)) report.host(file.value)
        else report.read(local === undefined ? file : part(file, local.length))
      }
      // A schema takes in others, from wherever it says.
      if (schemas[0] !== undefined) report.unknown('unknown-script', schemas[0].text)
    },
  },
  {
    names: ['json_pp'],
    options: '-f= -t= -json_opt= -v -V:ends',
    bundles: false,
    does(args, report) {
      // `-f eval` runs its input as Perl.
      const format = args.value('-f')
      if (format !== undefined && format.value !== 'json') report.unknown('runs', format.text)
    },
    harmfulOptions: true,
  },
]
