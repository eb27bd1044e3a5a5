import type { Check } from '../check.ts'
import { distance } from '../known-tools.ts'

/** Keys of `permissions` and, for slips, of the top level and `sandbox` (spec/permissions.md 1.6, 1.7). */
const permissionKeys =
  'allow ask deny additionalDirectories defaultMode disableBypassPermissionsMode disableAutoMode blockReadsOutsideWorkingDirectories'.split(
    ' ',
  )
const topKeys =
  'permissions hooks env model sandbox disableAllHooks allowedHttpHookUrls httpHookAllowedEnvVars statusLine outputStyle apiKeyHelper enabledPlugins extraKnownMarketplaces enableAllProjectMcpServers enabledMcpjsonServers disabledMcpjsonServers allowManagedPermissionRulesOnly allowManagedHooksOnly autoMode toolgate'.split(
    ' ',
  )
const sandboxKeys =
  'enabled failIfUnavailable autoAllowBashIfSandboxed excludedCommands allowUnsandboxedCommands filesystem network credentials'.split(
    ' ',
  )

/** A key that nothing reads: under `permissions` any unknown one, elsewhere a slip of a known one. */
export const keyUnknown: Check = {
  code: 'key-unknown',
  severity: 'error',
  *find({ context, placeOf }) {
    for (const { file, settings } of context.layers) {
      const faults = [
        ...slips(settings, topKeys, '', false),
        ...slips(settings['permissions'], permissionKeys, '/permissions', true),
        ...slips(settings['sandbox'], sandboxKeys, '/sandbox', false),
      ]
      for (const { key, meant, pointer } of faults) {
        yield {
          at: placeOf(file, pointer),
          data: { key, meant },
          witness: null,
          fix: { title: meant === null ? 'remove the key' : `write \`${meant}\``, safe: false, edits: [] },
        }
      }
    }
  },
}

function slips(value: unknown, known: readonly string[], at: string, closed: boolean) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.keys(value).flatMap((key) => {
    if (known.includes(key) || key.startsWith('$') || key.startsWith('_') || key === 'ignorePatterns') return []
    const plain = key.toLowerCase()
    const meant =
      known.find(
        (one) => one.toLowerCase() === plain || (plain.length > 3 && distance(one.toLowerCase(), plain) === 1),
      ) ?? null
    // At the top level a word of `permissions` has its own finding, `misplaced-key`.
    if ((meant === null || permissionKeys.includes(key)) && !closed) return []
    return [{ key, meant, pointer: `${at}/${key}` }]
  })
}
