import type { Script } from './script.ts'

export interface ParseOptions {
  /** Value of `$HOME` and `~`; unknown when absent. */
  readonly home?: string
}

/** Reads a Bash text into its commands. Never throws: what cannot be known is said in `doubt`. */
export function parse(text: string, _options: ParseOptions = {}): Script {
  return {
    text,
    commands: [],
    redirects: [],
    defines: [],
    doubt: { code: 'no-grammar', detail: 'no reader yet' },
    wide: [],
  }
}

/** Makes a grammar ready before the first `parse` that needs it; says which. Needed only where the native module is missing. */
export async function loadGrammar(): Promise<'native' | 'wasm' | 'none'> {
  return 'none'
}
