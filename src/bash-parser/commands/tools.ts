import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import type { Program } from './program.ts'
import { part } from './words.ts'

interface Tool {
  readonly names: string
  /** The words that, each alone on the line, only print something about the program. */
  readonly prints?: string
  /** Options with the name of a file to write. */
  readonly writes?: RegExp
  /** The last operand is written. */
  readonly target?: 'last'
  /** With this option each file is written anew; `always`: without any. */
  readonly rewrites?: RegExp | 'always'
}

/**
 * A program whose options are not written down: only what it prints about itself is certain. What looks like a file is one, so that
 * rules about files reach it.
 */
function tool({ names, prints = '', writes, target, rewrites }: Tool): Program {
  const forms = new Set(prints.split(' ').filter(Boolean))
  return {
    names: names.split(' '),
    interpret(words, report) {
      const [only] = words
      if (words.length === 1 && only?.value != null && forms.has(only.value)) return
      const files = useOptions(words, writes, report)
      const anew =
        rewrites === 'always' || (rewrites !== undefined && words.some(({ prefix }) => rewrites.test(prefix)))
      for (const file of files) {
        report.read(file)
        if (anew) report.write(file)
      }
      const last = files.at(-1)
      if (target === 'last' && last !== undefined) report.write(last)
      report.unknown('unknown-option', only?.text ?? 'standard input')
    },
  }
}

/** Reports the files that options name; answers the words that are no options. */
function useOptions(words: readonly Word[], writes: RegExp | undefined, report: Report): readonly Word[] {
  const files: Word[] = []
  words.forEach((word, i) => {
    const before = words[i - 1]?.value ?? ''
    if (!word.prefix.startsWith('-')) {
      // The word after an option may be its value, or a file.
      if (writes?.test(before)) report.write(word)
      else files.push(word)
      return
    }
    const equals = word.prefix.indexOf('=')
    if (equals < 0) return
    const value = part(word, equals + 1)
    if (writes?.test(word.prefix.slice(0, equals))) report.write(value)
    else if (/[./]/.test(value.value ?? '')) report.read(value)
  })
  return files
}

/** Programs that agents meet now and then: linters, converters, linkers, from their manual pages. */
export const tools: readonly Program[] = [
  tool({ names: 'shellcheck', prints: '--version -V --help' }),
  tool({ names: 'shfmt', prints: '--version -version', rewrites: /^(-w|--write)$/ }),
  tool({ names: 'hadolint yamllint markdownlint actionlint tidy spell enscript lp lpr qrencode mutt logrotate' }),
  tool({ names: 'clang-format clang-tidy', prints: '--version', rewrites: /^(-i|--fix(-errors)?)$/ }),
  tool({ names: 'pandoc', prints: '-v --version', writes: /^(-o|--output)$/ }),
  tool({ names: 'ffmpeg', prints: '-version', target: 'last' }),
  tool({ names: 'ffprobe', prints: '-version' }),
  tool({ names: 'convert magick recode', target: 'last' }),
  tool({ names: 'identify exiftool pdftotext pdfinfo' }),
  tool({ names: 'm4 cpp', prints: '--version' }),
  // `as -v` goes on and assembles its standard input.
  tool({ names: 'as ld ld.gold', prints: '--version', writes: /^(-o|--output|-Map)$/ }),
  tool({ names: 'strip ranlib patchelf', prints: '--version', rewrites: 'always' }),
  tool({ names: 'objcopy', prints: '--version', rewrites: 'always', target: 'last' }),
  tool({ names: 'pg_restore mongoimport mongorestore mysqlimport' }),
  tool({ names: 'rclone s3cmd mc', target: 'last' }),
  tool({ names: 'rar unrar pax', target: 'last' }),
]
