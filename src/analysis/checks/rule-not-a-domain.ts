import { deadRule } from '../dead-rule.ts'

/** A URL, a port or a path where only a host can stand. */
export const ruleNotADomain = deadRule('rule-not-a-domain', (_, __, { parsed }) => {
  const host = /^(?:domain:)?(?:https?:\/\/)?(?:[^/@\s]*@)?([\w.*-]+\.[\w*-]+|localhost)(?=[/:?#]|$)/i.exec(
    parsed?.specifier?.trim() ?? '',
  )?.[1]
  return host === undefined ? null : `WebFetch(domain:${host})`
})
