/** Built-in tools by their canonical names (spec/hooks.md 2.3, spec/permissions.md section 4). */
export const toolNames: readonly string[] =
  `Agent Artifact AskUserQuestion Bash CronCreate CronDelete CronList Edit EndConversation EnterPlanMode EnterWorktree
   ExitPlanMode ExitWorktree Glob Grep LSP ListAgents ListMcpResourcesTool Monitor NotebookEdit PowerShell PushNotification
   REPL Read ReadMcpResourceDirTool ReadMcpResourceTool RemoteTrigger ReportFindings ScheduleWakeup SendFeedback SendMessage
   SendUserFile Skill TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate TodoWrite ToolSearch WaitForMcpServers
   WebFetch WebSearch Workflow Write`
    .trim()
    .split(/\s+/)
