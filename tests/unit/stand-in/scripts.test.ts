import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BY_PLAYWRIGHT } from '../../../scripts/lib/chromium-features.mjs'
import { electronBinary } from '../../../scripts/lib/electron-binary.mjs'
import { findBrowser } from '../../../scripts/lib/find-browser.mjs'
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

test.runIf(process.platform === 'linux' && process.arch === 'x64')('the browser npm brings runs', () => {
  const packed = packedBrowser() ?? ''
  expect(packed).toMatch(/turno-chromium-[\d.]+\/chromium-headless-shell$/)
  expect(spawnSync(packed, ['--version'], { encoding: 'utf8' }).stdout).toMatch(/\d+\.\d+\.\d+/)
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
