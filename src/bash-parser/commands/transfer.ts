import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { withValue } from './folder.ts'
import { singles } from './git-words.ts'
import { type Args, type Program, part } from './program.ts'

const curlOptions = `
  --abstract-unix-socket=:unknown --alt-svc= --anyauth -a,--append --aws-sigv4= --basic --ca-native --cacert=:read
  --capath=:read-tree -E,--cert= --cert-status --cert-type= --ciphers= --compressed --compressed-ssh
  -K,--config=:unknown --connect-timeout= --connect-to=:unknown -C,--continue-at= -b,--cookie= -c,--cookie-jar=
  --create-dirs --create-file-mode= --crlf --crlfile=:read --curves= -d,--data= --data-ascii= --data-binary=
  --data-raw= --data-urlencode= --delegation= --digest -q,--disable --disable-eprt --disable-epsv
  --disallow-username-in-url --dns-interface= --dns-ipv4-addr= --dns-ipv6-addr= --dns-servers= --doh-cert-status
  --doh-insecure --doh-url=:host -D,--dump-header= --ech= --egd-file=:read --engine=:unknown --etag-compare=:read
  --etag-save= --expect100-timeout= -f,--fail --fail-early --fail-with-body --false-start -F,--form= --form-escape
  --form-string= --ftp-account= --ftp-alternative-to-user= --ftp-create-dirs --ftp-method= --ftp-pasv -P,--ftp-port=
  --ftp-pret --ftp-skip-pasv-ip --ftp-ssl-ccc --ftp-ssl-ccc-mode= --ftp-ssl-control -G,--get -g,--globoff
  --happy-eyeballs-timeout-ms= --haproxy-clientip= --haproxy-protocol -I,--head -H,--header= -h,--help[=]:ends
  --hostpubmd5= --hostpubsha256= --hsts= --http0.9 -0,--http1.0 --http1.1 --http2 --http2-prior-knowledge --http3
  --http3-only --ignore-content-length -i,--include,--show-headers -k,--insecure --interface= --ip-tos=
  --ipfs-gateway=:host -4,--ipv4 -6,--ipv6 --json= -j,--junk-session-cookies --keepalive-cnt= --keepalive-time=
  --key=:read --key-type= --krb= --libcurl= --limit-rate= -l,--list-only --local-port= -L,--location
  --location-trusted --login-options= --mail-auth= --mail-from= --mail-rcpt= --mail-rcpt-allowfails -M,--manual:ends
  --max-filesize= --max-redirs= -m,--max-time= --metalink --mptcp --negotiate -n,--netrc --netrc-file=:read
  --netrc-optional --next --no-alpn -N,--no-buffer --no-clobber --no-keepalive --no-npn --no-progress-meter
  --no-sessionid --noproxy= --ntlm --ntlm-wb:unknown --oauth2-bearer= -o,--output= --output-dir= -Z,--parallel
  --parallel-immediate --parallel-max= --pass= --path-as-is --pinnedpubkey= --post301 --post302 --post303
  --preproxy=:host -#,--progress-bar --proto= --proto-default=:unknown --proto-redir= -x,--proxy=:host --proxy-anyauth
  --proxy-basic --proxy-ca-native --proxy-cacert=:read --proxy-capath=:read-tree --proxy-cert= --proxy-cert-type=
  --proxy-ciphers= --proxy-crlfile=:read --proxy-digest --proxy-header= --proxy-http2 --proxy-insecure
  --proxy-key=:read --proxy-key-type= --proxy-negotiate --proxy-ntlm --proxy-pass= --proxy-pinnedpubkey=
  --proxy-service-name= --proxy-ssl-allow-beast --proxy-ssl-auto-client-cert --proxy-tls13-ciphers=
  --proxy-tlsauthtype= --proxy-tlspassword= --proxy-tlsuser= --proxy-tlsv1 -U,--proxy-user= --proxy1.0=:host
  -p,--proxytunnel --pubkey=:read -Q,--quote= --random-file=:read -r,--range= --rate= --raw -e,--referer=
  -J,--remote-header-name -O,--remote-name --remote-name-all -R,--remote-time --remove-on-error -X,--request=
  --request-target= --resolve=:unknown --retry= --retry-all-errors --retry-connrefused --retry-delay=
  --retry-max-time= --sasl-authzid= --sasl-ir --service-name= -S,--show-error -s,--silent --skip-existing
  --socks4=:host --socks4a=:host --socks5=:host --socks5-basic --socks5-gssapi --socks5-gssapi-nec
  --socks5-gssapi-service= --socks5-hostname=:host -Y,--speed-limit= -y,--speed-time= --ssl --ssl-allow-beast
  --ssl-auto-client-cert --ssl-no-revoke --ssl-reqd --ssl-revoke-best-effort -2,--sslv2 -3,--sslv3 --stderr=:write
  --styled-output --suppress-connect-headers --tcp-fastopen --tcp-nodelay -t,--telnet-option= --tftp-blksize=
  --tftp-no-options -z,--time-cond= --tls-max= --tls13-ciphers= --tlsauthtype= --tlspassword= --tlsuser= -1,--tlsv1
  --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tr-encoding --trace= --trace-ascii= --trace-config= --trace-ids
  --trace-time --unix-socket=:unknown -T,--upload-file= --url= --url-query= -B,--use-ascii -u,--user= -A,--user-agent=
  --variable= -v,--verbose -V,--version:ends --vlan-priority= -w,--write-out= --xattr`

const dataOptions = ['-d', '--data-ascii', '--data-binary', '--json', '-H', '--proxy-header', '-w']

const curl: Program = {
  names: ['curl'],
  options: curlOptions,
  negates: true,
  harmfulOptions: true,
  does(args, report) {
    for (const url of [...args.operands, ...args.values('--url')]) useUrl(url, report)
    useDetours(args, report)
    for (const name of ['-c', '-D', '--etag-save', '--libcurl', '--trace', '--trace-ascii', '--hsts', '--alt-svc']) {
      for (const file of args.values(name)) writeUnlessDash(file, report)
    }
    saveDownloads(args, report)
    for (const name of dataOptions) for (const value of args.values(name)) readAfter(/^@/, value, report)
    for (const value of args.values('-F')) readAfter(/^[^=]*=[@<]/, value, report, /[;,].*$/s)
    for (const name of ['--data-urlencode', '--url-query'])
      for (const value of args.values(name)) readAfter(/^[^=@]*@/, value, report)
    for (const value of args.values('-F')) readHeaders(value, report)
    // `certificate:password`
    for (const name of ['-E', '--proxy-cert'])
      for (const value of args.values(name))
        report.read(value.value === null ? value : withValue(value, value.value.replace(/(?<!\\):.*$/s, '')))
    if (/^file$/i.test(args.value('--proto-default')?.value ?? ''))
      for (const path of args.operands) if (!/^[a-z]+:/i.test(path.prefix)) report.read(path)
    for (const value of args.values('--variable')) readAfter(/^%?[^=@]*@/, value, report)
    for (const file of args.values('-T')) {
      if (/^[-.]$/.test(file.value ?? '')) continue
      // `{a,b}` and `[1-3]` are patterns of curl's own.
      const names = file.value === null || args.has('-g') ? null : expandList(file.value)
      if (names === null) report.read(file)
      else for (const name of names) report.read(withValue(file, name))
    }
    // Without `=` it names a file of cookies.
    for (const value of args.values('-b')) if (value.value === null || !value.value.includes('=')) report.read(value)
    for (const format of args.values('-w')) {
      const file = /%output\{(?:>>)?([^}]*)\}/.exec(format.value ?? '%output{}')?.[1]
      if (file !== undefined) report.write(withValue(format, file === '' ? null : file))
    }
    const method = args.value('-X')
    const sends = args.has(
      '-d',
      '--data-ascii',
      '--data-binary',
      '--data-raw',
      '--data-urlencode',
      '--json',
      '-F',
      '--form-string',
      '-T',
      '-Q',
    )
    if ((sends && !args.has('-G')) || (method !== undefined && !/^(GET|HEAD|OPTIONS)$/.test(method.value ?? ''))) {
      report.change('remote data')
    }
  },
}

/** Options that lead to other machines than the URL names, and files of more options. */
function useDetours(args: Args, report: Report): void {
  for (const { value } of args.values('--connect-to')) {
    // HOST:PORT:HOST2:PORT2; an empty one stays as it is.
    const target = /^(?:\[[^\]]*\]|[^:[\]]*):\d*:(\[[^\]]*\]|[^:[\]]*):\d*$/.exec(value ?? '')
    if (target?.[1] !== '') report.host(target?.[1] ?? null)
  }
  for (const { value } of args.values('--resolve')) {
    // [+]HOST:PORT:ADDRESS[,ADDRESS], or -HOST:PORT.
    const addresses = /^[+]?(?:\[[^\]]*\]|[^:]*):[^:]*:(.*)$/s.exec(value ?? '')?.[1]
    if (addresses !== undefined) for (const each of addresses.split(',')) report.host(each)
    else if (!value?.startsWith('-')) report.host(null)
  }
  for (const { value } of args.values('--dns-servers'))
    for (const each of value?.split(',') ?? [null]) report.host(each)
  for (const file of args.values('-K')) {
    if (file.value !== '-') report.read(file)
    report.host(null)
  }
}

/** `-O` takes the name from the URL, `-J` from the server. */
function saveDownloads(args: Args, report: Report): void {
  const folder = args.value('--output-dir')
  const inside = (name: string | null, word: Word) =>
    report.write(
      withValue(
        word,
        name === null || folder?.value === null ? null : folder === undefined ? name : `${folder.value}/${name}`,
      ),
    )
  for (const file of args.values('-o'))
    if (file.value !== '-') inside(file.value?.replaceAll(/#\d.*/g, '*') ?? null, file)
  if (!args.has('-O', '--remote-name-all', '-J')) return
  const known = args.has('-J') ? [] : [...args.operands, ...args.values('--url')]
  for (const url of known) {
    const name = /^[^?#]*\/([^/?#]+)([?#].*)?$/.exec((url.value ?? '').replace(/^[a-z]+:\/\//i, ''))?.[1]
    inside(name === undefined || /[{}[\]]/.test(name) ? null : name, url)
  }
  if (known.length === 0) {
    if (folder === undefined) report.writePath('.', { tree: true })
    else report.write(folder, { tree: true })
  }
}

/** `a{b,c}` by curl's own rules; a name that is not known for a range, or for more than one list. */
function expandList(text: string): readonly (string | null)[] | null {
  const [, before = '', list, after = ''] = /^([^{}[\]]*)\{([^{}[\]]*)\}([^{}[\]]*)$/s.exec(text) ?? []
  if (list !== undefined) return list.split(',').map((part) => before + part + after)
  return /[{}[\]]/.test(text) ? [null] : null
}

/** `-F 'name=value;headers=@file'` */
function readHeaders(value: Word, report: Report): void {
  for (const [, file = ''] of (value.value ?? '').matchAll(/;\s*headers=[@<]"?([^;,"]+)/g))
    report.read(withValue(value, file))
}

function writeUnlessDash(file: Word, report: Report): void {
  if (file.value !== '-' && file.value !== '' && file.value !== '%') report.write(file)
}

/** The file named in a value after a mark: `@file`, `name=@file;type=x`. */
function readAfter(mark: RegExp, word: Word, report: Report, end?: RegExp): void {
  const text = word.value ?? word.prefix
  const found = mark.exec(text)
  if (found === null) {
    // `"$x"` may start with the mark.
    if (word.value === null && word.prefix === '') report.read(withValue(word, null))
  } else if (word.value === null) report.read(withValue(word, null))
  else {
    const file = part(word, found[0].length)
    const path = (file.value as string).replace(end ?? /$^/, '')
    if (path !== '-') report.read(withValue(file, path))
  }
}

/** Schemes after which curl takes one slash, or three, for two. */
const schemes =
  /^((?:https?|ftps?|sftp|scp|wss?|gophers?|dict|tftp|ldaps?|imaps?|smtps?|pop3s?|rtsp|smbs?)):\/{1,3}(?=[^/])/i

/** A URL whose host is what it looks like to every reader: no pattern of curl's own, no escape, no backslash. */
const plainUrl =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^\s\\@/?#[\]{}]*@)?(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d+)?(?:[/?#]|$)/i

/** A URL as curl and wget take it: a host, or a file of this machine. */
function useUrl(word: Word, report: Report): void {
  for (const single of singles(word)) {
    const text = (single.value ?? single.prefix).replace(schemes, '$1://')
    const file = /^file:(?:\/\/(?:localhost|127\.0\.0\.1)?(?=\/))?(\/.*)$/is.exec(text)
    if (file !== null) {
      const known = single.value !== null && !/[[\]{}]/.test(single.value)
      report.read(withValue(single, known ? decode(file[1] as string) : null))
    } else if (single.value === null && !/^[a-z]+:\/\/[^/?#]+[/?#]/i.test(text)) {
      report.host(null)
      // What is not certain to be a web address may be `file:///`.
      if (!/^(https?|ftps?):\/\//i.test(text)) report.read(withValue(single, null))
    } else report.host(plainUrl.test(text) ? text : null)
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const wgetOptions = `
  -V,--version:ends -h,--help:ends -b,--background -e,--execute=:unknown -o,--output-file= -a,--append-output=
  -d,--debug -q,--quiet -v,--verbose --no-verbose --report-speed= -i,--input-file=:read -F,--force-html -B,--base=
  --config=:list --no-config --rejected-log=:write -t,--tries= --retry-connrefused --retry-on-http-error=
  --retry-on-host-error -O,--output-document= --no-clobber --no-netrc -c,--continue --start-pos= --progress=
  --show-progress -N,--timestamping --no-if-modified-since --no-use-server-timestamps -S,--server-response --spider
  -T,--timeout= --dns-timeout= --connect-timeout= --read-timeout= -w,--wait= --waitretry= --random-wait --no-proxy
  -Q,--quota= --bind-address= --limit-rate= --no-dns-cache --restrict-file-names= --ignore-case -4,--inet4-only
  -6,--inet6-only --prefer-family= --user= --password= --ask-password --use-askpass=:unknown --no-iri
  --local-encoding= --remote-encoding= --unlink --xattr --no-directories -x,--force-directories --no-host-directories
  --protocol-directories -P,--directory-prefix= --cut-dirs= --http-user= --http-password= --no-cache --default-page=
  -E,--adjust-extension,--html-extension --ignore-length --header= --compression= --max-redirect= --proxy-user=
  --proxy-password= --referer= --save-headers -U,--user-agent= --no-http-keep-alive --no-cookies --load-cookies=:read
  --save-cookies=:write --keep-session-cookies --post-data= --post-file=:read --method= --body-data= --body-file=:read
  --content-disposition --content-on-error --trust-server-names --auth-no-challenge --secure-protocol= --https-only
  --no-check-certificate --certificate=:read --certificate-type= --private-key=:read --private-key-type=
  --ca-certificate=:read --ca-directory=:read-tree --crl-file=:read --pinnedpubkey= --random-file=:read --ciphers=
  --no-hsts --hsts-file=:write --ftp-user= --ftp-password= --no-remove-listing --no-glob --no-passive-ftp
  --preserve-permissions --retr-symlinks --ftps-implicit --ftps-resume-ssl --ftps-clear-data-connection
  --ftps-fallback-to-ftp --warc-file=:write --warc-header= --warc-max-size= --warc-cdx --warc-dedup=:read
  --no-warc-compression --no-warc-digests --no-warc-keep-log --warc-tempdir=:write-tree -r,--recursive -l,--level=
  --delete-after -k,--convert-links --convert-file-only --backups[=] -K,--backup-converted -m,--mirror
  -p,--page-requisites --strict-comments -A,--accept= -R,--reject= --accept-regex= --reject-regex= --regex-type=
  -D,--domains= --exclude-domains= --follow-ftp --follow-tags= --ignore-tags= -H,--span-hosts -L,--relative
  -I,--include-directories= -X,--exclude-directories= --no-parent -n=`

const wget: Program = {
  names: ['wget'],
  options: wgetOptions,
  negates: true,
  harmfulOptions: true,
  does(args, report) {
    for (const url of args.operands) useUrl(url, report)
    if (args.has('-e', '-i', '-r', '-m', '-p', '-H', '--config')) report.host(null)
    for (const base of args.values('-B')) useUrl(base, report)
    for (const name of ['-o', '-a']) for (const file of args.values(name)) writeUnlessDash(file, report)
    if (args.has('-b') && !args.has('-o', '-a')) report.writePath('wget-log')
    if (args.has('--post-data', '--post-file', '--body-data', '--body-file')) report.change('remote data')
    const method = args.value('--method')
    if (method !== undefined && !/^(get|head)$/i.test(method.value ?? '')) report.change('remote data')
    const file = args.value('-O')
    const folder = args.value('-P')
    if (file !== undefined) writeUnlessDash(file, report)
    else if (args.has('--spider') && !args.has('-r', '-m', '-p')) return
    else if (folder !== undefined) report.write(folder, { tree: true })
    else report.writePath('.', { tree: true })
  },
}

/** curl 7.88 and later, wget 1.21, from `curl --help all` and `wget --help`. */
export const transfers: readonly Program[] = [curl, wget]
