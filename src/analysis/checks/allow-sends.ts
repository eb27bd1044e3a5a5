import { dangerCheck } from '../danger-check.ts'

export const allowSends = dangerCheck('allow-sends', 'sends')
