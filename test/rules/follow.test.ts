import { testEffects } from '../support/test-effects.ts'

const disk = {
  files: [
    '/work/proj/a.txt',
    '/work/proj/src/x.ts',
    '/work/proj/d1/y',
    '/work/proj/d3/z',
    '/opt/real/k',
    '/opt/real/.env',
  ],
  links: {
    '/work/proj/src/self': '..',
    '/work/proj/d1/f': '/opt/real/k',
    '/work/proj/d2/g': '../src',
    '/work/proj/d3/deep/null': '/dev/null',
    '/work/proj/d4/d': '/opt/real',
    '/work/proj/d5/to': '../d1',
    '/work/proj/d6/a': 'b',
    '/work/proj/d6/b': 'a',
  },
}

testEffects('a reader that follows links reads where they lead', disk, [
  ['grep -R x src', 'ask', 'outside-working-directories'],
  ['grep -R x d1', 'ask', 'outside-working-directories'],
  ['grep -R x .', 'ask', 'outside-working-directories'],
  ['grep -R x', 'ask', 'outside-working-directories'],
  ['grep -R x d4', 'ask', 'outside-working-directories'],
  ['grep -R x d5', 'ask', 'outside-working-directories'],
  ['grep -R x d6', 'ask', 'outside-working-directories'],
  ['grep -R x d[14]', 'ask', 'outside-working-directories'],
  ['cd d5 && grep -R x .', 'ask', 'outside-working-directories'],
  ['grep -R x d3', 'allow', 'read-only'],
  ['grep -R x d3 a.txt', 'allow', 'read-only'],
  ['grep -r x d1', 'allow', 'read-only'],
  ['grep -r x .', 'allow', 'read-only'],
  ['rg x', 'allow', 'read-only'],
  ['rg -L x', 'ask', 'outside-working-directories'],
])

const many = Object.fromEntries(Array.from({ length: 5001 }, (_, i) => [`/work/proj/big/${i}`, '../a.txt']))
testEffects('a tree too large to be looked through may lead anywhere', { files: ['/work/proj/a.txt'], links: many }, [
  ['grep -R x big', 'ask', 'outside-working-directories'],
  ['grep -r x big', 'allow', 'read-only'],
])

testEffects(
  'a deny holds behind a link that is followed',
  { ...disk, allow: ['Bash'], deny: ['Read(//opt/**/.env)'] },
  [
    ['grep -R x d4', 'deny', 'Read(//opt/**/.env)'],
    ['grep -R x .', 'deny', 'Read(//opt/**/.env)'],
    ['grep -R x d3', 'allow', 'Bash'],
    ['grep -r x d4', 'allow', 'Bash'],
  ],
)

testEffects(
  'a text that has somebody look below folders without end is not waited for',
  {
    files: Array.from({ length: 3000 }, (_, i) => `/work/proj/d/${i}`),
    links: { '/work/proj/d/self': '.' },
    allow: ['Bash(grep -r:*)'],
    deny: ['Read(.env)'],
  },
  [
    [`grep -r x ${'d '.repeat(40)}`, 'allow', 'Bash(grep -r:*)'],
    [`grep -r x ${Array.from({ length: 40 }, (_, i) => `d${'/self'.repeat(i)}`).join(' ')}`, 'deny', 'Read(.env)'],
  ],
)

testEffects(
  '... nor where it follows links',
  {
    files: Array.from({ length: 3000 }, (_, i) => `/work/proj/d/${i}`),
    links: { '/work/proj/d/self': '.' },
  },
  [
    [`grep -R x ${'d '.repeat(40)}`, 'allow', 'read-only'],
    [
      `grep -R x ${Array.from({ length: 40 }, (_, i) => `d${'/self'.repeat(i)}`).join(' ')}`,
      'ask',
      'outside-working-directories',
    ],
  ],
)
