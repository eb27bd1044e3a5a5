import { runtimes } from '../../../src/bash-parser/commands/runtimes.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  runtimes,
  `
  node --version => nothing
  node -v => nothing
  node --help => nothing
  php -m => nothing
  php -i => doubt unknown-script
  node --version x => reads x; doubt unknown-script
  node --check a.js => reads a.js
  node --check -r ./evil.js => doubt unknown-script
  node --check -r => doubt unknown-script
  node -e 1 => doubt unknown-script
  node -p 1 => doubt unknown-script
  node => doubt unknown-script
  node a.js b => reads a.js; doubt unknown-script
  node -r dotenv/config a.js => reads a.js; doubt unknown-script
  node "$X" => doubt unknown-script
  python --version => nothing
  python3 --version => nothing
  python3 -V => nothing
  python3 --version -c 1 => doubt unknown-script
  python3 -c 1 => doubt unknown-script
  python3 -m json.tool a => doubt unknown-script; reads a
  python3 a.py b => reads a.py; doubt unknown-script
  ruby --version => nothing
  ruby -e 1 => doubt unknown-script
  ruby a.rb => reads a.rb; doubt unknown-script
  perl -v => nothing
  perl --version => nothing
  perl -ne 1 a.txt => reads a.txt; doubt unknown-script
  perl -pi -e s/a/b/ f => doubt unknown-script; reads f; writes f
  make --eval='x:; rm victim' x => doubt unknown-option; reads Makefile
  perl -i.bak -pe 1 secrets/k => doubt unknown-script; reads secrets/k; writes secrets/k
  perl -i s.pl f => doubt unknown-script; reads f; reads s.pl; writes f
  perl -Ilib s.pl f => doubt unknown-script; reads s.pl
  perl -pe 1 f => reads f; doubt unknown-script
  gcc -o secrets/k x.c => reads x.c; doubt unknown-script; writes secrets/k
  gcc -osecrets/k x.c -MF d => reads x.c; doubt unknown-script; writes d; writes secrets/k
  node --env-file=.env x.js => doubt unknown-script; reads .env; reads x.js
  node --env-file .env x.js => doubt unknown-script; reads .env; reads x.js
  python3 -m json.tool .env => doubt unknown-script; reads .env
  python3 -mjson.tool .env => doubt unknown-script; reads .env
  python3 -m pytest tests => doubt unknown-script
  python3 -m http.server 80 => doubt unknown-script
  php --version => nothing
  php -r 1 => doubt unknown-script
  lua -v => nothing
  R --version => doubt unknown-script
  julia --version => nothing
  deno --version => nothing
  deno run a.ts => doubt unknown-script
  tsx a.ts => doubt unknown-script
  java -version => changes temporary files
  java -jar x.jar => changes temporary files; doubt unknown-script
  mvn --version => changes temporary files
  mvn test => changes temporary files; doubt unknown-script
  gradle build => changes temporary files; doubt unknown-script
  dotnet --list-sdks => nothing
  dotnet --version => doubt unknown-script
  dotnet build => doubt unknown-script
  rustc --version => doubt runs
  make --version => nothing
  make -v => nothing
  make => reads Makefile; doubt unknown-script
  make -n => reads Makefile; doubt unknown-script
  make -C sub -f x.mk all => reads x.mk; doubt unknown-script
  make -C sub => reads sub/Makefile; doubt unknown-script
  make --version -f x.mk => reads x.mk
  cmake --version => nothing
  cmake . => doubt unknown-script
  gcc --version => nothing
  gcc a.c => reads a.c; doubt unknown-script
  rustfmt a.rs => reads a.rs; writes a.rs/**; doubt unknown-script
  rustfmt --check a.rs => reads a.rs; doubt unknown-script
  ninja -f b.ninja => reads b.ninja; doubt unknown-script
  deno run --env-file=.env a.ts => reads .env; doubt unknown-script
  black a.py => reads a.py; writes a.py/**; doubt unknown-script
  black --check a.py => reads a.py; doubt unknown-script
  ruff --version => nothing
  ruff check --fix a.py => reads a.py; writes a.py/**; doubt unknown-script
  prettier --write a.md => reads a.md; writes a.md/**; doubt unknown-script
  just -c 'rm x' => doubt unknown-script; shell rm x; runs rm x
  gcc --version a.c => reads a.c; doubt unknown-script
  tsc --version => nothing
  tsc --noEmit => doubt unknown-script
  eslint --version => nothing
  eslint . => doubt unknown-script
  prettier --check . => doubt unknown-script
  vitest --version => nothing
  jest --version => doubt unknown-script
  turbo --version => doubt unknown-script
  pytest --version => doubt unknown-script
  ruff check => doubt unknown-script
  rake test => doubt unknown-script
`,
)
