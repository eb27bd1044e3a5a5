import { shadowCheck } from '../redundancy.ts'

/** An allow rule all of whose calls a deny rule refuses first. */
export const allowShadowedByDeny = shadowCheck('allow-shadowed-by-deny', 'allow', 'deny')
