import { archive } from './archive.ts'
import { awk } from './awk.ts'
import { builtins } from './builtins.ts'
import { clouds } from './cloud.ts'
import { containerPrograms } from './containers.ts'
import { coreutils } from './coreutils.ts'
import { databases } from './databases.ts'
import { diffs } from './diff.ts'
import { distribution } from './distribution.ts'
import { files } from './files.ts'
import { find } from './find.ts'
import { git } from './git.ts'
import { forges } from './github.ts'
import { inspect } from './inspect.ts'
import { json } from './json.ts'
import { kubernetes } from './kubernetes.ts'
import { machine } from './machine.ts'
import { network } from './network.ts'
import { npmPrograms } from './npm.ts'
import { packageManagers } from './packages.ts'
import { pagers } from './pagers.ts'
import { processes } from './processes.ts'
import type { Program } from './program.ts'
import { runtimes } from './runtimes.ts'
import { search } from './search.ts'
import { sed } from './sed.ts'
import { services } from './services.ts'
import { shells } from './shells.ts'
import { remoteShells } from './ssh.ts'
import { text } from './text.ts'
import { tools } from './tools.ts'
import { transfers } from './transfer.ts'
import { wrappers } from './wrappers.ts'

/** Every family, in one list; nothing registers itself. Earlier ones win: where bash has a builtin, it is what runs. */
const families: readonly (readonly Program[])[] = [
  builtins,
  awk,
  coreutils,
  diffs,
  files,
  find,
  git,
  packageManagers,
  npmPrograms,
  kubernetes,
  forges,
  databases,
  clouds,
  transfers,
  remoteShells,
  runtimes,
  network,
  containerPrograms,
  json,
  search,
  sed,
  shells,
  archive,
  distribution,
  inspect,
  machine,
  pagers,
  processes,
  services,
  text,
  tools,
  wrappers,
]

/** Every program that is written down. */
export const programs: readonly Program[] = families.flat()

const byName = new Map<string, Program>()
for (const family of families) {
  for (const program of family) for (const name of program.names) if (!byName.has(name)) byName.set(name, program)
}

/** What a program does, by its plain name; undefined when nobody wrote it down. */
export function findProgram(name: string): Program | undefined {
  return byName.get(name)
}
