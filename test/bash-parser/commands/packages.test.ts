import { describe } from 'vitest'
import { npmPrograms } from '../../../src/bash-parser/commands/npm.ts'
import { packageManagers } from '../../../src/bash-parser/commands/packages.ts'
import { type Row, testEffects, testEveryProgramHasARow } from './effects-table.ts'

const logs = { changes: ['npm cache'] }
const registry = { hosts: ['registry.npmjs.org'] }
const script = { doubt: 'unknown-script' }
const unknownProgram = { doubt: 'unknown-program' }
const option = { doubt: 'unknown-option' }
const ran = { changes: ['npm cache', 'whatever the script changes'], ...script }
const installed = {
  ...logs,
  ...registry,
  writes: ['package.json', 'package-lock.json', 'node_modules/**'],
  ...script,
}

const npmRows: Row[] = [
  ['npm --version', logs],
  ['npm ls --depth=0', logs],
  ['npm ls react', logs],
  ['npm root -g', logs],
  ['npm view react version', { ...logs, ...registry }],
  ['npm outdated', { ...logs, ...registry }],
  ['npm view react --registry=https://x.example', { ...logs, hosts: ['x.example'] }],
  ['npm audit', { ...logs, ...registry }],
  ['npm config get registry', logs],
  ['npm config set a b', { changes: ['npm cache', 'npm configuration'] }],
  ['npm pkg get name', logs],
  ['npm pkg set name=x', { ...logs, writes: ['package.json'] }],
  ['npm run', ran],
  ['npm test', ran],
  ['npm run build -- --x', ran],
  ['npm --prefix sub run build', ran],
  ['npm run build --prefix sub', { ...ran, folder: 'sub' }],
  ['npm install', installed],
  ['npm i react@18 -D', installed],
  ['npm i -g x', { ...registry, changes: ['npm cache', 'global packages'], ...script }],
  ['npm ci --ignore-scripts', { ...logs, ...registry, writes: installed.writes }],
  ['npm publish', { ...registry, changes: ['npm cache', 'package registry'], ...script }],
  ['npm version', logs],
  [
    'npm version patch',
    { writes: ['package.json', 'package-lock.json'], changes: ['npm cache', 'git repository'], ...script },
  ],
  ['npm exec -- rm x', { ...logs, runs: ['rm x'], ...unknownProgram }],
  ['npm x prettier@3 --check .', { ...logs, runs: ['prettier --check .'], ...unknownProgram }],
  ["npm exec -c 'rm x'", { ...logs, runs: ['sh: rm x'], ...unknownProgram }],
  ['npm init vite app', { ...logs, writes: ['package.json'], runs: ['create-vite app'], ...unknownProgram }],
  ['npm explore x -- rm y', { ...logs, runs: ['rm y'] }],
  ['npm help install', logs],
  ['npm install -h', logs],
  ['npm --script-shell=./x run y', { ...ran, ...option }],
  ['npm run y --node-options=--require=./x', { ...ran, ...option }],
  ['npm zzz', option],
  ['npm ls --zzz', { ...logs, ...option }],
  ['npx --version', logs],
  ['npx rm x', { ...logs, runs: ['rm x'], ...unknownProgram }],
  ['npx -y prettier@3.1.0 --check .', { ...logs, runs: ['prettier --check .'], ...unknownProgram }],
  ['npx -p @a/b@1 tool', { ...logs, runs: ['tool'], ...unknownProgram }],
  ['npx --package=x -- rm y', { ...logs, runs: ['rm y'], ...unknownProgram }],
  ['npx @a/b@1 x', { ...logs, runs: ['@a/b x'], ...unknownProgram }],
  ["npx -c 'rm x'", { ...logs, runs: ['sh: rm x'], ...unknownProgram }],
  ['bunx rm x', { ...logs, runs: ['rm x'], ...unknownProgram }],
  ['yarn', { changes: ['package store'], ...script }],
  ['yarn --version', { changes: ['package store'], ...script }],
  ['yarn build', { changes: ['package store'], ...script }],
  ['yarn dlx -q rm x', { changes: ['package store'], runs: ['rm x'], ...unknownProgram }],
  ['pnpm exec rm x', { changes: ['package store'], runs: ['rm x'], ...unknownProgram }],
  ['pnpm --version', { changes: ['package store'], ...script }],
  ['corepack enable', { changes: ['package store'], ...script }],
  ['bun --version', {}],
  ['bun x rm y', { changes: ['package store'], runs: ['rm y'], ...unknownProgram }],
  ['bun test', { changes: ['package store'], ...script }],
  ['bun add x', { changes: ['package store'], ...registry, writes: ['package.json', 'node_modules/**'], ...script }],
]

const pip = { changes: ['pip cache'] }
const store = { changes: ['package store'] }
const rows: Row[] = [
  ['pip --version', pip],
  ['pip list', pip],
  ['pip3 freeze', pip],
  ['pip show requests', pip],
  ['pip list --outdated', { ...pip, hosts: ['pypi.org'] }],
  ['pip install requests', { changes: ['pip cache', 'python packages'], hosts: ['pypi.org'], ...script }],
  [
    'pip install -r req.txt -t out',
    {
      reads: ['req.txt'],
      writes: ['out/**'],
      changes: ['pip cache', 'python packages'],
      hosts: ['pypi.org'],
      ...script,
    },
  ],
  ['pip install -e .', { reads: ['./**'], changes: ['pip cache', 'python packages'], hosts: ['pypi.org'], ...script }],
  [
    'pip install git+https://github.com/a/b',
    { changes: ['pip cache', 'python packages'], hosts: ['pypi.org', 'github.com'], ...script },
  ],
  [
    'pip install --index-url https://x.example/ y',
    { changes: ['pip cache', 'python packages'], hosts: ['x.example'], ...script },
  ],
  [
    'pip download -d out x',
    { writes: ['out/**'], changes: ['pip cache', 'python packages'], hosts: ['pypi.org'], ...script },
  ],
  ['pip uninstall -y x', { changes: ['pip cache', 'python packages'] }],
  ['pip list --zzz', { ...pip, ...option }],
  ['pip --log=x list', { ...pip, writes: ['x'] }],
  ['uv --version', {}],
  ['uv run --with x rm y', { ...store, runs: ['rm y'], ...unknownProgram }],
  ['uv run --directory sub rm y', { ...store, folder: 'sub', runs: ['rm y'], ...unknownProgram }],
  ['uv pip list', store],
  ['uv sync', { ...store, hosts: ['pypi.org'], ...script }],
  ['uv tool run rm x', { ...store, runs: ['rm x'], ...unknownProgram }],
  ['uvx rm x', { ...store, runs: ['rm x'], ...unknownProgram }],
  ['pipx run rm x', { ...store, runs: ['rm x'], ...script }],
  ['poetry run rm x', { ...store, runs: ['rm x'], ...script }],
  ['poetry show', { ...store, ...script }],
  ['conda run rm x', { ...store, runs: ['rm x'], ...script }],
  ['bundle exec rm x', { ...store, runs: ['rm x'], ...script }],
  ['bundle install', { ...store, ...script }],
  ['cargo --version', { ...store, ...script }],
  ['cargo run', { ...store, ...script }],
  ['composer exec rm x', { ...store, runs: ['rm x'], ...script }],
  ['gem --version', {}],
  ['gem env', {}],
  ['gem list', { changes: ['ruby gems'], hosts: ['rubygems.org'] }],
  ['gem install x', { changes: ['ruby gems'], hosts: ['rubygems.org'], ...script }],
  ['go version', { changes: ['go telemetry'] }],
  ['go env GOPATH', { changes: ['go telemetry'] }],
  ['go env -w A=b', { changes: ['go telemetry'], ...script }],
  ['go test ./...', { changes: ['go telemetry'], ...script }],
  ['go -C sub build', { changes: ['go telemetry'], folder: 'sub', ...script }],
  ['gofmt -l .', { changes: ['go telemetry'], reads: ['./**'] }],
  ['gofmt -w a.go', { changes: ['go telemetry'], writes: ['a.go/**'] }],
]

describe('npm and its kin', () => {
  testEffects(npmPrograms, npmRows)
  testEveryProgramHasARow(npmPrograms, npmRows)
})
describe('other package managers', () => {
  testEffects(packageManagers, rows)
  testEveryProgramHasARow(packageManagers, rows)
})
