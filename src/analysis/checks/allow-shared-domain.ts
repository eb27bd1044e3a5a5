import { allowFinding } from '../allow-finding.ts'
import type { Check } from '../check.ts'

/** Suffixes under which anybody gets a host of their own (publicsuffix.org, private section, and top levels). */
const shared = `github.io gitlab.io pages.dev workers.dev vercel.app netlify.app herokuapp.com web.app firebaseapp.com
  onrender.com fly.dev ngrok.io ngrok-free.app ngrok.app trycloudflare.com s3.amazonaws.com amazonaws.com cloudfront.net
  azurewebsites.net blob.core.windows.net blogspot.com glitch.me repl.co replit.app surge.sh
  com org net io dev app co ai sh xyz`
  .trim()
  .split(/\s+/)

/** A wildcard domain below which anybody can have a host. */
export const allowSharedDomain: Check = {
  code: 'allow-shared-domain',
  severity: 'warning',
  *find(input) {
    for (const rule of input.rules) {
      const { entry, compiled } = rule
      if (entry.effect !== 'allow' || compiled?.kind !== 'domain' || compiled.matches('collector.example')) continue
      const suffix = shared.find((name) => compiled.matches(`collector-of-a-stranger.${name}`))
      if (suffix === undefined) continue
      const call = { tool: 'WebFetch', input: { url: `https://collector-of-a-stranger.${suffix}/`, prompt: 'x' } }
      yield* allowFinding(input, rule, [call], 'name the hosts that are needed')
    }
  },
}
