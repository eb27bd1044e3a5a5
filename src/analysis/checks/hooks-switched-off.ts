import type { Check } from '../check.ts'

/** `disableAllHooks` in a file that counts, beside hooks: none of them runs, guards included. */
export const hooksSwitchedOff: Check = {
  code: 'hooks-switched-off',
  severity: 'warning',
  *find({ context, placeOf }) {
    if (!context.disableAllHooks) return
    const has = context.layers.some(({ settings }) => {
      const hooks = settings['hooks']
      return typeof hooks === 'object' && hooks !== null && Object.keys(hooks).length > 0
    })
    const by = context.layers.find(({ settings }) => settings['disableAllHooks'] === true)
    if (!has || by === undefined) return
    yield {
      at: placeOf(by.file, '/disableAllHooks'),
      data: { layer: by.layer },
      witness: null,
      fix: {
        title: 'remove `disableAllHooks`',
        safe: false,
        edits: [{ file: by.file, pointer: '/disableAllHooks', value: undefined }],
      },
    }
  },
}
