import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { withValue } from './folder.ts'
import type { Args, Program } from './program.ts'

const allHosts = (args: Args, report: Report) => {
  for (const word of args.operands) report.host(word.value)
}

const firstHost = (args: Args, report: Report) => {
  const [host] = args.operands
  if (host !== undefined) report.host(host.value)
}

/** `dig @server name type +option`; a name asked for travels to whoever serves it. */
function dig(args: Args, report: Report): void {
  const names = args.operands.filter(
    (word) => !/^\+|^(in|ch|hs|any|[a-z]{1,6}\d*|axfr|ixfr=\d+)$/i.test(word.value ?? ''),
  )
  for (const name of names) report.host(name.value?.replace(/^@/, '') ?? null)
  for (const name of [...args.values('-q'), ...args.values('-x')]) report.host(name.value)
  if (names.length === 0 && !args.has('-q', '-x')) report.host(null)
}

function netcat(args: Args, report: Report): void {
  for (const name of ['-e', '-c', '--exec', '--sh-exec']) {
    for (const program of args.values(name)) {
      report.shell(program)
      report.unknown('runs', program.text)
    }
  }
  if (args.has('-l')) report.change('open port')
  const [host] = args.operands
  report.host(host?.value ?? null)
}

/** A program that talks to one host and does what its standard input says. */
const session = (names: readonly string[], options: string): Program => ({
  names,
  options,
  does(args, report) {
    const host = args.operands.find((word: Word) => !/^\d+$/.test(word.value ?? ''))
    report.host(host?.value ?? null)
    report.unknown('unknown-script', names[0] as string)
  },
})

/** Name lookups and probes. All of them talk to someone. */
export const network: readonly Program[] = [
  {
    names: ['ping', 'ping6'],
    options: `
        -3 -4 -6 -a -A -b -B -C -d -D -f -H -h:ends -L -n -O -q -r -R -U -v -V:ends -c= -e= -F= -i= -I= -l= -m= -M=
        -N= -p= -Q= -s= -S= -t= -T= -w= -W=`,
    does: allHosts,
  },
  {
    names: ['traceroute', 'traceroute6', 'tracepath', 'mtr'],
    options: `
        -4 -6 -d -F -I -T -U -D -n -r -A -e -b -V,--version:ends --help:ends -f= -g= -i= -m= -N= -p= -P= -t= -l= -q=
        -s= -w= -z= -c= -M= -O= -U= --sport= --fwmark= --mtu --back`,
    does: firstHost,
  },
  {
    names: ['dig', 'delv'],
    options: '-4 -6 -m -r -u -v:ends -h:ends -i -b= -c= -f=:read -k=:read -p= -q= -t= -x= -y= -a=:read',
    does: dig,
  },
  {
    names: ['host'],
    options: '-a -A -C -d -i -l -r -s -T -U -v -V:ends -w -4 -6 -c= -m= -N= -p= -R= -t= -W=',
    does: allHosts,
  },
  {
    names: ['nslookup'],
    bundles: false,
    // Its options are settings (`-type=mx`).
    harmfulOptions: false,
    does(args, report) {
      if (args.operands.length === 0) report.unknown('unknown-script', 'nslookup')
      allHosts(args, report)
      if (args.operands.length === 0) report.host(null)
    },
  },
  {
    names: ['whois'],
    options: `
        -h= -p= -I -H -a -b -B -c -d -F -G -K -l -L -m -M -r -R -x -X -g= -i= -q= -s= -T= -t= -v= --verbose
        --help:ends --version:ends --no-recursion`,
    does(args, report) {
      report.host(args.value('-h')?.value ?? null)
    },
  },
  {
    names: ['nc', 'ncat', 'netcat'],
    options: `
        -4 -6 -b -C -D -d -F -h:ends -k -l,--listen -N -n -r -S -t -U -u -v,--verbose -Z -z -I= -i= -M= -m= -O= -P=
        -p= -q= -s= -T= -V= -W= -w= -X= -x=:host -e,--exec=:unknown -c,--sh-exec=:unknown --keep-open --ssl --udp
        --version:ends --help:ends`,
    does: netcat,
  },
  session(['telnet'], '-4 -6 -8 -E -K -L -a -c -d -f -F -r -x -b= -e= -k= -l= -n=:write -S= -X='),
  session(['ftp', 'lftp', 'tnftp'], '-4 -6 -A -a -d -e -f -g -i -n -p -t -v -V'),
  {
    names: ['socat'],
    harmfulOptions: true,
    does(args, report) {
      for (const address of args.operands) {
        const [, kind, rest] = /^(exec|system|shell)[:](.*?)(,.*)?$/is.exec(address.value ?? '') ?? []
        if (kind !== undefined && rest !== undefined) report.shell(withValue(address, rest))
        const file = /^(?:file|open|gopen|create|creat|pipe)[:]([^,]*)/is.exec(address.value ?? '')?.[1]
        if (file === undefined) continue
        report.read(withValue(address, file))
        report.write(withValue(address, file))
      }
      report.unknown('runs', 'socat')
    },
  },
]
