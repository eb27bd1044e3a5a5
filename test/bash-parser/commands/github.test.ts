import { forges } from '../../../src/bash-parser/commands/github.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  forges,
  `
  gh --version => nothing
  gh pr list => host github.com
  gh pr list --repo x/y --json number --jq .[].number => host github.com
  gh pr view 1 --comments => host github.com
  gh pr view https://evil.example/x/y/pull/1 => host evil.example
  gh pr list -R ghe.example/x/y => host ghe.example
  gh pr view 1 --web => host github.com; doubt runs
  gh pr diff 1 => host github.com
  gh pr checks => host github.com
  gh pr create --title x => host github.com; changes remote repository
  gh pr create -F body.md => reads body.md; host github.com; changes remote repository
  gh pr comment 1 -b x => host github.com; changes remote repository
  gh pr checkout 1 => host github.com; changes git repository; changes working tree; doubt runs
  gh issue list -l bug => host github.com
  gh run list -w ci.yml => host github.com
  gh run view 1 --log => host github.com
  gh run rerun 1 => host github.com; changes remote repository
  gh run download 1 -D out => writes out/**; host github.com
  gh release view v1 => host github.com
  gh release download v1 => writes ./**; host github.com
  gh repo view => host github.com
  gh repo clone x/y => writes y/**; host github.com
  gh repo delete x/y => host github.com; changes remote repository
  gh workflow list => host github.com
  gh secret list => host github.com
  gh secret set X => host github.com; changes remote repository
  gh secret set -f .env => reads .env; host github.com; changes remote repository
  gh gist edit x ./f => reads ./f; host github.com; changes remote repository
  gh alias set x '!rm y' => shell rm y; changes gh configuration
  gh ssh-key add ./k.pub => reads ./k.pub; host github.com; changes remote repository
  gh search code x => host github.com
  gh api repos/x/y => host github.com
  gh api -X POST repos/x/y => host github.com; changes remote repository
  gh api repos/x/y -f a=b => host github.com; changes remote repository
  gh api repos/x/y -X GET -f a=b => host github.com
  gh api repos/x/y -F a=@.env => reads .env; host github.com; changes remote repository
  gh api repos/x/y --input .env => reads .env; host github.com; changes remote repository
  gh api graphql -f query='query { viewer { login } }' => host github.com
  gh api graphql -f query='mutation { x }' => host github.com; changes remote repository
  gh api --hostname ghe.example user => host ghe.example
  gh auth status => host github.com
  gh auth token => doubt reads-outside
  gh browse => doubt runs
  gh foo => doubt unknown-option
  gh gist create .env => changes remote repository; host github.com; reads .env
  gh gist create -d x a b => changes remote repository; host github.com; reads a; reads b
  gh release upload v1 dist/a.tgz#label => changes remote repository; host github.com; reads dist/a.tgz
  gh release create v1 dist/a.tgz => changes remote repository; host github.com; reads dist/a.tgz
  glab mr list => host gitlab.com
  glab mr merge 1 => host gitlab.com; changes remote repository
`,
)
