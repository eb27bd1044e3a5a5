import type { Bypass } from './bypasses.ts'

/** What real bash ran, or wrote, past a rule: found by random texts that hand commands on (`npm run fuzz`). */
export const runBypasses: readonly Bypass[] = [
  {
    kind: 'a function of the text that is not certain to be there when its name is called',
    scene: {},
    commands: [
      'false && rm() { ls; }; rm -rf src',
      '(rm() { ls; }); rm -rf src',
      'rm() { ls; } | cat; rm x',
      'rm() { ls; } & rm x',
      'echo $(rm() { ls; }); rm x',
      'if false; then rm() { ls; }; fi; rm x',
      'case x in y) rm() { ls; };; esac; rm x',
      'for i in; do rm() { ls; }; done; rm x',
      'f() { rm() { ls; }; }; rm x',
      'rm -rf src; rm() { ls; }',
      'rm() { ls; }; unset -f rm; rm -rf src',
      'rm() { ls; }; unset rm; rm -rf src',
      'rm() { ls; }; unset "$x"; rm -rf src',
      'f() { rm x; }; f; rm() { ls; }',
      'f() { g; }; g() { rm x; }; f; rm() { ls; }',
      'echo ${x!y}; rm() { ls; }\nrm x',
    ],
  },
  {
    kind: 'the same under rules that allow what the function does',
    scene: { allow: ['Bash(npm test:*)'] },
    commands: ['false || deploy() { npm test; }; deploy now', 'deploy() { npm test; }; unset -f deploy; deploy now'],
  },
  {
    kind: 'a variable that is a number only if it was one before',
    scene: { allow: ['Bash'], deny: ['Bash(rm:*)', 'Edit(./out)'] },
    commands: ['v=$v; $v x', 'v=$v; echo > $v'],
  },
  {
    kind: 'text for a shell whose doubts hide what runs',
    scene: { allow: ['Bash'], deny: ['Bash(rm:*)'] },
    commands: [
      `bash -s x <<'Q'\n[[ 'z[$(rm x)]' -eq 0 ]]\nQ`,
      `trap '[[ '\\''z[$(rm x)]'\\'' -eq 0 ]]' DEBUG; ls`,
      `timeout 5 bash -c '[[ '\\''z[$(rm x)]'\\'' -eq 0 ]]'`,
      `v=x bash -c 'p='\\''$(rm x)'\\''; echo "\${p@P}"'`,
      `bash -c 'unset '\\''z[$(rm x)]'\\'`,
      `bash -c 'z='\\''y[$(rm x)]'\\''; (( z ))'`,
    ],
  },
  {
    kind: 'tests and arithmetic of bash, which are commands to other shells',
    scene: { allow: ['Bash'], deny: ['Bash(rm:*)', 'Edit(./2)'] },
    commands: [`sh -c '(( 1 + 2 > 2 ))'`, `sh -c '[[ a > 2 ]]'`, `dash -c '[[ -f x || rm ]]'`, `sh -c '((rm x))'`],
  },
  {
    kind: 'a part of unknown value in what decides whether a text is run',
    scene: { allow: ['Bash'], deny: ['Bash(rm:*)'] },
    commands: [
      'env -S "bash -c \\"eval \'rm *${v/x/y}&& ls\'\\""',
      'env -S "$v" rm x',
      `env -S "bash '-c'" 'rm x'`,
      `env -S"$v"'rm x'`,
      `env --split-string="$v" x`,
      `env v=x = bash -c 'rm x'`,
      `bash -c"$v" 'rm x'`,
      `env v=x bash"$v" -c 'rm x'`,
      `tr"$v"ap 'rm x' EXIT`,
      'find . -exec${v##*x} rm x {} +',
      'find . -name file ${v}-exec rm {} +',
      'env v[1]=2 rm x',
      `env =y$'q' rm x`,
    ],
  },
  {
    kind: 'a script that a shell or `source` reads in place of being started',
    scene: { allow: ['Bash'], deny: ['Bash(./deploy.sh:*)', 'Bash(release.sh:*)'] },
    commands: [
      'bash ./deploy.sh prod',
      'sh -e ./deploy.sh',
      '. ./deploy.sh',
      'source ./deploy.sh x',
      'bash release.sh',
    ],
  },
  {
    kind: 'names that `find` fills in',
    scene: { allow: ['Bash'], deny: ['Bash(cat .env:*)', 'Bash(rm .:*)'] },
    commands: ['find . -exec cat {} \\;', 'find . -exec rm {} +', `find . -exec bash -c 'rm "$1"' n {} \\;`],
  },
]
