import { edit, read } from '../support/decide.ts'
import { testEffects } from '../support/test-effects.ts'

const disk = {
  files: ['/work/proj/a.txt', '/work/proj/sub/deep/f', '/work/proj/sub/dlink', '/work/sib/s', '/work/proj/src/x.ts'],
  links: {
    '/work/proj/self': '.',
    '/work/proj/dl': 'sub/deep',
    '/work/proj/twist': 'self/../sib',
    '/work/proj/round': 'round/../x',
  },
}

testEffects('a climb out of a linked folder ends where the kernel ends', disk, [
  ['cat self/../sib/s', 'ask', 'outside-working-directories'],
  ['cat < self/../sib/s', 'ask', 'outside-working-directories'],
  ['cat ./self//.././sib/s', 'ask', 'outside-working-directories'],
  ['cat /work/proj/self/../sib/s', 'ask', 'outside-working-directories'],
  ['cat "self"/../sib/*', 'ask', 'outside-working-directories'],
  ['head -1 self*/../sib/s', 'ask', 'outside-working-directories'],
  ['cat s*/../a.txt', 'ask', 'outside-working-directories'],
  ['cat */../sib/s', 'ask', 'outside-working-directories'],
  ['grep -r x self/..', 'ask', 'outside-working-directories'],
  ['ls self/..', 'ask', 'outside-working-directories'],
  ['find self/.. -name s', 'ask', 'outside-working-directories'],
  ['tar tf self/../sib/t.tar', 'ask', 'outside-working-directories'],
  ['for d in self src; do cat $d/../sib/s; done', 'ask', 'outside-working-directories'],
  ['cat twist/s', 'ask', 'outside-working-directories'],
  ['cat round', 'ask', 'outside-working-directories'],
  ['cat dl/../dlink', 'allow', 'read-only'],
  ['cat dl/../../a.txt', 'ask', 'outside-working-directories'],
  ['cat src/../a.txt', 'allow', 'read-only'],
  ['cat none/../a.txt', 'allow', 'read-only'],
  ['cat src/./../sub/deep/../dlink', 'allow', 'read-only'],
  ['cat /work/proj/../proj/a.txt', 'allow', 'read-only'],
])

testEffects('after a change of folder, too', disk, [
  ['cd self && cat ../sib/s', 'ask', 'outside-working-directories'],
  ['cd dl && cat ../../a.txt', 'ask', 'outside-working-directories'],
  ['cd dl && cat ../dlink', 'allow', 'read-only'],
  ['cd dl && cat f', 'allow', 'read-only'],
  ['cd dl && cd .. && cat a.txt', 'allow', 'read-only'],
  ['cd self/../src && cat x.ts', 'ask', 'outside-working-directories'],
  ['cd self/../sib && cat s', 'ask', 'outside-working-directories'],
  ['cd -P self/../sib; cat s', 'ask', 'outside-working-directories'],
  ['cd -LP -- self/../sib && cat s', 'ask', 'outside-working-directories'],
  ['cd -PL dl/../sub && cat dlink', 'allow', 'read-only'],
  ['cd -PL dl && cat f', 'allow', 'read-only'],
  ['cd -P dl && cd ../.. && cat ../a.txt', 'ask', 'outside-working-directories'],
  ['cd -P dl && cd ../.. && cat a.txt', 'allow', 'read-only'],
  ["cd '~' && cat a.txt", 'allow', 'read-only'],
  ['cd src && cat ../a.txt', 'allow', 'read-only'],
])

testEffects('a change of folder that may not have been made', disk, [
  ['cd src; cat ../a.txt', 'allow', 'read-only'],
  ['true; cd src; cat ../a.txt', 'allow', 'read-only'],
  ['cd sub && cd deep; cat ../../a.txt', 'allow', 'read-only'],
  ['false && cd src; cat ../a', 'ask', 'outside-working-directories'],
  ['true || cd src; cat ../a', 'ask', 'outside-working-directories'],
  ['[[ -d x ]] && cd src; cat ../a', 'ask', 'outside-working-directories'],
  ['false && # x\ncd src; cat ../a', 'ask', 'outside-working-directories'],
  ['cd none && cd src; cat ../a', 'ask', 'outside-working-directories'],
  ['cd none/../src; cat ../a', 'ask', 'outside-working-directories'],
  ['if true; then cd src; fi; cat ../a', 'ask', 'outside-working-directories'],
  ['true || cd src && cat ../a', 'ask', 'outside-working-directories'],
  ['[[ -d . ]] || cd src && cat ../a', 'ask', 'outside-working-directories'],
  ['! cd none && cat ../a', 'ask', 'outside-working-directories'],
  ['true && cd src && cat ../a.txt', 'allow', 'read-only'],
  ['cd src | true; cat ../a', 'ask', 'outside-working-directories'],
])

testEffects('writes and deletes of a mode that accepts edits stay inside, too', { ...disk, mode: 'acceptEdits' }, [
  ['rm -rf self/../sib', 'ask', 'no-rule'],
  ['touch self/../sib/new', 'ask', 'no-rule'],
  ['sed -i s/a/b/ self/../sib/s', 'ask', 'no-rule'],
  ['cp a.txt self/../new', 'ask', 'no-rule'],
  ['mkdir -p dl/../x', 'allow', 'accept-edits'],
  ['mkdir -p dl/../../x', 'ask', 'no-rule'],
  ['mkdir -p self/../x', 'ask', 'no-rule'],
  ['echo x > self/../sib/y', 'ask', 'outside-working-directories'],
  ['echo x > self/../sib/*', 'ask', 'outside-working-directories'],
  ['touch src/../new', 'allow', 'accept-edits'],
  ['cd src && touch ../new', 'allow', 'read-only'],
  ['echo x > src/../new', 'allow', 'read-only'],
])

testEffects(
  'a deny speaks of either name, an allow of both',
  { ...disk, allow: ['Bash', 'Edit(./**)'], deny: ['Read(sub/dlink)', 'Edit(//work/sib/**)', 'Read(a.txt)'] },
  [
    ['cat dl/../dlink', 'deny', 'Read(sub/dlink)'],
    ['cat d?/../dlink', 'deny', 'Read(sub/dlink)'],
    ['cd dl && cat ../dlink', 'deny', 'Read(sub/dlink)'],
    ['cat dl/../a.txt', 'deny', 'Read(a.txt)'],
    ['rm self/../sib/s', 'deny', 'Edit(//work/sib/**)'],
    ['echo x > self/../sib/s', 'deny', 'Edit(//work/sib/**)'],
    ['echo x > twist/s', 'deny', 'Edit(//work/sib/**)'],
    ['echo x > src/s', 'allow', 'Bash'],
    [edit('/work/proj/self/../src/x.ts'), 'allow', 'Edit(./**)'],
  ],
)

testEffects(
  'the folder of a process is an ordinary folder',
  { ...disk, allow: ['Bash'], deny: ['Read(.env)', 'Edit(locked/**)', 'Read(sub/k)'] },
  [
    ['cat /proc/self/cwd/.env', 'deny', 'Read(.env)'],
    ['cat /proc/$$/cwd/.env', 'deny', 'Read(.env)'],
    ['cat "/proc/$PPID/cwd"/.env', 'deny', 'Read(.env)'],
    ['p=$$; rm "/proc/$p/cwd/locked/a"', 'deny', 'Edit(locked/**)'],
    ['cat /proc/*/cwd/.env', 'deny', 'Read(.env)'],
    ['cat /proc/self/task/7/cwd/.env', 'deny', 'Read(.env)'],
    ['cat /proc/self/root/work/proj/.env', 'deny', 'Read(.env)'],
    ['cat /proc/thread-self/cwd/src/../.env', 'deny', 'Read(.env)'],
    ['cat /proc/1/cwd/.e*', 'deny', 'Read(.env)'],
    ['cat /proc/self/cwd/../proj/.env', 'deny', 'Read(.env)'],
    ['cd /proc/self && cat cwd/.env', 'deny', 'Read(.env)'],
    ['cd sub && cat /proc/self/cwd/k', 'deny', 'Read(sub/k)'],
    ['cd /proc/self/cwd/sub && cat k', 'deny', 'Read(sub/k)'],
    ['rm -r /proc/self/cwd/locked', 'deny', 'Edit(locked/**)'],
    ['rm /proc/self/cwd/locked/*', 'deny', 'Edit(locked/**)'],
    ['echo x > /proc/self/root/work/proj/locked/a', 'deny', 'Edit(locked/**)'],
    [read('/proc/self/cwd/.env'), 'deny', 'Read(.env)'],
  ],
)

testEffects('... of whichever process, so nothing says that it is the working directory', { mode: 'acceptEdits' }, [
  ['cat /proc/1/cwd/a', 'ask', 'outside-working-directories'],
  ['cat < /proc/1/cwd/a', 'ask', 'outside-working-directories'],
  ['rm /proc/1/cwd/a', 'ask', 'no-rule'],
  [read('/proc/1/cwd/a'), 'ask', 'outside-working-directories'],
])

testEffects('pushd leads where cd leads', { ...disk, allow: ['Bash'], deny: ['Edit(sub/**)'] }, [
  ['pushd sub && rm deep/f', 'deny', 'Edit(sub/**)'],
  ['pushd sub > /dev/null; rm deep/f', 'deny', 'Edit(sub/**)'],
  ['pushd src && rm deep/f', 'allow', 'Bash'],
  ['pushd src && rm ../sub/deep/f', 'deny', 'Edit(sub/**)'],
])

testEffects('... and where nobody knows with a number or none', disk, [
  ['pushd src && cat x.ts', 'allow', 'read-only'],
  ['pushd +1 && cat x.ts', 'ask', 'cannot-know'],
  ['pushd && cat x.ts', 'ask', 'cannot-know'],
  ['pushd -n src && cat x.ts', 'ask', 'cannot-know'],
  ['pushd src && popd && cat x.ts', 'ask', 'cannot-know'],
])

testEffects('a home that the text sets is where `~` and `cd` lead', { allow: ['Bash'], deny: ['Read(.env)'] }, [
  ['HOME=/work/proj; cat ~/.env', 'deny', 'Read(.env)'],
  ['HOME=/work/proj; cd && cat .env', 'deny', 'Read(.env)'],
  ['HOME=/tmp/x; cat ~/.env', 'allow', 'Bash'],
  ['cat ~/.env', 'allow', 'Bash'],
])

testEffects(
  'the start folder is known by its variable',
  { ...disk, allow: ['Bash'], deny: ['Read(.env)', 'Edit(secrets/**)'] },
  [
    ['cat $PWD/.env', 'deny', 'Read(.env)'],
    ['cat "$PWD/.env"', 'deny', 'Read(.env)'],
    ['cat ~+/.env', 'deny', 'Read(.env)'],
    ['cat ${PWD}/src/../.env', 'deny', 'Read(.env)'],
    ['echo x > "$PWD/secrets/k"', 'deny', 'Edit(secrets/**)'],
    ['echo x > ~+/secrets/k', 'deny', 'Edit(secrets/**)'],
    ['cd src && cat $PWD/.env', 'deny', 'Read(.env)'],
    ['cd src; cat ~+/.env', 'deny', 'Read(.env)'],
    ['D=$PWD; rm $D/secrets/k', 'deny', 'Edit(secrets/**)'],
    ['HOME=$PWD; cat ~/.env', 'deny', 'Read(.env)'],
    ['cat $(pwd)/.env', 'deny', 'Read(.env)'],
    ['cat "`pwd`/.env"', 'deny', 'Read(.env)'],
    ['rm -rf "$(pwd)"', 'ask', 'critical-path'],
    ["bash -c 'cat $PWD/.env'", 'deny', 'Read(.env)'],
    ['echo x > "$PWD/.git/config"', 'ask', 'protected-path'],
    ['echo x > $PWD/.bashrc', 'ask', 'protected-path'],
    ['rm -rf "$PWD"', 'ask', 'critical-path'],
    ['rm -rf $PWD', 'ask', 'critical-path'],
    ['rm -rf ~+', 'ask', 'critical-path'],
    ['D=$PWD; rm -rf $D', 'ask', 'critical-path'],
    ['cat $PWD/a.txt', 'allow', 'Bash'],
    ['rm -rf "$PWD/build"', 'allow', 'Bash'],
  ],
)

testEffects('... so that reading in it needs nobody', disk, [
  ['cat $PWD/a.txt', 'allow', 'read-only'],
  ['ls "$PWD"', 'allow', 'read-only'],
  ['cat $PWD/../a', 'ask', 'outside-working-directories'],
  ['cd .. && cat $PWD/a', 'ask', 'outside-working-directories'],
  ['cd "$(pwd)/src" && cat x.ts', 'allow', 'read-only'],
  ['cd $PWD/self/.. && cat a', 'ask', 'outside-working-directories'],
  ['cat $OLDPWD/a', 'ask', 'cannot-know'],
])
