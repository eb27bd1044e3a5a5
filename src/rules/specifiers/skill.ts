/** `Skill(deploy *)`: the skill by name, alone or with arguments; without ` *` or `:*` the exact name. */
export function compileSkill(specifier: string, effect: 'deny' | 'ask' | 'allow'): (skill: string) => boolean {
  const name = specifier.replace(/^skill:/, '').replace(/(:\*| \*)$/, '')
  const exact = (skill: string) => skill === name || skill.startsWith(`${name} `)
  // A deny also stops the same skill under a folder's name: `dir:deploy` (spec/permissions.md 3.7).
  return effect === 'allow' ? exact : (skill) => exact(skill) || skill.endsWith(`:${name}`)
}
