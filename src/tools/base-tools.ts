import { agentTool } from './builtin/agent.ts'
import { askUserQuestionTool } from './builtin/ask-user.ts'
import { editTool } from './builtin/edit.ts'
import { globTool } from './builtin/glob.ts'
import { grepTool } from './builtin/grep.ts'
import { listMcpResourcesTool, readMcpResourceTool } from './builtin/mcp-resources.ts'
import { notebookEditTool } from './builtin/notebook.ts'
import { enterPlanModeTool, exitPlanModeTool } from './builtin/plan-mode.ts'
import { readTool } from './builtin/read.ts'
import { bashTool } from './builtin/shell.ts'
import { skillTool } from './builtin/skill.ts'
import {
  taskCreateTool,
  taskGetTool,
  taskListTool,
  taskOutputTool,
  taskStopTool,
  taskUpdateTool,
} from './builtin/tasks.ts'
import { todoWriteTool } from './builtin/todo.ts'
import { toolSearchTool } from './builtin/tool-search.ts'
import { webFetchTool } from './builtin/web-fetch.ts'
import { writeTool } from './builtin/write.ts'
import { isTrue } from './registry.ts'
import type { AnyTool } from './tool.ts'

/**
 * Every built-in tool: the one list there is. The environment decides who is in it: `CLAUDE_CODE_ENABLE_TASKS=0` gives
 * the list of steps (`TodoWrite`) in place of the shared tasks, `ENABLE_TOOL_SEARCH=0` leaves out `ToolSearch`.
 */
export function getAllBaseTools(env: Readonly<Record<string, string | undefined>> = {}): AnyTool[] {
  const tasks = isOff(env['CLAUDE_CODE_ENABLE_TASKS'])
    ? []
    : [taskCreateTool, taskGetTool, taskListTool, taskUpdateTool]
  const search = isOff(env['ENABLE_TOOL_SEARCH']) ? [] : [toolSearchTool]
  return [
    bashTool,
    readTool,
    writeTool,
    editTool,
    notebookEditTool,
    globTool,
    grepTool,
    webFetchTool,
    todoWriteTool,
    ...search,
    skillTool,
    agentTool,
    askUserQuestionTool,
    enterPlanModeTool,
    exitPlanModeTool,
    ...tasks,
    taskStopTool,
    taskOutputTool,
    listMcpResourcesTool,
    readMcpResourceTool,
  ]
}

function isOff(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== '' && !isTrue(value)
}
