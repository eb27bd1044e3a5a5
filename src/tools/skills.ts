import { join } from 'node:path'
import type { HookEntry, PermissionContext } from '../rules/context.ts'
import type { System } from '../system.ts'
import { readFrontMatter, ruleList, textField } from './front-matter.ts'
import { addLayer, frontMatterHooks } from './policy-layer.ts'

/** A skill as `SKILL.md` defines it. */
export interface SkillDefinition {
  readonly name: string
  readonly description: string
  /** Granted for the turn that invokes it. */
  readonly allowedTools: readonly string[]
  readonly disallowedTools: readonly string[]
  readonly hooks: readonly HookEntry[]
  readonly body: string
  readonly folder: string
  readonly file: string
  /** It comes with the repository: its grants and hooks need a trusted folder. */
  readonly fromRepository: boolean
}

export interface SkillFiles {
  readonly skills: readonly SkillDefinition[]
  readonly warnings: readonly string[]
}

/** The skills of a project and of its user; of two with one name the user's own counts. */
export async function readSkills(
  context: Pick<PermissionContext, 'workingDirectories' | 'configDir'>,
  system: System,
): Promise<SkillFiles> {
  const skills = new Map<string, SkillDefinition>()
  const warnings: string[] = []
  const project = join(context.workingDirectories[0] ?? '/', '.claude', 'skills')
  for (const folder of [join(context.configDir, 'skills'), project]) {
    for (const name of system.list(folder) ?? []) {
      const file = join(folder, name, 'SKILL.md')
      const text = system.readText(file)
      if (text === undefined) continue
      const read = await readSkill(text, file, folder === project)
      warnings.push(...read.warnings)
      if (read.skill !== null && !skills.has(read.skill.name)) skills.set(read.skill.name, read.skill)
    }
  }
  return { skills: [...skills.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), warnings }
}

/** One skill file; its folder is its name where the front matter gives none. */
export async function readSkill(
  text: string,
  file: string,
  fromRepository = false,
): Promise<{ readonly skill: SkillDefinition | null; readonly warnings: readonly string[] }> {
  const { fields, body, fault } = await readFrontMatter(text)
  if (fault !== null) return { skill: null, warnings: [`${file}: ${fault}`] }
  const folder = file.slice(0, file.lastIndexOf('/'))
  const name = textField(fields, 'name') ?? folder.slice(folder.lastIndexOf('/') + 1)
  for (const field of ['allowed-tools', 'disallowed-tools']) {
    if (fields[field] !== undefined && ruleList(fields[field]) === null) {
      return { skill: null, warnings: [`${file}: \`${field}\` must be a list of tools`] }
    }
  }
  const { hooks, warnings } = frontMatterHooks(fields['hooks'], file, { kind: 'skill', name })
  const skill: SkillDefinition = {
    name,
    description: textField(fields, 'description') ?? '',
    allowedTools: ruleList(fields['allowed-tools']) ?? [],
    disallowedTools: ruleList(fields['disallowed-tools']) ?? [],
    hooks,
    body: body.trim(),
    folder,
    file,
    fromRepository,
  }
  return { skill, warnings }
}

/**
 * The context of the turn that invokes a skill: its grants, its denials, its hooks. A repository's own skill grants
 * nothing in a folder that is not trusted; what it takes away always counts.
 */
export function skillContext(context: PermissionContext, skill: SkillDefinition): PermissionContext {
  const trusted = context.trusted || !skill.fromRepository
  const grants = trusted && !context.managedRulesOnly
  return addLayer(context, {
    file: skill.file,
    rules: {
      allow: { pointer: allowPointer, texts: grants ? skill.allowedTools : [] },
      deny: { pointer: denyPointer, texts: skill.disallowedTools },
    },
    hooks: trusted ? skill.hooks : [],
  })
}

const allowPointer = '/allowed-tools'
const denyPointer = '/disallowed-tools'

/** The context when the turn is over: rules that skills added are gone, their hooks stay until the session ends. */
export function endTurn(context: PermissionContext): PermissionContext {
  const stays = ({ source }: { readonly source: { readonly layer: string; readonly pointer: string } }) =>
    source.layer !== 'session' ||
    !(source.pointer.startsWith(`${allowPointer}/`) || source.pointer.startsWith(`${denyPointer}/`))
  const { deny, ask, allow } = context.rules
  if (deny.every(stays) && allow.every(stays)) return context
  const rules = { deny: deny.filter(stays), ask, allow: allow.filter(stays) }
  return Object.freeze({ ...context, rules: Object.freeze(rules) })
}

/** A `` !`command` `` in the text of a skill: at the start of a line or after a blank. */
const injection = /(?<=^|\s)!`([^`\n]+)`/gm

/**
 * The text of a skill for one invocation: `$ARGUMENTS`, `$1` and so on filled in, and every injection replaced by what
 * `run` gives for its command. Text that comes in through the arguments never becomes an injection.
 */
export async function expandSkill(
  skill: SkillDefinition,
  args: string,
  run: (command: string, index: number) => Promise<string>,
): Promise<string> {
  const fill = (text: string) => fillArguments(text, args)
  let text = ''
  let at = 0
  let index = 0
  for (const match of skill.body.matchAll(injection)) {
    text += fill(skill.body.slice(at, match.index))
    text += await run(fill(match[1] as string), index++)
    at = match.index + match[0].length
  }
  text += fill(skill.body.slice(at))
  const named = /\$ARGUMENTS|\$\d/.test(skill.body)
  return args === '' || named ? text : `${text}\n\nARGUMENTS: ${args}`
}

function fillArguments(text: string, args: string): string {
  const words = args.split(/\s+/).filter((word) => word !== '')
  return text.replace(/\$ARGUMENTS\b|\$([1-9])(?!\d)/g, (_, number?: string) =>
    number === undefined ? args : (words[Number(number) - 1] ?? ''),
  )
}
