import { describe, expect, it } from 'vitest'
import { decideIn, type Scene } from '../support/decide.ts'
import { fileBypasses } from './bypasses.ts'
import { commandBypasses } from './command-bypasses.ts'
import { hiddenBypasses } from './hidden-bypasses.ts'
import { runBypasses } from './run-bypasses.ts'

const files = [
  'proj/.env proj/a.txt proj/b.txt proj/secrets/k proj/sub/deep/x proj/sub/deep/.env proj/ls proj/1/ls proj/10/ls proj/evil.sh proj/npm',
  'proj/.git/HEAD proj/.git/config proj/d2/f proj/atfile proj/sums proj/Makefile sib/s sib/t.tar out/secret out/x~ out/p..q/s',
]
  .join(' ')
  .split(' ')
  .map((name) => `/work/${name}`)
const links: Scene['links'] = {
  '/work/proj/self': '.',
  '/work/proj/sublink': 'sub',
  '/work/proj/dl': 'sub/deep',
  '/work/proj/slink': '../out/secret',
  '/work/proj/outlink': '../out',
  '/work/proj/[x]': '/work/out/secret',
  '/work/proj/.hid': '/work/out/secret',
  '/work/proj/d1/f': '/work/out/secret',
  '/work/proj/sub/dlink': '/work/out/secret',
  '/work/proj/sub/up': '../out',
}

describe.each([...commandBypasses, ...fileBypasses, ...hiddenBypasses, ...runBypasses])(
  '$kind ($scene)',
  ({ scene, commands }) => {
    it.each(commands)('%s', (command) => {
      expect(['ask', 'deny']).toContain(decideIn({ ...scene, files, links }, command).effect)
    })
  },
)
