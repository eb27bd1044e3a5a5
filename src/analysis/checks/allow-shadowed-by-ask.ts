import { shadowCheck } from '../redundancy.ts'

/** An allow rule all of whose calls an ask rule asks about first. */
export const allowShadowedByAsk = shadowCheck('allow-shadowed-by-ask', 'allow', 'ask')
