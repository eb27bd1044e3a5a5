import type { Report } from '../effects.ts'
import { escapeGlob } from '../glob.ts'
import type { Word } from '../script.ts'
import { type Args, gnu, harmlessProgram, type Program } from './program.ts'
import { isSteady, part, unknownWord } from './words.ts'

const backup = '-b --backup[=] -S,--suffix= -T,--no-target-directory -t,--target-directory=:nothing'

/** GNU coreutils 9.1 that make, change and remove files, from their manual pages. */
export const files: readonly Program[] = [
  {
    names: ['cp'],
    options:
      `${backup} -a,--archive --attributes-only --copy-contents -d -f,--force -i,--interactive -H -l,--link -L,--dereference -n,--no-clobber ` +
      '-P,--no-dereference -p --preserve[=] --no-preserve= --parents -R,-r,--recursive --reflink[=] --remove-destination --sparse= ' +
      `--strip-trailing-slashes -s,--symbolic-link -u,--update[=] -v,--verbose -x,--one-file-system -Z --context[=] --debug ${gnu}`,
    harmfulOptions: true,
    does: (args, report) =>
      transfer(args, report, {
        tree: args.has('-a', '-R'),
        follows: args.has('-L'),
        deletes: false,
        parents: args.has('--parents'),
      }),
  },
  {
    names: ['mv'],
    options: `${backup} -f,--force -i,--interactive -n,--no-clobber --strip-trailing-slashes -u,--update[=] -v,--verbose -Z,--context --debug ${gnu}`,
    harmfulOptions: true,
    does: (args, report) => transfer(args, report, { tree: true, follows: false, deletes: true, parents: false }),
  },
  {
    names: ['ln'],
    options:
      `${backup} -d,-F,--directory -f,--force -i,--interactive -L,--logical -n,--no-dereference -P,--physical -r,--relative -s,--symbolic ` +
      `-v,--verbose ${gnu}`,
    harmfulOptions: true,
    does(args, report) {
      const only = args.operands.length === 1 && !args.has('-t') ? args.operands[0] : undefined
      if (only === undefined) transfer(args, report, { tree: false, follows: false, deletes: false, parents: false })
      else {
        report.read(only)
        if (only.value === null) {
          report.unknown('dynamic-word', only.text)
          report.write(unknownWord(only))
        } else report.writePath(baseName(only.value))
      }
    },
  },
  {
    names: ['install', 'ginstall'],
    options:
      `${backup} -c -C,--compare -d,--directory -D -g,--group= -m,--mode= -o,--owner= -p,--preserve-timestamps -s,--strip:unknown ` +
      `--strip-program=:run --preserve-context -v,--verbose -Z --context[=] ${gnu}`,
    harmfulOptions: true,
    does(args, report) {
      if (args.has('-d')) for (const operand of args.operands) report.write(operand)
      else transfer(args, report, { tree: false, follows: false, deletes: false, parents: false })
    },
  },
  {
    names: ['rm'],
    options: `-f,--force -i -I --interactive[=] --one-file-system --no-preserve-root --preserve-root[=] -r,-R,--recursive -d,--dir -v,--verbose ${gnu}`,
    does(args, report) {
      for (const operand of args.operands) report.delete(operand, { tree: args.has('-r') })
    },
    harmfulOptions: true,
  },
  {
    names: ['rmdir'],
    options: `--ignore-fail-on-non-empty -p,--parents -v,--verbose ${gnu}`,
    operands: ['delete'],
  },
  { names: ['unlink'], options: gnu, operands: ['delete'] },
  { names: ['link'], options: gnu, operands: ['read', 'write'] },
  {
    names: ['mkdir', 'mkfifo', 'mknod'],
    options: `-m,--mode= -p,--parents -v,--verbose -Z --context[=] ${gnu}`,
    does(args, report) {
      for (const operand of args.operands) report.write(operand)
    },
  },
  {
    names: ['touch'],
    options: `-a -c,--no-create -d,--date= -f -h,--no-dereference -m -r,--reference=:read -t= --time= ${gnu}`,
    operands: ['write'],
  },
  {
    names: ['truncate'],
    options: `-c,--no-create -o,--io-blocks -r,--reference=:read -s,--size= ${gnu}`,
    operands: ['write'],
  },
  {
    names: ['chmod'],
    options:
      '-c,--changes -f,--silent,--quiet -v,--verbose --preserve-root --no-preserve-root --reference=:read -R,--recursive ' +
      `-r -w -x -X -s -t -u -g -o ${gnu}`,
    harmfulOptions: true,
    // `chmod -x file`: the mode is a word with a dash.
    does: (args, report) => attributes(args, report, args.has('-r', '-w', '-x', '-X', '-s', '-t', '-u', '-g', '-o')),
  },
  {
    names: ['chown', 'chgrp'],
    options:
      '-c,--changes -f,--silent,--quiet -v,--verbose --dereference -h,--no-dereference --from= --preserve-root --no-preserve-root ' +
      `--reference=:read -R,--recursive -H -L -P ${gnu}`,
    harmfulOptions: true,
    does: (args, report) => attributes(args, report, false),
  },
  {
    names: ['chcon'],
    options:
      '--dereference -h,--no-dereference -u,--user= -r,--role= -t,--type= -l,--range= --preserve-root --no-preserve-root --reference=:read ' +
      `-R,--recursive -v,--verbose -H -L -P ${gnu}`,
    harmfulOptions: true,
    does: (args, report) => attributes(args, report, args.has('-u', '-r', '-t', '-l')),
  },
  {
    names: ['mktemp'],
    options: `-d,--directory -u,--dry-run -q,--quiet --suffix= -p= --tmpdir[=] -t ${gnu}`,
    does(args, report) {
      if (args.has('-u')) return
      const folder = args.value('-p') ?? args.value('--tmpdir')
      if (folder !== undefined) report.write(folder, { tree: true })
      else if (args.operands.length === 0 || args.has('-t', '--tmpdir')) report.change('temporary file')
      for (const operand of args.operands)
        if (folder === undefined && !args.has('-t', '--tmpdir')) report.write(operand)
    },
    harmfulOptions: true,
  },
  {
    names: ['shred'],
    options: `-f,--force -n,--iterations= --random-source=:read -s,--size= -u --remove[=] -v,--verbose -x,--exact -z,--zero ${gnu}`,
    harmfulOptions: true,
    does(args, report) {
      for (const operand of args.operands) {
        if (operand.value === '-') continue
        report.write(operand)
        if (args.has('-u', '--remove')) report.delete(operand)
      }
    },
  },
  {
    names: ['dd'],
    options: gnu,
    does(args, report) {
      for (const operand of args.operands) {
        const { value } = operand
        const [, key, path] = /^([a-z]+)=(.*)$/s.exec(value ?? '') ?? []
        if (value === null) {
          report.unknown('dynamic-word', operand.text)
          // A word that nobody knows may be `of=` something too.
          const known = /^[io]f=/.exec(operand.prefix)?.[0]
          if (known === 'if=') report.read(part(operand, known.length))
          else if (known === 'of=') report.write(part(operand, known.length))
          else if (operand.prefix === '') report.write(unknownWord(operand))
        } else if (key === undefined || path === undefined) report.unknown('dynamic-word', operand.text)
        else if (key === 'if') report.readPath(path)
        else if (key === 'of') report.writePath(path)
        else if (!/^(ibs|obs|bs|cbs|count|skip|iseek|seek|oseek|conv|iflag|oflag|status)$/.test(key))
          report.unknown('unknown-option', operand.text)
      }
    },
  },
  {
    names: ['tee'],
    options: `-a,--append -i,--ignore-interrupts -p --output-error[=] ${gnu}`,
    does({ operands }, report) {
      for (const operand of operands) if (operand.value !== '-') report.write(operand)
    },
    harmfulOptions: true,
  },
  {
    ...harmlessProgram(
      'getfacl',
      '-a,--access -d,--default -c,--omit-header -e,--all-effective -E,--no-effective -s,--skip-base -R,--recursive -L,--logical -P,--physical -t,--tabular ' +
        '-n,--numeric --one-file-system -p,--absolute-names -v -h',
    ),
    does(args, report) {
      for (const operand of args.operands) report.read(operand, { tree: true, follows: args.has('-L') })
    },
  },
  harmlessProgram('lsattr', '-R -V -a -d -l -p -v', 'read-tree'),
  {
    names: ['setfacl'],
    options:
      '-m,--modify= -M,--modify-file=:read -x,--remove= -X,--remove-file=:read -b,--remove-all -k,--remove-default -n,--no-mask -d,--default --mask --set= ' +
      `--set-file=:read --restore=:list --test -R,--recursive -L,--logical -P,--physical ${gnu} -v:ends -h:ends`,
    operands: ['write-tree'],
  },
  {
    names: ['chattr'],
    // Its modes are words with a sign in front.
    interpret(words, report) {
      for (const word of words) if (!/^[-+=]/.test(word.prefix)) report.write(word, { tree: true })
    },
  },
  { names: ['sponge'], options: '-a', operands: ['write'] },
  { names: ['trash', 'trash-put', 'rmtrash', 'srm', 'wipe'], options: gnu, operands: ['delete-tree'] },
  {
    names: ['rename', 'prename', 'file-rename', 'rename.ul', 'mmv'],
    // The new names come from an expression, in Perl for most of them.
    interpret(words, report) {
      for (const word of words.slice(1)) if (!word.prefix.startsWith('-')) report.write(word)
      report.unknown('unknown-script', words[0]?.text ?? 'standard input')
    },
  },
  {
    names: ['fallocate'],
    options:
      '-c,--collapse-range -d,--dig-holes -i,--insert-range -l,--length= -n,--keep-size -o,--offset= -p,--punch-hole -z,--zero-range ' +
      '-x,--posix -v,--verbose -h,--help:ends -V,--version:ends',
    operands: ['write'],
  },
]

interface Transfer {
  /** Sources are taken with all below them. */
  readonly tree: boolean
  /** Links below the sources too. */
  readonly follows: boolean
  readonly deletes: boolean
  /** `--parents`: the whole source path is kept below the target. */
  readonly parents: boolean
}

/** `cp a b`, `mv a b dir`, `ln -t dir a`: reads the sources, writes the target, or each source's name inside it when it may be a folder. */
function transfer(args: Args, report: Report, { tree, follows, deletes, parents }: Transfer): void {
  const folder = args.value('-t')
  const sources = folder === undefined ? args.operands.slice(0, -1) : args.operands
  const target = folder ?? args.operands.at(-1)
  if (target === undefined || sources.length === 0) {
    if (target === undefined) return
    report.unknown('unknown-option', target.text)
    // One word that may be several names both.
    if (!isSteady(target)) {
      report.read(unknownWord(target), { tree })
      report.write(unknownWord(target), { tree })
      if (deletes) report.delete(unknownWord(target), { tree })
    }
    return
  }
  for (const source of sources) {
    report.read(source, { tree, follows: tree && follows })
    if (deletes) report.delete(source, { tree })
  }
  if (folder === undefined && !isSteady(target)) report.unknown('dynamic-word', target.text)
  report.write(target, { tree: tree || target.value === null })
  if (args.has('-T')) return
  for (const source of sources) {
    const names = source.values?.map((value) => (parents ? value : baseName(value))) ?? null
    const patterns = names?.map(escapeGlob) ?? [source.glob === null ? '*' : baseName(source.glob)]
    for (const folder of target.values ?? []) {
      if (names === null) report.write(someIn(target, folder, patterns), { tree })
      for (const name of names ?? []) report.writePath(inside(folder, name), { tree })
    }
    if (target.values === null) writeBelow(target, patterns, tree, report)
  }
}

/** Files of which no more than a pattern is known, in a folder. */
function someIn(target: Word, folder: string, patterns: readonly string[]): Word {
  const shapes = patterns.map((pattern) => inside(escapeGlob(folder), pattern))
  return { ...unknownWord(target, inside(folder, '')), shapes: () => shapes }
}

/** The same in a folder of which a pattern is known at most; nothing where it may be any, as that is reported of the folder itself. */
function writeBelow(folder: Word, patterns: readonly string[], tree: boolean, report: Report): void {
  const { glob, shapes, prefix } = folder
  const below = (start: string) => patterns.map((pattern) => inside(start, pattern))
  if (glob !== null) {
    for (const one of below(glob)) report.write({ ...folder, glob: one }, { tree })
    // A pattern tells what is there, and this is yet to be made.
    report.write({ ...unknownWord(folder, prefix), shapes: () => below(glob) }, { tree })
  } else if (shapes !== undefined) {
    report.write({ ...unknownWord(folder, prefix), shapes: () => shapes()?.flatMap(below) ?? null }, { tree })
  }
}

function attributes(args: Args, report: Report, modeGiven: boolean): void {
  const from = modeGiven || args.has('--reference') ? 0 : 1
  const [mode] = args.operands
  if (from === 1 && mode !== undefined && !isSteady(mode)) {
    report.unknown('dynamic-word', mode.text)
    report.write(unknownWord(mode), { tree: args.has('-R') })
  }
  for (const operand of args.operands.slice(from)) report.write(operand, { tree: args.has('-R') })
}

/** Last part of a path, as `cp` names the copy. */
export function baseName(path: string): string {
  return path.replace(/\/+$/, '').replace(/^.*\//s, '')
}

function inside(folder: string, name: string): string {
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`
}
