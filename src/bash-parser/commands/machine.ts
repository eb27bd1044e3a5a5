import { gnu, harmlessProgram, type Program, type Subcommand } from './program.ts'
import { areSteady } from './words.ts'

/** What `ip` may be asked; every other verb changes the network. */
const shows = (
  args: { readonly operands: readonly { readonly value: string | null; readonly text: string }[] },
  report: Parameters<NonNullable<Program['does']>>[1],
) => {
  const [verb] = args.operands
  if (verb === undefined || /^(show|list|lst|ls|get|help)$/.test(verb.value ?? '')) return
  report.change('network configuration')
}

const ipObject: Subcommand = { options: '', permutes: false, does: shows }

const filterWord =
  /^(state|exclude|src|dst|sport|dport|dev|fwmark|cgroup|autobound|and|or|not|all|connected|synchronized|bucket|big|established|syn-sent|syn-recv|fin-wait-[12]|time-wait|close|closed|close-wait|last-ack|listening?|closing|eq|ne|neq|lt|gt|le|ge|leq|geq|[=<>!&|()]+|(?=.*[\d*])[\d.:/*[\]]+|:[a-z-]+)$/

/** The machine: hardware, kernel, disks, network interfaces (util-linux 2.38, iproute2 6.1, net-tools 2.10, kmod, procps), from their manual pages. */
export const machine: readonly Program[] = [
  harmlessProgram(
    'lscpu',
    '-a,--all -b,--online -B,--bytes -c,--offline -C,--caches[=] -e,--extended[=] -J,--json -p,--parse[=] -s,--sysroot=:read-tree -x,--hex -y,--physical --output-all -h -V',
  ),
  harmlessProgram(
    'lsmem',
    '-a,--all -b,--bytes -J,--json -n,--noheadings -o,--output= --output-all -P,--pairs -r,--raw -S,--split= -s,--sysroot=:read-tree --summary[=] -h -V',
  ),
  harmlessProgram(
    'lsns',
    '-J,--json -l,--list -n,--noheadings -o,--output= --output-all -p,--task= -r,--raw -u,--notruncate -W,--nowrap -t,--type= -T,--tree[=] -h -V',
  ),
  harmlessProgram(
    'lsipc',
    '-m,--shmems -q,--queues -s,--semaphores -g,--global -i,--id= --noheadings --notruncate --time-format= -b,--bytes -c,--creator -e,--export -J,--json -l,--list ' +
      '-n,--newline -o,--output[=] -P,--numeric-perms -r,--raw -t,--time -y,--shell -h -V',
  ),
  harmlessProgram(
    'lslocks',
    '-b,--bytes -J,--json -i,--noinaccessible -n,--noheadings -o,--output= --output-all -p,--pid= -r,--raw -u,--notruncate -h -V',
  ),
  harmlessProgram(
    'lsblk',
    '-A,--noempty -a,--all -b,--bytes -D,--discard -d,--nodeps -E,--dedup= -e,--exclude= -f,--fs -I,--include= -i,--ascii -J,--json -l,--list -T,--tree[=] ' +
      '-M,--merge -m,--perms -N,--nvme -n,--noheadings -o,--output= -O,--output-all -P,--pairs -p,--paths -r,--raw -S,--scsi -s,--inverse -t,--topology -v,--virtio ' +
      '-w,--width= -x,--sort= -y,--shell -z,--zoned --sysroot=:read-tree -h -V',
  ),
  {
    names: ['findmnt'],
    options:
      '-A,--all -a,--ascii -b,--bytes -C,--nocanonicalize -c,--canonicalize -D,--df -d,--direction= -e,--evaluate:unknown -F,--tab-file=:read -f,--first-only -i,--invert ' +
      '-J,--json -k,--kernel -l,--list -M,--mountpoint= -m,--mtab -N,--task= -n,--noheadings -O,--options= -o,--output= --output-all:unknown -P,--pairs -p,--poll[=] --pseudo ' +
      '-R,--submounts -r,--raw --real -S,--source= -s,--fstab -T,--target= -t,--types= --tree -U,--uniq -u,--notruncate -v,--nofsroot -w,--timeout= --vfs-all ' +
      '-x,--verify --verbose --shadowed -y,--shell -h -V ' +
      gnu,
    does(args, report) {
      // What it asks the devices themselves for goes into a cache below /run (libblkid(3)).
      for (const { text, value } of args.values('-o')) {
        if (value === null || /label|uuid/i.test(value)) report.unknown('writes', text)
      }
    },
  },
  harmlessProgram('mountpoint', '-d,--fs-devno -q,--quiet -x,--devno --nofollow -h -V'),
  harmlessProgram(
    'namei',
    '-l,--long -m,--modes -n,--nosymlinks -o,--owners -v,--vertical -x,--mountpoints -h -V',
    'read',
  ),
  harmlessProgram('lsmod lsusb', '-v -t -D=:read -d= -s= -V'),
  {
    names: ['lspci'],
    // `-q` asks a name server.
    options:
      '-v -vv -vvv -k -x -xxx -xxxx -b -D -t -n -nn -q:unknown -qq:unknown -Q:unknown -s= -d= -i=:read -p=:read -m -mm -M -A= -O=:unknown -G -H= -F=:read -P -PP ' +
      '--version:ends --help:ends',
  },
  {
    names: ['nvidia-smi'],
    options:
      '-L,--list-gpus -q,--query -i,--id= -d,--display= -x,--xml-format -l,--loop= -lms= --query-gpu= --query-compute-apps= --query-supported-clocks= --format= ' +
      '-f,--filename=:write -h,--help:ends --version:ends',
    operands: ['unknown'],
  },
  {
    names: ['last', 'lastb'],
    options:
      '-a,--hostlast -d,--dns:host -f,--file=:read -F,--fulltimes -i,--ip -n,--limit= -p,--present= -R,--nohostname -s,--since= -t,--until= -T --tab-separated ' +
      '-w,--fullnames -x,--system --time-format= -h,--help:ends -V,--version:ends',
    numeric: /^-\d+$/,
  },
  {
    names: ['lastlog'],
    options:
      '-b,--before= -u,--user= -t,--time= -R,--root=:unknown -C,--clear:change_log -S,--set:change_log -h,--help:ends',
  },
  {
    names: ['dmesg'],
    options:
      '-C,--clear:change_log -c,--read-clear:change_log -D,--console-off:change_log -d,--show-delta -E,--console-on:change_log -e,--reltime -F,--file=:read ' +
      '-f,--facility= -H,--human -J,--json -k,--kernel -L,--color[=] -l,--level= -n,--console-level=:change_log -P,--nopager -p,--force-prefix -r,--raw --noescape ' +
      '-S,--syslog -s,--buffer-size= -T,--ctime -t,--notime --time-format= -u,--userspace -w,--follow -W,--follow-new -x,--decode --since= --until= ' +
      '-h,--help:ends -V,--version:ends',
  },
  {
    names: ['mount'],
    interpret(words, report) {
      const [first, second] = words
      const lists =
        words.length === 0 ||
        (words.length === 1 && /^(-l|-v|--show-labels|--verbose|-h|--help|-V|--version)$/.test(first?.value ?? ''))
      if (!lists && !(words.length === 2 && first?.value === '-t' && second?.value !== null)) report.change('mounts')
    },
  },
  {
    names: [
      'umount',
      'losetup',
      'swapon',
      'swapoff',
      'mkfs',
      'mkswap',
      'fdisk',
      'parted',
      'fsck',
      'wipefs',
      'modprobe',
      'insmod',
      'rmmod',
      'blkid',
      'partprobe',
    ],
    interpret(words, report) {
      if (words.length === 1 && /^(--help|--version|-V|--show|--summary)$/.test(words[0]?.value ?? '')) return
      report.change('disks or kernel')
    },
  },
  {
    names: ['sysctl'],
    options:
      '-a,-A,-X,--all --deprecated -b,--binary -e,--ignore -N,--names -n,--values -p,--load[=]:change_kernel --system:change_kernel -r,--pattern= -q,--quiet ' +
      '-w,--write:change_kernel --dry-run -f -o -x -d -h,--help:ends -V,--version:ends',
    does({ operands }, report) {
      for (const { value, text } of operands) {
        if (value === null) report.unknown('dynamic-word', text)
        else if (value.includes('=')) report.change('kernel')
      }
    },
  },
  {
    names: ['hostname', 'domainname'],
    // More than its own name it asks of a server.
    options:
      '-a,--alias:host -A,--all-fqdns:host -b,--boot:change_hostname -d,--domain:host -f,--fqdn,--long:host -F,--file=:read -I,--all-ip-addresses -i,--ip-address:host -s,--short ' +
      '-y,--yp,--nis -v --version:ends -V:ends -h,--help:ends',
    does(args, report) {
      if (args.has('-F') || args.operands.length > 0) report.change('hostname')
    },
  },
  { names: ['dnsdomainname'], interpret: (_, report) => report.host(null) },
  {
    names: ['ifconfig'],
    options: '-a -v -s -l',
    abbreviates: false,
    does(args, report) {
      // `ifconfig eth0` shows it; more words set something, on macOS for all interfaces with `-a`.
      if (args.operands.length > (args.has('-a') ? 0 : 1) || !areSteady(args.operands))
        report.change('network configuration')
    },
  },
  {
    names: ['route'],
    options: '-n,--numeric -e,--extend -ee -v,--verbose -F,--fib -C,--cache -A= -4 -6 -V,--version:ends -h,--help:ends',
    abbreviates: false,
    does(args, report) {
      if (args.operands.length > 0) report.change('network configuration')
      // Names are asked of a server.
      if (!args.has('-n')) report.host(null)
    },
  },
  {
    names: ['arp'],
    options:
      '-a -e -v,--verbose -n,--numeric -i,--device= -H= -t= -A= -p= -D,--use-device -s,--set:change_network_configuration -d,--delete:change_network_configuration ' +
      '-f,--file=:change_network_configuration --protocol= --symbolic -N -V,--version:ends -h,--help:ends',
    abbreviates: false,
    does: (_, report) => report.host(null),
  },
  {
    names: ['ip'],
    options:
      '-V,-Version,--Version:ends -h,-human,-human-readable,--human -s,-stats,-statistics,--statistics -d,-details,--details -f,-family= -4 -6 -B -M -0 -l,-loops= ' +
      '-br,-brief,--brief -r,-resolve:host -o,-oneline,--oneline -t,-timestamp -ts,-tshort -n,-netns=:unknown -N,-Numeric -a,-all -c,-color,--color -j,-json,--json ' +
      '-p,-pretty,--pretty -b,-batch=:list -rc,-rcvbuf= -echo -iec -force --help:ends -help:ends',
    bundles: false,
    subcommands: {
      ...Object.fromEntries(
        'address addr a link l route r ro neighbour neighbor neigh n rule ru maddress maddr mroute tunnel tun addrlabel ntable tcp_metrics token macsec nexthop stats'
          .split(' ')
          .map((name) => [name, ipObject]),
      ),
      netns: {
        options: '',
        permutes: false,
        does(args, report) {
          if (args.operands[0]?.value === 'exec') report.run(args.operands.slice(2))
          if (!/^(list|list-id|pids|identify)$/.test(args.operands[0]?.value ?? 'list'))
            report.change('network configuration')
        },
      },
      vrf: {
        options: '',
        permutes: false,
        does(args, report) {
          if (args.operands[0]?.value === 'exec') report.run(args.operands.slice(2))
          ipObject.does?.(args, report)
        },
      },
      monitor: { options: '', operands: ['nothing'], permutes: false },
      help: { options: '', permutes: false },
    },
  },
  {
    names: ['ss'],
    options:
      '-h,--help:ends -V,--version:ends -n,--numeric -r,--resolve -a,--all -l,--listening -o,--options -e,--extended -m,--memory -p,--processes -T,--threads -i,--info ' +
      '--tipcinfo -s,--summary -b,--bpf -E,--events -Z,--context -z,--contexts -N,--net=:unknown -4,--ipv4 -6,--ipv6 -0,--packet -t,--tcp -M,--mptcp -S,--sctp -u,--udp ' +
      '-d,--dccp -w,--raw -x,--unix --tipc --vsock --xdp -f,--family= -K,--kill:change_network_connections -H,--no-header -O,--oneline --tos --cgroup --inet-sockopt ' +
      '-A,--query,--socket= -D,--diag=:write -F,--filter=:read',
    does(args, report) {
      if (args.has('-r')) report.host(null)
      // A word of the filter that is neither of its language nor an address is a name, asked of a server.
      for (const { value } of args.operands) if (value === null || !filterWord.test(value)) report.host(value)
    },
  },
  {
    names: ['netstat'],
    options:
      '-r,--route -i,--interfaces[=] -g,--groups -s,--statistics -M,--masquerade -v,--verbose -W,--wide -n,--numeric --numeric-hosts --numeric-ports --numeric-users ' +
      '-N,--symbolic -e,--extend -p,--programs -o,--timers -c,--continuous -l,--listening -a,--all -F,--fib -C,--cache -Z,--context -t,--tcp -u,--udp -U,--udplite ' +
      '-S,--sctp -w,--raw -x,--unix -A,--protocol= -4 -6 --inet --inet6 --ipx --ax25 --netrom --ddp -b -f= -h:ends -V:ends --help:ends --version:ends',
    harmfulOptions: false,
    does(args, report) {
      // Networks and gateways are looked up by name unless they are to be numbers; interfaces are asked for over a socket.
      if (args.has('-i') || (args.has('-r', '-g', '-M') && !args.has('-n', '--numeric-hosts'))) report.host(null)
    },
  },
  harmlessProgram('getconf', '-a -v='),
  {
    names: ['getent'],
    options: '-A,--no-addrconfig -i,--no-idn -s,--service= -?:ends --usage:ends -V:ends --help:ends --version:ends',
    permutes: false,
    does({ operands }, report) {
      const [database, ...keys] = operands
      if (database === undefined) return
      // Names of hosts are asked of a server.
      if (/^(hosts|ahosts|ahostsv4|ahostsv6|networks|netgroup)$/.test(database.value ?? 'hosts')) {
        for (const key of keys) report.host(key.value)
        if (keys.length === 0) report.readPath('/etc/hosts')
      } else report.readPath(`/etc/${database.value}`)
    },
  },
  {
    names: ['hostnamectl', 'timedatectl', 'localectl', 'loginctl', 'networkctl', 'resolvectl'],
    options:
      '-h,--help:ends --version:ends --no-ask-password --no-pager --no-legend --full -l --json= -j --static --transient --pretty -a,--all -p,--property= -P= --value ' +
      '-s,--stats -n,--lines= -H,--host=:host -M,--machine=:unknown --monitor --adjust-system-clock:change_settings -q --no-convert --kill-whom= --kill-who= --signal= -o,--output=',
    does({ operands }, report) {
      const verb = operands[0]?.value
      // `hostnamectl hostname NAME` sets it.
      if (verb === 'hostname' && operands.length > 1) report.change('settings')
      if (
        verb === undefined ||
        /^(status|show|hostname|timesync-status|show-timesync|session-status|user-status|seat-status)$/.test(verb ?? '')
      )
        return
      if (/^(list|show)-/.test(verb ?? '') || verb === 'list') return
      report.change('settings')
    },
  },
]
