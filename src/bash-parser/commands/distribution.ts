import type { Report } from '../effects.ts'
import { type Args, gnu, type Program } from './program.ts'
import { startAnywhere } from './starts.ts'
import { wordOf } from './words.ts'

const aptOptions =
  '-h,--help:ends -v,--version:ends -y,--yes,--assume-yes --assume-no -q,--quiet[=] -s,--simulate,--just-print,--dry-run,--recon,--no-act -d,--download-only ' +
  '-f,--fix-broken -m,--ignore-missing,--fix-missing --no-download -t,--target-release,--default-release= -V,--verbose-versions -a,--all-versions ' +
  '--installed --upgradable,--upgradeable --manual-installed --names-only,-n --full -i,--important --no-install-recommends --install-recommends ' +
  '--no-install-suggests --install-suggests --reinstall --purge --auto-remove,--autoremove --only-upgrade --allow-downgrades --allow-remove-essential ' +
  '--allow-change-held-packages --allow-unauthenticated --no-upgrade --only-source --with-source= --compile,-b --recurse --implicit --no-pre-depends ' +
  '--no-depends --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances --print-uris -p= -o,--option=:unknown -c,--config-file=:unknown ' +
  '--color --no-color -g,--generate -u,--show-upgraded -P,--build-profiles= --no-list-cleanup --list-cleanup'

/** Package managers of a distribution: what they install, and what they tell. apt and dnf make temporary files of their own even to tell. */
function packageStore(args: Args, report: Report, network: RegExp, tells: RegExp): void {
  const verb = args.operands[0]?.value ?? ''
  if (network.test(verb)) report.host(null)
  if (!tells.test(verb)) report.change('package store')
  else report.change('package cache')
}

/** dpkg hands its queries to dpkg-query and dpkg-deb. */
const dpkgQuery =
  '-l,--list -L,--listfiles -s,--status -S,--search -p,--print-avail -W,--show -c,--control-path --control-list --control-show -f,--showformat= ' +
  '--admindir=:read-tree --instdir=:unknown --root=:unknown --load-avail --no-pager -?:ends --help:ends --version:ends'

/** Packages of the system: apt 2.6, dpkg 1.21, rpm, dnf, pacman, apk, Homebrew, snap, flatpak, from their manuals. */
export const distribution: readonly Program[] = [
  {
    names: ['apt', 'apt-get', 'aptitude'],
    options: aptOptions,
    does: (args, report) => {
      if (args.operands.length === 0) return
      packageStore(
        args,
        report,
        /^(update|install|upgrade|dist-upgrade|full-upgrade|source|build-dep|download|changelog|reinstall|safe-upgrade)$/,
        /^(list|show|search|policy|depends|rdepends|showsrc|check|indextargets|moo|why|why-not)$/,
      )
    },
  },
  {
    names: ['apt-cache', 'apt-config'],
    options: aptOptions,
    does(args, report) {
      if (args.operands.length > 0) report.change('package cache')
    },
  },
  {
    names: ['apt-mark'],
    options: aptOptions,
    does(args, report) {
      if (!/^show/.test(args.operands[0]?.value ?? 'show')) report.change('package store')
      else report.change('package cache')
    },
  },
  {
    names: ['add-apt-repository', 'apt-key', 'apt-add-repository', 'dpkg-reconfigure'],
    interpret: (_, report) => report.change('package store'),
  },
  { names: ['dpkg-query'], options: dpkgQuery },
  {
    names: ['dpkg-deb'],
    options:
      '-c,--contents -I,--info -f,--field -W,--show -e,--control:unknown -x,--extract:unknown -X,--vextract:unknown -R,--raw-extract:unknown -b,--build:unknown ' +
      '--fsys-tarfile --ctrl-tarfile --showformat= -v,--verbose -D,--debug --nocheck --root-owner-group -S= -z= -Z= --deb-format= --threads-max= --uniform-compression --no-uniform-compression -?:ends --help:ends --version:ends',
    does({ operands }, report) {
      for (const operand of operands) report.read(operand)
      // It unpacks what it shows.
      report.change('temporary folder')
    },
  },
  {
    names: ['dpkg'],
    interpret(words, report) {
      const [first] = words
      if (first === undefined) return
      const query = /^(-[lLsSp]|--(list|listfiles|status|search|print-avail)|--no-pager)$/
      const archive = /^(-[cI]|--(contents|info|field|fsys-tarfile|ctrl-tarfile))$/
      if (query.test(first.value ?? '')) report.run([wordOf('dpkg-query', first), ...words])
      else if (archive.test(first.value ?? '')) report.run([wordOf('dpkg-deb', first), ...words])
      else if (
        !/^(--(get-selections|audit|verify|print-(foreign-)?architecture(s)?|compare-versions|validate-[a-z]+|assert-[a-z-]+|force-help|yet-to-unpack|predep-package|help|version)|-[CV?])$/.test(
          first.value ?? '',
        )
      ) {
        report.change('package store')
        for (const word of words) if (/\.deb$/.test(word.value ?? '')) report.read(word)
      }
      if (
        words.some((word) => /^--(root|instdir|admindir|pre-invoke|post-invoke|status-logger|log)/.test(word.prefix))
      ) {
        report.unknown('unknown-option', words.map((word) => word.text).join(' '))
      }
    },
  },
  {
    names: ['rpm', 'rpmquery'],
    options:
      '-q,--query -a,--all -i,--info -l,--list -c,--configfiles -d,--docfiles -f,--file -p,--package -s,--state -R,--requires --provides --conflicts --obsoletes ' +
      '--whatprovides= --whatrequires= --qf,--queryformat= --changelog --scripts --triggers --last -v,--verbose --quiet --version:ends -?,--help:ends ' +
      '-V,--verify:change_package_cache -K,--checksig --nosignature --nodigest -U:change_package_store -e:change_package_store -F:change_package_store ' +
      '-h,--hash --percent --install:change_package_store --upgrade:change_package_store --erase:change_package_store --import:change_package_store ' +
      '--pipe=:shell --define=:unknown --eval=:unknown --root=:unknown --dbpath=:unknown',
    does(args, report) {
      // `-i` alone installs; after `-q` it asks for information.
      if (!args.has('-q', '-V', '-K')) report.change('package store')
      for (const operand of args.operands) {
        if (args.has('-p') && /^(https?|ftp):/.test(operand.prefix)) report.host(operand.value)
        else if (args.has('-p', '-K', '-f')) report.read(operand)
      }
    },
  },
  {
    names: [
      'dnf',
      'yum',
      'microdnf',
      'zypper',
      'pacman',
      'yay',
      'paru',
      'apk',
      'emerge',
      'xbps-install',
      'pkg',
      'port',
      'flatpak',
      'snap',
      'nix-env',
      'guix',
      'eopkg',
      'opkg',
    ],
    interpret(words, report) {
      if (words.every((word) => /^(--version|-V|--help|-h)$/.test(word.value ?? '')) && words.length > 0) return
      const verb = words.find((word) => !word.prefix.startsWith('-'))?.value ?? ''
      // `guix shell PACKAGE -- COMMAND`
      if (/^(shell|environment|time-machine)$/.test(verb)) startAnywhere(words, report)
      // What they tell may come from their servers; `pacman -Q` and `snap list` do not ask them.
      report.host(null)
      report.change(
        /^(list|info|search|show|provides|repolist|history|repoquery|version)$/.test(verb)
          ? 'package cache'
          : 'package store',
      )
    },
  },
  {
    names: ['brew'],
    options:
      '-v,--verbose -q,--quiet -d,--debug -h,--help:ends --version:ends --prefix[=] --cellar[=] --repository[=] --cache[=] --caskroom[=] --cask,--casks ' +
      '--formula,--formulae --versions --full-name --pinned -1 -l -r -t --json[=] --installed --all --tree --multiple --greedy --env',
    does(args, report) {
      const verb = args.operands[0]?.value
      if (verb === undefined || verb === 'commands') return
      report.change('package cache')
      if (/^(list|ls|leaves|config)$/.test(verb ?? '')) return
      report.host('formulae.brew.sh')
      if (!/^(info|search|outdated|desc|deps|uses|home|cat|log|options|doctor)$/.test(verb ?? ''))
        report.change('package store')
    },
  },
  {
    names: ['update-alternatives'],
    options:
      '--display --list --query --get-selections --install:unknown --remove:unknown --remove-all:unknown --set:unknown --auto:unknown --config:unknown ' +
      `--all:unknown --set-selections:unknown --slave:unknown --altdir=:unknown --admindir=:unknown --instdir=:unknown --root=:unknown --log=:write ` +
      `--force --skip-auto --quiet --verbose --debug ${gnu}`,
    harmfulOptions: true,
  },
]
