import fs from 'node:fs'
import { createInterface } from 'node:readline'
import { ReadStream } from 'node:tty'
import { explain } from '../explain.ts'
import type { Answer, Asker, Question } from '../tools/context.ts'
import { visible } from './screen.ts'

/** Asks on the controlling terminal, one question at a time; undefined when there is none. */
export function terminalAsker(): { readonly ask: Asker; close(): void } | undefined {
  let descriptor: number
  try {
    descriptor = fs.openSync('/dev/tty', 'r+')
  } catch {
    return undefined
  }
  const input = new ReadStream(descriptor)
  const lines = createInterface({ input, terminal: false })
  const say = (text: string) => fs.writeSync(descriptor, text)
  let last: Promise<unknown> = Promise.resolve()
  const put = (question: Question): Promise<Answer> =>
    new Promise((resolve) => {
      if (question.signal.aborted) return resolve({ effect: 'deny', message: 'cancelled' })
      const { tool, input: given } = question.call
      say(
        `\n${tool} ${visible(JSON.stringify(given))}\n${visible(explain(question.decision).split('\n', 1)[0] as string)}\n`,
      )
      say('run it? [y/N] ')
      const onLine = (text: string) => done(/^y(es)?$/i.test(text.trim()) ? { effect: 'allow' } : { effect: 'deny' })
      const onAbort = () => done({ effect: 'deny', message: 'cancelled' })
      const onClose = () => done({ effect: 'deny', message: 'the terminal is gone' })
      const done = (answer: Answer) => {
        lines.off('line', onLine)
        lines.off('close', onClose)
        question.signal.removeEventListener('abort', onAbort)
        resolve(answer)
      }
      lines.once('line', onLine)
      lines.once('close', onClose)
      question.signal.addEventListener('abort', onAbort, { once: true })
    })
  return {
    ask(question) {
      const answer = last.then(() => put(question))
      last = answer
      return answer
    },
    close() {
      lines.close()
      input.destroy()
    },
  }
}
