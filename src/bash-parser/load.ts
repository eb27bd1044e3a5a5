import { createRequire } from 'node:module'

/** `require` for modules that only some texts need: their cost is paid on first use, and `parse` stays synchronous. */
export const need = createRequire(typeof __filename === 'string' ? __filename : import.meta.url)
