/**
 * What a deny rule on a command cannot see, each with a reason and a way to try it: with `allow: ["Bash"]` and
 * `deny: ["Bash(rm:*)"]` the line is allowed, and bash runs `rm` all the same. An entry that is closed leaves this list and
 * becomes a row of `test/rules/shell.test.ts`.
 */
export interface Residual {
  readonly command: string
  readonly why: string
  /** Files that stand in the folder. */
  readonly files?: Readonly<Record<string, string>>
}

export const residual: readonly Residual[] = [
  { command: `python3 -c 'import os; os.system("rm x")'`, why: 'the program of another language is not read' },
  { command: `perl -e 'system("rm x")'`, why: 'the program of another language is not read' },
  {
    command: `node -e 'require("child_process").execSync("rm x")'`,
    why: 'the program of another language is not read',
  },
  { command: `python3 - <<'E'\nimport os\nos.system("rm x")\nE`, why: 'the program of another language is not read' },
  { command: 'sh script.sh', files: { 'script.sh': 'rm x\n' }, why: 'a script on disk is not read' },
  { command: './script.sh', files: { 'script.sh': '#!/bin/sh\nrm x\n' }, why: 'a program on disk is not read' },
  { command: '. ./script.sh', files: { 'script.sh': 'rm x\n' }, why: 'a script on disk is not read' },
  { command: 'make', files: { Makefile: 'all:\n\trm x\n' }, why: 'recipes on disk are not read' },
  {
    command: 'git wipe',
    files: {
      '.git/config': '[core]\n\trepositoryformatversion = 0\n[alias]\n\twipe = !rm x\n',
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/refs/heads/.keep': '',
      '.git/objects/.keep': '',
    },
    why: 'aliases of a repository are not read',
  },
  { command: 'echo rm x > s; sh s', why: 'a script that the same text writes is not read' },
  { command: "printf 'all:\\n\\trm x\\n' > Makefile; make", why: 'a recipe that the same text writes is not read' },
  {
    command: "sed -f <(echo '1e rm x') a.txt",
    files: { 'a.txt': 'a\n' },
    why: 'the program of another language is not read',
  },
  {
    command: 'awk -f prog.awk',
    files: { 'prog.awk': 'BEGIN { system("rm x") }\n' },
    why: 'a program on disk is not read',
  },
  {
    command: 'sed -f prog.sed a.txt',
    files: { 'prog.sed': '1e rm x\n', 'a.txt': 'a\n' },
    why: 'a program on disk is not read',
  },
]

/**
 * The same for files: with `allow: ["Bash"]` and `deny: ["Read(.env)"]` the line is allowed, and it prints what `.env` holds.
 */
export const residualReads: readonly Residual[] = [
  { command: 'x=$(base64 -d <<< LmVudg==); cat "$x"', why: 'a value that other programs put together' },
  {
    command: 'read -r f < names.txt; cat "$f"',
    files: { 'names.txt': '.env\n' },
    why: 'the text of a file is not read',
  },
  { command: `python3 -c 'print(open(".env").read())'`, why: 'the program of another language is not read' },
]
