import { gnu, harmlessProgram, type Program } from './program.ts'
import { readsResponses } from './responses.ts'
import { wordOf } from './words.ts'

/** Programs that turn text into text: GNU coreutils 9.1, util-linux and bsdextrautils 2.38, from their manual pages. */
export const text: readonly Program[] = [
  harmlessProgram(
    'cat',
    '-A,--show-all -b,--number-nonblank -e -E,--show-ends -n,--number -s,--squeeze-blank -t -T,--show-tabs -u -v,--show-nonprinting',
    'read',
  ),
  harmlessProgram('tac', '-b,--before -r,--regex -s,--separator=', 'read'),
  harmlessProgram(
    'nl',
    '-b,--body-numbering= -d,--section-delimiter= -f,--footer-numbering= -h,--header-numbering= -i,--line-increment= ' +
      '-l,--join-blank-lines= -n,--number-format= -p,--no-renumber -s,--number-separator= -v,--starting-line-number= -w,--number-width=',
    'read',
  ),
  {
    ...harmlessProgram(
      'od',
      '-A,--address-radix= --endian= -j,--skip-bytes= -N,--read-bytes= -S,--strings[=] -t,--format= -v,--output-duplicates -w,--width[=] ' +
        '--traditional -a -b -B -c -d -D -e -f -F -h -H -i -I -l -L -o -O -s -x -X',
      'read',
    ),
    // `od file +10`: an offset by shape.
    numeric: /^\+[0-9a-fx.]+b?$/i,
  },
  {
    names: ['base64', 'base32'],
    // `-o` and `-b` are those of macOS.
    options: `-d,-D,--decode -i,--ignore-garbage -w,--wrap= -b,--break= -o,--output=:write ${gnu}`,
    operands: ['read'],
  },
  harmlessProgram(
    'basenc',
    '--base64 --base64url --base32 --base32hex --base16 --base2msbf --base2lsbf --z85 -d,--decode -i,--ignore-garbage -w,--wrap=',
    'read',
  ),
  {
    ...harmlessProgram(
      'fmt',
      '-c,--crown-margin -p,--prefix= -s,--split-only -t,--tagged-paragraph -u,--uniform-spacing -w,--width= -g,--goal=',
      'read',
    ),
    numeric: /^-\d+$/,
  },
  {
    ...harmlessProgram(
      'pr',
      '-a,--across -c,--show-control-chars -d,--double-space -D,--date-format= -e,--expand-tabs[=] -F,-f,--form-feed -h,--header= ' +
        '-i,--output-tabs[=] -J,--join-lines -l,--length= -m,--merge -n,--number-lines[=] -N,--first-line-number= -o,--indent= ' +
        '-r,--no-file-warnings -s,--separator[=] -S,--sep-string[=] -t,--omit-header -T,--omit-pagination -v,--show-nonprinting ' +
        '-w,--width= -W,--page-width= --columns= --pages=',
      'read',
    ),
    numeric: /^[-+]\d+(:\d+)?$/,
  },
  { ...harmlessProgram('fold', '-b,--bytes -s,--spaces -w,--width= -c,--characters', 'read'), numeric: /^-\d+$/ },
  {
    ...harmlessProgram('head', '-c,--bytes= -n,--lines= -q,--quiet,--silent -v,--verbose -z,--zero-terminated', 'read'),
    numeric: /^-\d+[bckmlqvz]*$/,
  },
  {
    ...harmlessProgram(
      'tail',
      '-c,--bytes= -f --follow[=] -F -n,--lines= --max-unchanged-stats= --pid= -q,--quiet,--silent --retry -s,--sleep-interval= ' +
        '-v,--verbose -z,--zero-terminated',
      'read',
    ),
    numeric: /^[-+]\d+[bcl]?f?$/,
  },
  {
    names: ['split'],
    options:
      '-a,--suffix-length= --additional-suffix= -b,--bytes= -C,--line-bytes= -d --numeric-suffixes[=] -x --hex-suffixes[=] ' +
      '-e,--elide-empty-files --filter=:shell -l,--lines= -n,--number= -t,--separator= -u,--unbuffered --verbose ' +
      gnu,
    numeric: /^-\d+$/,
    harmfulOptions: true,
    does(args, report) {
      const [source, prefix] = args.operands
      if (source !== undefined) report.read(source)
      if (args.operands.some((word) => word.value === null))
        report.unknown('dynamic-word', args.operands.map((word) => word.text).join(' '))
      if (args.has('--filter')) return
      if (prefix?.value === null) report.write(prefix, { tree: true })
      else report.writePath(prefix?.value ?? 'x', { tree: true })
    },
  },
  {
    names: ['csplit'],
    options:
      '-b,--suffix-format= -f,--prefix= -k,--keep-files --suppress-matched -n,--digits= -s,--quiet,--silent -z,--elide-empty-files ' +
      gnu,
    harmfulOptions: true,
    does(args, report) {
      if (args.operands[0] !== undefined) report.read(args.operands[0])
      const prefix = args.value('-f')
      if (prefix?.value === null) report.unknown('dynamic-word', prefix.text)
      report.writePath(prefix?.value ?? 'xx', { tree: true })
    },
  },
  {
    ...harmlessProgram(
      'wc',
      '-c,--bytes -m,--chars -l,--lines --files0-from=:list -L,--max-line-length -w,--words --total= --debug',
      'read',
    ),
  },
  {
    names: ['sort'],
    options:
      '-b,--ignore-leading-blanks -d,--dictionary-order -f,--ignore-case -g,--general-numeric-sort -i,--ignore-nonprinting -M,--month-sort ' +
      '-h,--human-numeric-sort -n,--numeric-sort -R,--random-sort --random-source=:read -r,--reverse --sort= -V,--version-sort ' +
      '--batch-size= -c --check[=] -C --compress-program=:run --debug --files0-from=:list -k,--key= -m,--merge -o,--output=:write ' +
      '-s,--stable -S,--buffer-size= -t,--field-separator= -T,--temporary-directory=:write-tree --parallel= -u,--unique -z,--zero-terminated ' +
      `-y= ${gnu}`,
    operands: ['read'],
  },
  {
    names: ['shuf'],
    options: `-e,--echo -i,--input-range= -n,--head-count= -o,--output=:write --random-source=:read -r,--repeat -z,--zero-terminated ${gnu}`,
    does(args, report) {
      if (!args.has('-e')) for (const operand of args.operands) report.read(operand)
    },
  },
  {
    names: ['uniq'],
    options:
      '-c,--count -d,--repeated -D --all-repeated[=] -f,--skip-fields= --group[=] -i,--ignore-case -s,--skip-chars= -u,--unique ' +
      `-z,--zero-terminated -w,--check-chars= ${gnu}`,
    numeric: /^[-+]\d+$/,
    harmfulOptions: true,
    does({ operands }, report) {
      // A word that splits may bring the name of the output.
      if (operands.some((word) => word.value === null && word.splits))
        report.unknown('dynamic-word', operands.map((word) => word.text).join(' '))
      const [input, output] = operands
      if (input !== undefined && input.value !== '-') report.read(input)
      if (output !== undefined && output.value !== '-') report.write(output)
    },
  },
  harmlessProgram(
    'comm',
    '-1 -2 -3 --check-order --nocheck-order --output-delimiter= --total -z,--zero-terminated',
    'read',
  ),
  harmlessProgram('tsort', '', 'read'),
  {
    names: ['ptx'],
    options:
      '-A,--auto-reference -G,--traditional -F,--flag-truncation= -M,--macro-name= -O --format= -R,--right-side-refs -S,--sentence-regexp= ' +
      '-T -W,--word-regexp= -b,--break-file=:read -f,--ignore-case -g,--gap-size= -i,--ignore-file=:read -o,--only-file=:read ' +
      `-r,--references -t,--typeset-mode -w,--width= ${gnu}`,
    harmfulOptions: true,
    does(args, report) {
      if (!args.has('-G')) for (const operand of args.operands) report.read(operand)
      else if (args.operands.length > 0) report.unknown('unknown-option', '-G')
    },
  },
  harmlessProgram(
    'cut',
    '-b,--bytes= -c,--characters= -d,--delimiter= -f,--fields= -n --complement -s,--only-delimited --output-delimiter= -z,--zero-terminated',
    'read',
  ),
  harmlessProgram('paste', '-d,--delimiters= -s,--serial -z,--zero-terminated', 'read'),
  harmlessProgram(
    'join',
    '-a= -e= -i,--ignore-case -j= -o= -t= -v= -1= -2= --check-order --nocheck-order --header -z,--zero-terminated',
    'read',
  ),
  harmlessProgram('tr', '-c,-C,--complement -d,--delete -s,--squeeze-repeats -t,--truncate-set1'),
  { ...harmlessProgram('expand', '-i,--initial -t,--tabs=', 'read'), numeric: /^-\d+(,\d+)*$/ },
  { ...harmlessProgram('unexpand', '-a,--all --first-only -t,--tabs=', 'read'), numeric: /^-\d+(,\d+)*$/ },
  harmlessProgram(
    'column',
    '-t,--table -n,--table-name= -O,--table-order= -C,--table-column= -N,--table-columns= -l,--table-columns-limit= -E,--table-noextreme= ' +
      '-d,--table-noheadings -m,--table-maxout -e,--table-header-repeat -H,--table-hide= -R,--table-right= -T,--table-truncate= ' +
      '-W,--table-wrap= -L,--keep-empty-lines,--table-empty-lines -J,--json -r,--tree= -i,--tree-id= -p,--tree-parent= -c,--output-width= ' +
      '-o,--output-separator= -s,--separator= -x,--fillrows -h -V',
    'read',
  ),
  harmlessProgram('rev', '-0,--zero -h -V', 'read'),
  harmlessProgram(
    'colrm col',
    '-b -f -h -p -x -v -l= -2 -V -H --no-backspaces --fine --tabs --spaces --lines= --no-underlining --half-lines --pass',
  ),
  harmlessProgram('colcrt', '-2 -V -h --no-underlining --half-lines', 'read'),
  {
    ...harmlessProgram('look', '-a,--alternative -d,--alphanum -f,--ignore-case -t,--terminate= -h -V'),
    operands: ['nothing', 'read'],
  },
  harmlessProgram(
    'hexdump hd',
    '-b,--one-byte-octal -c,--one-byte-char -C,--canonical -d,--two-bytes-decimal -o,--two-bytes-octal -x,--two-bytes-hex ' +
      '-X,--one-byte-hex -L,--color[=] -e,--format= -f,--format-file=:read -n,--length= -s,--skip= -v,--no-squeezing -h -V',
    'read',
  ),
  readsResponses(
    harmlessProgram(
      'strings',
      '-a,--all -d,--data -e,--encoding= -f,--print-file-name -n,--bytes= -o -s,--output-separator= -t,--radix= -T,--target= ' +
        '-U,--unicode= -w,--include-all-whitespace -v,-V -h,-H',
      'read',
    ),
  ),
  {
    names: ['xxd'],
    options:
      '-a,-autoskip -b,-bits -c,-cols= -C,-capitalize -d -E,-EBCDIC -e -g,-groupsize= -h,-help:ends -i,-include -l,-len= -n,-name= ' +
      '-o,-offset= -p,-ps,-postscript,-plain -r,-revert -R= -s,-seek,-skip= -u,-uppercase -v,-version:ends -t',
    bundles: false,
    operands: ['read', 'write'],
  },
  harmlessProgram('bc', '-h -i,--interactive -l,--mathlib -q,--quiet -s,--standard -w,--warn -v', 'read'),
  {
    names: ['dc'],
    options: '-e,--expression= -f,--file=:unknown -h:ends -V:ends --help:ends --version:ends -i -x',
    does(args, report) {
      // Its `!` runs a command, and what it is not given it reads from standard input.
      const expressions = args.values('-e')
      const calm = expressions.length > 0 && expressions.every(({ value }) => value !== null && !value.includes('!'))
      if (!calm || args.operands.length > 0) report.unknown('unknown-script', args.words[0]?.text ?? 'standard input')
    },
  },
  {
    names: ['iconv'],
    options:
      '-f,--from-code= -t,--to-code= -l,--list -c -o,--output=:write -s,--silent --verbose -?,--help:ends --usage:ends -V,--version:ends',
    operands: ['read'],
  },
  {
    names: ['dos2unix', 'unix2dos', 'mac2unix', 'unix2mac'],
    options:
      '-c,--convmode= -f,--force -k,--keepdate -q,--quiet -s,--safe -l,--newline -b,--keep-bom -n,--newfile -o,--oldfile -i,--info[=] -h,--help:ends -V,--version:ends',
    // It takes its words in turn: an option means nothing for the files before it.
    permutes: false,
    does(args, report) {
      // With `-i` it only tells what the files are like.
      for (const file of args.operands) report[args.has('-i') ? 'read' : 'write'](file)
    },
    harmfulOptions: true,
  },
  {
    names: ['bat', 'batcat'],
    options:
      '-A,--show-all --nonprintable-notation= --binary= -p,--plain -l,--language= -H,--highlight-line= --file-name= -d,--diff --diff-context= ' +
      '--tabs= --wrap= -S,--chop-long-lines --terminal-width= -n,--number --color= --italic-text= --decorations= -f,--force-colorization ' +
      '--paging= -P,--no-paging --pager=:unknown -m,--map-syntax= --ignored-suffix= --theme= --list-themes --style= -r,--line-range= ' +
      `-L,--list-languages -u,--unbuffered -s,--squeeze-blank --diagnostic --acknowledgements --config-file --config-dir --cache-dir ${gnu} -h:ends -V:ends`,
    abbreviates: false,
    does(args, report) {
      for (const pager of args.values('--pager')) report.shell(pager)
      // `bat cache` keeps themes in the home folder.
      if (args.operands[0]?.value === 'cache') report.change('settings folder')
      if (args.has('-L', '--list-themes')) report.run([wordOf('less', args.words[0])])
      for (const operand of args.operands) report.read(operand)
    },
  },
]
