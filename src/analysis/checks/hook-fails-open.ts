import type { Check } from '../check.ts'

const blocks =
  /\bexit\s+2\b|\bexit\(\s*2\s*\)|\bSystemExit\(\s*2\s*\)|\bexitCode\s*=\s*2\b|permissionDecision|["']deny["']|\bpolicy(?:\.cjs)?["']?\s+hook\b|\btoolgate["']?\s+hook\b/

/** A hook that means to stop calls and says nothing about its own failure: a crash or a timeout lets the call through. */
export const hookFailsOpen: Check = {
  code: 'hook-fails-open',
  severity: 'warning',
  *find({ context, system }) {
    for (const { event, handler, source } of context.hooks) {
      if (event !== 'PreToolUse' && event !== 'PermissionRequest') continue
      const type = handler['type']
      if ((type !== 'command' && type !== 'http') || handler['onFailure'] !== undefined || handler['async'] === true)
        continue
      // A web hook on these events is asked for its decision; a command only if its text or script shows that it blocks.
      if (type === 'command' && !blocks.test(textOf(handler, context.cwd, system.readText))) continue
      yield {
        at: source,
        data: { event, label: String(handler['command'] ?? handler['url']) },
        witness: null,
        fix: {
          title: 'add `"onFailure": "block"`',
          safe: true,
          edits: [{ file: source.file, pointer: `${source.pointer}/onFailure`, value: 'block' }],
        },
      }
    }
  },
}

/** The command and, as far as its path can be told, the script it runs. */
function textOf(
  handler: Readonly<Record<string, unknown>>,
  cwd: string,
  readText: (path: string) => string | undefined,
): string {
  const args = Array.isArray(handler['args']) ? handler['args'] : []
  const command = [handler['command'], ...args].join(' ')
  const path = /[\w$@%+=:,./~{}"-]*\.(?:sh|bash|py|js|mjs|cjs|ts|rb|pl)\b/.exec(command)?.[0]
  if (path === undefined) return command
  const file = path.replaceAll('"', '').replace(/^\$\{?CLAUDE_PROJECT_DIR\}?/, cwd)
  try {
    return `${command}\n${readText(file.startsWith('/') ? file : `${cwd}/${file}`) ?? ''}`
  } catch {
    return command
  }
}
