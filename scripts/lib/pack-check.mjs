/**
 * What would be shipped, found out by packing it: electron-builder itself runs over a stand-in for Electron's archive (a
 * file that holds nothing but a fuse wire), so the list of files, the resources and the fuses are those it really makes.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch } from 'node:os'
import { join } from 'node:path'
import { FUSES, fusesIn, SENTINEL } from './fuses.mjs'
import { npmRegistry } from './npm-registry.mjs'
import { leftOut } from './run-time-packages.mjs'

const require = createRequire(import.meta.url)

/** What signs and notarises a release, by system; AppImage, deb and rpm carry no signature of the program. */
const NEEDED_TO_SIGN = {
  win32: ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
  darwin: ['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
}

/** A wire of nine fuses, each as Electron ships it or inherited. */
const WIRE = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, 9]), Buffer.from('000000000')])

/**
 * What a release (TURNO_RELEASE=1) asks of the build besides: it is signed, by the certificate's own name; it has the
 * version of its tag; and it knows where its updates will lie. A release that lacks one of these could never be updated.
 * @param {Record<string, string | undefined>} env
 * @param {string} system a platform as Node names it.
 * @param {string} version of package.json.
 * @throws Error when a release is asked for and something of it is missing.
 */
export function releaseConfig(env, system, version) {
  if (env.TURNO_RELEASE !== '1') return {}
  const missing = (NEEDED_TO_SIGN[system] ?? []).filter(name => !env[name])
  if (missing.length > 0) throw new Error(`a release has to be signed; missing: ${missing.join(', ')}`)
  if (system === 'darwin' && !existsSync(env.APPLE_API_KEY))
    throw new Error('APPLE_API_KEY has to be the path of the key file')
  if (env.GITHUB_REF_NAME !== `v${version}`)
    throw new Error(`the tag ${env.GITHUB_REF_NAME} is not v${version}, the version in package.json`)
  const feed = URL.canParse(env.TURNO_UPDATE_URL ?? '') ? new URL(env.TURNO_UPDATE_URL) : null
  if (feed?.protocol !== 'https:' || feed.hostname.endsWith('.invalid'))
    throw new Error('TURNO_UPDATE_URL has to be the https address where updates will lie')
  return { forceCodeSigning: system !== 'linux' }
}

/** The configuration as it is built with: the file's, what no shipped program needs left out, a release's demands. */
export const buildConfig = root => ({
  extends: join(root, 'electron-builder.yml'),
  files: leftOut(root),
  ...releaseConfig(
    process.env,
    process.platform,
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
  ),
})

/**
 * Writes the configuration that is shipped, `out/config.json`: the repository's, with where the npm of this machine takes
 * packages from, so that nobody has to know an address to pair a number.
 */
export function writeShippedConfig(root, registry = npmRegistry()) {
  const config = JSON.parse(readFileSync(join(root, 'resources/config.json'), 'utf8'))
  const shipped = registry === '' ? config : { ...config, registry }
  writeFileSync(join(root, 'out/config.json'), `${JSON.stringify(shipped, null, 2)}\n`)
}

/** The configuration as electron-builder reads it. @throws what its own schema says against it. */
export async function validate(root) {
  const { getConfig, validateConfiguration } = require('app-builder-lib/out/util/config/config')
  const { DebugLogger } = require('builder-util')
  const config = await getConfig(root, join(root, 'electron-builder.yml'), null)
  await validateConfiguration(config, new DebugLogger(false))
  return config
}

/** Some of Chromium's languages, those that stay among them. */
const LANGUAGES = ['de', 'en-GB', 'en-US', 'es', 'es-419', 'fr', 'ja', 'pt-BR', 'pt-PT', 'zh-CN']

function standInForElectron(folder) {
  mkdirSync(join(folder, 'resources'), { recursive: true })
  mkdirSync(join(folder, 'locales'), { recursive: true })
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from('not a program\n'), WIRE]), {
    mode: 0o755,
  })
  for (const language of LANGUAGES) writeFileSync(join(folder, `locales/${language}.pak`), language)
  writeFileSync(join(folder, 'LICENSE'), 'the licence of Electron')
  writeFileSync(join(folder, 'LICENSES.chromium.html'), 'the licences of Chromium')
}

/**
 * Packs for Linux and this processor; of AppImage and deb everything but the files themselves, which other tools write.
 * @param {string} root the project, built.
 * @param {string} folder empty, of the caller's; the result stays in it.
 * @returns the folder of the program, the archive and the files in it, those beside it, the fuses as read back, app-update.yml,
 *   the files of Chromium's languages, and the launcher's entry of each kind of installer.
 */
export async function packed(root, folder) {
  writeShippedConfig(root)
  const { build, Platform, Arch } = require('electron-builder')
  const { listPackage, statFile } = require('@electron/asar')
  const dist = join(folder, 'electron')
  standInForElectron(dist)
  const entries = {}
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget(['AppImage', 'deb'], arch() === 'arm64' ? Arch.arm64 : Arch.x64),
    publish: 'never',
    // Asked when an installer is about to be written: true leaves it at that.
    async effectiveOptionComputed(made) {
      if (Array.isArray(made)) entries.deb = readFileSync(made[1], 'utf8')
      else entries.AppImage = made.desktop
      return true
    },
    config: {
      ...buildConfig(root),
      electronDist: dist,
      npmRebuild: false,
      directories: { output: join(folder, 'release') },
    },
  })
  const program = join(folder, 'release', arch() === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked')
  const archive = join(program, 'resources/app.asar')
  const inside = listPackage(archive)
    .map(file => file.replaceAll('\\', '/').replace(/^\//, ''))
    .filter(file => 'size' in statFile(archive, file, false))
  const beside = readdirSync(join(program, 'resources'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(join(program, 'resources/').length))
  const fuses = await fusesIn(join(program, 'turno'))
  const update = readFileSync(join(program, 'resources/app-update.yml'), 'utf8')
  const languages = readdirSync(join(program, 'locales')).sort()
  return { program, archive, inside, beside, fuses, update, languages, entries }
}

/** What may lie in the archive, and nothing else. */
const ALLOWED = [
  /^package\.json$/,
  /^out\/(?:main|server)\/[\w-]+\.js$/,
  /^out\/preload\/(?:console|popout|spy|recorder)\.cjs$/,
  /^out\/renderer\/(?:index|second|recorder)\.html$/,
  /^out\/renderer\/assets\/[\w.-]+\.(?:js|css|woff2|wasm|svg|png|webp|wav)$/,
  /^node_modules\//,
]
const NEVER = [
  /\.map$/,
  /\.d\.[cm]?ts$/,
  /\.test\.|\.spec\./,
  /(?:^|\/)(?:tests?|__tests__|stand-in)\//,
  /^node_modules\/(?:antd|react|react-dom|@ant-design|@antv|lucide-react|emoji-picker-react|electron)\//,
  /^node_modules\/@libsql\/(?:linux-\w+-musl|hrana-client|isomorphic-ws)\//,
  /^node_modules\/@libsql\/\w+\/lib-cjs\//,
]
const NEEDED_INSIDE = [
  'out/main/index.js',
  'out/preload/console.cjs',
  'out/renderer/index.html',
  'out/server/document-thread.js',
  'out/server/index.js',
  'out/server/sheet-thread.js',
  'out/server/voice-thread.js',
  'out/server/web-thread.js',
]
const NEEDED_BESIDE = [
  'config.json',
  'THIRD-PARTY-LICENSES.txt',
  'icons/app.png',
  'sounds/bell.wav',
  'app-update.yml',
]

/** Where one system's updates for one processor lie. */
const FOLDER_OF_ONE = /^url: \S+\/(?:win|mac|linux)-(?:x64|arm64)$/m

/** What starts the program from the launcher; in an image AppRun, in whose place an integrator puts the image. */
const PROGRAMS = { AppImage: ['AppRun'], deb: ['/opt/Turno/turno', 'turno'] }

/** What is wrong with a packed program, in words; nothing when it may be shipped. */
export function problemsOf({ inside, beside, fuses, update, languages, entries }) {
  const foreign = inside.filter(file => !ALLOWED.some(pattern => pattern.test(file)))
  const unwanted = [...inside, ...beside.map(file => file.replace(/^app\.asar\.unpacked\//, ''))].filter(
    file => NEVER.some(pattern => pattern.test(file)),
  )
  return [
    ...NEEDED_INSIDE.filter(file => !inside.includes(file)).map(file => `${file} is not in the archive`),
    ...NEEDED_BESIDE.filter(file => !beside.includes(file)).map(file => `${file} is not beside the archive`),
    ...foreign.map(file => `${file} is in the archive and on no list`),
    ...unwanted.map(file => `${file} must not be shipped`),
    ...(beside.some(file => file.endsWith('.node')) ? [] : ['no native module lies outside the archive']),
    ...[...new Set([...Object.keys(FUSES), ...Object.keys(fuses)])]
      .filter(name => fuses[name] !== FUSES[name])
      .map(name => `fuse ${name} is ${fuses[name]}, wanted ${FUSES[name]}`),
    ...(languages ?? [])
      .filter(file => !/^(?:pt|en|es)(?:-|\.)/.test(file))
      .map(file => `${file} is a language Turno does not have`),
    ...(languages === undefined || languages.length > 0 ? [] : ['Chromium has no language']),
    ...Object.entries(entries ?? {}).flatMap(([kind, entry]) =>
      [...entry.matchAll(/^Exec=(\S*).*$/gm)]
        .filter(([line, program]) => !PROGRAMS[kind]?.includes(program) || line.includes('--no-sandbox'))
        .map(([line]) => `${kind}: "${line}" does not start the program as it should`),
    ),
    ...(update === undefined || FOLDER_OF_ONE.test(update)
      ? []
      : ['app-update.yml leads to a folder that other processors write to as well']),
  ]
}
