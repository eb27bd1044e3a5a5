import { edit, type Random, texts, withKnownPrograms } from './generate.ts'

/** Programs that run others; real ones stand in for them where wrapped texts are run. */
export const wrapperPrograms = 'bash sh env xargs timeout nice nohup setsid stdbuf find flock ionice'.split(' ')

/** One word of the shell. */
export const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const doubled = (text: string) => `"${text.replace(/[\\"$`]/g, '\\$&')}"`

/** Commands that a wrapper can be handed as words. */
const commands = [
  'a x',
  'b "y z"',
  'c $v',
  'd "$v"',
  'e',
  'a "$1" $2',
  'f w{1,2}',
  'a $(b)',
  'g *',
  'a ${v:-x}',
  'b "$@"',
]

/** What hands a whole text to a shell. */
const aroundTexts: readonly ((text: string) => string)[] = [
  (text) => `bash -c ${quoted(text)}`,
  (text) => `bash -c ${quoted(text)} n x "y z"`,
  (text) => `bash -ec ${doubled(text)}`,
  (text) => `sh -c ${quoted(text)} n "$v"`,
  (text) => `env v=x bash -c ${quoted(text)}`,
  (text) => `v=x bash -c ${quoted(text)}`,
  (text) => `export v=x; bash -c ${quoted(text)} n`,
  (text) => `eval ${quoted(text)}`,
  (text) => `eval ${doubled(text)}`,
  (text) => `v=${quoted(text)}; eval "$v"`,
  (text) => `v=${quoted(text)}; bash -c "$v"`,
  (text) => `export v=${quoted(text)}; bash -c 'eval "$v"'`,
  (text) => `f8() { bash -c "$1" n "$2"; }; f8 ${quoted(text)} x`,
  (text) => `f9() { eval "$@"; }; f9 ${quoted(text)}`,
  (text) => `bash <<'Q'\n${text}\nQ`,
  (text) => `bash -s x y <<'Q'\n${text}\nQ`,
  (text) => `sh <<Q\n${text}\nQ`,
  (text) => `bash <<< ${quoted(text)}`,
  (text) => `. /dev/stdin <<'Q'\n${text}\nQ`,
  (text) => `source /dev/stdin x <<< ${quoted(text)}`,
  (text) => `trap ${quoted(text)} EXIT`,
  (text) => `trap ${quoted(text)} ERR; e`,
  (text) => `trap ${quoted(text)} DEBUG; b`,
  (text) => `shopt -s expand_aliases\nalias q=${quoted(text)}\nq`,
  (text) => `xargs bash -c ${quoted(text)} n <<< "x y"`,
  (text) => `xargs -I{} bash -c ${quoted(text)} n {} <<< "x y"`,
  (text) => `find . -exec bash -c ${quoted(text)} n {} \\;`,
  (text) => `find . -name file -exec sh -c ${quoted(text)} n {} +`,
  (text) => `timeout 5 bash -c ${quoted(text)}`,
  (text) => `env -S ${doubled(`bash -c ${doubled(text)}`)}`,
  (text) => `coproc { ${text}\n}; wait`,
  (text) => `PS4=${quoted(`$(${text}\n)`)}; set -x; b`,
  (text) => `p=${quoted(`$(${text}\n)`)}; d "\${p@P}"`,
  (text) => `[[ ${quoted(`z[$(${text}\n)]`)} -eq 0 ]]`,
  (text) => `z=${quoted(`y[$(${text}\n)]`)}; (( z ))`,
  (text) => `unset ${quoted(`z[$(${text}\n)]`)}`,
  (text) => `mapfile -C ${quoted(text)} -c 1 l <<< q`,
]

/** What is handed the words of a command. */
const aroundCommands: readonly ((command: string) => string)[] = [
  (command) => `env ${command}`,
  (command) => `env -u HOME v=y ${command}`,
  (command) => `env v=y ${command}`,
  (command) => `env -S ${quoted(command)}`,
  (command) => `timeout -k 1 5 ${command}`,
  (command) => `nice -n 1 nohup ${command}`,
  (command) => `setsid -w ${command}`,
  (command) => `stdbuf -oL ${command}`,
  (command) => `xargs ${command} <<< "x y"`,
  (command) => `xargs -n1 ${command} <<< "x 'y z'"`,
  (command) => `xargs -I{} ${command} {} <<< "x y"`,
  (command) => `xargs -i ${command} q{} <<< x`,
  (command) => `xargs -L1 ${command} <<< $'x\\ny'`,
  (command) => `find . -exec ${command} {} \\;`,
  (command) => `find . -type f -execdir ${command} {} +`,
  (command) => `flock o ${command}`,
  (command) => `command ${command}`,
  (command) => `exec ${command}`,
  (command) => `time -p ${command}`,
  (command) => `coproc ${command}; wait`,
  (command) => `v=(${command}); "\${v[@]}"`,
  (command) => `v=${quoted(command)}; $v`,
  (command) => `set -- ${command}; "$@"`,
  (command) => `f8() { "$@"; }; f8 ${command}`,
  (command) => `f8() { shift; "$@"; }; f8 x ${command}`,
  (command) => `f8() { $1 "\${@:2}"; }; f8 ${command}`,
  (command) => `for v in a b; do $v ${command}; done`,
  (command) => `while read -r v; do $v ${command}; done <<< "a"`,
  (command) => `read -r v w <<< ${quoted(command)}; $v "$w"`,
  (command) => `mapfile -t l <<< a; "\${l[@]}" ${command}`,
  (command) => `v=b; \${v/b/a} ${command}`,
  (command) => `v=A; \${v,,} ${command}`,
  (command) => `\${u:-a} ${command}`,
  (command) => `$'\\x61' ${command}`,
  (command) => `"$(b)" ${command}`,
  (command) => `$(b) ${command}`,
  (command) => `IFS=,; v=a,x; $v ${command}`,
  (command) => `{a,x} ${command}`,
  (command) => `[a] ${command}`,
  (command) => `a() { ${command}; }; a x; unset -f a; a y`,
  (command) => `if ${command}; then b; fi >o`,
  (command) => `${command} >o 2>"p$v"; d <o >>o`,
]

/** A text in which programs reach others: wrappers in wrappers around everyday texts, cut and mixed. */
export function generateWrapped(random: Random): string {
  let text = random.chance(0.5)
    ? random.pick(aroundTexts)(random.chance(0.4) ? random.pick(texts) : some(random))
    : random.pick(aroundCommands)(random.pick(commands))
  if (random.chance(0.3)) text = random.pick(aroundTexts)(text)
  if (random.chance(0.3)) text = `${random.pick(['v=x', 'v="y z"', 'v=a', 'set -- p q', 'cd ..', 'v=$1'])}; ${text}`
  if (random.chance(0.25)) text += random.pick(['\n', ' && ', '; ', ' | ']) + random.pick(aroundCommands)(some(random))
  for (let edits = random.below(3); edits > 0; edits--) text = edit(text, random)
  return random.chance(0.5) ? withKnownPrograms(text, random) : text
}

function some(random: Random): string {
  const first = random.pick(commands)
  return random.chance(0.3) ? `${first}${random.pick(['; ', ' && ', ' | '])}${random.pick(commands)}` : first
}
