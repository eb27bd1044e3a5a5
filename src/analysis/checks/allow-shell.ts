import { dangerCheck } from '../danger-check.ts'

export const allowShell = dangerCheck('allow-shell', 'shell')
