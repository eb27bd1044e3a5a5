import type { Program } from './program.ts'
import { part } from './words.ts'

/** A program that takes further words from a file for each word `@file` (GNU binutils, gcc): such a file may hold any option. */
export function readsResponses(program: Program): Program {
  return {
    ...program,
    does(args, report) {
      for (const word of args.words) {
        if (!word.prefix.startsWith('@')) continue
        report.read(part(word, 1))
        report.unknown('unknown-option', word.text)
      }
      if (program.does !== undefined) program.does(args, report)
      else for (const operand of args.operands) report.read(operand)
    },
  }
}
