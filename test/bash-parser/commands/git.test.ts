import { git } from '../../../src/bash-parser/commands/git.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  git,
  `
  git => nothing
  git --version => nothing
  git --no-pager log -1 => nothing
  git --no-optional-locks status => nothing
  git --literal-pathspecs status -s => nothing
  git -c color.ui=always status => nothing
  git -c core.pager=cat log => nothing
  git -c core.quotepath=off ls-files => nothing
  git -c user.name=x log => nothing
  git push -h => nothing
  git status --short => nothing
  git status --porcelain=v2 --branch => nothing
  git status -uno => nothing
  git log --oneline -20 => nothing
  git log -n 3 --format=%H => nothing
  git log main..feature -- a.txt => nothing
  git log --follow a.txt => nothing
  git log --author=p --since 2.weeks --no-merges --graph --all => nothing
  git log --no-color --no-ext-diff --no-textconv => nothing
  git log --stat --name-only --date=iso => nothing
  git log -p HEAD~3..HEAD => nothing
  git show HEAD~2 --stat => nothing
  git show => nothing
  git diff --cached => nothing
  git diff --staged --stat=80 => nothing
  git diff HEAD => nothing
  git diff main...feature --word-diff => nothing
  git diff HEAD^ HEAD --name-status -M90% => nothing
  git diff-tree --no-commit-id --name-only -r HEAD => nothing
  git shortlog -sn => nothing
  git reflog => nothing
  git reflog -5 => nothing
  git reflog show main => nothing
  git reflog exists refs/heads/main => nothing
  git grep -n alpha => reads ./**
  git grep alpha HEAD => nothing
  git grep alpha src => reads src/**
  git grep --no-index alpha => reads ./**
  git grep --no-index alpha /x/y~ => reads /x/y~/**
  git diff --no-index /dev/null /x/p..q/s => reads /dev/null/**; reads /x/p..q/s/**
  git diff --no-index a x~ => reads a/**; reads x~/**
  git diff /x/p..q => reads /x/p..q/**
  git diff ../x/p..q => reads ../x/p..q/**
  git diff main..feature/x => nothing
  git grep --heading -e one --and -e two => reads ./**
  git ls-files --others --exclude-standard => nothing
  git ls-files -z src => nothing
  git ls-tree -r HEAD --name-only src => nothing
  git cat-file -t HEAD:a.txt => nothing
  git cat-file -p HEAD => nothing
  git cat-file --batch-check => nothing
  git rev-parse --abbrev-ref HEAD => nothing
  git rev-parse --show-toplevel => nothing
  git rev-list --count HEAD ^main => nothing
  git describe --tags --always --dirty => nothing
  git branch => nothing
  git branch -a => nothing
  git branch -vv --sort=-committerdate => nothing
  git branch --list 'feature/*' => nothing
  git branch --list x => nothing
  git branch --merged main => nothing
  git branch -r --contains HEAD~3 => nothing
  git branch --show-current => nothing
  git branch --no-color -l x => nothing
  git tag => nothing
  git tag -n5 => nothing
  git tag -l 'v1.*' --sort=-v:refname => nothing
  git tag --contains HEAD => nothing
  git remote => nothing
  git remote -v => nothing
  git remote get-url origin => nothing
  git remote show -n origin => nothing
  git stash list => nothing
  git stash show -p => nothing
  git stash show stash@{1} => nothing
  git config --get user.name => nothing
  git config --list --show-origin => doubt reads-outside
  git config --list --local => reads .git/config
  git config --list --name-only => nothing
  git config list => doubt reads-outside
  git config --get-regexp token => doubt reads-outside
  git config --blob HEAD:.env --list => reads .env
  git var -l => doubt reads-outside
  git log --check -- .env => reads .env/**
  git format-patch --stdout -1 -- .env => reads .env/**
  git fast-export HEAD -- .env => reads .env/**
  git range-diff a b c -- .env => reads a/**; reads b/**; reads c/**; reads .env/**
  git config user.name => nothing
  git config get user.name => nothing
  git worktree list --porcelain => nothing
  git for-each-ref --sort=-committerdate refs/heads => nothing
  git show-ref --heads => nothing
  git merge-base --is-ancestor main feature => nothing
  git name-rev HEAD => nothing
  git cherry -v main => nothing
  git count-objects -vH => nothing
  git check-ignore -v a.txt => nothing
  git check-attr -a a.txt => nothing
  git symbolic-ref --short HEAD => nothing
  git submodule status --recursive => nothing
  git notes list => nothing
  git bisect log => nothing
  git rerere status => nothing
  git sparse-checkout list => nothing
  git var GIT_EDITOR => nothing
  git fsck --no-progress => nothing
  git range-diff main~2..main feature~2..feature => nothing
  git whatchanged -1 => nothing
  git format-patch --stdout -1 => nothing
  git archive --format=tar HEAD => nothing
  git clean -nd => nothing
  git lfs version => nothing
  git help -a => nothing
  git version => nothing
  git ls-remote --get-url origin => nothing

  git show HEAD:.env => reads .env
  git show :0:.env => reads .env
  git show :.env => reads .env
  git show HEAD: => nothing
  git cat-file -p HEAD:sub/.env => reads sub/.env
  git cat-file blob HEAD:.env => reads .env
  git cat-file --batch => doubt dynamic-word
  git diff -- src/ => reads src//**
  git diff a.txt b.txt => reads a.txt/**; reads b.txt/**
  git diff HEAD~1 -- .env => reads .env/**
  git diff -- . => reads .
  git diff -- . ':!package-lock.json' => reads .
  git diff -- ':(top)src' => reads ?/**
  git diff -- '*.ts' => reads **/*.ts/**; reads *.ts/**
  git log -p -- 'src/.e*' => reads src/.e*/**; reads src/.e*/**/*/**
  git log -p -- .env => reads .env/**
  git log -S secret -- .env => reads .env/**
  git log -L1,2:a.txt => reads a.txt
  git log -L :main:src/a.c => reads src/a.c
  git blame -L1,5 a.txt => reads a.txt
  git blame main -- .env => reads .env
  git blame --contents .env a.txt => reads .env; reads a.txt
  git grep pat -- .env src => reads .env/**; reads src/**
  git grep -f pats HEAD => reads pats
  git grep --no-index pat => reads ./**
  git diff -Oorder => reads order
  git hash-object a.txt => reads a.txt
  git archive HEAD src => reads src/**
  git bundle verify x.bundle => reads x.bundle
  git apply --stat x.patch => reads x.patch
  git -C sub show HEAD:.env => reads sub/.env
  git -C /work log -p -- a => reads /work/a/**
  git -C a -C b diff -- c => reads a/b/c/**
  git -C "$X" diff -- c => reads ?/**

  git diff --output=z => writes z
  git diff --output z => writes z
  git diff --outp=z => doubt unknown-option
  git log -1 --output out.txt => writes out.txt
  git show --output=out.txt => writes out.txt
  git rev-list HEAD --output=out.txt => writes out.txt
  git shortlog --output=z => writes z
  git blame --output=z a.txt => reads a.txt; writes z
  git stash show --output=z => writes z
  git stash list --output=z => writes z
  git reflog --output=z => writes z
  git reflog main --output=z => writes z
  git range-diff a b c --output=z => reads a/**; reads b/**; reads c/**; writes z
  git archive -o x.tar HEAD => writes x.tar
  git archive -ox.tar HEAD => writes x.tar
  git archive --format=foo HEAD => doubt runs
  git bundle create z.bundle --all => writes z.bundle
  git format-patch -1 => writes ./**
  git format-patch -1 -o out => writes out/**
  git log --ext-diff -p => doubt unknown-option
  git log --ext -p => doubt unknown-option
  git diff --textconv => doubt unknown-option
  git diff --no-ext-diff => nothing
  git log --show-signature => doubt unknown-option
  git log --format=%G? => doubt runs
  git log --pretty='%h %GS' => doubt runs
  git for-each-ref --format='%(signature)' => doubt runs
  git log --remerge-diff => changes git repository
  git log --diff-merges=remerge => changes git repository
  git log $X => doubt dynamic-word
  git log "$X" => doubt dynamic-word
  git log * => doubt dynamic-word
  git log -- "$X" => nothing
  git log --zzz => doubt unknown-option
  git status -o z => doubt unknown-option
  git branch -@ => doubt unknown-option
  git cat-file --filters HEAD:a => reads a; doubt unknown-option
  git grep -O pat => doubt unknown-option; reads ./**
  git grep -O./x needle => shell ./x; doubt unknown-option; reads ./**
  git grep -nO./x needle => shell ./x; doubt unknown-option; reads ./**
  git grep --open-f=./x needle => shell ./x; doubt unknown-option; reads ./**
  git ls-remote => host ?
  git ls-remote https://Example.com/a.git => host example.com
  git ls-remote --upload-pack='touch p' . => reads ./**; shell touch p; doubt unknown-option
  git ls-remote --upload-pa='touch p' . => reads ./**; shell touch p; doubt unknown-option
  git ls-remote --exec='touch p' . => reads ./**; shell touch p; doubt unknown-option
  git ls-remote 'ext::touch p' => shell touch p; doubt runs
  git -c protocol.ext.allow=always ls-remote 'ext::touch p' => shell touch p; doubt unknown-option
  git -c alias.st='!touch p' st => shell touch p; doubt unknown-option
  git -c alias.st='!touch' st a b => shell touch a b; doubt unknown-option
  git -c alias.st=status st => doubt unknown-option; runs git status
  git -c alias.p=push p => doubt unknown-option; runs git push
  git -c alias.p=push P origin main => doubt unknown-option; runs git push origin main
  git -C sub -c alias.q=p -c alias.p='push -f' q origin => doubt unknown-option; runs git push -f origin
  git -c alias.q=p -c alias.p='!rm x' q y => doubt unknown-option; shell rm x y
  git -c alias.p=q -c alias.q=p p => doubt unknown-option; runs git p
  git -c alias.p.command='!rm x' p => doubt unknown-option; shell rm x
  git -c alias.p="'push'" p => doubt unknown-option; runs git 'push'
  git -c diff.external=./x diff => shell ./x; doubt unknown-option
  git -c core.pager='less -R' log => shell less -R; doubt unknown-option
  git -c core.fsmonitor=./x status => shell ./x; doubt unknown-option
  git -c core.fsmonitor=false status => nothing
  git -c safe.directory=* status => doubt dynamic-word
  git -c a.b=c log => doubt unknown-option
  git --config-env=diff.external=EDITOR diff => doubt unknown-script
  git --config-env=alias.x=V x => doubt unknown-script
  git --config-env user.name=V log => doubt unknown-script
  git -c url.'ext::rm x #'.insteadOf=x: ls-remote x: => doubt unknown-option; host x; shell rm x #
  git -c url.https://evil.com/.insteadOf=x: fetch => changes git repository; doubt unknown-option; host ?; host evil.com
  git -c http.proxy=http://evil.com fetch => changes git repository; doubt unknown-option; host ?; host evil.com
  git -c remote.origin.url='ext::rm x' fetch => changes git repository; doubt unknown-option; host ?; shell rm x
  git --exec-path=./ep ls-remote foo::x => doubt unknown-option
  git --git-dir=x log => doubt unknown-option
  git --work-tree /tmp status => doubt unknown-option
  git --bare status => doubt unknown-option
  git -p status => doubt unknown-option
  git st => doubt unknown-option
  git log --help => doubt runs
  git --help => nothing
  git --help log => doubt runs
  git help log => doubt runs
  git rev-parse --help => doubt runs
  git difftool => doubt runs
  git difftool -x 'rm -rf' => shell rm -rf; doubt runs
  git mergetool => doubt runs
  git credential fill => doubt runs
  git symbolic-ref $x => doubt dynamic-word
  git config $x => doubt dynamic-word
  git hash-object * => reads *; doubt dynamic-word
  git fsck $x => doubt dynamic-word
  git clean -n $x => doubt dynamic-word
  git checkout-index --prefix=out/ -a => writes out//**; changes working tree; changes git repository
  git mailinfo a b => writes a; writes b
  git mailsplit -oout box => reads box/**; writes out/**
  git unpack-file HEAD:.env => reads .env; writes ./**
  git send-email a.patch => reads a.patch/**; doubt runs
  git verify-commit HEAD => doubt runs
  git filter-branch --tree-filter 'rm -rf x' HEAD => shell rm -rf x; changes git repository
  git submodule foreach 'rm x' => shell rm x; doubt runs
  git submodule foreach --recursive git clean -fd => shell git clean -fd; doubt runs
  git bisect run ./t.sh -x => runs ./t.sh -x; changes git repository; changes working tree
  git rebase --exec 'make test' main => shell make test; changes git repository; changes working tree; doubt unknown-option
  git rebase -x'rm x' main => shell rm x; changes git repository; changes working tree; doubt unknown-option

  git lfs ls-files => changes git repository
  git branch feature-x => changes git repository
  git branch -v feature-x => changes git repository
  git branch -f main HEAD~3 => changes git repository
  git branch -v -d old => changes git repository
  git branch --del old => changes git repository
  git branch --sort=x new => changes git repository
  git branch -l --no-list new => changes git repository
  git branch --edit-description => changes git repository; doubt runs
  git tag v1.2.3 => changes git repository
  git tag --sort=x v1 => changes git repository
  git tag -a v2 -m x => changes git repository
  git tag -v v1 => doubt runs
  git tag -F msg v1 => reads msg; changes git repository
  git remote add o https://x.example/r => changes git repository
  git remote add -f o https://x.example/r => host x.example; changes git repository
  git remote show origin => host ?
  git remote update => host ?; changes git repository
  git remote foo => doubt unknown-option
  git symbolic-ref HEAD refs/heads/x => changes git repository
  git hash-object -w f => reads f; changes git repository
  git fsck --lost-found => changes git repository
  git gc --prune=now => changes git repository
  git reflog expire --all => changes git repository
  git stash => changes git repository; changes working tree
  git stash -m x => changes git repository; changes working tree
  git stash pop => changes git repository; changes working tree
  git stash drop => changes git repository
  git notes add -m x => changes git repository
  git worktree add ../w main => writes ../w/**; changes git repository
  git worktree remove ../w => deletes ../w/**; changes git repository
  git add src a.txt => reads a.txt/**; reads src/**; changes git repository
  git add -A => changes git repository
  git add -n . => reads .; changes git repository
  git clean -n --no-dry-run => changes untracked files; changes working tree
  git commit -m x => changes git repository
  git commit -F msg => reads msg; changes git repository
  git push => host ?; changes remote repository
  git push origin main => host ?; changes remote repository
  git push git@github.com:a/b.git main => host github.com; changes remote repository
  git push --receive-pack=./x /srv/r => reads /srv/r/**; shell ./x; changes remote repository; doubt unknown-option
  git fetch --dry-run => host ?; changes git repository
  git pull --rebase https://x.example/r main => host x.example; changes git repository; changes working tree
  git clone https://x.example/a/b.git => writes b/**; host x.example
  git clone git@x.example:a/b.git out => writes out/**; host x.example
  git clone ../a => reads ../a/**; writes a/**
  git clone -c core.fsmonitor='rm x' u:r => writes r/**; host u; shell rm x; doubt runs
  git checkout main => writes main/**; changes git repository; changes working tree
  git checkout -b x => changes git repository; changes working tree
  git checkout -- a.txt => writes a.txt/**; changes git repository; changes working tree
  git checkout HEAD~1 a.txt => writes a.txt/**; changes git repository; changes working tree
  git switch -c x => changes git repository; changes working tree
  git restore a.txt => writes a.txt/**; changes git repository
  git restore --staged a.txt => changes git repository
  git reset --hard => changes git repository; changes working tree
  git reset => changes git repository
  git rm -r src => deletes src/**; changes git repository
  git rm --cached a => changes git repository
  git rm -n a => changes git repository
  git mv a b => writes b/**; deletes a/**; changes git repository
  git clean -fd => changes untracked files; changes working tree
  git clean -fd src => deletes src/**; changes untracked files
  git apply x.patch => reads x.patch; changes git repository; changes working tree
  git apply --check --index x => reads x; changes git repository; changes working tree
  git merge --ff-only origin/main => changes git repository; changes working tree
  git cherry-pick abc => changes git repository; changes working tree
  git init => changes git repository
  git init z => writes z; changes git repository
  git submodule update --init --recursive => host ?; changes git repository; changes working tree
  git config user.name x => changes git configuration
  git config --get x --unset y => changes git configuration
  git config -f f.cfg a.b c => writes f.cfg; changes git configuration
  git config -f f.cfg --list => reads f.cfg
  git config core.pager 'rm x' => shell rm x; changes git configuration; writes .git/config
  git config set alias.x '!rm x' => shell rm x; changes git configuration; writes .git/config
  git config pull.rebase true => changes git configuration
  git config --unset core.hooksPath => changes git configuration; writes .git/config
  git config --add safe.directory x => changes git configuration
  git config -e => changes git configuration; doubt runs; writes .git/config
  git config --global core.hooksPath x => changes git configuration; writes ~/.gitconfig
  git -C sub config --global alias.x y => changes git configuration; writes ~/.gitconfig
  git config --unset user.name => changes git configuration
  git config --system core.editor x => changes git configuration; shell x; writes /etc/gitconfig
  git config diff.external ./x => shell ./x; changes git configuration; writes .git/config
  git config core.fsmonitor true => changes git configuration; writes .git/config
  git config credential.helper '!rm x' => shell rm x; changes git configuration; writes .git/config
`,
)
