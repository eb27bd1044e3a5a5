import { coreutils } from './coreutils.ts'
import type { Program } from './program.ts'

/** Every family, in one list; nothing registers itself. */
const families: readonly (readonly Program[])[] = [coreutils]

const byName = new Map<string, Program>()
for (const family of families) for (const program of family) for (const name of program.names) byName.set(name, program)

/** What a program does, by its plain name; undefined when nobody wrote it down. */
export function findProgram(name: string): Program | undefined {
  return byName.get(name)
}
