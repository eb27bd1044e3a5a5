import { edit, read, write } from '../support/decide.ts'
import { testEffects } from '../support/test-effects.ts'

const everything = ['Read', 'Edit', 'Write', 'Edit(//**)']

testEffects(
  'a bare name denies at any depth below the working directory',
  { allow: everything, deny: ['Read(.env)'] },
  [
    [read('/work/proj/.env'), 'deny', 'Read(.env)'],
    [read('/work/proj/a/b/.env'), 'deny', 'Read(.env)'],
    [read('/work/proj/a/b/.ENV'), 'deny', 'Read(.env)'],
    [read('/work/proj/.env/inner'), 'deny', 'Read(.env)'],
    [read('/work/proj/src/../.env'), 'deny', 'Read(.env)'],
    [write('/work/proj/.env'), 'deny', 'Read(.env)'],
    [read('/proc/self/cwd/.env'), 'deny', 'Read(.env)'],
    [read('/other/.env'), 'allow', 'Read'],
    [read('/work/proj/.environment'), 'allow', 'Read'],
  ],
)

testEffects('one folder and everything in it: deny at any depth', { allow: everything, deny: ['Edit(src/**)'] }, [
  [edit('/work/proj/src/a.ts'), 'deny', 'Edit(src/**)'],
  [edit('/work/proj/vendor/p/src/b.js'), 'deny', 'Edit(src/**)'],
  [read('/work/proj/src/a.ts'), 'allow', 'Read'],
  [edit('/work/proj/srcx/a.ts'), 'allow', 'Edit'],
])

testEffects('one folder and everything in it: allow at the working directory only', { allow: ['Edit(src/**)'] }, [
  [edit('/work/proj/src/a.ts'), 'allow', 'Edit(src/**)'],
  [edit('/work/proj/src/deep/b.ts'), 'allow', 'Edit(src/**)'],
  [edit('/work/proj/vendor/src/b.js'), 'ask', 'no-rule'],
  [edit('/work/proj/SRC/a.ts'), 'ask', 'no-rule'],
  [edit('/work/proj/src/../../other/a.ts'), 'ask', 'outside-working-directories'],
])

testEffects('anchors', { allow: ['Edit(//tmp/x/**)', 'Edit(~/notes/**)', 'Edit(/here/**)'] }, [
  [edit('/tmp/x/a'), 'allow', 'Edit(//tmp/x/**)'],
  [edit('/work/proj/tmp/x/a'), 'ask', 'no-rule'],
  [edit('/home/dev/notes/a'), 'allow', 'Edit(~/notes/**)'],
  [read('/home/dev/notes/a'), 'allow', 'Edit(~/notes/**)'],
  [edit('/work/proj/here/a'), 'allow', 'Edit(/here/**)'],
  [edit('/work/proj/sub/here/a'), 'ask', 'no-rule'],
  [edit('/here/a'), 'ask', 'outside-working-directories'],
])

testEffects(
  'a rule of the user file is anchored at its folder',
  { user: { permissions: { deny: ['Read(/secrets/**)'] } } },
  [
    [read('/work/proj/secrets/k'), 'allow', 'no-permission-needed'],
    [read('/home/dev/.claude/secrets/k'), 'deny', 'Read(/secrets/**)'],
  ],
)

testEffects(
  'negation takes out what stands before it',
  { allow: ['Read'], deny: ['Read(*.env)', 'Read(!sample.env)'] },
  [
    [read('/work/proj/sample.env'), 'allow', 'Read'],
    [read('/work/proj/prod.env'), 'deny', 'Read(*.env)'],
  ],
)
testEffects('negation too early takes nothing out', { allow: ['Read'], deny: ['Read(!sample.env)', 'Read(*.env)'] }, [
  [read('/work/proj/sample.env'), 'deny', 'Read(*.env)'],
])
testEffects(
  'negation does not reopen a folder',
  { allow: ['Read'], deny: ['Read(secrets/**)', 'Read(!secrets/public/**)'] },
  [[read('/work/proj/secrets/public/a'), 'deny', 'Read(secrets/**)']],
)

const links = {
  '/work/proj/notes.txt': '/work/proj/secrets/k',
  '/work/proj/out': '/opt/x',
  '/work/proj/a': '/work/proj/b',
  '/work/proj/b': '/work/proj/a',
}
testEffects('links: deny if any name matches', { allow: ['Read'], deny: ['Read(/secrets/**)'], links }, [
  [read('/work/proj/notes.txt'), 'deny', 'Read(/secrets/**)'],
  [read('/work/proj/other.txt'), 'allow', 'Read'],
])
testEffects('links: allow only if every name matches', { allow: ['Edit(./**)'], links }, [
  [read('/work/proj/out/f'), 'ask', 'outside-working-directories'],
  [edit('/work/proj/out/f'), 'ask', 'outside-working-directories'],
  [edit('/work/proj/a/f'), 'ask', 'link'],
  [edit('/work/proj/c'), 'allow', 'Edit(./**)'],
])
testEffects(
  'links: each name may be allowed by a rule of its own',
  {
    allow: ['Edit(//tmp/**)', 'Edit(//private/tmp/**)', 'Read(//private/var/**)'],
    links: { '/tmp': '/private/tmp', '/var': '/private/var' },
  },
  [
    [read('/tmp/x'), 'allow', 'Edit(//tmp/**)'],
    [write('/tmp/x'), 'allow', 'Edit(//tmp/**)'],
    [write('/private/tmp/x'), 'allow', 'Edit(//private/tmp/**)'],
    ['> /tmp/x', 'allow', 'Edit(//tmp/**)'],
    [read('/var/x'), 'ask', 'outside-working-directories'],
  ],
)
testEffects(
  'a rule that grants less does not speak for a name',
  { allow: ['Edit(//tmp/**)', 'Read(//private/tmp/**)'], links: { '/tmp': '/private/tmp' } },
  [[write('/tmp/x'), 'ask', 'outside-working-directories']],
)
testEffects(
  '`./name` allows here and denies at any depth',
  { allow: ['Edit(./a.md)', 'Edit(./b/c.md)', 'Edit(./**/d.md)'], deny: ['Read(./.env)'] },
  [
    [edit('/work/proj/a.md'), 'allow', 'Edit(./a.md)'],
    [edit('/work/proj/x/a.md'), 'ask', 'no-rule'],
    [edit('/work/proj/b/c.md'), 'allow', 'Edit(./b/c.md)'],
    [edit('/work/proj/x/d.md'), 'allow', 'Edit(./**/d.md)'],
    [read('/work/proj/x/.env'), 'deny', 'Read(./.env)'],
  ],
)
testEffects(
  'a file that is a link to a file is not written',
  { allow: ['Edit(//**)'], files: ['/opt/real'], links: { '/work/proj/l': '/opt/real' } },
  [[write('/work/proj/l'), 'deny', 'link']],
)
testEffects(
  'a deny through a linked folder holds at the real place',
  { deny: ['Read(//etc/**)'], links: { '/etc': '/private/etc' } },
  [
    [read('/private/etc/hosts'), 'deny', 'Read(//etc/**)'],
    [read('/private/var/x'), 'ask', 'outside-working-directories'],
  ],
)

testEffects(
  'dead forms never match',
  { allow: ['Write(docs/**)', 'Edit()', 'edit(docs/**)', 'Edit (docs/**)', 'Edit(docs/**', 'Edit(!docs/**)'] },
  [[write('/work/proj/docs/a'), 'ask', 'no-rule']],
)
testEffects(
  'a broken pattern guards its literal name and allows nothing',
  { deny: ['Read([x)'], allow: ['Edit([y)'] },
  [
    [read('/work/proj/[x'), 'deny', 'Read([x)'],
    [edit('/work/proj/[y'), 'ask', 'no-rule'],
  ],
)
testEffects('names with blanks and parentheses', { allow: ['Edit(./Finance (2024)/**)', 'Edit(dir with space/**)'] }, [
  [edit('/work/proj/Finance (2024)/q1'), 'allow', 'Edit(./Finance (2024)/**)'],
  [edit('/work/proj/dir with space/f'), 'allow', 'Edit(dir with space/**)'],
])
testEffects('additional directories', { directories: ['../lib', '~/notes'], deny: ['Read(.env)'] }, [
  [read('/work/lib/a.ts'), 'allow', 'no-permission-needed'],
  [read('/home/dev/notes/a'), 'allow', 'no-permission-needed'],
  [read('/work/lib/.env'), 'deny', 'Read(.env)'],
  [read('/work/other/a'), 'ask', 'outside-working-directories'],
])

testEffects(
  'a rule may name a field beside the path',
  {
    allow: ['Edit', 'Write'],
    deny: ['Read(limit:5)', 'Edit(replace_all:true)', 'Write(content:*TODO*)', 'Grep(pattern:*password*)'],
    ask: ['Glob(pattern:**/*)'],
  },
  [
    [{ tool: 'Read', input: { file_path: '/work/proj/a', limit: 5 } }, 'deny', 'Read(limit:5)'],
    [{ tool: 'Read', input: { file_path: '/work/proj/a', limit: 50 } }, 'allow', 'no-permission-needed'],
    [read('/work/proj/limit:5'), 'allow', 'no-permission-needed'],
    [
      { tool: 'Edit', input: { file_path: '/work/proj/a', old_string: 'a', new_string: 'b', replace_all: true } },
      'deny',
      'Edit(replace_all:true)',
    ],
    [edit('/work/proj/a'), 'allow', 'Edit'],
    [{ tool: 'Write', input: { file_path: '/work/proj/a', content: 'a TODO' } }, 'deny', 'Write(content:*TODO*)'],
    [write('/work/proj/a'), 'allow', 'Write'],
    [{ tool: 'Grep', input: { pattern: 'my password' } }, 'deny', 'Grep(pattern:*password*)'],
    [{ tool: 'Glob', input: { pattern: 'src/*.ts' } }, 'ask', 'Glob(pattern:**/*)'],
    [{ tool: 'Glob', input: { pattern: '*.ts' } }, 'allow', 'no-permission-needed'],
  ],
)
