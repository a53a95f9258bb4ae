/** Finds an installed Chromium, Chrome or Edge: what the stand-in and the browser tests show windows with. */
import { statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { packedBrowser } from './packed-browser.mjs'

const ON_PATH = {
  linux: [
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'microsoft-edge-stable',
    'microsoft-edge',
    'brave-browser',
  ],
  darwin: ['chromium'],
  win32: ['chrome.exe', 'msedge.exe'],
}

const isFile = path => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

function wellKnown(platform, env) {
  if (platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap(name => [
      `/Applications/${name}.app/Contents/MacOS/${name}`,
      join(env.HOME ?? '', `Applications/${name}.app/Contents/MacOS/${name}`),
    ])
  }
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean)
    return ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].flatMap(
      tail => roots.map(root => join(root, tail)),
    )
  }
  return ['/snap/bin/chromium', '/opt/google/chrome/chrome']
}

/**
 * @param {NodeJS.ProcessEnv} [env] TURNO_BROWSER names an executable and wins when it exists
 * @param {NodeJS.Platform} [platform]
 * @returns {string | null} the path of an executable, null when nothing suitable is installed
 */
export function findBrowser(env = process.env, platform = process.platform) {
  if (env.TURNO_BROWSER && isFile(env.TURNO_BROWSER)) return env.TURNO_BROWSER
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const names = ON_PATH[platform] ?? ON_PATH.linux
  const candidates = [
    ...names.flatMap(name => folders.map(folder => join(folder, name))),
    ...wellKnown(platform, env),
  ]
  return candidates.find(isFile) ?? null
}

/**
 * What tests drive: Chromium's own part for this where it is installed, else any browser, else the one that npm brings. It
 * has no window around the page, as Electron has none of a browser's; drawing that unseen window is a tenth of a test's
 * computing.
 * @param {NodeJS.ProcessEnv} [env] as for findBrowser
 * @returns {string | null} the path of an executable, null when there is none
 */
export function findTestBrowser(env = process.env) {
  if (env.TURNO_BROWSER && isFile(env.TURNO_BROWSER)) return env.TURNO_BROWSER
  const shell = (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map(folder => join(folder, 'chromium-headless-shell'))
    .find(isFile)
  return shell ?? findBrowser(env) ?? packedBrowser()
}

/**
 * @param {string} path executable
 * @returns {string} its name as people know it
 */
export function browserName(path) {
  const file = path.toLowerCase()
  if (file.includes('edge')) return 'Microsoft Edge'
  if (file.includes('brave')) return 'Brave'
  return file.includes('chromium') ? 'Chromium' : 'Google Chrome'
}
