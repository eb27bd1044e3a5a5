import type { Program } from './program.ts'
import { startAnywhere } from './starts.ts'
import { joined, part, unreadText } from './words.ts'

/** Verbs of systemctl that only tell. */
const tells = /^(status|show|cat|help|list-[a-z-]+|is-active|is-enabled|is-failed|is-system-running|get-default)$/

/** Services, logs, timers and jobs: systemd 252, cron, at, from their manual pages. */
export const services: readonly Program[] = [
  {
    names: ['systemctl'],
    options:
      '-h,--help:ends --version:ends --system --user -H,--host=:host -M,--machine=:unknown -t,--type= --state= --failed -p,--property= -P= -a,--all -l,--full ' +
      '-r,--recursive --reverse --with-dependencies --job-mode= -T,--show-transaction --show-types --value --check-inhibitors= -i --kill-whom= --kill-who= ' +
      '--kill-value= -s,--signal= --what= --now --dry-run -q,--quiet --wait --no-block --no-wall --no-reload --legend= --no-legend --no-pager ' +
      '--no-ask-password --global --runtime -f,--force --preset-mode= --root=:unknown --image=:unknown -n,--lines= -o,--output= --firmware-setup ' +
      '--boot-loader-menu= --boot-loader-entry= --plain --timestamp= --mkdir --marked --read-only --drop-in=',
    does({ operands }, report) {
      const verb = operands[0]?.value
      // The pages of a unit are shown by man.
      if (verb === 'help' && operands.length > 1) report.unknown('runs', 'man')
      if (verb === undefined || tells.test(verb ?? '')) return
      if (verb === 'show-environment') report.unknown('environment', 'show-environment')
      else report.change('services')
    },
  },
  {
    names: ['journalctl'],
    options:
      '--system --user -M,--machine=:unknown -m,--merge -D,--directory=:read-tree --file=:read --root=:unknown --image=:unknown --namespace= -S,--since= ' +
      '-U,--until= -c,--cursor= --after-cursor= --show-cursor --cursor-file=:write -b,--boot[=] -u,--unit= --user-unit= -t,--identifier= -p,--priority= ' +
      '--facility= -g,--grep= --case-sensitive[=] -e,--pager-end -f,--follow -n,--lines[=] --no-tail -r,--reverse -o,--output= --output-fields= --utc ' +
      '-x,--catalog --no-full --no-hostname -a,--all -q,--quiet --no-pager --verify-key= --interval= --force:change_journal -k,--dmesg -l,--full ' +
      '-h,--help:ends --version:ends -N,--fields -F,--field= --list-boots --list-invocations --list-namespaces --disk-usage --verify --header --list-catalog ' +
      '--dump-catalog --vacuum-size=:change_journal --vacuum-files=:change_journal --vacuum-time=:change_journal --sync:change_journal ' +
      '--relinquish-var:change_journal --smart-relinquish-var:change_journal --flush:change_journal --rotate:change_journal ' +
      '--update-catalog:change_journal --setup-keys:change_journal -T,--exclude-identifier= --truncate-newline -I --invocation=',
    numeric: /^\+?-\d+$/,
  },
  {
    names: [
      'service',
      'rc-service',
      'initctl',
      'launchctl',
      'sv',
      'supervisorctl',
      'invoke-rc.d',
      'update-rc.d',
      'chkconfig',
    ],
    // Even `status` runs the service's own script.
    interpret(words, report) {
      if (words.length !== 1 || !/^(--version|--help|-h)$/.test(words[0]?.value ?? '')) report.change('services')
    },
  },
  {
    names: ['shutdown', 'reboot', 'poweroff', 'halt', 'telinit', 'init'],
    interpret: (_, report) => report.change('power'),
  },
  {
    names: ['crontab'],
    options: '-u= -l -r:change_crontab -e:change_crontab -i -s -c= -n= -T=',
    does(args, report) {
      const [file] = args.operands
      if (args.has('-l')) report.readPath('/var/spool/cron', { tree: true })
      else if (!args.has('-r', '-e')) {
        report.change('crontab')
        if (file !== undefined && file.value !== '-') report.read(file)
        else report.shell(unreadText('standard input'))
      }
    },
  },
  {
    names: ['at', 'batch'],
    options: '-f=:read -m -M -l -d:change_jobs -r:change_jobs -b -c -q= -t= -u= -v -V:ends',
    does(args, report) {
      if (args.has('-l', '-c')) return
      // The job itself is read from standard input.
      report.change('jobs')
      report.shell(unreadText(args.value('-f')?.text ?? 'standard input'))
    },
  },
  { names: ['atq'], options: '-q= -V:ends' },
  { names: ['atrm'], options: '-V:ends', operands: ['change jobs'] },
  {
    names: ['logger', 'wall', 'write', 'mail', 'sendmail', 'mailx', 'notify-send', 'mesg', 'talk'],
    interpret(words, report) {
      report.change('messages')
      words.forEach((word, i) => {
        const glued = /^--file=/.exec(word.prefix)?.[0]
        if (glued !== undefined) report.read(part(word, glued.length))
        else if (/^[./]/.test(word.prefix)) report.read(word)
        else if (/^(-[faA]|--file|--attach)$/.test(words[i - 1]?.value ?? '')) report.read(word)
      })
    },
  },
  {
    names: [
      'useradd',
      'userdel',
      'usermod',
      'groupadd',
      'groupdel',
      'groupmod',
      'passwd',
      'chsh',
      'chfn',
      'adduser',
      'deluser',
      'chpasswd',
      'chage',
      'visudo',
      'gpasswd',
    ],
    interpret: (_, report) => report.change('accounts'),
  },
  {
    names: ['tmux'],
    options: '-2 -C -D -l -N -q -u -v -c=:shell -f=:unknown -L= -S= -T= -V:ends -h:ends',
    permutes: false,
    does({ operands }, report) {
      // Even `tmux ls` makes a folder for its socket.
      report.change('terminal sessions')
      const [verb, ...rest] = operands
      if (/^(list-|ls$|has|show|display-message|capture-pane|info)/.test(verb?.value ?? 'ls')) return
      // What the new window or the keys run may begin at any word after the options.
      const line = joined(rest.filter((word) => !/^(-.*|C-.|Enter)$/.test(word.value ?? '')))
      if (line !== undefined) report.shell(line)
      // `\\;` begins another of its commands.
      startAnywhere(rest, report)
      if (/^source/.test(verb?.value ?? '')) for (const file of rest) report.read(file)
      report.unknown('runs', operands.map((word) => word.text).join(' '))
    },
  },
  {
    names: ['screen'],
    interpret(words, report) {
      if (words.every((word) => /^(--?version|-v|--?help|-h)$/.test(word.value ?? ''))) {
        if (words.length > 0) return
      }
      report.change('terminal sessions')
      if (words.some((word) => /^-(ls|list|wipe)/.test(word.value ?? ''))) return
      const at = words.findIndex(
        (word, i) => !word.prefix.startsWith('-') && !/^-[A-Za-z]*[Sctehp]$/.test(words[i - 1]?.value ?? ''),
      )
      if (at >= 0) report.run(words.slice(at))
      const stuff = words.findIndex((word) => word.value === 'stuff')
      const typed = words[stuff + 1]
      if (stuff >= 0 && typed !== undefined) report.shell(typed)
      report.unknown('runs', words.map((word) => word.text).join(' '))
    },
  },
]
