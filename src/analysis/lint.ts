import { type Issue, sortIssues } from '../errors.ts'
import { listHooks } from '../hooks/list.ts'
import type { PermissionContext } from '../rules/context.ts'
import type { System } from '../system.ts'
import { checks } from './checks/index.ts'
import type { Finding } from './finding.ts'
import { type LintInput, lintInput } from './lint-input.ts'
import { lintSentence, settingsRemedy } from './lint-prose.ts'

/** Everything wrong with the settings of a context, in the order people read files. Looks at hook scripts, runs none. */
export function lint(context: PermissionContext, system: System): Finding[] {
  const input = lintInput(context, system)
  const findings = [...settingsFindings(input), ...ruleFindings(input), ...hookFindings(input)]
  return sortIssues(withoutEchoes(findings)) as Finding[]
}

/** Codes that say no more about a rule that another finding calls broken. */
const echoes = new Set([
  'rule-without-effect',
  'rule-subsumed',
  'allow-shadowed-by-deny',
  'allow-shadowed-by-ask',
  'ask-shadowed-by-deny',
])

function withoutEchoes(findings: readonly Finding[]): Finding[] {
  const key = ({ file, data }: Finding) => `${file}#${data['pointer']}`
  const broken = new Set(findings.filter(({ severity }) => severity === 'error').map(key))
  return findings.filter((finding) => !echoes.has(finding.code) || !broken.has(key(finding)))
}

/** What reading the files had to say. */
function settingsFindings({ context }: LintInput): Finding[] {
  return context.issues.map((issue: Issue) => {
    const { code, severity, file, line, column, data } = issue
    const fix = { title: settingsRemedy(code), safe: false, edits: [] }
    return { code, severity, file, line, column, data, witness: null, fix }
  })
}

function ruleFindings(input: LintInput): Finding[] {
  return checks.flatMap(({ code, severity, find }) =>
    [...find(input)].map(({ at, data, witness, fix }): Finding => {
      const { file, line, column, pointer } = at
      const message = lintSentence(code, data)
      return { code, severity, file, line, column, data: { message, pointer, ...data }, witness, fix }
    }),
  )
}

/** What keeps hooks from doing what their authors meant; the sentences come with the problems. */
function hookFindings({ context, system }: LintInput): Finding[] {
  return listHooks(context, { system }).flatMap(({ source, problems }) =>
    problems.map(({ code, severity, text, fix }): Finding => {
      const { file, line, column, pointer } = source
      const data = { message: text, pointer }
      return {
        code: `hook-${code}`,
        severity,
        file,
        line,
        column,
        data,
        witness: null,
        fix: { title: fix, safe: false, edits: [] },
      }
    }),
  )
}
