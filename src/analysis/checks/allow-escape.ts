import { dangerCheck } from '../danger-check.ts'

export const allowEscape = dangerCheck('allow-escape', 'escape')
