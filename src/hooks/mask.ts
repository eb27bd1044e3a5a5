/** Names of variables whose value is a secret. */
const secretName = /(TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY)/i

/** Shapes of well-known tokens: GitHub, AWS, Slack, OpenAI-like, JWT, `Bearer x`, `password=x`, key blocks. */
const shapes: readonly RegExp[] = [
  /\bgh[pousr]_[A-Za-z0-9]{20,}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}\b/g,
  /\bglpat-[A-Za-z0-9_-]{20,}/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
  /\bsk-[A-Za-z0-9_-]{20,}/g,
  /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*/g,
  /(?<=\bBearer )[A-Za-z0-9._~+/-]{8,}=*/gi,
  /(?<=(?:password|passwd|token|secret|api_?key)["']?\s*[:=]\s*["']?)[^\s"',;&]{4,}/gi,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
]

/** Text with secrets replaced by `***`: values of variables that are named like one, and well-known tokens. */
export function maskSecrets(text: string, env: Readonly<Record<string, string | undefined>>): string {
  let masked = text
  const values = Object.entries(env)
    .flatMap(([name, value]) => (value !== undefined && value.length >= 6 && secretName.test(name) ? [value] : []))
    // The longest first: one secret may begin with another.
    .sort((a, b) => b.length - a.length)
  for (const value of values) masked = masked.replaceAll(value, '***')
  for (const shape of shapes) masked = masked.replace(shape, '***')
  return masked
}

/** A value with the secrets of every text in it replaced; keys stay, and so do objects that are no plain data. */
export function maskAll<T>(value: T, hide: (text: string) => string): T {
  if (typeof value === 'string') return hide(value) as T
  if (Array.isArray(value)) return value.map((item) => maskAll(item, hide)) as T
  if (typeof value !== 'object' || value === null) return value
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskAll(item, hide)])) as T
}
