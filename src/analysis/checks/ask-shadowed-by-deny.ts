import { shadowCheck } from '../redundancy.ts'

/** An ask rule all of whose calls a deny rule refuses first. */
export const askShadowedByDeny = shadowCheck('ask-shadowed-by-deny', 'ask', 'deny')
