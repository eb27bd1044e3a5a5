import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { part } from './words.ts'

/** A text with more possible starts than this is no command anybody types; it is locked as too deep. */
const maxStarts = 256

/** Programs that run the words after their own; each of those words is a start itself. */
const runners = new Set(
  `env xargs timeout gtimeout nice nohup stdbuf setsid time noglob nocorrect caffeinate ionice chrt taskset sudo doas pkexec su runuser
   watch flock script busybox toybox parallel rush parset sem command builtin exec eval find gfind fd fdfind git npx bunx bun npm pnpm yarn
   uv uvx pipx poetry pdm hatch pipenv rye bundle conda mamba docker podman kubectl oc ssh`
    .trim()
    .split(/\s+/),
)

/** A program whose own options are not read: any of its words may begin the command it runs. */
export const opaqueNames: readonly string[] =
  `strace ltrace unshare nsenter chroot setpriv setarch linux32 linux64 i386 x86_64 prlimit gdb valgrind perf xvfb-run dbus-run-session
   dbus-launch firejail bwrap proot fakeroot systemd-run numactl cgexec uclampset runcon start-stop-daemon daemonize torsocks proxychains
   proxychains4 tsocks chpst softlimit setuidgid gosu su-exec setlock ifne chronic entr direnv mise asdf devbox nix-shell op dotenv rlwrap
   watchexec reflex nodemon aws-vault chamber doppler infisical expect unbuffer hyperfine cpulimit tini dumb-init ssh-agent with-contenv eatmydata faketime datefudge setpgid aa-exec capsh nsjail
   systemd-inhibit systemd-nspawn run0 sg logsave annotate-output fakechroot tsp ts rr xterm s6-setuidgid s6-env execlineb trickle choom
   pipexec catchsegv coreutils catatonit sudo-rs please`
    .trim()
    .split(/\s+/)

const opaque = new Set(opaqueNames)

/** Characters that make one word a whole line for a shell. */
export const shellCharacters = /[\s;&|<>()$`]/

/** Stands in a line for text that is known only when it runs; a shell variable, so nobody takes it for a known word. */
export const someInput = '${_input}'

function isRunner({ value }: Word): boolean {
  const name = value?.slice(value.lastIndexOf('/') + 1) ?? ''
  return opaque.has(name) || runners.has(name)
}

/**
 * Where a command begins is not known: each word may be its first, for deny and ask rules. A word that holds a blank may be a
 * line for a shell. A start that runs words itself ends before the next such start, which is reported anyway: so the work
 * grows with the number of words and does not double with each.
 */
export function startAnywhere(all: readonly Word[], report: Report): void {
  if (all.length > maxStarts) report.unknown('too-deep', `${all.length} words`)
  const words = all.slice(0, maxStarts)
  let next = words.length
  const ends: number[] = []
  for (let i = words.length - 1; i >= 0; i--) {
    ends[i] = next
    if (isRunner(words[i] as Word)) next = i
  }
  words.forEach((word, i) => {
    const { value } = word
    if (value === null ? word.prefix.startsWith('-') : /^(-|\d+$|$)/.test(value)) {
      if (value !== null && /\s/.test(value)) report.shell(part(word, optionLength(value)))
      return
    }
    report.run(words.slice(i, isRunner(word) ? ends[i] : undefined))
    if (value !== null && shellCharacters.test(value)) report.shell(word)
  })
}

/** Length of the option in `--name=value` and `-nvalue`. */
function optionLength(text: string): number {
  return /^--[\w-]+=/.exec(text)?.[0].length ?? 2
}
