import type { Random } from './generate.ts'

/** Programs that read, and do so where moving texts are run. */
export const readingPrograms = 'ls cat head sort find grep wc stat du tail basename dirname'.split(' ')

const moves = [
  ...[
    'cd sub',
    'cd ..',
    'cd /',
    'cd',
    'cd -',
    'cd ~',
    'cd "$v"',
    'cd $v',
    'cd nosuch',
    'cd ./sub/..',
    'cd sub/../..',
    'cd s*',
  ],
  ...[
    'cd sub && cd ..',
    'cd sub || cd ..',
    'cd nosuch || cd ..',
    'cd nosuch; cd ..',
    '(cd sub)',
    'cd sub &',
    'cd .. | cat file',
  ],
  ...[
    '! cd sub',
    'command cd sub',
    'builtin cd ..',
    'pushd sub',
    'popd',
    'CDPATH=.. cd sub',
    'CDPATH=/ cd etc',
    'cd "$(ls)"',
  ],
  ...[
    'cd $(dirname sub/below)',
    'cd "$PWD/sub"',
    'cd "$OLDPWD"',
    'cd -- sub',
    'cd -P sub',
    'cd ""',
    'eval "cd .."',
    'cd {sub,..}',
  ],
  ...[
    'f() { cd ..; }; f',
    'f() { cd sub; }',
    'f',
    'for d in sub ..; do cd $d; done',
    'if ls; then cd sub; else cd ..; fi',
    'exec',
  ],
  ...[
    'v=..',
    'v=sub',
    'v=$PWD',
    'v=/etc',
    'v=$(ls)',
    'v=$(ls)',
    'ls() { cat /etc/hosts; }',
    'f() { cd ..; }; f() { ls; }',
    'unset -f f',
    'v=$v/..',
    'PWD=/etc',
    'OLDPWD=/etc',
    'HOME=/etc',
    'HOME=$PWD',
    'set -- ..',
  ],
  ...[
    'for v in sub ..; do ls $v; done',
    'read -r v <<< ..',
    'v=${v:-..}',
    'unset v',
    'local v=..',
    'export v=..',
    'shift',
    'set x',
  ],
  ...[
    'for v in *; do cat "$v"; done',
    'v=(sub ..)',
    'v[1]=..',
    'printf -v v ..',
    'mapfile -t v <<< ..',
    'v=${v%/*}',
    'v=${v#*/}',
  ],
]

const reads = [
  ...[
    'ls',
    'ls .',
    'ls ..',
    'ls sub',
    'cat file',
    'cat ../file',
    'cat sub/below',
    'cat below',
    'cat /etc/hosts',
    'ls "$PWD"',
  ],
  ...[
    'cat "$v"',
    'cat /$v',
    'cat ../$v',
    'cat $v',
    'cat "$v/file"',
    'cat $v/below',
    'ls *',
    'ls ../*',
    'cat */*',
    'ls .*',
    'ls $OLDPWD',
    'ls ~',
    'ls ~+',
  ],
  ...[
    'head "$PWD/../x"',
    'cat ${v:-../x}',
    'cat "${v%/*}"',
    'cat "${v##*/}"',
    'find',
    'find ..',
    'find . -name below',
    'grep -r x',
  ],
  ...[
    'find . | xargs cat',
    'find .. | xargs cat',
    'ls | xargs cat',
    'cat $(ls)',
    'cat $(find .)',
    'cat $(ls ..)',
    'find sub -exec cat {} +',
  ],
  ...[
    'ls | while read -r v; do cat "$v"; done',
    'for v in $(ls); do cat $v; done',
    'for v in ../*; do cat "$v"; done',
    'cat "$1"',
  ],
  ...[
    'cat "$@"',
    'cat {file,../x}',
    'cat "$(dirname "$v")"',
    'ls "${v[1]}"',
    'ls "${v[@]}"',
    'f() { cat "$1"; }; f ../x',
    'f file',
  ],
  ...[
    'wc -l < file',
    'sort file - <<< x',
    'stat "$(basename "$v")"',
    'tail -n 1 "$v"',
    'du -s "$v"',
    'cat <<< "$(ls ..)"',
    'ls $((1))',
  ],
]

/** Programs that make, change and remove files, and do so where such texts are run. */
export const writingPrograms = 'touch mkdir cp mv rm ln tee rmdir'.split(' ')

const writes = [
  ...[
    'touch x',
    'mkdir d',
    'mkdir -p d/e',
    'cp file x',
    'mv file sub',
    'rm file',
    'rm -rf sub',
    'touch ../x',
    'mkdir ../d',
    'tee x',
  ],
  ...[
    'cp file ../x',
    'mv file ..',
    'cp ../near .',
    'mv ../near x',
    'rm ../near',
    'ls > x',
    'ls > ../x',
    'ls > "$v"',
    'ls > $v',
    'tee "$v"',
  ],
  ...[
    'touch "$v"',
    'touch $v',
    'touch "$v/x"',
    'touch "$PWD/x"',
    'touch "$PWD/../x"',
    'touch "$OLDPWD/x"',
    'touch ~/x',
    'touch ~+/x',
  ],
  ...[
    'touch sub/../../x',
    'touch sub/x',
    'cp -t .. file',
    'cp -r sub ..',
    'ln -s .. l',
    'ln -s ../.. l/m',
    'touch l/x',
    'ls > l/x',
    'cp file l',
  ],
  ...[
    'ln -s .git g',
    'touch g/x',
    'mkdir .git',
    'touch .git/x',
    'mkdir -p .git/hooks',
    'cp file .git/config',
    'mv d .git',
    'ls > .git/x',
  ],
  ...[
    'mkdir .claude',
    'ls > .claude/settings.json',
    'touch {x,../y}',
    'touch "$(dirname "$v")/x"',
    'ls | tee ../x',
    'ls | xargs rm',
  ],
  ...[
    'find . -exec touch {}x \\;',
    'find .. -exec touch x \\;',
    'for v in ..; do touch $v/x; done',
    'cd d && touch x',
    'cd l',
    'cd .git',
  ],
  ...[
    'f() { touch "$1"; }; f ../x',
    'f() { ls > "$1"; }',
    'f x',
    'bash -c "touch ../x"',
    'touch "${v:-../x}"',
    'rmdir sub',
    'mv sub ../s',
  ],
]

const joints = ['; ', '; ', ' && ', ' && ', ' || ', '\n', ' & ', ' | ']

const frames: readonly ((text: string) => string)[] = [
  (text) => `(${text})`,
  (text) => `{ ${text}\n}`,
  (text) => `if ls; then ${text}\nfi`,
  (text) => `if nosuch; then ${text}\nfi`,
  (text) => `for i in 1 2; do ${text}\ndone`,
  (text) => `while read -r i; do ${text}\ndone <<< x`,
  (text) => `g() { ${text}\n}; g`,
  (text) => `g() { ${text}\n}`,
  (text) => `g() { ${text}\n}; g & g`,
  (text) => `case $v in sub) ${text};; *) ls;; esac`,
  (text) => `cat "$(${text})"`,
  (text) => `cat <(${text})`,
  (text) => `v=$(${text})`,
  (text) => `bash -c '${text.replaceAll("'", "'\\''")}'`,
]

/** A text that moves between folders, sets variables and reads files, all of them programs known to read only; or one that `acts` too. */
export function generateMoving(random: Random, acts = false): string {
  const some = (depth: number): string => {
    const one = random.pick(acts && random.chance(0.5) ? writes : random.chance(0.45) ? moves : reads)
    return depth > 0 && random.chance(0.3) ? random.pick(frames)(several(depth - 1)) : one
  }
  const several = (depth: number): string => {
    let text = some(depth)
    while (random.chance(0.5)) text += random.pick(joints) + some(depth)
    return text
  }
  return `${several(2)}${random.pick(['; ', ' && ', '\n'])}${random.pick(acts ? writes : reads)}`
}
