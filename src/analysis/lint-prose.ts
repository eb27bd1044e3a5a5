import type { ToolCall } from '../call.ts'
import { showCall } from './call-notation.ts'

type Data = Readonly<Record<string, unknown>>

interface Prose {
  /** The kind of finding, for lists. */
  readonly title: string
  /** One finding, as one clause. */
  readonly sentence: (data: Data) => string
}

const rule = ({ rule }: Data) => `\`${rule}\``
const by = ({ by, byPlace }: Data) => `\`${by}\` (${byPlace})`
const mending = ({ meant }: Data) => (meant === null || meant === undefined ? '' : `; \`${meant}\` would`)
const dead =
  (why: string) =>
  (data: Data): string =>
    `${rule(data)} never matches: ${why}${mending(data)}`
const letsRun =
  (what: string) =>
  (data: Data): string =>
    `${rule(data)} lets \`${data['command']}\` run without a question: ${what}`

/** The words of every check. */
const prose: Readonly<Record<string, Prose>> = {
  'rule-empty': { title: 'a rule without text', sentence: () => 'an empty rule never matches' },
  'rule-unclosed': { title: 'a parenthesis that is not closed', sentence: dead('its parenthesis is not closed') },
  'rule-trailing-text': {
    title: 'text after the closing parenthesis',
    sentence: dead('text follows its last parenthesis'),
  },
  'rule-blank-before-parenthesis': {
    title: 'a blank between tool and parenthesis',
    sentence: dead('a blank stands before its parenthesis'),
  },
  'rule-empty-specifier': { title: 'empty parentheses', sentence: dead('nothing stands in its parentheses') },
  'rule-unknown-tool': { title: 'a rule without a tool', sentence: dead('it does not begin with the name of a tool') },
  'rule-allow-glob': {
    title: 'a wildcard for tools in allow',
    sentence: dead('allow rules take a `*` only after a literal `mcp__server__`'),
  },
  'rule-mcp-specifier': {
    title: 'parentheses after an MCP tool',
    sentence: dead('rules on MCP tools take no parentheses'),
  },
  'rule-path-tool': {
    title: 'a path rule on a tool that has none',
    sentence: dead('only `Read(path)` and `Edit(path)` are looked at'),
  },
  'rule-primary-parameter': {
    title: 'a parameter rule on the main field',
    sentence: dead('the main field of a tool has rules of its own kind'),
  },
  'rule-not-a-domain': {
    title: 'no domain where one belongs',
    sentence: dead('expected `domain:` and a host, without scheme, port or path'),
  },
  'rule-no-specifier-form': {
    title: 'parentheses after a tool that takes none',
    sentence: dead('rules on this tool take no parentheses'),
  },
  'rule-path-matches-nothing': {
    title: 'a path outside its anchor',
    sentence: dead('nothing lies there below the folder it is anchored at'),
  },
  'rule-negated-allow': {
    title: 'a `!` path in allow',
    sentence: dead('`!` takes paths out of deny and ask rules only'),
  },
  'tool-unknown': { title: 'a tool that does not exist', sentence: dead('no tool is called so (case counts)') },
  'mcp-name': {
    title: 'a misspelt MCP tool',
    sentence: dead('MCP tools are called `mcp__server__tool`, with two underscores each'),
  },
  'rule-list': { title: 'several rules in one string', sentence: dead('it is one rule with the text of several') },
  'path-single-slash': {
    title: 'an absolute path with one slash',
    sentence: dead('one slash is the folder of the settings, two are the root of the disk'),
  },
  'path-variable': { title: 'a variable in a path', sentence: dead('variables are not filled in') },
  'path-windows': { title: 'a Windows path', sentence: dead('paths are written with slashes, drives as `//c/`') },
  'command-compound': {
    title: 'a wildcard beside an operator',
    sentence: dead('commands are compared one by one, so none holds `&&`, `|`, `;`, `<` or `>`'),
  },
  'command-regex': {
    title: 'a regular expression',
    sentence: dead('rules are no regular expressions, only `*` stands for something'),
  },
  'command-braces': {
    title: 'alternatives in braces',
    sentence: dead('braces are not unfolded; each alternative needs a rule'),
  },
  'command-colon-inside': {
    title: '`:*` before the end',
    sentence: dead('`:*` means what follows only at the end, elsewhere it is a colon'),
  },
  'command-star-before-colon': {
    title: 'a star before a final `:*`',
    sentence: dead('before a final `:*` a star is a star'),
  },
  'command-quoted': { title: 'quotes round the whole command', sentence: dead('its quotes are compared too') },
  'command-glob-letters': { title: 'a `?` in a command', sentence: dead('`?` is a question mark here') },
  'rule-stray-blanks': { title: 'stray blanks in a rule', sentence: dead('its stray blanks are compared too') },
  'command-keyword': {
    title: 'a word of the shell as a command',
    sentence: (data) => `${rule(data)} never matches: \`${data['word']}\` begins a piece of a script, not a command`,
  },
  'command-url-colon': {
    title: 'a `:*` that was to mean a port',
    sentence: (data) => `${rule(data)} covers no port: a final \`:*\` begins a new word`,
  },
  'rule-without-effect': {
    title: 'an allow rule that approves nothing',
    sentence: (data) => `${rule(data)} approves none of its own calls: ${data['detail']}`,
  },
  'rule-duplicate': { title: 'the same rule twice', sentence: (data) => `${rule(data)} stands twice in this list` },
  'rule-subsumed': {
    title: 'a rule that another one covers',
    sentence: (data) => `${rule(data)} decides nothing: ${by(data)} covers all its calls`,
  },
  'allow-shadowed-by-deny': {
    title: 'an allow rule behind a deny rule',
    sentence: (data) => `${rule(data)} never allows anything: ${by(data)} denies all its calls`,
  },
  'allow-shadowed-by-ask': {
    title: 'an allow rule behind an ask rule',
    sentence: (data) => `${rule(data)} never allows anything: ${by(data)} asks about all its calls`,
  },
  'ask-shadowed-by-deny': {
    title: 'an ask rule behind a deny rule',
    sentence: (data) => `${rule(data)} never asks: ${by(data)} denies all its calls`,
  },
  'negation-idle': {
    title: 'a `!` path with nothing to take out of',
    sentence: (data) => `${rule(data)} does nothing: no rule before it in this list covers what it takes out`,
  },
  'allow-any-command': {
    title: 'every command is allowed',
    sentence: (data) => `${rule(data)} lets every command run without a question`,
  },
  'allow-shell': { title: 'a shell is allowed', sentence: letsRun('a shell runs whatever text it is given') },
  'allow-interpreter': {
    title: 'an interpreter is allowed',
    sentence: letsRun('an interpreter runs whatever text it is given'),
  },
  'allow-runner': {
    title: 'a program that runs others is allowed',
    sentence: letsRun('it runs a program of the caller’s choice'),
  },
  'allow-escape': {
    title: 'an option that runs programs is allowed',
    sentence: letsRun('one of its options runs a program'),
  },
  'allow-destroys': {
    title: 'a command that destroys is allowed',
    sentence: letsRun('it throws away work or data'),
  },
  'allow-sends': {
    title: 'a command that sends files away is allowed',
    sentence: letsRun('it sends files to any address'),
  },
  'allow-publishes': {
    title: 'a command that publishes is allowed',
    sentence: letsRun('it publishes in this person’s name'),
  },
  'allow-no-boundary': {
    title: 'a `*` that goes on in the same word',
    sentence: (data) =>
      `${rule(data)} covers \`${showCall(data['call'] as ToolCall)}\` too: a blank before the \`*\` ends the word`,
  },
  'allow-leading-wildcard': {
    title: 'a rule that begins with `*`',
    sentence: (data) => `${rule(data)} lets any program run: it allows \`${showCall(data['call'] as ToolCall)}\``,
  },
  'allow-path-climbs': {
    title: 'a folder of programs that `../` leaves',
    sentence: (data) => `${rule(data)} lets programs outside the folder run: \`*\` takes \`../\` too`,
  },
  'allow-edit-anywhere': {
    title: 'files outside the project may be written',
    sentence: (data) => `${rule(data)} lets files outside the working directories be written`,
  },
  'allow-read-anywhere': {
    title: 'keys and passwords may be read',
    sentence: (data) => `${rule(data)} lets keys and passwords of this person be read`,
  },
  'allow-fetch-anywhere': {
    title: 'every address may be fetched',
    sentence: (data) => `${rule(data)} lets any address be fetched, and an address can carry data away`,
  },
  'allow-shared-domain': {
    title: 'a domain below which anybody has a host',
    sentence: (data) => `${rule(data)} covers hosts of strangers: anybody gets one below that domain`,
  },
  'deny-other-spelling': {
    title: 'a deny rule that another spelling passes',
    sentence: (data) => `${rule(data)} denies \`${data['denied']}\` and not \`${data['missed']}\`, which does the same`,
  },
  'deny-walked-round': {
    title: 'a deny rule that another program walks round',
    sentence: (data) =>
      `${rule(data)} does not keep from ${data['what']}: another way is allowed${
        typeof data['by'] === 'string' ? ` by \`${data['by']}\`` : ', because it only reads'
      }`,
  },
  'deny-reader-by-name': {
    title: 'a file guarded by the name of one reader',
    sentence: (data) =>
      `${rule(data)} guards \`${data['file']}\` from one program; \`${data['command']}\` reads it too`,
  },
  'deny-edit-leaves-write': {
    title: 'one of the two writing tools is denied',
    sentence: (data) => `${rule(data)} names that tool alone: \`${data['other']}\` still writes files`,
  },
  'secret-in-settings': {
    title: 'a secret in settings',
    sentence: (data) => `a secret stands in ${data['layer']} settings: ${data['kind']} (${data['starts']})`,
  },
  'secret-in-rule': {
    title: 'a secret in a rule',
    sentence: (data) => `a secret was saved in a rule: ${data['kind']} (${data['starts']})`,
  },
  'key-unknown': {
    title: 'a key that nothing reads',
    sentence: (data) =>
      `nothing reads \`${data['key']}\`${data['meant'] === null ? '' : `: \`${data['meant']}\` is meant`}`,
  },
  'reason-without-rule': {
    title: 'a reason without its rule',
    sentence: (data) => `a reason is given for ${rule(data)}, which is no rule of this file`,
  },
  'key-dead': {
    title: 'a key that does nothing',
    sentence: (data) => `\`${data['key']}\` does nothing; what works is ${data['instead']}`,
  },
  'mode-bypass': {
    title: 'sessions start without questions',
    sentence: () => '`bypassPermissions` as the start mode approves everything that no deny or ask rule names',
  },
  'directory-too-wide': {
    title: 'a working directory that holds everything',
    sentence: (data) => `\`${data['entry']}\` as a working directory lets everything in it be read without a question`,
  },
  'mcp-servers-unasked': {
    title: 'MCP servers of repositories start unasked',
    sentence: () => '`enableAllProjectMcpServers` starts whatever servers a repository brings',
  },
  'rules-locked-out': {
    title: 'rules that managed settings lock out',
    sentence: (data) =>
      `${data['count']} rules of these ${data['layer']} settings do not count: managed settings set \`allowManagedPermissionRulesOnly\``,
  },
  'sandbox-skips-ask': {
    title: 'an ask rule that the sandbox skips',
    sentence: (data) => `${rule(data)} in ask is skipped for commands in the sandbox`,
  },
  'sandbox-escape': {
    title: 'a command outside the sandbox that runs others',
    sentence: (data) => `\`${data['entry']}\` runs outside the sandbox and can run any program there`,
  },
  'hook-fails-open': {
    title: 'a guarding hook that fails open',
    sentence: (data) => `this ${data['event']} hook blocks calls, and a crash or timeout of its own lets them through`,
  },
  'hook-timeout-unit': {
    title: 'a timeout in milliseconds',
    sentence: (data) => `a timeout of ${data['timeout']} is in seconds: ${data['seconds']} was meant`,
  },
  'hooks-switched-off': {
    title: 'hooks that are switched off',
    sentence: (data) => `\`disableAllHooks\` in ${data['layer']} settings keeps every hook from running`,
  },
}

export const proseCodes: readonly string[] = Object.keys(prose)

/** What to do about a fault that reading the settings found. */
const settingsRemedies: Readonly<Record<string, string>> = {
  'invalid-json': 'mend the JSON: no comments, no commas at the end',
  'wrong-type': 'give the value the expected type',
  'invalid-entry': 'mend or remove the entry',
  'unknown-event': 'write the name of an event, or remove it',
  'duplicate-key': 'merge both into one',
  'not-utf8': 'save the file as UTF-8',
  'key-not-here': 'move the key to settings in which it counts, or remove it',
  'misplaced-key': 'move it to where it belongs',
  'no-effect': 'write the expected value',
  'unknown-mode': 'write the name of a mode',
  'mode-not-here': 'set it in user settings, or with `--permission-mode`',
  'mode-disabled': 'choose another mode',
  'refused-directory': 'name a local folder',
  'variable-not-here': 'set it in user settings or in the shell',
}

/** What a person can do about a fault of reading; by its code. */
export function settingsRemedy(code: string): string {
  return settingsRemedies[code] ?? 'mend what the message names'
}

/** One finding in words: lower case, no final stop. */
export function lintSentence(code: string, data: Data): string {
  return prose[code]?.sentence(data) ?? code.replaceAll('-', ' ')
}

/** What kind of finding a code is. */
export function lintTitle(code: string): string {
  return prose[code]?.title ?? code.replaceAll('-', ' ')
}
