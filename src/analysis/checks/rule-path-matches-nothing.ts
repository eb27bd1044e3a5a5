import { normalPath } from '../../path.ts'
import { deadRule } from '../dead-rule.ts'

/** `Read(../x)` climbs out of its anchor, where nothing matches; from the root it can be said. */
export const rulePathMatchesNothing = deadRule('rule-path-matches-nothing', (_, { context }, { parsed }) => {
  if (parsed?.specifier === '~') return `${parsed.tool}(~/**)`
  const [, path] = /^!?(\.\.(?:\/.*)?)$/.exec(parsed?.specifier ?? '') ?? []
  return path === undefined ? null : `${parsed?.tool}(/${normalPath(`${context.cwd}/${path}`)})`
})
