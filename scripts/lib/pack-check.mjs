/**
 * What would be shipped, found out by packing it: electron-builder itself runs over a stand-in for Electron's archive (a
 * file that holds nothing but a fuse wire), so the list of files, the resources and the fuses are those it really makes.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch } from 'node:os'
import { join } from 'node:path'
import fusesOf from '@electron/fuses'
import { leftOut } from './run-time-packages.mjs'

const { FuseV1Options, getCurrentFuseWire } = fusesOf
const require = createRequire(import.meta.url)

/** By which `@electron/fuses` finds the wire in a binary, the wire's version, its length, and every fuse as inherited. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** How a fuse that is on stands in the wire. */
const ON = '1'.charCodeAt(0)
const WIRE = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, 9]), Buffer.from('000000000')])

/** The configuration as it is built with: the file's, and what no shipped program needs left out. */
export const buildConfig = root => ({
  extends: join(root, 'electron-builder.yml'),
  files: leftOut(root),
})

/** The configuration as electron-builder reads it. @throws what its own schema says against it. */
export async function validate(root) {
  const { getConfig, validateConfiguration } = require('app-builder-lib/out/util/config/config')
  const { DebugLogger } = require('builder-util')
  const config = await getConfig(root, join(root, 'electron-builder.yml'), null)
  await validateConfiguration(config, new DebugLogger(false))
  return config
}

/** Every fuse of a program by name, whether it is on. @param {string} program absolute path */
export async function fusesIn(program) {
  const wire = await getCurrentFuseWire(program)
  return Object.fromEntries(
    Object.entries(FuseV1Options)
      .filter(([, index]) => typeof index === 'number')
      .map(([name, index]) => [name, wire[index] === ON]),
  )
}

function standInForElectron(folder) {
  mkdirSync(join(folder, 'resources'), { recursive: true })
  mkdirSync(join(folder, 'locales'), { recursive: true })
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from('not a program\n'), WIRE]), {
    mode: 0o755,
  })
  writeFileSync(join(folder, 'LICENSE'), 'the licence of Electron')
  writeFileSync(join(folder, 'LICENSES.chromium.html'), 'the licences of Chromium')
}

/**
 * Packs for Linux and this processor.
 * @param {string} root the project, built.
 * @param {string} folder empty, of the caller's; the result stays in it.
 * @returns the folder of the program, the archive and the files in it, those beside it, and the fuses as read back.
 */
export async function packed(root, folder) {
  const { build, Platform, Arch } = require('electron-builder')
  const { listPackage, statFile } = require('@electron/asar')
  const dist = join(folder, 'electron')
  standInForElectron(dist)
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir', arch() === 'arm64' ? Arch.arm64 : Arch.x64),
    publish: 'never',
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
  return { program, archive, inside, beside, fuses: await fusesIn(join(program, 'turno')) }
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
]
const NEEDED_INSIDE = [
  'out/main/index.js',
  'out/preload/console.cjs',
  'out/renderer/index.html',
  'out/server/index.js',
]
const NEEDED_BESIDE = [
  'config.json',
  'THIRD-PARTY-LICENSES.txt',
  'icons/app.png',
  'sounds/bell.wav',
  'app-update.yml',
]

/** Each fuse as the workflow must find it again in the packaged program (design/electron.md item 23). */
export const FUSES = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
}

/** What is wrong with a packed program, in words; nothing when it may be shipped. */
export function problemsOf({ inside, beside, fuses }) {
  const foreign = inside.filter(file => !ALLOWED.some(pattern => pattern.test(file)))
  const unwanted = inside.filter(file => NEVER.some(pattern => pattern.test(file)))
  return [
    ...NEEDED_INSIDE.filter(file => !inside.includes(file)).map(file => `${file} is not in the archive`),
    ...NEEDED_BESIDE.filter(file => !beside.includes(file)).map(file => `${file} is not beside the archive`),
    ...foreign.map(file => `${file} is in the archive and on no list`),
    ...unwanted.map(file => `${file} must not be shipped`),
    ...(beside.some(file => file.endsWith('.node')) ? [] : ['no native module lies outside the archive']),
    ...Object.entries(FUSES)
      .filter(([name, wanted]) => fuses[name] !== wanted)
      .map(([name, wanted]) => `fuse ${name} is ${fuses[name]}, wanted ${wanted}`),
  ]
}
