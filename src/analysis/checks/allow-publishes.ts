import { dangerCheck } from '../danger-check.ts'

export const allowPublishes = dangerCheck('allow-publishes', 'publishes')
