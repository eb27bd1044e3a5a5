import { deadRule } from '../dead-rule.ts'

export const ruleMcpSpecifier = deadRule('rule-mcp-specifier', (text) => text.slice(0, text.indexOf('(')))
