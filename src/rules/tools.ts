/** What kind of thing a tool touches, and which input field names it (spec/permissions.md section 4). */
export const readTools: Readonly<Record<string, string>> = {
  Read: 'file_path',
  Grep: 'path',
  Glob: 'path',
  LSP: 'filePath',
}

export const editTools: Readonly<Record<string, string>> = {
  Edit: 'file_path',
  Write: 'file_path',
  MultiEdit: 'file_path',
  NotebookEdit: 'notebook_path',
}

/** Tools that never prompt by themselves; every other tool does, unknown ones too. */
export const permissionFree = new Set(
  `Agent CronCreate CronDelete CronList EndConversation EnterPlanMode ExitWorktree Glob Grep ListAgents ListMcpResourcesTool
   ListMcpResources LSP PushNotification Read ReadMcpResourceTool ReadMcpResource ReadMcpResourceDirTool RemoteTrigger
   ReportFindings ScheduleWakeup SendFeedback SendMessage SendUserFile SubagentHandback TaskCreate TaskGet TaskList TaskUpdate
   TaskStop TaskOutput TodoWrite ToolSearch WaitForMcpServers`
    .trim()
    .split(/\s+/),
)

/** Tools that are a question to the user: nothing but the user answers them. */
export const interactive = new Set(['AskUserQuestion'])

/** Tools that only read, whatever their input (spec/tool-pipeline.md section 7). */
export const readOnlyTools = new Set(
  'Read Grep Glob LSP WebFetch WebSearch ListMcpResourcesTool ListMcpResources ReadMcpResourceTool ReadMcpResource ToolSearch TaskGet TaskList CronList ListAgents'.split(
    ' ',
  ),
)

/** Every tool name of the client that rules may name (spec/permissions.md section 4). A rule on another name never matches. */
export const knownTools = new Set([
  ...permissionFree,
  ...interactive,
  ...Object.keys(editTools),
  ...'Artifact Bash EnterWorktree ExitPlanMode Monitor PowerShell ShareOnboardingGuide Skill WebFetch WebSearch Workflow Cd SlashCommand'.split(
    ' ',
  ),
])
