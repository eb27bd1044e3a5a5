import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'

/** Hosts that words for a package manager name: a URL anywhere in them, `git@host:path`. */
export function useSources(words: readonly Word[], report: Report): void {
  for (const { value } of words) {
    const url = /(?:^|[=@+ ])((?:https?|ssh|git|ftp):\/\/[^\s]+)/i.exec(value ?? '')?.[1]
    const login = /^(?:git\+ssh:\/\/)?(git@[^:/\s]+):/.exec(value ?? '')?.[1]
    if (url !== undefined) report.host(url)
    else if (login !== undefined) report.host(login)
  }
}
