#!/usr/bin/env node
// Checks docs/tool-pipeline.md: every row has a number, no number is missing, and every test a row names exists and passed.
//   node scripts/check-rows.mjs               runs the named test files and reads what they report
//   node scripts/check-rows.mjs REPORT.json   reads a report of `vitest run --reporter=json`
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const page = 'docs/tool-pipeline.md'

/** Rows of the contract by their letter: contract, registry, orchestration, stages, budgets, views, tools, context, hooks. */
const numbers = { T: 9, R: 6, O: 8, S: 10, B: 4, V: 8, U: 24, C: 3, H: 6 }

/** Rows of the page: number and the tests they name, each as `file > title`. */
export function readRows(text) {
  return text
    .split('\n')
    .map((line, index) => ({ line, at: index + 1 }))
    .filter(({ line }) => /^\| [A-Z]\d+ \|/.test(line))
    .map(({ line, at }) => {
      const cells = line.split(' | ')
      const tests = [...(cells.at(-1) ?? '').matchAll(/`([^`]+\.test\.ts) > ((?:[^`]|``)+)`/g)]
      return { at, number: cells[0].slice(2), tests: tests.map(([, file, title]) => ({ file, title })) }
    })
}

function runTests(files) {
  const folder = mkdtempSync(join(root, 'node_modules/.rows-'))
  const output = join(folder, 'report.json')
  try {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const args = [vitest, 'run', ...files, '--reporter=json', `--outputFile=${output}`]
    try {
      execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    } catch {
      // A failed test is told below, by the row that names it.
    }
    return JSON.parse(readFileSync(output, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Status of every test by `file > title`. */
function statuses(report) {
  const found = new Map()
  for (const { name, assertionResults } of report.testResults) {
    const file = relative(root, name).replaceAll('\\', '/')
    for (const { ancestorTitles, title, status } of assertionResults) {
      found.set(`${file} > ${[...ancestorTitles, title].join(' > ')}`, status)
    }
  }
  return found
}

const rows = readRows(readFileSync(join(root, page), 'utf8'))
const faults = []
const expected = Object.entries(numbers).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
)
const present = rows.map(({ number }) => number)
for (const number of expected) if (!present.includes(number)) faults.push(`${page}: row ${number} is missing`)
for (const { number, at, tests } of rows) {
  if (!expected.includes(number)) faults.push(`${page}:${at}: there is no row ${number} in the contract`)
  if (present.filter((other) => other === number).length > 1) faults.push(`${page}:${at}: row ${number} stands twice`)
  if (tests.length === 0) faults.push(`${page}:${at}: row ${number} names no test`)
}
const files = [...new Set(rows.flatMap(({ tests }) => tests.map(({ file }) => file)))].sort()
const given = process.argv[2]
const ran = statuses(given === undefined ? runTests(files) : JSON.parse(readFileSync(given, 'utf8')))
for (const { number, at, tests } of rows) {
  for (const { file, title } of tests) {
    const status = ran.get(`${file} > ${title}`)
    if (status === undefined) faults.push(`${page}:${at}: row ${number}: no test \`${file} > ${title}\` ran`)
    else if (status !== 'passed') faults.push(`${page}:${at}: row ${number}: \`${file} > ${title}\` is ${status}`)
  }
}
for (const fault of faults) process.stderr.write(`${fault}\n`)
const count = rows.reduce((sum, { tests }) => sum + tests.length, 0)
process.stdout.write(`${rows.length} rows, ${count} tests named, ${faults.length} faults\n`)
process.exitCode = faults.length > 0 ? 2 : 0
