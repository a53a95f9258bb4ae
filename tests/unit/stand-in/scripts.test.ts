import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BY_PLAYWRIGHT } from '../../../scripts/lib/chromium-features.mjs'
import { electronBinary } from '../../../scripts/lib/electron-binary.mjs'
import { browserName, findBrowser, findTestBrowser } from '../../../scripts/lib/find-browser.mjs'
import { outdated } from '../../../scripts/lib/outdated.mjs'
import { packedBrowser } from '../../../scripts/lib/packed-browser.mjs'

let root: string
const put = (path: string, seconds: number, text = '') => {
  const full = join(root, path)
  mkdirSync(join(full, '..'), { recursive: true })
  writeFileSync(full, text)
  utimesSync(full, seconds, seconds)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'turno-scripts-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true, maxRetries: 10 }))

test('a build is due when an output is missing or older than any source', () => {
  put('src/deep/a.ts', 100)
  expect(outdated(root, ['out/a.js'], ['src'])).toBe('missing')
  put('out/a.js', 200)
  expect(outdated(root, ['out/a.js'], ['src', 'no-such-file'])).toBeNull()
  put('src/deep/b.ts', 300)
  expect(outdated(root, ['out/a.js'], ['src'])).toBe('older')
  put('out/a.js', 400)
  put('out/b.js', 250)
  expect(outdated(root, ['out/a.js', 'out/b.js'], ['src'])).toBe('older')
})

test('what lies in a node_modules folder makes nothing older', () => {
  put('out/a.js', 200)
  put('src/node_modules/x.js', 300)
  expect(outdated(root, ['out/a.js'], ['src'])).toBeNull()
})

test('the browser named by TURNO_BROWSER wins, a wrong name is passed over', () => {
  put('bin/google-chrome', 1)
  put('bin/chromium', 1)
  put('own/browser', 1)
  const env = { PATH: join(root, 'bin') }
  expect(findBrowser(env, 'linux')).toBe(join(root, 'bin/chromium'))
  expect(findBrowser({ ...env, TURNO_BROWSER: join(root, 'own/browser') }, 'linux')).toBe(
    join(root, 'own/browser'),
  )
  expect(findBrowser({ ...env, TURNO_BROWSER: join(root, 'gone') }, 'linux')).toBe(join(root, 'bin/chromium'))
})

test('tests drive the part of Chromium without a window where it is, else any browser', () => {
  put('bin/chromium', 1)
  const env = { PATH: join(root, 'bin') }
  expect(findTestBrowser(env)).toBe(findBrowser(env))
  put('bin/chromium-headless-shell', 1)
  expect(findTestBrowser(env)).toBe(join(root, 'bin/chromium-headless-shell'))
  put('own/browser', 1)
  expect(findTestBrowser({ ...env, TURNO_BROWSER: join(root, 'own/browser') })).toBe(
    join(root, 'own/browser'),
  )
})

test('without any browser tests drive the one npm brings, on Linux x64 alone; npm start never does', () => {
  const env = { PATH: join(root, 'bin') }
  // Well-known places are the machine's own: with a browser in one of them there is nothing to fall back from.
  if (findBrowser(env) === null) expect(findTestBrowser(env)).toBe(packedBrowser())
  expect(packedBrowser('darwin')).toBeNull()
  expect(packedBrowser('linux', 'arm64')).toBeNull()
})

test.runIf(process.platform === 'linux' && process.arch === 'x64')('the browser npm brings runs', () => {
  const packed = packedBrowser() ?? ''
  expect(packed).toMatch(/turno-chromium-[\d.]+\/chromium-headless-shell$/)
  expect(spawnSync(packed, ['--version'], { encoding: 'utf8' }).stdout).toMatch(/\d+\.\d+\.\d+/)
})

test('a thing of a browser’s name that is no file is no browser', () => {
  mkdirSync(join(root, 'bin/chromium'), { recursive: true })
  put('other/google-chrome', 1)
  const env = { PATH: [join(root, 'bin'), join(root, 'other')].join(delimiter) }
  expect(findBrowser(env, 'linux')).toBe(join(root, 'other/google-chrome'))
})

test('browsers are called as people call them', () => {
  expect(
    ['/usr/bin/chromium', 'C:\\Edge\\msedge.exe', '/opt/google/chrome/chrome', '/usr/bin/brave-browser'].map(
      browserName,
    ),
  ).toEqual(['Chromium', 'Microsoft Edge', 'Google Chrome', 'Brave'])
})

test("Electron's binary counts only when it is really there", () => {
  expect(electronBinary(root)).toBeNull()
  put('node_modules/electron/path.txt', 1, 'electron')
  expect(electronBinary(root)).toBeNull()
  put('node_modules/electron/dist/electron', 1)
  expect(electronBinary(root)).toBe(join(root, 'node_modules/electron/dist/electron'))
})

test('what the installed Playwright switches off in Chromium is all switched off, and nothing it no longer does', () => {
  const playwright = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  const source = readFileSync(join(playwright, 'lib/coreBundle.js'), 'utf8')
  const [, list = ''] = /disabledFeatures = \[([^\]]*)\]/.exec(source) ?? []
  const names = [...list.replace(/\/\/.*/g, '').matchAll(/"(\w+)"/g)].map(([, name]) => name)
  expect(names).toEqual([...BY_PLAYWRIGHT])
})
