import { dangerCheck } from '../danger-check.ts'

export const allowDestroys = dangerCheck('allow-destroys', 'destroys')
