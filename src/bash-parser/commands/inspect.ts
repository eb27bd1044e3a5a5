import type { Report } from '../effects.ts'
import { gnu, harmlessProgram, type Program, runProgram, type Subcommand } from './program.ts'
import { readsResponses } from './responses.ts'
import { part, wordOf } from './words.ts'

const binutils =
  '-a,--all,--debug-syms -A,--print-file-name,-o -B -C,--demangle[=] --no-demangle -D,--dynamic -e -f,--format= -g,--extern-only --ifunc-chars= -j,--just-symbols ' +
  '-l,--line-numbers -n,--numeric-sort,-v -p,--no-sort -P,--portability -r,--reverse-sort --plugin=:unknown -S,--print-size -s,--print-armap --quiet ' +
  '--size-sort --special-syms --synthetic -t,--radix= --target= -u,--undefined-only -U,--defined-only --unicode= -W,--no-weak --with-symbol-versions -X= ' +
  `--recurse-limit --no-recurse-limit -h:ends -V:ends ${gnu}`

const key =
  '-in=:read -out=:write -inform= -outform= -noout -text -passin=:list -passout=:list -pubin -pubout -modulus -check -pubcheck -help:ends -inkey=:read -key=:read ' +
  '-CAfile=:read -CApath=:read-tree -CAstore=:unknown -no-CAfile -no-CApath -no-CAstore -rand=:list -writerand=:write -config=:list -engine=:unknown ' +
  '-provider=:unknown -provider-path=:unknown -propquery= -nameopt= -certopt= -keyout=:write -keyform='

const sub = (options = '', rest: Partial<Subcommand> = {}): Subcommand => ({
  options: `${key} ${options}`,
  bundles: false,
  abbreviates: false,
  ...rest,
})

const digests =
  '-sha1 -sha224 -sha256 -sha384 -sha512 -sha512-224 -sha512-256 -sha3-256 -sha3-384 -sha3-512 -md4 -md5 -md5-sha1 -blake2b512 -blake2s256 -ripemd160 -rmd160 -sm3 -shake128 -shake256'

/** openssl takes `file:path` and `http://..` where it takes a file. */
function withUris(report: Report): Report {
  return {
    ...report,
    read(word, options) {
      const local = /^file:(\/\/(localhost)?(?=\/))?/i.exec(word.value ?? '')?.[0]
      if (/^https?:/i.test(word.prefix)) report.host(word.value)
      else report.read(local === undefined ? word : part(word, local.length), options)
    },
  }
}

/** `openssl verb`: those that only tell or transform; any other is unknown. */
const openssl: Readonly<Record<string, Subcommand>> = {
  version: sub('-a -b -c -d -e -f -m -o -p -r -v'),
  help: sub(),
  list: sub(
    '-1 -verbose -commands -digest-commands -cipher-commands -cipher-algorithms -digest-algorithms -public-key-algorithms -disabled -providers -kdf-algorithms -mac-algorithms -random-generators -curves -options=',
  ),
  ciphers: sub('-v -V -s -tls1 -tls1_1 -tls1_2 -tls1_3 -stdname -convert= -ciphersuites= -psk -srp'),
  errstr: sub(),
  prime: sub('-hex -generate -bits= -safe -checks='),
  rand: sub('-base64 -hex'),
  passwd: sub('-1 -5 -6 -apr1 -aixmd5 -salt= -stdin -noverify -quiet -table -reverse'),
  dgst: sub(
    `${digests} -r -c -d -hex -binary -list -sign=:read -verify=:read -prverify=:read -signature=:read -hmac= -mac= -macopt= -sigopt= -fips-fingerprint -engine_impl -xoflen=`,
    { operands: ['read'] },
  ),
  ...Object.fromEntries(
    digests.split(' ').map((name) => [
      name.slice(1),
      sub(`${digests} -r -c -d -hex -binary -list -sign=:read -verify=:read -signature=:read -hmac= -mac= -macopt=`, {
        operands: ['read'],
      }),
    ]),
  ),
  x509: sub(
    `${digests} -serial -subject_hash -issuer_hash -hash -subject_hash_old -issuer_hash_old -subject -issuer -email -startdate -enddate -purpose -dates -pubkey -fingerprint -alias ` +
      '-ocspid -ocsp_uri -trustout -checkend= -checkhost= -checkemail= -checkip= -ext= -next_serial -nocert -dateopt= -multi -badsig -req -signkey=:read -CA=:read -CAkey=:read -days= ' +
      '-set_serial= -extfile=:read -extensions= -copy_extensions= -clrext -x509toreq -CAcreateserial:unknown -CAserial=:unknown',
    {
      does(args, report) {
        // Without a number it counts one up in the file beside the certificate.
        const authority = args.value('-CA')
        if (authority === undefined || args.has('-set_serial')) return
        if (authority.value === null) report.unknown('dynamic-word', authority.text)
        else report.writePath(`${authority.value.replace(/\.[^./]*$/, '')}.srl`)
      },
    },
  ),
  req: sub(
    `${digests} -new:unknown -newkey=:unknown -x509:unknown -subject -pubkey -verify -noenc -nodes -subj= -days= -reqopt= -batch`,
  ),
  crl: sub('-issuer -lastupdate -nextupdate -hash -fingerprint -crlnumber -verify -hash_old'),
  verify: sub(
    '-untrusted=:read -trusted=:read -CRLfile=:read -verbose -purpose= -verify_hostname= -crl_check -crl_check_all -partial_chain -show_chain -x509_strict -attime=',
    { operands: ['read'] },
  ),
  asn1parse: sub('-i -offset= -length= -dump -dlimit= -strparse= -genstr= -genconf=:read -oid=:read -strictpem -item='),
  rsa: sub('-aes128 -aes192 -aes256 -des -des3 -RSAPublicKey_in -RSAPublicKey_out'),
  ec: sub('-param_out -param_enc= -conv_form= -no_public'),
  pkey: sub('-text_pub -ec_conv_form= -ec_param_enc= -traditional'),
  pkcs7: sub('-print -print_certs -quiet'),
  pkcs12: sub(
    '-nokeys -nocerts -clcerts -cacerts -info -nodes -noenc -legacy -nomacver -password= -export:unknown -passcerts=',
  ),
  base64: sub('-d -e -a -A -base64 -bufsize='),
  enc: sub(
    '-d -e -a -A -base64 -k= -kfile=:read -K= -iv= -S= -salt -nosalt -pbkdf2 -iter= -md= -p -P -v -nopad -z -none -list -aes-128-cbc -aes-192-cbc -aes-256-cbc -aes-256-ecb -aes-128-ecb -des3 -pass=:read -bufsize=',
  ),
  s_client: {
    interpret: (words, report) => {
      const at = words.findIndex((word) => word.value === '-connect' || word.value === '-host')
      report.host(words[at + 1]?.value ?? null)
      report.unknown('unknown-script', 's_client')
    },
  },
}

/** Looking into files: file 5.44, GNU binutils 2.40, OpenSSL 3.0, GnuPG 2.2, from their manual pages. */
export const inspect: readonly Program[] = [
  {
    names: ['file'],
    options:
      '--help:ends -v,--version:ends -m,--magic-file=:read -z,--uncompress:unknown -Z,--uncompress-noreport:unknown -b,--brief -c,--checking-printout -e,--exclude= ' +
      '--exclude-quiet= -f,--files-from=:list -F,--separator= -i,--mime --apple --extension --mime-type --mime-encoding -k,--keep-going -l,--list -L,--dereference ' +
      '-h,--no-dereference -n,--no-buffer -N,--no-pad -0,--print0 -p,--preserve-date:change_file_times -P,--parameter= -r,--raw -s,--special-files -S,--no-sandbox ' +
      '-C,--compile:unknown -d,--debug -E',
    operands: ['read'],
  },
  readsResponses({ names: ['nm'], options: binutils }),
  readsResponses(
    harmlessProgram('size', '-A -B -G --format= -o -d -x --radix= -t,--totals --common --target= -f -h -H -v -V'),
  ),
  readsResponses({
    names: ['readelf'],
    options:
      '-a,--all -h,--file-header -l,--program-headers,--segments -S,--section-headers,--sections -g,--section-groups -t,--section-details -e,--headers -s,--syms,--symbols ' +
      '--dyn-syms --lto-syms --sym-base= -C,--demangle[=] --no-demangle --recurse-limit --no-recurse-limit -U= --unicode= -X,--extra-sym-info --no-extra-sym-info -n,--notes ' +
      '-r,--relocs -u,--unwind -d,--dynamic -V,--version-info -A,--arch-specific -c,--archive-index -D,--use-dynamic -L,--lint,--enable-checks -x,--hex-dump= ' +
      '-p,--string-dump= -R,--relocated-dump= -z,--decompress -w[=] --debug-dump[=] -wk -wK -P,--process-links --dwarf-depth= --dwarf-start= --ctf= --ctf-parent= ' +
      `--ctf-symbols= --ctf-strings= --sframe[=] -I,--histogram -W,--wide -T,--silent-truncation -H:ends -v ${gnu}`,
  }),
  readsResponses({
    names: ['objdump'],
    options:
      '-a,--archive-headers -f,--file-headers -p,--private-headers -P,--private= -h,--headers,--section-headers -x,--all-headers -d,--disassemble[=] -D,--disassemble-all ' +
      '-S,--source --source-comment[=] -s,--full-contents -Z,--decompress -g,--debugging -e,--debugging-tags -G,--stabs -W[=] --dwarf[=] -L,--process-links --ctf[=] ' +
      '--sframe[=] -t,--syms -T,--dynamic-syms -r,--reloc -R,--dynamic-reloc -v:ends -i,--info:change_temporary_file -H:ends -b,--target= -m,--architecture= -j,--section= ' +
      '-M,--disassembler-options= -EB -EL --endian= --file-start-context -I,--include=:read-tree -l,--line-numbers -F,--file-offsets -C,--demangle[=] --recurse-limit ' +
      '--no-recurse-limit -w,--wide -U= --unicode= -z,--disassemble-zeroes --start-address= --stop-address= --no-addresses --prefix-addresses --show-raw-insn ' +
      '--no-show-raw-insn --insn-width= --adjust-vma= --show-all-symbols --special-syms --inlines --prefix= --prefix-strip= --dwarf-depth= --dwarf-start= --dwarf-check ' +
      `--ctf-parent= --visualize-jumps[=] --disassembler-color= -O= ${gnu}`,
    does({ operands }, report) {
      for (const operand of operands) report.read(operand)
      if (operands.length === 0) report.readPath('a.out')
    },
  }),
  // It starts the program's own loader, which the program names.
  {
    names: ['ldd'],
    interpret: (words, report) => {
      if (words.length === 1 && /^--(version|help)$/.test(words[0]?.value ?? '')) return
      for (const word of words) if (!word.prefix.startsWith('-')) report.read(word)
      report.unknown('runs', 'ldd')
    },
  },
  {
    names: ['openssl'],
    interpret: (words, report) => {
      const [verb, ...rest] = words
      const uris = withUris(report)
      if (verb === undefined) report.unknown('unknown-script', 'standard input')
      else if (/^(--help|-help|--version|-v)$/.test(verb.value ?? '')) return
      else if (Object.hasOwn(openssl, verb.value ?? ''))
        runProgram(openssl[verb.value as string] as Subcommand, `openssl ${verb.value}`, rest, uris)
      else {
        report.unknown(verb.value === null ? 'dynamic-word' : 'unknown-option', `openssl ${verb.text}`)
        // What all of its verbs call their files.
        runProgram({ ...sub(), operands: ['read'] }, `openssl ${verb.text}`, rest, uris)
      }
    },
  },
  {
    names: ['gpg', 'gpg2', 'gpgv', 'gpgconf', 'gpg-agent', 'gpg-connect-agent', 'gpgsm'],
    interpret(words, report) {
      if (words.length === 1 && /^(--version|--help|-h)$/.test(words[0]?.value ?? '')) return
      // Even to list keys it writes its home folder, and may ask a key server.
      report.change('gpg home')
      words.forEach((word, i) => {
        if (/^(-o|--output)$/.test(words[i - 1]?.value ?? '')) report.write(word)
        else if (!word.prefix.startsWith('-')) report.read(word)
        if (word.prefix.startsWith('--output=')) report.writePath(word.prefix.slice('--output='.length))
        if (/^--(recv|receive|send|refresh|search|fetch|keyserver|locate)/.test(word.prefix)) report.host(null)
        if (/^--(exec-path|photo-viewer|pinentry|agent-program|dirmngr-program|gpgconf|options)/.test(word.prefix))
          report.unknown('unknown-option', word.text)
      })
    },
  },
  {
    names: ['cal', 'ncal'],
    options:
      '-1 -3 -S -s -m= -j -y -Y -n= -h -A= -B= -d= -H= -M -b -C -N -J -e -o -p -w -W= -c= --reform= --iso --color[=] --span --columns=' +
      ` ${gnu}`,
    harmfulOptions: false,
  },
  {
    names: ['locale'],
    options: `-a,--all-locales -m,--charmaps -c,--category-name -k,--keyword-name -v,--verbose -? --usage -V ${gnu}`,
    harmfulOptions: false,
    does(args, report) {
      // The tables of characters are packed.
      if (args.has('-m')) report.run([wordOf('gzip', args.words[0]), wordOf('-d')])
    },
  },
  {
    ...harmlessProgram(
      'infocmp',
      '-0 -8 -K -W -1 -A=:read-tree -B=:read-tree -a -c -C -d -e -E -f -F -g -G -i -I -k -l -L -n -p -q -r -R= -s= -t -T -u -U -v= -V -w= -x -D -Q=',
    ),
    does(args, report) {
      // Names of terminals, or with `-F` files that describe some.
      if (args.has('-F')) for (const operand of args.operands) report.read(operand)
    },
  },
  harmlessProgram('toe', '-a -h -s -u=:read -U=:read -v= -V', 'read-tree'),
  harmlessProgram('tabs', '-a -a2 -c -c2 -c3 -f -p -s -u -d -n -V -8 -0 -T= -W -1'),
  {
    names: ['tput'],
    options: '-T= -S:change_terminal -V:ends -x',
    does({ operands }, report) {
      // They run the terminal's own start-up program and read its files.
      if (/^(init|reset)$/.test(operands[0]?.value ?? 'init') && operands.length > 0) report.change('terminal')
    },
  },
  harmlessProgram('clear', '-T= -V -x'),
  {
    names: ['reset', 'tset', 'setterm', 'resize', 'loadkeys', 'chvt', 'setfont'],
    interpret: (_, report) => report.change('terminal'),
  },
  {
    names: ['lsb_release'],
    interpret(words, report) {
      const [first] = words
      if (first === undefined) return
      // A script over these, with texts of its own.
      for (const name of ['getopt', 'cut', 'tr']) report.run([wordOf(name, first)])
    },
  },
  harmlessProgram(
    'getopt',
    '-a,--alternative -l,--longoptions= -n,--name= -o,--options= -q,--quiet -Q,--quiet-output -s,--shell= -T,--test -u,--unquoted -h -V',
  ),
]
