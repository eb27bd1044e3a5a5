import fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nodeSystem } from '../../src/system.ts'
import { command, contextOf, type Handler, on, runnerOf, tempFolder } from './support/hooks.ts'
import { closedPort, server } from './support/server.ts'

/** A project with a folder for worktrees, one folder outside, and what the hook's answer comes to. */
async function made(hook: (project: string, outside: string) => Handler | Promise<Handler>): Promise<string> {
  const folder = fs.realpathSync(tempFolder())
  const [project, outside] = [join(folder, 'project'), join(folder, 'outside')]
  fs.mkdirSync(join(project, 'trees', 'x'), { recursive: true })
  fs.mkdirSync(join(outside, 'x'), { recursive: true })
  fs.symlinkSync(outside, join(project, 'link'))
  fs.symlinkSync(project, join(folder, 'alias'))
  fs.writeFileSync(join(project, 'file'), '')
  const context = contextOf(on('WorktreeCreate', await hook(project, outside)), { cwd: project })
  const said = await runnerOf(context, { projectDir: project, system: nodeSystem }).run('WorktreeCreate', { name: 'x' })
  const text = said.blocked ? `refused: ${said.reason}` : String(said.fields['worktreePath'])
  return text.replaceAll(folder, '')
}

const prints = (text: string) => command(`printf '%s\n' '${text}'`)

describe('the worktree that a hook names', () => {
  test.each<[string, (project: string, outside: string) => Handler | Promise<Handler>, string]>([
    [
      'the last line that is not empty, without colours',
      () => command("printf 'made\\n\\033[32mtrees/x\\033[0m\\n\\n'"),
      '/project/trees/x',
    ],
    ['an absolute path in the project', (project) => prints(`${project}/trees/x`), '/project/trees/x'],
    ['an absolute path elsewhere', (_, outside) => prints(`${outside}/x`), '/outside/x'],
    ['a relative path that climbs out', () => prints('../outside/x'), '/outside/x'],
    [
      'an absolute path with dots',
      (project) => prints(`${project}/../outside/x`),
      'refused: `/project/../outside/x` holds `.` or `..`',
    ],
    [
      'a path through a link in the project',
      () => prints('link/x'),
      'refused: `link/x` goes through the symbolic link `/project/link`',
    ],
    [
      'a link in the project',
      (project) => prints(`${project}/link`),
      'refused: `/project/link` goes through the symbolic link `/project/link`',
    ],
    ['a file', () => prints('file'), 'refused: `file` is no directory'],
    ['a path that is not there', () => prints('trees/y'), 'refused: `trees/y` is no directory'],
    ['nothing', () => command('true'), 'refused: it printed no path'],
    ['a path and exit 1', () => command('echo trees/x; exit 1'), 'refused: exited with 1'],
    [
      'nothing, because it is missing',
      () => command('exec 2>/dev/null; /no/such/hook'),
      'refused: exited with 127 (no such program)',
    ],
    [
      'nothing, because it cannot be started',
      () => command('/no/such/hook', { args: [] }),
      'refused: cannot be started: spawn /no/such/hook ENOENT',
    ],
    ['nothing in time', () => command('sleep 20', { timeout: 0.2 }), 'refused: timed out'],
    [
      'by HTTP',
      async (project) => ({ type: 'http', url: await answers(200, `${project}/trees/x`) }),
      '/project/trees/x',
    ],
    [
      'by HTTP, through a link',
      async (project) => ({ type: 'http', url: await answers(200, `${project}/link/x`) }),
      'refused: `/project/link/x` goes through the symbolic link `/project/link`',
    ],
    [
      'by HTTP with a status that says no',
      async (project) => ({ type: 'http', url: await answers(500, `${project}/trees/x`) }),
      'refused: it answered 500',
    ],
  ])('%s', async (_, hook, expected) => {
    expect(await made(hook)).toBe(expected)
  })

  test('by HTTP from a server that is not there', async () => {
    const url = await closedPort()
    expect(await made(() => ({ type: 'http', url }))).toMatch(/^refused: the request failed: /)
  })
})

function answers(status: number, worktreePath: string): Promise<string> {
  const body = JSON.stringify({ hookSpecificOutput: { hookEventName: 'WorktreeCreate', worktreePath } })
  return server((_, response) => response.writeHead(status).end(body))
}
