import type { Check } from '../check.ts'

/** A deny rule on the bare tool `Edit` names that tool alone: files can still be written whole. */
export const denyEditLeavesWrite: Check = {
  code: 'deny-edit-leaves-write',
  severity: 'warning',
  *find(input) {
    for (const { entry, compiled, parsed } of input.rules) {
      const tool = parsed?.tool ?? ''
      if (entry.effect !== 'deny' || compiled?.kind !== 'tool' || !['Edit', 'Write'].includes(tool)) continue
      const other = tool === 'Edit' ? 'Write' : 'Edit'
      const call = {
        tool: other,
        input: { file_path: `${input.context.cwd}/a.txt`, content: 'x', old_string: 'a', new_string: 'b' },
      }
      const effect = input.decide(call, input.all).effect
      if (effect === 'deny') continue
      const added = { ...entry, text: other }
      yield {
        at: entry.source,
        data: { rule: entry.text, other },
        witness: {
          call,
          with: effect,
          without: input.decide(call, input.without(entry)).effect,
          fixed: input.decide(call, [...input.all, added]).effect,
        },
        fix: { title: `deny \`${other}\` too`, safe: false, edits: [] },
      }
    }
  },
}
