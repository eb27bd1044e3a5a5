import { spawnSync } from 'node:child_process'
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { trackFolders } from '../src/bash-parser/folders.ts'
import { parse } from '../src/bash-parser/parse.ts'
import { linkChain, normalPath, openedPaths, realPath } from '../src/path.ts'
import { nodeSystem } from '../src/system.ts'
import { seeded } from './support/seeded.ts'
import { inFolder } from './support/temporary.ts'

/** A tree of folders and links, some of them up, across, through other links and in circles. */
function grow(root: string, random: () => number): readonly string[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const names = ['a', 'b', 'c', 'd', 'e']
  const folders = ['a', 'b', 'a/b', 'a/b/c', 'b/d', 'b/d/a']
  for (const folder of folders) mkdirSync(`${root}/${folder}`, { recursive: true })
  for (const folder of ['.', ...folders]) writeFileSync(`${root}/${folder}/f`, '')
  for (let i = 0; i < 8; i++) {
    const target = pick(['..', '.', 'a', '../b', 'a/..', `${root}/b/d`, 'e/../b', '../c/../d', 'c', `${root}/e/../a`])
    const name = `${pick(['.', ...folders])}/${pick(names)}`
    try {
      symlinkSync(target, `${root}/${name}`)
    } catch {}
  }
  return names
}

const seeds = Array.from({ length: 12 }, (_, i) => i + 1)

describe('a path with `..` behind links', () => {
  it.each(seeds)('leads where the kernel says, seed %i', (seed) =>
    inFolder({}, (root) => {
      const random = seeded(seed)
      const names = [...grow(root, random), '..', '..', 'f', '.']
      let existing = 0
      for (let i = 0; i < 300; i++) {
        const text = Array.from(
          { length: 1 + Math.floor(random() * 5) },
          () => names[Math.floor(random() * names.length)],
        )
        const path = `${root}/${text.join('/')}`
        let kernel: string
        try {
          kernel = realpathSync.native(path)
        } catch {
          continue
        }
        existing++
        expect([path, realPath(path, nodeSystem)]).toEqual([path, kernel])
        const opened = openedPaths(text.join('/'), root, '/', 'linux', nodeSystem)
        expect(opened[0]).toBe(normalPath(path))
        expect(opened.map((name) => linkChain(name, nodeSystem)?.at(-1))).toContain(kernel)
      }
      expect(existing).toBeGreaterThan(30)
    }),
  )
})

describe('changes of folder', () => {
  it.each(seeds)('lead where bash goes, seed %i', (seed) =>
    inFolder({}, (root) => {
      const random = seeded(seed)
      const names = [...grow(root, random), '..', '..']
      const lines = Array.from({ length: 60 }, () => {
        const step = () => {
          const words = Array.from(
            { length: 1 + Math.floor(random() * 3) },
            () => names[Math.floor(random() * names.length)],
          )
          const command = ['cd', 'cd', 'cd', 'cd', 'pushd', 'cd -P', 'cd -L --'][Math.floor(random() * 7)]
          return `${command} ${words.join('/')}`
        }
        const before = ['', '', 'false && ', 'true || ', 'true && ', 'false || ', '! '][Math.floor(random() * 7)]
        return `${before}${step()}${[' &&', ';', ' ||', ' && true;'][Math.floor(random() * 4)]} ${step()}; ${step()}`
      })
      // Each line in a shell of its own, and where that is in the end; a step may have failed.
      const script = lines
        .map((line) => `(cd ${root}; { ${line}; } > /dev/null 2>&1; command pwd -P; echo "$PWD")`)
        .join('\n')
      const { stdout } = spawnSync('bash', ['-c', script], {
        encoding: 'utf8',
        cwd: root,
        env: { PATH: '/usr/bin:/bin' },
      })
      const ends = stdout.split('\n')
      let reached = 0
      let named = 0
      for (const [i, line] of lines.entries()) {
        const parsed = parse(`${line}; x "$PWD"`, { cwd: root })
        const tracker = trackFolders(parsed, root, '/', nodeSystem)
        let folders: readonly string[] | null = null
        for (const command of parsed.commands) {
          folders = tracker.enter(command)
          tracker.leave(command)
        }
        if (ends[2 * i] !== root) reached++
        const known = parsed.commands.at(-1)?.words[1]?.values
        if (known) {
          named++
          expect([line, known]).toEqual([line, expect.arrayContaining([ends[2 * i + 1]])])
        }
        expect([
          line,
          (folders as readonly string[] | null)?.map((folder) => realPath(folder, nodeSystem)) ?? [ends[2 * i]],
        ]).toEqual([line, expect.arrayContaining([ends[2 * i]])])
      }
      expect(reached).toBeGreaterThan(10)
      expect(named).toBeGreaterThan(3)
    }),
  )
})
