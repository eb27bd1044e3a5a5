import { createRequire } from 'node:module'
import type * as Jsonc from 'jsonc-parser'
import type { z } from 'zod'

// Loaded when first needed and not before: `policy hook` must start without them, and `loadContext` cannot wait for a promise.

const load = createRequire(import.meta.url)

export const jsonc = (): typeof Jsonc => load('jsonc-parser')

export const zod = (): typeof z => load('zod').z
