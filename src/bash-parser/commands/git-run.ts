import { diffOptions, gitCommand, logOptions } from './git-options.ts'
import { readShown, usePathspecs, useRepository } from './git-words.ts'
import type { Subcommand } from './program.ts'

const filterOptions = [
  'setup',
  'env-filter',
  'tree-filter',
  'index-filter',
  'parent-filter',
  'msg-filter',
  'commit-filter',
  'tag-name-filter',
]

/** A program outside git that nobody here knows the work of: an editor, a mailer, a foreign version control system. */
const foreign = (what: string): Subcommand => ({
  harmfulOptions: false,
  does(args, report) {
    report.unknown('runs', what)
    const operands = args.operands.filter(({ value }) => /[./:]/.test(value ?? ''))
    readShown(args.withOperands(operands), report)
  },
})

/** Commands of a script that write files: an index to a folder, the parts of a mail. */
const writers: Readonly<Record<string, Subcommand>> = {
  'checkout-index': gitCommand(
    '-a,--all -f,--force -n,--no-create --prefix= --stage= --temp --stdin -z -u,--index -q,--quiet --ignore-skip-worktree-bits',
    (args, report) => {
      const prefix = args.value('--prefix')
      if (prefix !== undefined) report.write(prefix, { tree: true })
      else usePathspecs(args.operands, 'write', report)
      report.change('working tree')
      report.change('git repository')
    },
  ),
  mailinfo: gitCommand(
    '-k -b -m,--message-id -u -n --encoding= --scissors --quoted-cr= --inbody-headers',
    ({ operands }, report) => {
      for (const file of operands.slice(0, 2)) report.write(file)
    },
  ),
  mailsplit: {
    options: '-o= -f= -d= -b --keep-cr --mboxrd',
    does(args, report) {
      const folder = args.value('-o')
      for (const box of args.operands) report.read(box, { tree: true })
      if (folder === undefined) report.writePath('.', { tree: true })
      else report.write(folder, { tree: true })
    },
  },
  'unpack-file': gitCommand('', (args, report) => {
    readShown(args, report)
    // A file of a name that nobody knows yet, in this folder.
    report.writePath('.', { tree: true })
  }),
}

/** Commands that start programs of their own, serve other git processes or talk to foreign systems. */
const foreignCommands =
  'mergetool gui citool instaweb send-email imap-send daemon http-backend web--browse credential svn p4 cvsserver cvsimport cvsexportcommit archimport quiltimport merge-index fast-import scalar shell upload-pack receive-pack gitk gitweb index-pack pack-objects unpack-objects pack-redundant credential-cache fmt-merge-msg merge-one-file sh-i18n sh-setup upload-archive fetch-pack send-pack diagnose hook backfill column credential-store remote-ext'

/** Commands that write files of their own or hand work to other programs. */
export const runningCommands: Readonly<Record<string, Subcommand>> = {
  archive: {
    ...gitCommand(
      `
        --format= --prefix= --add-file=:read --add-virtual-file= -o,--output=:write --worktree-attributes -v,--verbose
        -l,--list --remote= --exec=:unknown --mtime=`,
      (args, report) => {
        const remote = args.value('--remote')
        if (remote !== undefined) useRepository(remote, report)
        for (const program of args.values('--exec')) report.shell(program)
        // `tar.<format>.command` of the configuration may make any other format.
        const format = args.value('--format')
        if (format !== undefined && !/^(tar|zip|tgz|tar\.gz)$/.test(format.value ?? ''))
          report.unknown('runs', format.text)
        readShown(args.withOperands(args.operands.slice(1)), report)
      },
    ),
    numeric: /^-\d+$/,
  },
  'format-patch': {
    ...gitCommand(
      `
        ${logOptions} -n,--numbered -N,--no-numbered -s,--signoff --stdout --cover-letter --numbered-files --suffix=
        --start-number= -v,--reroll-count= --filename-max-length= --rfc[=] --cover-from-description=
        --description-file=:read --subject-prefix= -o,--output-directory= -k,--keep-subject --no-binary --zero-commit
        --ignore-if-in-upstream -p,--no-stat --add-header= --to= --cc= --from[=] --in-reply-to= --attach[=]
        --inline[=] --thread[=] --signature= --base= --signature-file=:read -q,--quiet --progress --interdiff=
        --range-diff= --creation-factor= --force-in-body-from`,
      (args, report) => {
        if (args.has('--show-signature')) report.unknown('runs', 'gpg')
        readShown(args, report)
        if (args.has('--stdout') && !args.has('--no-stdout')) return
        const folder = args.value('-o')
        if (folder === undefined) report.writePath('.', { tree: true })
        else report.write(folder, { tree: true })
      },
    ),
    numeric: /^-\d+$/,
  },
  'filter-branch': {
    options: `${filterOptions.map((name) => `--${name}=:shell`).join(' ')} --subdirectory-filter= --original= -d=:write-tree -f,--force --state-branch= --prune-empty`,
    abbreviates: false,
    does(_, report) {
      report.change('git repository')
    },
  },
  difftool: gitCommand(
    `
      ${diffOptions} -g,--gui -d,--dir-diff -y,--no-prompt --prompt --symlinks -t,--tool= --tool-help
      --trust-exit-code -x,--extcmd= --no-index --cached,--staged --rotate-to= --skip-to=`,
    (args, report) => {
      if (args.has('--tool-help')) return report.unknown('runs', 'git-mergetool--lib')
      const program = args.value('-x')
      if (program !== undefined) report.shell(program)
      report.unknown('runs', 'difftool')
    },
  ),
  'verify-commit': foreign('gpg'),
  'verify-tag': foreign('gpg'),
  'for-each-repo': foreign('git'),
  'request-pull': gitCommand('-p', (args, report) => useRepository(args.operands[1], report)),
  'fast-export': gitCommand(
    `
      ${logOptions} --progress= --signed-tags= --signed-commits= --tag-of-filtered-object= --reencode=
      --export-marks=:write --import-marks=:read --import-marks-if-exists=:read --fake-missing-tagger --full-tree
      --use-done-feature --no-data --refspec= --anonymize --anonymize-map= --reference-excluded-parents
      --show-original-ids --mark-tags`,
    (args, report) => {
      if (args.has('--show-signature')) report.unknown('runs', 'gpg')
      readShown(args, report)
    },
  ),
  'interpret-trailers': gitCommand(
    `
      --in-place --trim-empty --where= --if-exists= --if-missing= --only-trailers --only-input --unfold --parse
      --no-divider --trailer=`,
    (args, report) => {
      // `trailer.*.command` of the configuration runs for each trailer, unless only the input is shown.
      if (!args.has('--only-input', '--parse')) report.unknown('runs', 'trailer')
      for (const file of args.operands) report[args.has('--in-place') ? 'write' : 'read'](file)
    },
  ),
  'merge-file': gitCommand(
    `
      -p,--stdout --object-id --diff3 --zdiff3 --ours --theirs --union --diff-algorithm= --marker-size= -q,--quiet -L=`,
    (args, report) => {
      args.operands.forEach((file, i) => {
        report.read(file)
        if (i === 0 && (!args.has('-p') || args.has('--no-stdout'))) report.write(file)
      })
    },
  ),
  bugreport: gitCommand('--diagnose[=] -o,--output-directory= -s,--suffix=', (args, report) => {
    const folder = args.value('-o')
    if (folder === undefined) report.writePath('.', { tree: true })
    else report.write(folder, { tree: true })
  }),
  ...writers,
  ...Object.fromEntries(foreignCommands.split(' ').map((name) => [name, foreign(`git ${name}`)])),
}
