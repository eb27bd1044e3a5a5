import { posixPath } from '../path.ts'
import type { System } from '../system.ts'
import type { PermissionContext } from './context.ts'

const converted = new WeakMap<PermissionContext, PermissionContext>()

/**
 * The folders of a context in the form that rules compare: on Windows `C:\work` is `/c/work`, as the paths of calls are
 * (spec/permissions.md 3.4). Any other context is returned as it is.
 */
export function posixFolders(context: PermissionContext): PermissionContext {
  const { platform, cwd, home, configDir, workingDirectories, anchors } = context
  if (platform !== 'win32') return context
  const known = converted.get(context)
  if (known !== undefined) return known
  const posix: PermissionContext = Object.freeze({
    ...context,
    cwd: posixPath(cwd),
    home: posixPath(home),
    configDir: posixPath(configDir),
    workingDirectories: workingDirectories.map(posixPath),
    anchors: Object.fromEntries(Object.entries(anchors).map(([file, folder]) => [file, posixPath(folder)])),
  })
  converted.set(context, posix)
  converted.set(posix, posix)
  return posix
}

/** A Windows disk asked by the names that rules compare: `/c/work` is `C:/work` there. */
export function posixNames(system: System): System {
  if (system.platform !== 'win32') return system
  const native = (path: string) => path.replace(/^\/([a-z])(?=\/|$)/, (_, drive: string) => `${drive.toUpperCase()}:`)
  return {
    ...system,
    readText: (path) => system.readText(native(path)),
    kind: (path) => system.kind(native(path)),
    readLink: (path) => {
      const target = system.readLink(native(path))
      return target === undefined ? undefined : posixPath(target)
    },
    list: (path) => system.list(native(path)),
    owner: (path) => system.owner(native(path)),
  }
}

/** A path specifier with Windows spellings in it: `C:\\work\\**` is `//c/work/**`. */
export function windowsSpecifier(text: string): string {
  return text.replace(/^[A-Za-z]:(?=[\\/])/, (drive) => `/${posixPath(drive)}`).replaceAll('\\', '/')
}
