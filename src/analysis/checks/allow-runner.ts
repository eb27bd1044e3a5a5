import { dangerCheck } from '../danger-check.ts'

export const allowRunner = dangerCheck('allow-runner', 'runner')
