import { createRequire } from 'node:module'
import type * as Jsonc from 'jsonc-parser'
import type { z } from 'zod'

// Loaded when first needed and not before: `policy hook` must start without them, and `loadContext` cannot wait for a promise.
// In the CommonJS bundle `require` is resolved when bundling; as an ES module there is none, and one is made.

export function jsonc(): typeof Jsonc {
  return typeof module === 'object' ? require('jsonc-parser') : createRequire(import.meta.url)('jsonc-parser')
}

export function zod(): typeof z {
  return (typeof module === 'object' ? require('zod') : createRequire(import.meta.url)('zod')).z
}
