import type { Decision, Effect, Reason, ReasonCode, Source, StricterCode } from './decision.ts'
import type { Issue } from './errors.ts'

/** A decision or a finding in words, without colour: what, why, where, and what to do next. */
export function explain(subject: Decision | Issue): string {
  return 'effect' in subject ? explainDecision(subject) : explainIssue(subject)
}

/** `file:line:column`, or `layer#/pointer` for settings that were no file. */
export function place(source: Source): string {
  return source.line > 0 ? `${source.file}:${source.line}:${source.column}` : `${source.layer}#${source.pointer}`
}

const verbs: Record<Effect, string> = { deny: 'denied', ask: 'asked', allow: 'allowed' }

/** Why a subject got its effect, as one clause: lower case, no final stop. */
export function sentence(effect: Effect, reason: Reason): string {
  const { code, because } = reason
  const detail = detailText('ask', reason.detail)
  const clause = sentences[code](effect, detail === undefined ? reason : { ...reason, detail })
  return because === undefined ? clause : `${clause}: ${because}`
}

const quoted = (text: string | undefined) => (text === undefined ? '' : ` \`${text}\``)
const tail = (text: string | undefined) => (text === undefined || text === '' ? '' : `: ${text}`)

const sentences: Record<ReasonCode, (effect: Effect, reason: Reason) => string> = {
  rule: (effect, { rule }) => `${verbs[effect]} by${quoted(rule)}`,
  'read-only': () => 'only reads, nothing outlives it',
  'no-permission-needed': () => 'this tool needs no permission',
  'accept-edits': () => 'edits in the working directories are accepted in this mode',
  sandboxed: () => 'runs inside the sandbox',
  'bypass-mode': () => 'this mode asks for nothing',
  hook: (effect, { detail }) => `${verbs[effect]} by a hook${tail(detail)}`,
  'permission-hook': (effect, { detail }) => `${verbs[effect]} by a permission hook${tail(detail)}`,
  'plan-mode': (_, { detail }) => `plan mode changes nothing before the plan is accepted${tail(detail)}`,
  'auto-mode': (_, { detail }) =>
    `left to the classifier of auto mode, which is not part of this engine${tail(detail)}`,
  'dont-ask-mode': (_, { detail }) => `would be asked, and this mode denies instead of asking${tail(detail)}`,
  'no-asker': (_, { detail }) => `would be asked, and nobody is there to answer${tail(detail)}`,
  'requires-interaction': (_, { detail }) => `needs an answer from a person${tail(detail)}`,
  'protected-path': (_, { detail }) => `changes a protected path${tail(detail)}`,
  'critical-path': (_, { detail }) => `removes a critical path${tail(detail)}`,
  'outside-working-directories': (_, { detail }) => `reaches outside the working directories${tail(detail)}`,
  'reads-blocked-outside': (_, { detail }) => `reads outside the working directories are blocked${tail(detail)}`,
  'suspicious-path': (_, { detail }) => `the path may not be what it looks like${tail(detail)}`,
  link: (_, { detail }) => `a symbolic link leads elsewhere${tail(detail)}`,
  'cannot-know': (_, { detail }) => `what it does cannot be known beforehand${tail(detail)}`,
  'no-rule': (_, { detail }) => `no rule covers it${tail(detail)}`,
  'unknown-tool': () => 'no such tool is known and no rule names it',
  'invalid-input': (_, { detail }) => `the input of the tool is not valid${tail(detail)}`,
}

/** What a person can do about an effect; undefined when there is nothing to do. */
export function remedy(effect: Effect, reason: Reason): string | undefined {
  if (effect === 'allow') return undefined
  return remedies[reason.code](reason)
}

const where = ({ source }: Reason) => (source === undefined ? 'the settings' : place(source))

const remedies: Record<ReasonCode, (reason: Reason) => string | undefined> = {
  rule: (reason) => `no allow rule outweighs it: narrow or remove the rule at ${where(reason)}`,
  'read-only': () => undefined,
  'no-permission-needed': () => undefined,
  'accept-edits': () => undefined,
  sandboxed: () => undefined,
  'bypass-mode': () => undefined,
  hook: (reason) => `change what the hook at ${where(reason)} says, or what it is told to look at`,
  'permission-hook': (reason) => `change what the hook at ${where(reason)} says`,
  'plan-mode': () => 'accept the plan or leave plan mode',
  'auto-mode': () => 'add an allow rule for what need not be judged, or a deny rule for what must not run',
  'dont-ask-mode': () => 'add an allow rule for it, or choose a mode that asks',
  'no-asker': () => 'add an allow rule for it, or run where somebody can answer',
  'requires-interaction': () => 'answer it, or let a hook answer with `updatedInput`',
  'protected-path': () => 'no rule or mode approves this: a person has to',
  'critical-path': () => 'name the very folder to remove; no allow rule covers a critical path',
  'outside-working-directories': () =>
    'add the folder to `permissions.additionalDirectories`, or allow the path by a rule',
  'reads-blocked-outside': () => 'add the folder to `permissions.additionalDirectories`',
  'suspicious-path': () => 'write the path plainly',
  link: () => 'allow the target of the link too, or name the target itself',
  'cannot-know': () => 'spell out what the shell would compute, or run the parts as calls of their own',
  'no-rule': () => 'add an allow rule if it should run without a question',
  'unknown-tool': () => 'check the name of the tool, or add a rule that names it',
  'invalid-input': () => 'correct the input: nothing is decided about a call that cannot run',
}

/** Why a command line is not read-only or cannot be known, by code of the doubt (`bash-parser/script.ts`). */
const doubts: Readonly<Record<string, (detail: string) => string>> = {
  'too-long': (detail) => `it is too long to be read with certainty (${detail})`,
  'too-deep': (detail) => `it is nested too deeply to be read with certainty${tail(detail)}`,
  'control-character': (detail) => `it holds a control character${brackets(detail)}`,
  'unusual-character': (detail) => `it holds a character that looks like another or like none${brackets(detail)}`,
  'syntax-error': (detail) => `it cannot be read as a Bash command${tail(detail)}`,
  'unknown-construct': (detail) => `it uses a construct that is not understood${tail(detail)}`,
  'readers-disagree': (detail) => `two readers see different commands in it${tail(detail)}`,
  'no-grammar': () => 'no Bash grammar could be loaded',
  'dynamic-command': (detail) => `the shell computes which command runs${tail(detail)}`,
  'dynamic-word': (detail) => `the shell computes a word${tail(detail)}`,
  'unknown-program': (detail) => `what ${name(detail, 'a program')} does is not known`,
  'unknown-option': (detail) => `what the option ${name(detail, 'used')} does is not known`,
  'unknown-script': (detail) => `it runs a script that is not understood${tail(detail)}`,
  environment: (detail) => `setting ${name(detail, 'a variable')} changes what programs do`,
  'shell-state': (detail) => `${name(detail, 'it')} changes how the shell reads what follows`,
  writes: (detail) => `it writes ${name(detail, 'a file')}`,
  deletes: (detail) => `it deletes ${name(detail, 'a file')}`,
  network: (detail) => `it uses the network${brackets(detail)}`,
  runs: (detail) => `it runs ${name(detail, 'another command')}`,
  'changes-state': (detail) => `it changes ${name(detail, 'something')} that outlives it`,
  'git-in-foreign-folder': () => 'it runs git in a folder whose configuration may run programs',
  'reads-outside': (detail) => `it reads ${name(detail, 'a file')} outside the working directories`,
}

/** The codes of doubt that have a sentence. */
export const doubtCodes: readonly string[] = Object.keys(doubts)

/** A doubt as one clause. */
export function doubtText({ code, detail }: { readonly code: string; readonly detail: string }): string {
  return doubts[code]?.(detail) ?? `${code.replaceAll('-', ' ')}${tail(detail)}`
}

/** A detail is text of the user, or words of ours that begin with an article. */
function name(detail: string, otherwise: string): string {
  return detail === '' ? otherwise : /^(a|an|the) /.test(detail) ? detail : `\`${detail}\``
}

function brackets(detail: string): string {
  return detail === '' ? '' : ` (${name(detail, '')})`
}

/** A detail that names a doubt or another reason by its code, in words; any other as it is. */
function detailText(effect: Effect, detail: string | undefined): string | undefined {
  if (detail === undefined) return undefined
  const [, code, rest = ''] = /^([a-z]+(?:-[a-z]+)*)(?:: (.*))?$/s.exec(detail) ?? []
  if (code === undefined) return detail
  if (Object.hasOwn(doubts, code)) return doubtText({ code, detail: rest })
  return Object.hasOwn(sentences, code) ? sentences[code as ReasonCode](effect, { code: code as ReasonCode }) : detail
}

function explainDecision(decision: Decision): string {
  const { effect, reason } = decision
  const lines = [`${effect}: ${sentence(effect, reason)}`]
  if (reason.subject !== undefined) lines.push(`  subject: ${reason.subject}`)
  if (reason.source !== undefined) lines.push(`  rule at: ${place(reason.source)}`)
  if (decision.parts.length > 1) {
    for (const part of decision.parts)
      lines.push(`  ${part.effect}: ${part.subject}: ${sentence(part.effect, part.reason)}`)
  }
  if (decision.stricter !== null) lines.push(`  ${stricterText(decision.stricter)}`)
  for (const warning of decision.warnings) lines.push(`  warning: ${warningText(warning)}`)
  const next = remedy(effect, reason)
  if (next !== undefined) lines.push(`  next: ${next}`)
  return lines.join('\n')
}

/** What the reference client does where this engine goes further. */
const clientHabits: Record<StricterCode, string> = {
  'rule-through-wrapper': 'does not look for commands in this wrapper or text',
  'rule-on-other-spelling': 'compares the words as they are written and takes this for another command',
  'rule-on-hidden-command': 'does not ask what a command computed by the shell may turn out to be',
  'deny-in-unreadable-text': 'compares rules with the beginning of such a text alone',
  'domain-rule-on-shell-command': 'asks domain rules about WebFetch alone, not about hosts that commands reach',
  'ask-path-rule-on-shell-command': 'does not put the question of a rule on files for commands',
  'path-rule-on-program': 'does not ask which files this program opens',
  'path-rule-through-wrapper': 'does not look for files in this wrapper or place',
  'path-rule-on-pattern': 'does not ask which files a pattern, an expansion or a searched folder stands for',
  'path-behind-link': 'takes the path as it is written, not where its links lead',
  'rule-below-additional-directory': 'reads a relative rule from the working directory alone',
  'rule-in-dropped-file': 'ignores the whole settings file for one bad value, and this rule with it',
  'hook-in-dropped-file': 'ignores the whole settings file for one bad value, and this hook with it',
  'unmatchable-hook': 'skips a hook whose matcher is no regular expression',
  'protected-path-on-program': 'does not see that this writes to a protected path',
  'read-outside-working-directories': 'lets this program read anywhere',
  'unknown-input-field': 'ignores the field of the input that may change where or how the command runs',
}

/** How a decision goes beyond the reference client, as one clause. */
export function stricterText(code: StricterCode): string {
  return `stricter than the reference client, which ${clientHabits[code]} (${code})`
}

/** What a decision warns of, in words. */
export function warningText(warning: string): string {
  const file = /^file-dropped-by-client (.*)$/s.exec(warning)?.[1]
  if (file === undefined) return warning
  return `\`${file}\` is not valid: its allow rules do not count, and the reference client would ignore it whole`
}

/** An issue in one line: place, severity and what is wrong. */
export function explainIssue(issue: Issue): string {
  const at = issue.line > 0 ? `${issue.file}:${issue.line}:${issue.column}` : issue.file
  return `${at}: ${issue.severity}: ${issueSentence(issue)}`
}

/** A finding as one clause: the words of its code and its facts. */
export function issueSentence({ code, data }: Issue): string {
  const { message, ...facts } = data
  if (typeof message === 'string') return message
  const said = Object.entries(facts).map(([name, value]) => `${name} ${quoteFact(value)}`)
  return `${code.replaceAll('-', ' ')}${said.length === 0 ? '' : `: ${said.join(', ')}`}`
}

function quoteFact(value: unknown): string {
  return typeof value === 'string' ? `\`${value}\`` : JSON.stringify(value)
}
