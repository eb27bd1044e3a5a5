/** Shapes of tokens by who gives them out, from the documentation of each. */
const shapes: readonly (readonly [string, RegExp])[] = [
  ['GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})/],
  ['GitLab token', /\bglpat-[A-Za-z0-9_-]{20,}/],
  ['Anthropic key', /\bsk-ant-[A-Za-z0-9_-]{20,}/],
  ['OpenAI key', /\bsk-(?:proj-)?[A-Za-z0-9_-]{32,}/],
  ['AWS access key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['Google API key', /\bAIza[A-Za-z0-9_-]{35}\b/],
  ['Slack token', /\bxox[abeprs]-[A-Za-z0-9-]{10,}/],
  ['Slack webhook', /hooks\.slack\.com\/services\/T[A-Z0-9]+\/B[A-Z0-9]+\/[A-Za-z0-9]{16,}/],
  ['npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['PyPI token', /\bpypi-[A-Za-z0-9_-]{40,}/],
  ['Stripe key', /\b[rs]k_live_[A-Za-z0-9]{20,}/],
  ['SendGrid key', /\bSG\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/],
  ['Hugging Face token', /\bhf_[A-Za-z0-9]{30,}/],
  ['private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/],
  ['signed token (JWT)', /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/],
  ['password in a URL', /\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@$]+:(?!\$|\*|<|%|\{|x{3,})([^\s:/@$]{6,})@[\w.-]+/],
  ['bearer token', /\b[Bb]earer\s+(?!\$|<|\{|%)([A-Za-z0-9._~+/-]{20,}=*)/],
]

/** Names whose value is a secret whatever it looks like. */
const secretName = /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIALS?)$/i

/** A value that stands in for a secret: a variable, a placeholder, a path. */
const placeholder =
  /^$|\$|^<.*>$|^\{\{|^%.*%$|^(?:x+|\*+|\.{3,}|changeme|placeholder|example|dummy|test|none|null|true|false|your[-_ ].*)$|^[~/.]|(?:example|placeholder|your[-_]|redacted|dummy)/i

/** What kind of secret a text holds, and the secret itself; null when it holds none. */
export function findSecret(text: string, name = ''): { readonly kind: string; readonly secret: string } | null {
  for (const [kind, shape] of shapes) {
    const match = shape.exec(text)
    const secret = match?.[1] ?? match?.[0]
    if (secret !== undefined && !placeholder.test(secret) && !isDull(secret)) return { kind, secret }
  }
  if (!secretName.test(name) || placeholder.test(text) || text.length < 8 || isDull(text)) return null
  return { kind: `value of \`${name}\``, secret: text }
}

/** The start of a secret, enough to find it by. */
export function masked(secret: string): string {
  return `${secret.slice(0, Math.min(6, Math.floor(secret.length / 4)))}...`
}

/** One letter again and again is an example. */
function isDull(text: string): boolean {
  return new Set(text.replace(/^[A-Za-z]+[-_]/, '')).size < 6
}
