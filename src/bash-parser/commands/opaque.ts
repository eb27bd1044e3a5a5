import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import type { Program } from './program.ts'
import { opaqueNames, startAnywhere } from './starts.ts'
import { part, unreadText } from './words.ts'

/** Options of tracers and timers that name a file to write. */
const outputs =
  /^(-o|--output|--output-separately|--log-file|--xml-file|--trace-file|--export-(?:json|csv|markdown|asciidoc|orgmode))(?:=(.*))?$/s
const tracers = /^-o(.+)$/s
/** Programs with a command language of their own in an option. */
const commandText = /^(-c|-e|-o|-O|--one-line|-ex|-iex|--command|--eval-command|--init-eval-command)$/

function reportOutput(words: readonly Word[], report: Report): void {
  words.forEach((word, i) => {
    const value = word.value ?? ''
    const [, , given] = outputs.exec(value) ?? []
    const file = outputs.test(value)
      ? given === undefined
        ? words[i + 1]
        : part(word, value.length - given.length)
      : tracers.test(value)
        ? part(word, 2)
        : undefined
    if (file === undefined) return
    // strace(1): `-o '|command'` and `-o '!command'` hand the trace to a shell.
    if (/^[|!]/.test(file.value ?? '')) report.shell(part(file, 1))
    else report.write(file)
  })
}

/** Options of its own are not known here, so any later word may begin the command; deny and ask rules look at each. */
function readOpaque(words: readonly Word[], report: Report): void {
  startAnywhere(words, report)
  words.forEach((word, i) => {
    // `--env-file=f`; dotenv names it with `-e` or `-f`.
    const glued = /^--env-file=/.exec(word.prefix)?.[0]
    if (glued !== undefined) report.read(part(word, glued.length))
    else if (/^(--env-file|-[ef])$/.test(words[i - 1]?.value ?? '') && /^[./]/.test(word.prefix)) report.read(word)
  })
  const text = words
    .slice(0, 12)
    .map((word) => word.text)
    .join(' ')
  report.unknown('runs', text)
}

const tracing = new Set(['strace', 'ltrace', 'perf', 'valgrind', 'hyperfine'])
/** Commands of gdb that only look. */
const inspects =
  /^(bt|backtrace|where|info|print|p|x|quit|q|list|l|thread|frame|run|r|set pagination|set confirm)\b[^|!]*$/
const scripted = new Set(['gdb', 'expect', 'lldb'])
/** The loader of programs, named as a program of its own; package environments; a log. */
const others =
  `ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 ld-linux-armhf.so.3 ld64.so.2 ld-musl-x86_64.so.1
  ld-musl-aarch64.so.1 nix systemd-cat`.split(/\s+/)

export const opaque: readonly Program[] = [
  {
    names: [...opaqueNames.filter((name) => !tracing.has(name) && !scripted.has(name)), ...others],
    interpret: readOpaque,
  },
  {
    names: [...tracing],
    interpret(words, report) {
      reportOutput(words, report)
      readOpaque(words, report)
    },
  },
  {
    names: [...scripted],
    interpret(words, report) {
      const at = words.findIndex(({ value }) => commandText.test(value ?? ''))
      const script = words[at + 1]
      if (script !== undefined && at >= 0 && !inspects.test(script.value ?? '')) report.shell(unreadText(script.text))
      readOpaque(words, report)
    },
  },
]
