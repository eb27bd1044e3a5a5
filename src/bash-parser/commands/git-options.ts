/** Option lists several git commands share, from git 2.39's `-h` output, its manual and later releases' additions. */

import type { Subcommand } from './program.ts'

/** Options of the diff machinery, which `log`, `show`, `rev-list`, `blame`, `shortlog` and more accept too. */
export const diffOptions = `
  -p,-u,--patch -s,--no-patch -U,--unified[=] -W,--function-context --raw --patch-with-raw --patch-with-stat --numstat
  --shortstat -X,--dirstat[=] --cumulative --dirstat-by-file[=] --check --summary --name-only --name-status --stat[=]
  --stat-width= --stat-name-width= --stat-graph-width= --stat-count= --compact-summary --binary --full-index
  --color[=] --ws-error-highlight= -z --abbrev[=] --src-prefix= --dst-prefix= --line-prefix= --no-prefix
  --default-prefix --inter-hunk-context= --output-indicator-new= --output-indicator-old= --output-indicator-context=
  -B,--break-rewrites[=] -M,--find-renames[=] -D,--irreversible-delete -C,--find-copies[=] --find-copies-harder
  --no-renames --rename-empty --follow -l= --minimal -w,--ignore-all-space -b,--ignore-space-change
  --ignore-space-at-eol --ignore-cr-at-eol --ignore-blank-lines -I,--ignore-matching-lines= --indent-heuristic
  --patience --histogram --diff-algorithm= --anchored= --word-diff[=] --word-diff-regex= --color-words[=]
  --color-moved[=] --color-moved-ws= --relative[=] -a,--text -R --exit-code --quiet --ext-diff:unknown --no-ext-diff
  --textconv:unknown --no-textconv --ignore-submodules[=] --submodule[=] --ita-invisible-in-index
  --ita-visible-in-index -S= -G= --pickaxe-all --pickaxe-regex -O=:read --rotate-to= --skip-to= --find-object=
  --diff-filter= --max-depth= --output=:write`

/** Options that choose and print commits. `--remerge-diff` writes temporary objects, `--show-signature` starts gpg. */
export const revisionOptions = `
  -n,--max-count= --skip= --max-age= --since,--after= --since-as-filter= --min-age= --until,--before= --first-parent
  --exclude-first-parent-only --ancestry-path[=] -g,--walk-reflogs --default= --merge --topo-order --simplify-merges
  --simplify-by-decoration --date-order --author-date-order --early-output[=] --parents --dense --sparse
  --in-commit-order --remove-empty --merges --no-merges --min-parents[=] --no-min-parents --max-parents[=]
  --no-max-parents --boundary --left-right --left-only --right-only --cherry --count --cherry-mark --cherry-pick
  --objects --objects-edge --objects-edge-aggressive --unpacked -v --pretty[=] --format[=] --expand-tabs[=]
  --no-expand-tabs --show-notes[=] --notes[=] --no-notes --standard-notes --no-standard-notes --show-notes-by-default
  --oneline --graph --no-graph --encode-email-headers --no-encode-email-headers --root --no-commit-id --always
  --no-abbrev --abbrev-commit --no-abbrev-commit --full-diff --show-pulls --full-history --relative-date --date=
  --log-size --grep= --author= --committer= --grep-reflog= -i,--regexp-ignore-case -F,--fixed-strings
  -E,--extended-regexp -P,--perl-regexp --basic-regexp --all-match --invert-grep --no-invert-grep --encoding=
  --reverse --children --ignore-missing --show-signature:unknown --no-show-signature --show-linear-break[=] -c --cc
  --dd --combined-all-paths -m -t -r --diff-merges= --no-diff-merges --remerge-diff:change_git_repository --all
  --branches[=] --tags[=] --remotes[=] --glob= --exclude= --exclude-hidden= --reflog --indexed-objects
  --alternate-refs --not --no-walk[=] --do-walk --single-worktree --stdin --bisect --exclude-promisor-objects
  --missing[=] --filter[=] --no-filter --filter-provided-objects`

/** `git log` and the commands that are `log` with other defaults. */
export const logOptions = [
  diffOptions,
  revisionOptions,
  `
    -q,--quiet --source --use-mailmap,--mailmap --no-use-mailmap --no-mailmap --clear-decorations
    --no-clear-decorations`,
  `
    --decorate-refs= --no-decorate-refs --decorate-refs-exclude= --no-decorate-refs-exclude --decorate[=]
    --no-decorate --no-source -L=`,
].join(' ')

/** Options of the commands that list refs. */
export const refListOptions = `
    --contains,--with[=] --no-contains,--without[=] --merged[=] --no-merged[=] --sort= --points-at= --format=
    -i,--ignore-case --omit-empty --column[=] --color[=]`

/**
 * A command of git that takes these options and no others; git's option reader knows abbreviations and `--no-`. What its options do
 * is known to `does` alone, so a word that may be any of them may do harm.
 */
export function gitCommand(options: string, does: NonNullable<Subcommand['does']>): Subcommand {
  return { options, negates: true, harmfulOptions: true, does }
}

/** A command of git that prints, whatever its options. */
export function gitListing(options: string): Subcommand {
  return { options, negates: true, does: () => {} }
}
