import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { withValue } from './folder.ts'
import { type Args, type Program, part } from './program.ts'

/** A client whose commands are in a language of their own, given on the line, in a file or on standard input. */
function client(name: string, options: string, more: (report: Report) => void = () => {}): Program {
  return {
    names: [name],
    options,
    harmfulOptions: true,
    does(args, report) {
      if (!args.has('-h', '--host')) more(report)
      useEscapes(args.values('-e'), /(?:\\!|^\s*system\s)\s*(.*)$/, report)
      useFiles([...args.values('-e'), ...args.values('--eval')], report)
      for (const file of args.operands) if (/\.(m?js|sql)$|^\./.test(file.value ?? '')) report.read(file)
      report.change('database')
      report.unknown('unknown-script', name)
    },
  }
}

/** Words of a client's own language that hand the rest of the line to a shell. */
function useEscapes(statements: readonly Word[], pattern: RegExp, report: Report): void {
  for (const statement of statements) {
    for (const line of statement.value?.split('\n') ?? []) {
      const command = pattern.exec(line)?.[1]
      if (command !== undefined) report.shell(withValue(statement, command))
    }
  }
}

/** Words of their languages that read or write a file of this machine, which is not looked up. */
const readsFile =
  /\b(readfile|fsdir|load_extension|load_file|load\s+data|pg_read_file|attach)\b|^\s*\.(read|import|open|load|restore|ar|archive)\b|\\(i|ir|include|include_relative|copy|lo_import)\b|^\s*(source|\\\.)\s/im
const writesFile =
  /\b(writefile|vacuum\s+into|outfile|dumpfile|attach)\b|^\s*\.(output|once|excel|save|backup|clone|log|trace|open|ar|archive|recover)\b|\\(o|out|w|write|copy|lo_export|s)\b|^\s*(tee|notee|\\T)\s/im

function useFiles(statements: readonly Word[], report: Report): void {
  for (const statement of statements) {
    if (statement.value === null) continue
    if (readsFile.test(statement.value)) readNamed(statement, report, 'read')
    if (writesFile.test(statement.value)) readNamed(statement, report, 'write')
  }
}

/** The file is one of the words of the statement, or one that is put together when it runs. */
function readNamed(statement: Word, report: Report, access: 'read' | 'write'): void {
  report[access](withValue(statement, null))
  for (const [name] of (statement.value ?? '').matchAll(/[\w./~-]+/g))
    if (/[./]/.test(name)) report[access](withValue(statement, name))
}

/** psql and sqlite3 act on each option as they meet it: `-o '|cmd' --version` has run the command by then. */
function isAlone(args: Args, ...names: string[]): boolean {
  return args.words.length === 1 && args.has(...names)
}

const psql: Program = {
  names: ['psql'],
  options: `
    -c,--command= -d,--dbname= -f,--file= -l,--list -v,--set,--variable= -V,--version -X,--no-psqlrc
    -1,--single-transaction -?,--help[=] -a,--echo-all -b,--echo-errors -e,--echo-queries -E,--echo-hidden
    -L,--log-file=:write -n,--no-readline -o,--output= -q,--quiet -s,--single-step -S,--single-line -A,--no-align
    --csv -F,--field-separator= -H,--html -P,--pset= -R,--record-separator= -t,--tuples-only -T,--table-attr=
    -x,--expanded -z,--field-separator-zero -0,--record-separator-zero -h,--host=:host -p,--port= -U,--username=
    -w,--no-password -W,--password`,
  harmfulOptions: true,
  does(args, report) {
    if (isAlone(args, '-V', '-?')) return
    for (const file of args.values('-f')) if (file.value !== '-') report.read(file)
    for (const file of args.values('-o')) {
      if (file.value?.startsWith('|')) report.shell(part(file, 1))
      else report.write(file)
    }
    useFiles(args.values('-c'), report)
    useEscapes(args.values('-c'), /\\(?:!|(?:[ogw]|gx)\s*\|)\s*(.*)$/, report)
    const target = args.operands[0]?.value ?? args.value('-d')?.value
    if (/^postgres(ql)?:\/\//.test(target ?? '')) report.host(target as string)
    if (args.has('-l') && !args.has('-c', '-f')) return
    report.change('database')
    report.unknown('unknown-script', args.value('-c')?.text ?? 'psql')
  },
}

const sqlite: Program = {
  names: ['sqlite3'],
  bundles: false,
  options: `
      -version,--version -help,--help -append -ascii -bail -batch -box -column -cmd= -csv -deserialize -echo
      -init=:read -header -noheader -html -interactive -json -line -list -lookaside== -markdown -maxsize= -memtrace
      -mmap= -newline= -nofollow -nonce= -nullvalue= -pagecache== -quote -readonly -safe -separator= -stats -table
      -tabs -vfs=:unknown -zip -A:unknown`,
  abbreviates: false,
  harmfulOptions: true,
  does(args, report) {
    if (isAlone(args, '-version', '-help')) return
    const [file, ...statements] = args.operands
    // A database that is not there is made; `.shell` and `writefile()` are words of its language.
    if (file !== undefined && file.value !== ':memory:') {
      report.read(file)
      if (!args.has('-readonly')) report.write(file)
    }
    useFiles([...statements, ...args.values('-cmd')], report)
    const shells = /^\s*\.(?:sh[a-z]*|sy[a-z]*|(?:re|im|once|ou)[a-z]*\s+(?:-\S+\s+)*['"]?\|)\s*(.*)$/
    useEscapes([...statements, ...args.values('-cmd')], shells, report)
    report.unknown('unknown-script', statements[0]?.text ?? args.value('-cmd')?.text ?? 'sqlite3')
  },
}

const pgDump: Program = {
  names: ['pg_dump', 'pg_dumpall'],
  options: `
      -f,--file=:write -F,--format= -j,--jobs= -v,--verbose -V,--version:ends -Z,--compress= --lock-wait-timeout=
      --no-sync -?,--help:ends -a,--data-only -b,--large-objects,--blobs -B,--no-large-objects,--no-blobs -c,--clean
      -C,--create -e,--extension= -E,--encoding= -g,--globals-only -n,--schema= -N,--exclude-schema= -O,--no-owner
      -r,--roles-only -s,--schema-only -S,--superuser= -t,--table= -T,--exclude-table= -x,--no-privileges
      --column-inserts --inserts --if-exists --quote-all-identifiers --rows-per-insert= --section= --snapshot=
      --no-comments --no-tablespaces -d,--dbname= -h,--host=:host -l,--database= -p,--port= -U,--username=
      -w,--no-password -W,--password --role= --filter=:read --binary-upgrade --disable-dollar-quoting
      --disable-triggers --enable-row-security --exclude-table-data= --extra-float-digits= --include-foreign-data=
      --load-via-partition-root --no-publications --no-security-labels --no-subscriptions --no-table-access-method
      --no-toast-compression --no-unlogged-table-data --on-conflict-do-nothing --restrict-key=
      --serializable-deferrable --strict-names --use-set-session-authorization`,
  // It connects to a server, on this machine or another.
  does: (_, report) => report.host(null),
}

const mysqlOptions = `
    -V,--version:ends -?,-I,--help:ends -h,--host=:host -u,--user= -p,--password[=] -P,--port= -D,--database=
    -e,--execute= -B,--batch -N,--skip-column-names -s,--silent -t,--table -E,--vertical -X,--xml -H,--html -r,--raw
    -v,--verbose -f,--force -S,--socket= --protocol= --ssl-mode= --ssl-ca=:read --ssl-cert=:read --ssl-key=:read
    --defaults-file=:list --defaults-extra-file=:list --login-path= --tee=:write --pager=:unknown
    --init-command= --connect-timeout= --default-character-set= --local-infile`

/** Clients of databases: psql 15, sqlite 3.40, MySQL 8, Redis 7, mongosh 2, from their help and manuals. */
export const databases: readonly Program[] = [
  psql,
  pgDump,
  sqlite,
  { ...client('mysql', mysqlOptions), names: ['mysql', 'mariadb'] },
  {
    names: ['mysqldump', 'mariadb-dump'],
    options: `
      ${mysqlOptions} -r,--result-file=:write -T,--tab=:write-tree -A,--all-databases --databases --tables
      -d,--no-data --single-transaction --quick --routines --triggers --events`,
    does: (_, report) => report.host(null),
  },
  client(
    'redis-cli',
    `
      -v,--version:ends --help:ends -h=:host -p= -t= -s= -a,--pass= --user= --askpass -u=:host -r= -i= -n= -2 -3 -x
      -X= -d= -D= -c -e --tls --sni= --cacert=:read --cacertdir=:read-tree --cert=:read --key=:read --raw --no-raw
      --csv --json --stat --latency --bigkeys --memkeys --scan --pattern= --count= --no-auth-warning --rdb=:write
      --functions-rdb=:write --eval=:read --pipe`,
    (report) => report.host('localhost'),
  ),
  {
    ...client(
      'mongosh',
      `
        --version:ends -h,--help:ends --host=:host --port= -u,--username= -p,--password= --authenticationDatabase=
        --eval= -f,--file=:read --quiet --norc --json[=] --tls --tlsCAFile=:read --tlsCertificateKeyFile=:read --nodb
        --shell`,
      (report) => report.host(null),
    ),
    names: ['mongosh', 'mongo'],
    bundles: false,
  },
]
