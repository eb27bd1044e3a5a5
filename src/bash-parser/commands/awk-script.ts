/** What an awk program does besides printing. */
export interface AwkEffects {
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  /** Command lines for a shell. */
  readonly shells: readonly string[]
  /** First thing that only the running program knows: which command, which file, or the environment. */
  readonly unknown: 'runs' | 'reads' | 'writes' | 'environment' | null
}

interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'regex' | 'sign' | 'newline'
  readonly text: string
}

const signs = [
  '**=',
  '|&',
  '||',
  '&&',
  '>>',
  '==',
  '!=',
  '<=',
  '>=',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '^=',
  '**',
  '++',
  '--',
  '!~',
]

/** Keywords an expression may start after; after any other name a slash divides. */
const opensExpression = new Set(
  'BEGIN END BEGINFILE ENDFILE if else while for do print printf return in case switch delete exit function func next nextfile break continue default'.split(
    ' ',
  ),
)

/** Splits an awk program into tokens; null for one this reader is not certain of. */
function readTokens(program: string): Token[] | null {
  const tokens: Token[] = []
  // For each open parenthesis, whether it holds the condition of `if`, `while` or `for`: what follows it starts anew.
  const conditions: boolean[] = []
  let afterCondition = false
  let at = 0
  while (at < program.length) {
    const rest = program.slice(at)
    const blank = /^([ \t\r]+|\\\r?\n|#[^\n]*)/.exec(rest)
    if (blank !== null) {
      at += blank[0].length
      continue
    }
    const last = tokens.at(-1)
    const divides = last !== undefined && !afterCondition && endsOperand(last)
    const regex = rest[0] === '/' && !divides ? readRegex(rest) : undefined
    if (regex === null) return null
    // `getline /x/` may divide or not.
    if (rest[0] === '/' && last?.text === 'getline') return null
    const found: Token | undefined =
      regex !== undefined
        ? { kind: 'regex', text: regex }
        : (token('newline', /^\n/, rest) ??
          token('string', /^"(?:[^"\\\n]|\\[\s\S])*"/, rest) ??
          token('number', /^(?:0x[\da-f]+|\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?)/i, rest) ??
          token('name', /^[A-Za-z_]\w*/, rest) ??
          sign(rest))
    if (found === undefined) return null
    afterCondition = false
    if (found.text === '(') conditions.push(last?.kind === 'name' && /^(if|while|for|switch)$/.test(last.text))
    if (found.text === ')') afterCondition = conditions.pop() ?? false
    tokens.push(found)
    at += found.text.length
  }
  return tokens
}

function endsOperand({ kind, text }: Token): boolean {
  if (kind === 'name') return !opensExpression.has(text)
  return kind === 'number' || kind === 'string' || kind === 'regex' || /^(\)|\]|\$|\+\+|--)$/.test(text)
}

function token(kind: Token['kind'], pattern: RegExp, rest: string): Token | undefined {
  const text = pattern.exec(rest)?.[0]
  return text === undefined ? undefined : { kind, text }
}

function sign(rest: string): Token | undefined {
  const long = signs.find((each) => rest.startsWith(each))
  const text = long ?? /^[-{}()[\];,+*/%^!<>|?:~$=&]/.exec(rest)?.[0]
  return text === undefined ? undefined : { kind: 'sign', text }
}

/** A regular expression; null where readers of awk differ about its end. */
function readRegex(rest: string): string | null {
  for (let i = 1, bracket = false; i < rest.length; i++) {
    const char = rest[i]
    if (char === '\n') return null
    if (char === '\\') i++
    else if (char === '/') return bracket ? null : rest.slice(0, i + 1)
    else if (char === '[' && !bracket) {
      bracket = true
      if (rest[i + 1] === '^') i++
      if (rest[i + 1] === ']') i++
    } else if (char === ']') bracket = false
  }
  return null
}

/** Reads an awk program (POSIX, gawk 5.2, mawk 1.3); null when it is not understood to the last character. */
export function readAwkProgram(program: string): AwkEffects | null {
  const tokens = readTokens(program)
  if (tokens === null) return null
  const reads: string[] = []
  const writes: string[] = []
  const shells: string[] = []
  let unknown: AwkEffects['unknown'] = null
  let depth = 0
  /** Depth of parentheses at which a `print` stands whose `>` is a redirect; null outside of one. */
  let print: number | null = null

  const literal = (at: number): string | null => {
    const found = tokens[at]
    return found?.kind === 'string' && !found.text.includes('\\') ? found.text.slice(1, -1) : null
  }
  const endsStatement = (at: number) => {
    const found = tokens[at]
    return found === undefined || found.kind === 'newline' || found.text === ';' || found.text === '}'
  }
  const run = (text: string | null) => {
    if (text === null) unknown ??= 'runs'
    else shells.push(text)
  }
  const write = (path: string | null) => {
    if (path === null || path.startsWith('/inet')) unknown ??= 'writes'
    else if (!/^\/dev\/(stdout|stderr|null|fd\/\d+)$/.test(path)) writes.push(path)
  }

  for (let at = 0; at < tokens.length; at++) {
    const { kind, text } = tokens[at] as Token
    const next = tokens[at + 1]
    if (kind === 'newline' || text === ';' || text === '{' || text === '}') print = null
    else if (text === '(' || text === '[') depth++
    else if (text === ')' || text === ']') depth--
    else if (kind === 'name' && (text === 'print' || text === 'printf')) print = depth
    else if (kind === 'name' && (text === 'ENVIRON' || text === 'SYMTAB' || text === 'FUNCTAB'))
      unknown ??= 'environment'
    else if (kind === 'name' && (text === 'ARGV' || text === 'ARGC')) unknown ??= 'reads'
    else if (kind === 'name' && text === 'system')
      run(next?.text === '(' && tokens[at + 3]?.text === ')' ? literal(at + 2) : null)
    else if (kind === 'name' && text === 'getline' && tokens[at - 1]?.text !== '|' && tokens[at - 1]?.text !== '|&') {
      const from = readsFrom(tokens, at)
      if (from === null) continue
      const path = literal(from)
      if (path === null || path.startsWith('/inet') || !/^[);}]$/.test(tokens[from + 1]?.text ?? ';'))
        unknown ??= 'reads'
      else if (path !== '-') reads.push(path)
    } else if (kind === 'sign' && (text === '|' || text === '|&')) {
      if (next?.text === 'getline') {
        const before = tokens[at - 2]
        run(before === undefined || /^([{;(=!\n]|&&|\|\|)$/.test(before.text) ? literal(at - 1) : null)
      } else run(endsStatement(at + 2) ? literal(at + 1) : null)
    } else if (kind === 'sign' && (text === '>' || text === '>>') && print === depth) {
      write(endsStatement(at + 2) ? literal(at + 1) : null)
    } else if (text === '>>') return null
  }
  return { reads, writes, shells, unknown }
}

/** Index of the file after `getline [lvalue] <`; null when it reads the input. */
function readsFrom(tokens: readonly Token[], getline: number): number | null {
  let at = getline + 1
  // The lvalue: `name`, `name[...]`, `$1`, `$(...)`.
  while (tokens[at]?.text === '$') at++
  if (tokens[at]?.kind === 'name' || tokens[at]?.kind === 'number') at++
  if (tokens[at]?.text === '[' || tokens[at]?.text === '(') {
    for (let depth = 0; at < tokens.length; at++) {
      if (/^[[(]$/.test(tokens[at]?.text ?? '')) depth++
      else if (/^[\])]$/.test(tokens[at]?.text ?? '') && --depth === 0) break
    }
    at++
  }
  return tokens[at]?.text === '<' ? at + 1 : null
}
