import { databases } from '../../../src/bash-parser/commands/databases.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  databases,
  `
  psql --version => nothing
  psql --help => nothing
  psql -'?' => nothing
  psql -o '|rm x' --version => shell rm x; changes database; doubt unknown-script
  psql -o out --version => writes out; changes database; doubt unknown-script
  psql -l => nothing
  psql -l -h db.example => host db.example
  psql -c 'select 1' => changes database; doubt unknown-script
  psql -hdb.example -f x.sql => reads x.sql; host db.example; changes database; doubt unknown-script
  psql postgresql://u@db.example/x => host db.example; changes database; doubt unknown-script
  psql -o '|rm x' -c 'select 1' => shell rm x; changes database; doubt unknown-script
  psql -o out -c 'select 1' => writes out; changes database; doubt unknown-script
  psql -c '\\! rm x' => changes database; doubt unknown-script; shell rm x
  pg_dump -f out x => writes out; host ?
  sqlite3 --version => nothing
  sqlite3 -cmd '.shell rm x' -version => doubt unknown-script; shell rm x
  sqlite3 x.db .tables => reads x.db; writes x.db; doubt unknown-script
  sqlite3 :memory: '.read a.sql' => reads ?; reads .read; reads a.sql; doubt unknown-script
  sqlite3 :memory: "select writefile('out/a', 'x')" => writes ?; writes out/a; doubt unknown-script
  mysql -e 'source a.sql' => reads ?; reads a.sql; changes database; doubt unknown-script
  psql -c '\\i a.sql' => reads ?; reads a.sql; changes database; doubt unknown-script
  mongosh a.js => reads a.js; host ?; changes database; doubt unknown-script
  sqlite3 -readonly x.db 'select 1' => reads x.db; doubt unknown-script
  sqlite3 -init i x.db => reads i; reads x.db; writes x.db; doubt unknown-script
  sqlite3 a.db '.shell rm x' => doubt unknown-script; shell rm x; reads a.db; writes a.db
  mysql --version => nothing
  mysql -e x => changes database; doubt unknown-script
  mysql -h db.example -e x => host db.example; changes database; doubt unknown-script
  mysql -e '\\! rm x' => changes database; doubt unknown-script; shell rm x
  mysqldump -r out x => writes out; host ?
  redis-cli --version => nothing
  redis-cli ping => host localhost; changes database; doubt unknown-script
  redis-cli -h r.example get x => host r.example; changes database; doubt unknown-script
  mongosh --version => nothing
  mongosh --eval 1 => host ?; changes database; doubt unknown-script
`,
)
