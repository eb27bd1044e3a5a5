import { dirname, join } from 'node:path'
import { absolutePath } from '../path.ts'
import type { System } from '../system.ts'

/** One memory file, or a part of one that it includes. */
export interface MemoryFile {
  readonly path: string
  readonly scope: 'user' | 'project' | 'local'
  readonly text: string
}

export interface Memory {
  /** Wide to narrow; included files stand before the file that includes them. */
  readonly files: readonly MemoryFile[]
  /** All texts, each under its path. */
  readonly text: string
  readonly warnings: readonly string[]
}

/** How deep `@path` includes are followed. */
export const maxIncludeDepth = 5

/** Longest text of all files together: a memory goes into every request. */
const maxChars = 400_000

/** The memory files of a session: the user's, the repository's, the local one, with their includes. */
export function readMemory(
  { home, configDir, repository }: { readonly home: string; readonly configDir: string; readonly repository: string },
  system: System,
): Memory {
  const files: MemoryFile[] = []
  const warnings: string[] = []
  const seen = new Set<string>()
  let chars = 0

  const read = (path: string, scope: MemoryFile['scope'], chain: readonly string[], asWritten = path): void => {
    if (seen.has(path)) return
    const text = readText(path, system, warnings)
    if (text === undefined) {
      const by = chain.at(-1)
      // `@name` alone may be a mention of somebody; a path has a slash, a dot or a tilde.
      if (by !== undefined && /[/~.]/.test(asWritten)) {
        warnings.push(`${by}: the included file \`${path}\` does not exist`)
      }
      return
    }
    seen.add(path)
    for (const include of includesOf(text)) {
      const target = absolutePath(include, dirname(path), home)
      if (target === path || chain.includes(target)) {
        warnings.push(`${path}: \`@${include}\` includes itself through ${[...chain, path].length} files`)
      } else if (chain.length + 1 > maxIncludeDepth) {
        warnings.push(`${path}: \`@${include}\` is deeper than ${maxIncludeDepth} includes and was left out`)
      } else read(target, scope, [...chain, path], include)
    }
    chars += text.length
    if (chars > maxChars) warnings.push(`${path}: left out, the memory files together are over ${maxChars} characters`)
    else files.push({ path, scope, text })
  }

  read(join(configDir, 'CLAUDE.md'), 'user', [])
  read(join(repository, 'CLAUDE.md'), 'project', [])
  read(join(repository, 'CLAUDE.local.md'), 'local', [])
  const text = files.map((file) => `Contents of ${file.path}:\n\n${file.text.trim()}`).join('\n\n')
  return { files, text, warnings }
}

function readText(path: string, system: System, warnings: string[]): string | undefined {
  try {
    const text = system.readText(path)
    if (text?.includes('\0')) {
      warnings.push(`${path}: is no text and was left out`)
      return ''
    }
    return text
  } catch (error) {
    warnings.push(`${path}: cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`)
    return ''
  }
}

/** The `@path` includes of a Markdown text, code spans and code blocks left out. */
export function includesOf(text: string): string[] {
  const prose = text.replace(/^(```|~~~)[^\n]*\n[\s\S]*?(?:^\1[^\n]*$|$(?![\s\S]))/gm, '').replace(/`[^`\n]*`/g, '')
  const found = [...prose.matchAll(/(?<=^|\s)@((?:[^\s\\]|\\ )+)/g)].map(([, path]) =>
    (path as string).replaceAll('\\ ', ' '),
  )
  return [...new Set(found.map((path) => path.replace(/[.,;:!?)]+$/, '')).filter((path) => path !== ''))]
}
