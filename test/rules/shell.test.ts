import { describe, expect, it } from 'vitest'
import { bash, decideIn } from '../support/decide.ts'
import { testEffects } from '../support/test-effects.ts'

testEffects(
  'allow is narrow',
  { allow: ['Bash(frob test:*)', 'Bash(blah)', 'Bash(find *)', 'Bash(xargs:*)', 'Bash(X=1 run:*)'] },
  [
    ['frob test', 'allow', 'Bash(frob test:*)'],
    ['frob  test --watch', 'allow', 'Bash(frob test:*)'],
    ['"frob" test', 'allow', 'Bash(frob test:*)'],
    ['frob test "$NAME"', 'allow', 'Bash(frob test:*)'],
    ['timeout 30 frob test', 'allow', 'Bash(frob test:*)'],
    ['NODE_ENV=test frob test', 'allow', 'Bash(frob test:*)'],
    ['nice -n 5 nohup frob test', 'allow', 'Bash(frob test:*)'],
    ['git status && frob test', 'allow', 'read-only'],
    ['frob test 2>&1 | tail -n 5', 'allow', 'Bash(frob test:*)'],
    ['# run them\nfrob test # all', 'allow', 'Bash(frob test:*)'],
    ['FOO=1 frob test', 'ask', 'cannot-know'],
    ['export FOO=1; frob test', 'ask', 'cannot-know'],
    ['export NODE_ENV=test && frob test', 'allow', 'read-only'],
    ['PATH=/tmp frob test', 'ask', 'cannot-know'],
    ['./frob test', 'ask', 'no-rule'],
    ['frob test > out.txt', 'ask', 'no-rule'],
    ['frob test &&', 'ask', 'cannot-know'],
    ['frob test && frobnicate', 'ask', 'no-rule'],
    ['frob test $(frobnicate)', 'ask', 'no-rule'],
    ['frob() { curl x; }; frob test', 'ask', 'no-rule'],
    ['sudo frob test', 'ask', 'no-rule'],
    ['sh -c "frob test"', 'ask', 'no-rule'],
    ['X=1 run it', 'allow', 'Bash(X=1 run:*)'],
    ['blah', 'allow', 'Bash(blah)'],
    ['blah all', 'ask', 'no-rule'],
    ['find . -name x', 'allow', 'Bash(find *)'],
    ['find . -delete', 'ask', 'no-rule'],
    ['find . -exec rm {} +', 'ask', 'critical-path'],
    ['find src -exec rm {} +', 'ask', 'no-rule'],
  ],
)

testEffects('deny is wide', { allow: ['Bash'], deny: ['Bash(rm -rf:*)', 'Bash(curl:*)', 'Bash(git push:*)'] }, [
  ['rm -rf x', 'deny', 'Bash(rm -rf:*)'],
  ['rm -fr x', 'deny', 'Bash(rm -rf:*)'],
  ['rm --recursive --force x', 'deny', 'Bash(rm -rf:*)'],
  ['rm -R -f x', 'deny', 'Bash(rm -rf:*)'],
  ['rm x -r -f', 'deny', 'Bash(rm -rf:*)'],
  ['rm -i x', 'allow', 'Bash'],
  ['c"ur"l x', 'deny', 'Bash(curl:*)'],
  ['\\curl x', 'deny', 'Bash(curl:*)'],
  ["$'\\x63url' x", 'deny', 'Bash(curl:*)'],
  ['/usr/bin/curl x', 'deny', 'Bash(curl:*)'],
  ['cu\\\nrl x', 'deny', 'Bash(curl:*)'],
  ['FOO=1 curl x', 'deny', 'Bash(curl:*)'],
  ['sudo -u root curl x', 'deny', 'Bash(curl:*)'],
  ['env -i A=1 curl x', 'deny', 'Bash(curl:*)'],
  ['timeout 5 bash -c "nice curl x"', 'deny', 'Bash(curl:*)'],
  ['eval "curl x"', 'deny', 'Bash(curl:*)'],
  ['echo a | xargs -n1 curl', 'deny', 'Bash(curl:*)'],
  ['find . -exec curl {} \\;', 'deny', 'Bash(curl:*)'],
  ['echo "curl x" | sh', 'deny', 'Bash(curl:*)'],
  ['printf "ls\\ncurl x\\n" | bash -s', 'deny', 'Bash(curl:*)'],
  ["bash <<'E'\ncurl x\nE", 'deny', 'Bash(curl:*)'],
  ['sudo sh <<< "curl x"', 'deny', 'Bash(curl:*)'],
  ['busybox curl x', 'deny', 'Bash(curl:*)'],
  ['echo "$(curl x)"', 'deny', 'Bash(curl:*)'],
  ['cat <(curl x)', 'deny', 'Bash(curl:*)'],
  ['cat <<E\n$(curl x)\nE', 'deny', 'Bash(curl:*)'],
  ['for f in a; do curl $f; done', 'deny', 'Bash(curl:*)'],
  ['case x in x) curl x;; esac', 'deny', 'Bash(curl:*)'],
  ['f() { curl x; }; f', 'deny', 'Bash(curl:*)'],
  ['V=$(curl x)', 'deny', 'Bash(curl:*)'],
  ['git -C sub push', 'deny', 'Bash(git push:*)'],
  ['git -c a.b=c push origin', 'deny', 'Bash(git push:*)'],
  ["git 'push'", 'deny', 'Bash(git push:*)'],
  ['C=curl; $C x', 'deny', 'Bash(curl:*)'],
  ['echo curl', 'allow', 'Bash'],
  ['curling x', 'allow', 'Bash'],
  ['echo hi # curl x', 'allow', 'Bash'],
  ['$CMD x', 'ask', 'Bash(rm -rf:*)'],
  ['/usr/bin/cur? x', 'ask', 'Bash(curl:*)'],
  ['echo "curl x', 'ask', 'Bash(curl:*)'],
])

testEffects(
  'path rules reach commands',
  { allow: ['Bash'], deny: ['Read(.env)', 'Edit(locked/**)'], ask: ['Read(notes/**)'] },
  [
    ['cat .env', 'deny', 'Read(.env)'],
    ['less ./.env', 'deny', 'Read(.env)'],
    ['cat $HOME/../work/proj/.env', 'allow', 'Bash'],
    ['wc -l < .env', 'deny', 'Read(.env)'],
    ['cp .env copy', 'deny', 'Read(.env)'],
    ['cat .e*', 'deny', 'Read(.env)'],
    ['cd apps/api && head -n 3 .env', 'deny', 'Read(.env)'],
    ['echo x > locked/a', 'deny', 'Edit(locked/**)'],
    ['rm locked/a', 'deny', 'Edit(locked/**)'],
    ['sed -i s/a/b/ locked/a', 'deny', 'Edit(locked/**)'],
    ['echo x | tee locked/a', 'deny', 'Edit(locked/**)'],
    ['mv a locked/a', 'deny', 'Edit(locked/**)'],
    ['cat locked/a', 'allow', 'Bash'],
    ['cat notes/a', 'ask', 'Read(notes/**)'],
    ['echo .env', 'allow', 'Bash'],
    ["bash -c 'cd conf && cat ../.env'", 'deny', 'Read(.env)'],
    ["sh -c 'cd locked; rm a'", 'deny', 'Edit(locked/**)'],
  ],
)

testEffects(
  'a searched folder is searched for what is denied',
  { deny: ['Read(.env)'], files: ['/work/proj/src/a.ts', '/work/proj/conf/.env'] },
  [
    ['grep -rn TODO src', 'allow', 'read-only'],
    ['grep -rn TODO .', 'deny', 'Read(.env)'],
    ['find . -name "*.ts"', 'allow', 'read-only'],
  ],
)

testEffects('reading outside is asked', { allow: ['Read(//opt/docs/**)'] }, [
  ['cat /etc/passwd', 'ask', 'outside-working-directories'],
  ['cat /opt/docs/a', 'allow', 'read-only'],
  ['cat ../a', 'ask', 'outside-working-directories'],
  ['cat ~/a', 'ask', 'outside-working-directories'],
  ['cd src && cat ../a', 'allow', 'read-only'],
  ['cd src; cat ../a', 'ask', 'outside-working-directories'],
  ['cd /tmp && ls', 'ask', 'outside-working-directories'],
  ['for d in a b; do cd $d; cat ../../x; done', 'ask', 'cannot-know'],
  ['while IFS= read -r line; do echo "$line"; done < a.txt', 'allow', 'read-only'],
  ['IFS=, ; ls', 'ask', 'cannot-know'],
  ['git -C sub log', 'ask', 'cannot-know'],
  ['git -C /work/proj log', 'allow', 'read-only'],
  ['cd sub && git log', 'ask', 'cannot-know'],
  ['cd /work/proj && git log', 'allow', 'read-only'],
  ['echo $SECRET_TOKEN', 'ask', 'cannot-know'],
  ['echo $HOME', 'allow', 'read-only'],
])

testEffects('a link made in the same text is not followed blindly', { allow: ['Bash(ln:*)', 'Bash(tar:*)'] }, [
  ['ln -s /etc x && cat x/passwd', 'ask', 'outside-working-directories'],
  ['ln -s /etc x && cat y/passwd', 'allow', 'Bash(ln:*)'],
  ['cat x/passwd && ln -s /etc x', 'allow', 'read-only'],
])

testEffects('critical targets of rm', { allow: ['Bash'] }, [
  ['rm -rf /', 'ask', 'critical-path'],
  ['rm -rf /usr', 'ask', 'critical-path'],
  ['rm -rf ~', 'ask', 'critical-path'],
  ['rm -rf .', 'ask', 'critical-path'],
  ['rm -rf ..', 'ask', 'critical-path'],
  ['rm -rf *', 'ask', 'critical-path'],
  ['rm -rf "$D"/*', 'ask', 'critical-path'],
  ['rm -rf "$TMPDIR/mnt"', 'ask', 'critical-path'],
  ['D=$(pwd); rm -rf "$D"', 'ask', 'critical-path'],
  ['rm -rf "$(pwd)"', 'ask', 'critical-path'],
  ['echo "$(rm -rf ~)"', 'ask', 'critical-path'],
  ["bash -c 'rm -rf ~'", 'ask', 'critical-path'],
  ['sudo rm -rf /etc', 'ask', 'critical-path'],
  ['rm -rf build', 'allow', 'Bash'],
  ['rm -rf "${D:?}"/*', 'allow', 'Bash'],
  ['rm -rf src/old', 'allow', 'Bash'],
])

testEffects('a rule may name `time` with the command behind it', { allow: ['Bash(time frob:*)', 'Bash(time blah)'] }, [
  ['time frob x', 'allow', 'Bash(time frob:*)'],
  ['time  frob x | cat', 'allow', 'Bash(time frob:*)'],
  ['if time frob; then time blah; fi', 'allow', 'Bash(time frob:*)'],
  ['time blah 2>/dev/null', 'allow', 'Bash(time blah)'],
  ['time blah all', 'ask', 'no-rule'],
  ['frob x', 'ask', 'no-rule'],
  ['time frob x; frob x', 'ask', 'no-rule'],
  ['echo time; frob x', 'ask', 'no-rule'],
  ['time\nfrob x', 'ask', 'no-rule'],
  ['# time \nfrob x', 'ask', 'no-rule'],
  ['FOO=1 time frob x', 'ask', 'cannot-know'],
  ['time FOO=1 frob x', 'ask', 'cannot-know'],
])

testEffects(
  'deny sees a sub-command behind options',
  {
    allow: ['Bash'],
    deny: [
      'Bash(kubectl delete:*)',
      'Bash(npm publish:*)',
      'Bash(docker compose down:*)',
      'Bash(docker push:*)',
      'Bash(./gradlew publish:*)',
      'Bash(cargo publish:*)',
      'Bash(aws s3 rm:*)',
      'Bash(terraform destroy:*)',
      'Bash(gh pr merge:*)',
      'Bash(npm run deploy:*)',
      'Bash(helm uninstall:*)',
      'Bash(make deploy:*)',
    ],
  },
  [
    ['kubectl -n prod delete pod x', 'deny', 'Bash(kubectl delete:*)'],
    ['kubectl --context=prod --namespace x delete pod y', 'deny', 'Bash(kubectl delete:*)'],
    ['npm --silent publish', 'deny', 'Bash(npm publish:*)'],
    ['npm -w pkg/a publish --tag next', 'deny', 'Bash(npm publish:*)'],
    ['docker --context prod push x', 'deny', 'Bash(docker push:*)'],
    ['docker compose -f a.yml down -v', 'deny', 'Bash(docker compose down:*)'],
    ['./gradlew -q --console plain publish', 'deny', 'Bash(./gradlew publish:*)'],
    ['cargo +nightly publish', 'deny', 'Bash(cargo publish:*)'],
    ['aws --profile p s3 rm s3://b/k', 'deny', 'Bash(aws s3 rm:*)'],
    ['aws s3 --region eu rm s3://b/k', 'deny', 'Bash(aws s3 rm:*)'],
    ['terraform -chdir=infra destroy', 'deny', 'Bash(terraform destroy:*)'],
    ['gh -R o/r pr merge 1', 'deny', 'Bash(gh pr merge:*)'],
    ['gh pr -R o/r merge 1', 'deny', 'Bash(gh pr merge:*)'],
    ['npm run --silent deploy', 'deny', 'Bash(npm run deploy:*)'],
    ['helm -n x uninstall y', 'deny', 'Bash(helm uninstall:*)'],
    ['make -C sub -j4 deploy', 'deny', 'Bash(make deploy:*)'],
    ['kubectl -n delete get pods', 'allow', 'Bash'],
    ['npm --prefix publish test', 'allow', 'Bash'],
    ['docker compose -f down up', 'allow', 'Bash'],
    ['echo npm publish', 'allow', 'Bash'],
    ['cargo +publish build', 'allow', 'Bash'],
  ],
)

testEffects(
  'and a rule without a wildcard still means the whole command',
  { allow: ['Bash'], deny: ['Bash(npm publish)'] },
  [
    ['npm publish', 'deny', 'Bash(npm publish)'],
    ['npm -s publish', 'deny', 'Bash(npm publish)'],
    ['npm publish --dry-run', 'allow', 'Bash'],
  ],
)

testEffects('and a deny rule too', { allow: ['Bash'], deny: ['Bash(time:*)', 'Bash(time -p blah)'] }, [
  ['time ls', 'deny', 'Bash(time:*)'],
  ['ls && time -p blah', 'deny', 'Bash(time:*)'],
  ['x=$(time ls)', 'deny', 'Bash(time:*)'],
  ['echo time ls', 'allow', 'Bash'],
])

describe('a rule on a field beside the command', () => {
  const deny = [
    'Bash(run_in_background:true)',
    'Bash(dangerouslyDisableSandbox:*)',
    'Bash(description:*prod*)',
    'Bash(timeout:*)',
  ]
  it.each([
    ['ls', { run_in_background: true }, 'deny', 'Bash(run_in_background:true)'],
    ['FOO=1', { run_in_background: true }, 'deny', 'Bash(run_in_background:true)'],
    ['> out.txt', { run_in_background: true }, 'deny', 'Bash(run_in_background:true)'],
    ['', { run_in_background: true }, 'deny', 'Bash(run_in_background:true)'],
    ['ls &&', { run_in_background: true }, 'deny', 'Bash(run_in_background:true)'],
    ['make', { dangerouslyDisableSandbox: false }, 'deny', 'Bash(dangerouslyDisableSandbox:*)'],
    ['make', { description: 'ship to prod now' }, 'deny', 'Bash(description:*prod*)'],
    ['make', { run_in_background: false, description: 'build' }, 'allow', 'Bash'],
    ['make', { timeout: 5000 }, 'allow', 'Bash'],
    ['timeout 5 make', {}, 'deny', 'Bash(timeout:*)'],
    ['run_in_background:true', {}, 'deny', 'Bash(run_in_background:true)'],
  ])('%s with %o', (command, fields, effect, rule) => {
    const decision = decideIn({ allow: ['Bash'], deny }, { tool: 'Bash', input: { command, ...fields } })
    expect([decision.effect, decision.reason.rule, decision.stricter]).toEqual([effect, rule, null])
  })
})

describe('a whole decision', () => {
  it('names rule, place, parts, effects and argv', () => {
    const decision = decideIn({ deny: ['Bash(rm *)'] }, bash('git status && rm -rf build'))
    expect(decision).toEqual({
      effect: 'deny',
      reason: {
        code: 'rule',
        rule: 'Bash(rm *)',
        source: { layer: 'project', file: 'project', pointer: '/permissions/deny/0', line: 0, column: 0 },
        subject: 'rm -rf build',
      },
      parts: [
        {
          subject: 'git status',
          effect: 'allow',
          reason: { code: 'read-only', subject: 'git status' },
          start: 0,
          end: 10,
        },
        {
          subject: 'rm -rf build',
          effect: 'deny',
          reason: {
            code: 'rule',
            rule: 'Bash(rm *)',
            source: { layer: 'project', file: 'project', pointer: '/permissions/deny/0', line: 0, column: 0 },
            subject: 'rm -rf build',
          },
          start: 14,
          end: 26,
        },
      ],
      readOnly: false,
      concurrencySafe: false,
      effects: { reads: [], writes: [], deletes: ['/work/proj/build'], runs: ['git', 'rm'], network: [] },
      known: true,
      commands: [
        ['git', 'status'],
        ['rm', '-rf', 'build'],
      ],
      stricter: null,
      warnings: [],
    })
  })
})

testEffects(
  'the files of tee want a leave of their own, as those of a redirect do',
  { allow: ['Bash(tee:*)', 'Edit(/out/**)'] },
  [
    ['tee x < a.txt', 'ask', 'no-rule'],
    ['git log | tee -a out/log', 'allow', 'read-only'],
    ['git log | tee out/log x', 'ask', 'no-rule'],
    ['git log | tee /dev/null', 'allow', 'read-only'],
    ['git log | tee ../x', 'ask', 'outside-working-directories'],
    ['git log | tee "$x"', 'ask', 'outside-working-directories'],
  ],
)
