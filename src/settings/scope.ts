import type { Layer } from '../decision.ts'
import { asObject, type JsonObject } from './json.ts'

/** Layers in which a key counts, where not in every one (spec/permissions.md 1.7). */
const managedOnly: readonly Layer[] = ['managed']
const notRepository: readonly Layer[] = ['managed', 'cli', 'user']
const notShared: readonly Layer[] = ['managed', 'cli', 'local', 'user']

const scopes: ReadonlyMap<string, readonly Layer[]> = new Map([
  ...keysOf(
    managedOnly,
    `allowManagedPermissionRulesOnly allowManagedHooksOnly allowManagedMcpServersOnly sandbox.network.allowManagedDomainsOnly
    sandbox.filesystem.allowManagedReadPathsOnly sandbox.bwrapPath sandbox.socatPath managedSourcesBehavior
    parentSettingsBehavior policyHelper wslInheritsWindowsSettings forceRemoteSettingsRefresh disableSideloadFlags
    disableCommandPluginSources strictPluginOnlyCustomization strictKnownMarketplaces blockedMarketplaces
    allowedChannelPlugins channelsEnabled managedMcpServers allowAllClaudeAiMcps allowClaudeInChromeWithManagedMcp
    allowedProviders requiredMinimumVersion requiredMaximumVersion claudeMd sshHostAllowlist forceLoginGatewayUrl
    gatewayInternalNetworks browserExternalPageTools disableBrowserExternalNavigation disableMobileSimulatorTools
    pluginSuggestionMarketplaces pluginTrustMessage`,
  ),
  ...keysOf(
    notRepository,
    `autoMode skipAutoPermissionPrompt sandbox.allowAppleEvents sandbox.ripgrep sandbox.filesystem.disabled
    sandbox.network.strictAllowlist sandbox.network.tlsTerminate askUserQuestionTimeout dialogExpiry enableArtifact
    footerLinksRegexes pluginConfigs processWrapper spellcheck sshConfigs vimInsertModeRemaps`,
  ),
  ...keysOf(notShared, 'skipDangerousModePermissionPrompt useAutoModeDuringPlan syncClaudeAiSkills'),
])

/** Keys people write at the top level, where they do nothing, and where they belong. */
const misplaced: ReadonlyMap<string, string> = new Map([
  ['allow', 'permissions.allow'],
  ['ask', 'permissions.ask'],
  ['deny', 'permissions.deny'],
  ['allowedTools', 'permissions.allow'],
  ['disallowedTools', 'permissions.deny'],
  ['additionalDirectories', 'permissions.additionalDirectories'],
  ['defaultMode', 'permissions.defaultMode'],
  ['disableBypassPermissionsMode', 'permissions.disableBypassPermissionsMode'],
  ['blockReadsOutsideWorkingDirectories', 'permissions.blockReadsOutsideWorkingDirectories'],
])

export interface KeyFault {
  readonly pointer: string
  readonly key: string
  /** Layers in which the key counts, or the place where it belongs. */
  readonly allowed: readonly Layer[] | undefined
  readonly belongs: string | undefined
}

/** Keys of a layer that do nothing there. */
export function keyFaults(layer: Layer, settings: JsonObject, report: (fault: KeyFault) => void): void {
  for (const key of Object.keys(settings)) {
    check(layer, key, report)
    const belongs = misplaced.get(key)
    if (belongs !== undefined) report({ pointer: `/${key}`, key, allowed: undefined, belongs })
  }
  const sandbox = asObject(settings['sandbox'])
  for (const key of Object.keys(sandbox ?? {})) {
    check(layer, `sandbox.${key}`, report)
    for (const inner of Object.keys(asObject(sandbox?.[key]) ?? {})) check(layer, `sandbox.${key}.${inner}`, report)
  }
}

function check(layer: Layer, key: string, report: (fault: KeyFault) => void): void {
  const allowed = scopes.get(key)
  // What the host adds while running is the host's own doing.
  if (allowed === undefined || layer === 'session' || allowed.includes(layer)) return
  report({ pointer: `/${key.replaceAll('.', '/')}`, key, allowed, belongs: undefined })
}

function keysOf(layers: readonly Layer[], keys: string): [string, readonly Layer[]][] {
  return keys.split(/\s+/).map((key) => [key, layers])
}
