import { dangerCheck } from '../danger-check.ts'

export const allowInterpreter = dangerCheck('allow-interpreter', 'interpreter')
