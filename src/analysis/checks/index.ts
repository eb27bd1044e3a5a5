import type { Check } from '../check.ts'
import { allowAnyCommand } from './allow-any-command.ts'
import { allowDestroys } from './allow-destroys.ts'
import { allowEditAnywhere } from './allow-edit-anywhere.ts'
import { allowEscape } from './allow-escape.ts'
import { allowFetchAnywhere } from './allow-fetch-anywhere.ts'
import { allowInterpreter } from './allow-interpreter.ts'
import { allowLeadingWildcard } from './allow-leading-wildcard.ts'
import { allowNoBoundary } from './allow-no-boundary.ts'
import { allowPathClimbs } from './allow-path-climbs.ts'
import { allowPublishes } from './allow-publishes.ts'
import { allowReadAnywhere } from './allow-read-anywhere.ts'
import { allowRunner } from './allow-runner.ts'
import { allowSends } from './allow-sends.ts'
import { allowShadowedByAsk } from './allow-shadowed-by-ask.ts'
import { allowShadowedByDeny } from './allow-shadowed-by-deny.ts'
import { allowSharedDomain } from './allow-shared-domain.ts'
import { allowShell } from './allow-shell.ts'
import { askShadowedByDeny } from './ask-shadowed-by-deny.ts'
import { commandBraces } from './command-braces.ts'
import { commandColonInside } from './command-colon-inside.ts'
import { commandCompound } from './command-compound.ts'
import { commandGlobLetters } from './command-glob-letters.ts'
import { commandKeyword } from './command-keyword.ts'
import { commandQuoted } from './command-quoted.ts'
import { commandRegex } from './command-regex.ts'
import { commandStarBeforeColon } from './command-star-before-colon.ts'
import { commandUrlColon } from './command-url-colon.ts'
import { denyEditLeavesWrite } from './deny-edit-leaves-write.ts'
import { denyOtherSpelling } from './deny-other-spelling.ts'
import { denyReaderByName } from './deny-reader-by-name.ts'
import { denyWalkedRound } from './deny-walked-round.ts'
import { directoryTooWide } from './directory-too-wide.ts'
import { hookFailsOpen } from './hook-fails-open.ts'
import { hookTimeoutUnit } from './hook-timeout-unit.ts'
import { hooksSwitchedOff } from './hooks-switched-off.ts'
import { keyDead } from './key-dead.ts'
import { keyUnknown } from './key-unknown.ts'
import { mcpName } from './mcp-name.ts'
import { mcpServersUnasked } from './mcp-servers-unasked.ts'
import { modeBypass } from './mode-bypass.ts'
import { negationIdle } from './negation-idle.ts'
import { pathSingleSlash } from './path-single-slash.ts'
import { pathVariable } from './path-variable.ts'
import { pathWindows } from './path-windows.ts'
import { reasonWithoutRule } from './reason-without-rule.ts'
import { ruleAllowGlob } from './rule-allow-glob.ts'
import { ruleBlankBeforeParenthesis } from './rule-blank-before-parenthesis.ts'
import { ruleDuplicate } from './rule-duplicate.ts'
import { ruleEmpty } from './rule-empty.ts'
import { ruleEmptySpecifier } from './rule-empty-specifier.ts'
import { ruleList } from './rule-list.ts'
import { ruleMcpSpecifier } from './rule-mcp-specifier.ts'
import { ruleNegatedAllow } from './rule-negated-allow.ts'
import { ruleNoSpecifierForm } from './rule-no-specifier-form.ts'
import { ruleNotADomain } from './rule-not-a-domain.ts'
import { rulePathMatchesNothing } from './rule-path-matches-nothing.ts'
import { rulePathTool } from './rule-path-tool.ts'
import { rulePrimaryParameter } from './rule-primary-parameter.ts'
import { ruleStrayBlanks } from './rule-stray-blanks.ts'
import { ruleSubsumed } from './rule-subsumed.ts'
import { ruleTrailingText } from './rule-trailing-text.ts'
import { ruleUnclosed } from './rule-unclosed.ts'
import { ruleUnknownTool } from './rule-unknown-tool.ts'
import { ruleWithoutEffect } from './rule-without-effect.ts'
import { rulesLockedOut } from './rules-locked-out.ts'
import { sandboxEscape } from './sandbox-escape.ts'
import { sandboxSkipsAsk } from './sandbox-skips-ask.ts'
import { secretInRule } from './secret-in-rule.ts'
import { secretInSettings } from './secret-in-settings.ts'
import { toolUnknown } from './tool-unknown.ts'

/** Every check, by code. */
export const checks: readonly Check[] = [
  allowAnyCommand,
  allowDestroys,
  allowEditAnywhere,
  allowEscape,
  allowFetchAnywhere,
  allowInterpreter,
  allowLeadingWildcard,
  allowNoBoundary,
  allowPathClimbs,
  allowPublishes,
  allowReadAnywhere,
  allowRunner,
  allowSends,
  allowShadowedByAsk,
  allowShadowedByDeny,
  allowSharedDomain,
  allowShell,
  askShadowedByDeny,
  commandBraces,
  commandColonInside,
  commandCompound,
  commandGlobLetters,
  commandKeyword,
  commandQuoted,
  commandRegex,
  commandStarBeforeColon,
  commandUrlColon,
  denyEditLeavesWrite,
  denyOtherSpelling,
  denyReaderByName,
  denyWalkedRound,
  directoryTooWide,
  hookFailsOpen,
  hookTimeoutUnit,
  hooksSwitchedOff,
  keyDead,
  keyUnknown,
  mcpName,
  mcpServersUnasked,
  modeBypass,
  negationIdle,
  pathSingleSlash,
  pathVariable,
  pathWindows,
  reasonWithoutRule,
  ruleAllowGlob,
  ruleBlankBeforeParenthesis,
  ruleDuplicate,
  ruleEmpty,
  ruleEmptySpecifier,
  ruleList,
  ruleMcpSpecifier,
  ruleNegatedAllow,
  ruleNoSpecifierForm,
  ruleNotADomain,
  rulePathMatchesNothing,
  rulePathTool,
  rulePrimaryParameter,
  ruleStrayBlanks,
  ruleSubsumed,
  ruleTrailingText,
  ruleUnclosed,
  ruleUnknownTool,
  ruleWithoutEffect,
  rulesLockedOut,
  sandboxEscape,
  sandboxSkipsAsk,
  secretInRule,
  secretInSettings,
  toolUnknown,
]
