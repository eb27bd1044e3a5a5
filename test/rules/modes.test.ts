import type { ToolCall } from '../../src/call.ts'
import { bash, edit, fetchUrl, read, write } from '../support/decide.ts'
import { testEffects } from '../support/test-effects.ts'

const question: ToolCall = { tool: 'AskUserQuestion', input: { questions: [] } }
const agent: ToolCall = { tool: 'Agent', input: { subagent_type: 'Explore', prompt: 'p' } }
const unknown: ToolCall = { tool: 'BrandNewTool', input: {} }

testEffects('default mode', {}, [
  [read('/work/proj/a'), 'allow', 'no-permission-needed'],
  [read('/etc/passwd'), 'ask', 'outside-working-directories'],
  [write('/work/proj/a'), 'ask', 'no-rule'],
  ['ls -la', 'allow', 'read-only'],
  ['sh x.sh', 'ask', 'cannot-know'],
  ['frobnicate', 'ask', 'no-rule'],
  [fetchUrl('https://example.com'), 'ask', 'no-rule'],
  [agent, 'allow', 'no-permission-needed'],
  [question, 'ask', 'requires-interaction'],
  [unknown, 'ask', 'no-rule'],
  ['rm -rf ~', 'ask', 'critical-path'],
])

testEffects('accept-edits mode', { mode: 'acceptEdits' }, [
  [write('/work/proj/a'), 'allow', 'accept-edits'],
  [write('/work/proj/.git/hooks/x'), 'ask', 'protected-path'],
  [write('/work/other/a'), 'ask', 'outside-working-directories'],
  ['mkdir -p a/b && touch a/b/c', 'allow', 'accept-edits'],
  ["sed -i 's/a/b/' x.txt", 'allow', 'accept-edits'],
  ["sed -i 's/a/b/w z' x.txt", 'ask', 'no-rule'],
  ['ls > out.txt', 'allow', 'read-only'],
  ['echo x > .bashrc', 'ask', 'protected-path'],
  ['rm ../other/a', 'ask', 'no-rule'],
  ['rm .git/config', 'ask', 'protected-path'],
  ['chmod +x a', 'ask', 'no-rule'],
])

testEffects('plan mode holds writes back, allow rules or not', { mode: 'plan', allow: ['Edit', 'Bash(rm:*)'] }, [
  [edit('/work/proj/a'), 'ask', 'plan-mode'],
  ['rm a', 'ask', 'plan-mode'],
  ['ls', 'allow', 'read-only'],
  [read('/work/proj/a'), 'allow', 'no-permission-needed'],
])

testEffects(
  'dont-ask mode refuses what would be asked',
  { mode: 'dontAsk', allow: ['Bash(blah:*)'], ask: ['Bash(git push:*)'] },
  [
    ['blah', 'allow', 'Bash(blah:*)'],
    ['frobnicate', 'deny', 'dont-ask-mode'],
    ['git push', 'deny', 'Bash(git push:*)'],
    [question, 'deny', 'dont-ask-mode'],
  ],
)

testEffects('bypass mode', { mode: 'bypassPermissions', deny: ['Bash(rm x)'], ask: ['Bash(git push:*)'] }, [
  ['frobnicate', 'allow', 'bypass-mode'],
  [write('/work/proj/.git/hooks/x'), 'allow', 'bypass-mode'],
  ['rm x', 'deny', 'Bash(rm x)'],
  ['git push', 'ask', 'Bash(git push:*)'],
  ['rm -rf /', 'ask', 'critical-path'],
  [question, 'ask', 'requires-interaction'],
])

testEffects('auto mode leaves the open question to its own reason', { mode: 'auto' }, [
  ['frobnicate', 'ask', 'auto-mode'],
  ['ls', 'allow', 'read-only'],
])

testEffects('nobody to ask', { headless: true }, [
  ['frobnicate', 'deny', 'no-asker'],
  ['ls', 'allow', 'read-only'],
])

testEffects(
  'the sandbox approves commands, a bare ask is skipped and a specific one is not',
  {
    ask: ['Bash', 'Bash(git push:*)'],
    settings: { sandbox: { enabled: true } },
  },
  [
    ['frobnicate', 'allow', 'sandboxed'],
    ['git push', 'ask', 'Bash(git push:*)'],
    ['rm -rf /', 'ask', 'critical-path'],
  ],
)

testEffects(
  'reads outside can be blocked',
  { allow: ['Read'], settings: {}, user: { permissions: { blockReadsOutsideWorkingDirectories: true } } },
  [
    [read('/etc/hosts'), 'deny', 'reads-blocked-outside'],
    [read('/work/proj/a'), 'allow', 'Read'],
    [{ tool: 'Grep', input: { pattern: 'x', path: '..' } }, 'deny', 'reads-blocked-outside'],
  ],
)

testEffects(
  'and then a shell command asks, in every mode and whatever rules say',
  {
    allow: ['Bash', 'Read(//etc/**)'],
    user: { permissions: { blockReadsOutsideWorkingDirectories: true } },
    directories: ['/opt/lib'],
    mode: 'bypassPermissions',
  },
  [
    ['cat /etc/hosts', 'ask', 'reads-blocked-outside'],
    ['wc -l < /etc/hosts', 'ask', 'reads-blocked-outside'],
    ['while read l; do echo $l; done < ~/x', 'ask', 'reads-blocked-outside'],
    ['sudo cat /etc/hosts', 'ask', 'reads-blocked-outside'],
    ['sh -c "cat ../x"', 'ask', 'reads-blocked-outside'],
    ['cd /etc && cat hosts', 'ask', 'reads-blocked-outside'],
    ['cat "$F"', 'ask', 'reads-blocked-outside'],
    ['$CMD x', 'ask', 'reads-blocked-outside'],
    ['eval "$X"', 'ask', 'reads-blocked-outside'],
    ['cat a "', 'ask', 'reads-blocked-outside'],
    ['cat /opt/lib/x', 'ask', 'reads-blocked-outside'],
    ['cat a.txt > /dev/null', 'allow', 'bypass-mode'],
    ['make', 'allow', 'bypass-mode'],
    ['ssh host cat /etc/hosts', 'allow', 'bypass-mode'],
  ],
)

testEffects(
  'an untrusted project allows nothing and still denies',
  { trusted: false, allow: ['Bash(blah:*)'], deny: ['Bash(curl:*)'] },
  [
    ['blah', 'ask', 'no-rule'],
    [bash('curl x'), 'deny', 'Bash(curl:*)'],
  ],
)
