/**
 * `npm test [-- static unit e2e]`: all that a landing needs, or the named parts of it. Every part runs whatever became of
 * the one before, so that one run says everything; end to end alone needs the build.
 *
 * A file with a red test runs once more at the end, alone. Is it red again, the run is red. Is it green, the run is green
 * and names the test as flaky, below and in out/flaky.json: a fault of the test or of the product, which is mended or
 * deleted before anything else lands. More than three red files are no accident: nothing is run again.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { summary } from './lib/test-summary.mjs'

const PARTS = ['static', 'unit', 'e2e']
/** More red files than this are not run again. */
const MOST_AGAIN = 3

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
const asked = process.argv.slice(2)
const unknown = asked.filter(part => !PARTS.includes(part))
if (unknown.length > 0) {
  console.error(`No part of the tests: ${unknown.join(', ')}. There are ${PARTS.join(', ')}.`)
  process.exit(2)
}
const parts = asked.length > 0 ? asked : PARTS

/** @returns the exit code of a program, once it has ended. */
const ended = child =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })

/** @returns the exit code and all output of `npm run <script>`. */
async function npmRun(script) {
  const child = spawn('npm', ['run', '--silent', script], { shell: process.platform === 'win32' })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => output.push(chunk))
  const code = await ended(child)
  return { script, code, output: Buffer.concat(output).toString() }
}

/** Runs Vitest or Playwright. @returns its report; a run that wrote none is an error of its own. */
async function report(program, args) {
  const folder = mkdtempSync(join(tmpdir(), 'turno-report-'))
  const file = join(folder, 'report.json')
  const code = await ended(
    spawn(process.execPath, [program, ...args], {
      stdio: 'inherit',
      env: { ...process.env, TURNO_TEST_REPORT: file },
    }),
  )
  try {
    const found = JSON.parse(readFileSync(file, 'utf8'))
    return code !== 0 && found.failed.length === 0 && found.errors === 0 ? { ...found, errors: 1 } : found
  } catch {
    return { passed: 0, skipped: 0, failed: [], errors: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const vitest = (...args) => report('node_modules/vitest/vitest.mjs', ['run', ...args])
/** Without `static`, which are the rules, and `chaos`, which has a script of its own. */
const PROJECTS = ['shared', 'pages', 'apart'].flatMap(name => ['--project', name])
const SUITES = {
  rules: files => vitest('--project', 'static', '--maxWorkers=1', ...files),
  unit: files => vitest(...PROJECTS, ...files),
  e2e: files =>
    report('node_modules/@playwright/test/cli.js', [
      'test',
      ...(files.length > 0 ? ['--workers=1', ...files] : []),
    ]),
}

const red = []
const runs = []
let built = true
if (parts.includes('static')) {
  const scripts = ['test:types', 'test:lint', 'test:unused', 'build']
  const [rules, ...checks] = await Promise.all([SUITES.rules([]), ...scripts.map(npmRun)])
  runs.push({ suite: 'rules', ...rules })
  for (const { script, code, output } of checks) {
    console.log(code === 0 ? `${script}: green` : `\n${output.trimEnd()}\n${script}: red (exit ${code})`)
    if (code !== 0) red.push(script)
    if (code !== 0 && script === 'build') built = false
  }
}

for (const suite of ['unit', 'e2e'].filter(part => parts.includes(part))) {
  if (suite === 'e2e' && !built) red.push('e2e: not run, there is no build')
  else runs.push({ suite, ...(await SUITES[suite]([])) })
}

const again = runs.flatMap(({ suite, failed }) =>
  [...new Set(failed.map(one => one.file))].map(file => ({ suite, file })),
)
const second = []
for (const { suite, file } of again.length > MOST_AGAIN ? [] : again) {
  console.log(`\nOnce more, alone: ${file}`)
  second.push({ suite, file, ...(await SUITES[suite]([file])) })
}

const result = summary({ red, runs, second })
mkdirSync('out', { recursive: true })
writeFileSync('out/flaky.json', `${JSON.stringify(result.flaky, null, 2)}\n`)
console.log(`\n${result.lines.join('\n')}`)
process.exit(result.failed > 0 ? 1 : 0)
