import { z } from 'zod'
import { buildTool } from '../build-tool.ts'
import { type ToolUseContext, withContext } from '../context.ts'
import { ToolError } from '../failure.ts'
import { textLength } from '../message.ts'
import { nearestNames } from '../names.ts'
import { checkPermissionsAndCallTool } from '../pipeline.ts'
import { line, lineOf, span } from '../render.ts'
import { expandSkill, type SkillDefinition, skillContext } from '../skills.ts'
import { invalid, valid } from './paths.ts'

export const skillTool = buildTool({
  name: 'Skill',
  searchHint: 'use a skill by its name',
  description: (_, context) => {
    const list = (context.host.skills ?? []).map(({ name, description }) => `- ${name}: ${description}`)
    return `Takes up a skill: its instructions follow the result.${list.length === 0 ? '' : `\n${list.join('\n')}`}`
  },
  inputSchema: z.strictObject({ skill: z.string().min(1), args: z.string().optional() }),
  isEnabled: () => true,

  validateInput({ skill }, context) {
    const skills = context.host.skills ?? []
    if (findSkill(skills, skill) !== undefined) return valid
    const close = nearestNames(
      skill,
      skills.map(({ name }) => name),
    )
    return invalid(`there is no skill \`${skill}\`${close.length === 0 ? '' : `: did you mean \`${close[0]}\`?`}`, 1)
  },

  async call({ skill: name, args = '' }, context) {
    const skill = findSkill(context.host.skills ?? [], name)
    if (skill === undefined) throw new ToolError(`there is no skill \`${name}\``)
    const granted = withContext(context, { permissions: skillContext(context.permissions, skill) })
    const text = await expandSkill(skill, args, (command, index) => runInjection(skill, command, index, granted))
    return {
      data: { skill: skill.name },
      newMessages: [{ role: 'user', content: `Base folder of this skill: ${skill.folder}\n\n${text}` }],
      contextModifier: (later) => withContext(later, { permissions: skillContext(later.permissions, skill) }),
    }
  },

  mapResult: ({ skill }, toolUseId) => ({
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: `the skill \`${skill}\` is in use; its instructions follow`,
  }),

  renderToolUse: ({ skill, args }) => [
    lineOf([span('Skill', 'name'), span(` ${skill ?? ''} ${args ?? ''}`.trimEnd())]),
  ],
  renderResult: ({ skill }) => [line(`using ${skill}`, 'dim', 1)],
})

function findSkill(skills: readonly SkillDefinition[], name: string): SkillDefinition | undefined {
  return skills.find((skill) => skill.name === name.replace(/^\//, ''))
}

/** A command in the text of a skill is a shell call like any other; one that is refused ends the skill. */
async function runInjection(
  skill: SkillDefinition,
  command: string,
  index: number,
  context: ToolUseContext,
): Promise<string> {
  const id = `${skill.name}-${index}`.replace(/[^A-Za-z0-9_-]/g, '_')
  const use = { type: 'tool_use' as const, id: `skill_${id}`, name: 'Bash', input: { command } }
  const outcome = await checkPermissionsAndCallTool(use, context)
  const { content } = outcome.result.block
  const text =
    typeof content === 'string' ? content : content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  if (outcome.status !== 'ok')
    throw new ToolError(`the command \`${command}\` of the skill \`${skill.name}\` did not run: ${text}`)
  return textLength(content) === 0 ? '' : text
}
