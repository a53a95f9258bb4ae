/** The installers as they are declared; what is packed is in e2e/package.spec.ts. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pathOfLink } from '../../electron/main/deep-links/links'
import { beforePack, nativePackage } from '../../scripts/lib/before-pack.mjs'
import { BUILDERS, FUSES, fusesIn, SENTINEL, setOwnFuses } from '../../scripts/lib/fuses.mjs'
import { problemsOf, releaseConfig, validate } from '../../scripts/lib/pack-check.mjs'
import { importedPackages, neededPackages, packageOf } from '../../scripts/lib/run-time-packages.mjs'
import { launch } from '../../scripts/lib/smoke-check.mjs'
import { writeLicences } from '../../scripts/licences.mjs'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'turno-packaging-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

type Config = Awaited<ReturnType<typeof validate>>

describe('the configuration of the installers', () => {
  let config: Config
  beforeAll(async () => {
    vi.stubEnv('TURNO_UPDATE_URL', 'https://updates.invalid/turno')
    config = await validate(root)
    vi.unstubAllEnvs()
  })

  it('signs for macOS with the hardened runtime and no more entitlements than a microphone needs', () => {
    expect(config.mac).toMatchObject({ hardenedRuntime: true, notarize: true })
    const plist = readFileSync(join(root, String(config.mac?.entitlements)), 'utf8')
    expect([...plist.matchAll(/<key>([^<]+)<\/key>/g)].map(([, key]) => key)).toEqual([
      'com.apple.security.cs.allow-jit',
      'com.apple.security.device.audio-input',
    ])
  })

  it('says in the person’s language what the microphone and the local network are for (macOS)', () => {
    const asked = ['NSMicrophoneUsageDescription', 'NSLocalNetworkUsageDescription'] as const
    for (const name of asked) expect(config.mac?.extendInfo).toHaveProperty(name)
    const files = (config.mac?.extraResources ?? []) as { from: string; to: string }[]
    // Electron's own folders, of the languages that stay.
    expect(files.map(({ to }) => to.split('.')[0])).toEqual(['en', 'es', 'es_419', 'pt_BR', 'pt_PT'])
    const texts = files.map(({ from, to }) => {
      expect(to).toMatch(/\.lproj\/InfoPlist\.strings$/)
      const text = readFileSync(join(root, from), 'utf8')
      return asked.map(name => new RegExp(`^${name} = "([^"]+)";$`, 'm').exec(text)?.[1] ?? '')
    })
    for (const said of texts.flat()) expect(said.length).toBeGreaterThan(20)
    expect(new Set(texts.map(([microphone]) => microphone))).toHaveProperty('size', 3)
  })

  it('states every fuse, and renews the signature that changing them breaks', () => {
    const { resetAdHocDarwinSignature, ...fuses } = config.electronFuses ?? {}
    const stated = Object.entries(fuses).map(([name, on]) => [
      name.charAt(0).toUpperCase() + name.slice(1),
      on,
    ])
    expect(stated.map(([name]) => name)).toEqual(BUILDERS)
    expect(FUSES).toMatchObject(Object.fromEntries(stated))
    expect(resetAdHocDarwinSignature).toBe(true)
  })

  it('sets the fuses electron-builder cannot name, and refuses an Electron with one nobody stated', async () => {
    const wire = (length: number) =>
      Buffer.concat([Buffer.from(`x${SENTINEL}`), Buffer.from([1, length]), Buffer.from('0'.repeat(length))])
    const program = join(folder, 'program')
    writeFileSync(program, wire(9))
    await setOwnFuses(program)
    expect(await fusesIn(program)).toMatchObject({ RunAsNode: false, WasmTrapHandlers: true })
    writeFileSync(program, wire(10))
    await expect(setOwnFuses(program)).rejects.toThrow('10 fuses')
    expect(Object.keys(await fusesIn(program))).toContain('fuse 9')
  })

  it('makes a release only signed, under its own tag, and with a place for its updates', () => {
    const key = join(folder, 'key.p8')
    writeFileSync(key, 'a key')
    const good = {
      TURNO_RELEASE: '1',
      TURNO_UPDATE_URL: 'https://updates.turno.app',
      GITHUB_REF_NAME: 'v1.2.0',
      WIN_CSC_LINK: 'a',
      WIN_CSC_KEY_PASSWORD: 'b',
      CSC_LINK: 'a',
      CSC_KEY_PASSWORD: 'b',
      APPLE_API_KEY: key,
      APPLE_API_KEY_ID: 'c',
      APPLE_API_ISSUER: 'd',
    }
    expect(releaseConfig({}, 'win32', '1.2.0')).toEqual({})
    for (const [system, forceCodeSigning] of [
      ['win32', true],
      ['darwin', true],
      ['linux', false],
    ] as const)
      expect(releaseConfig(good, system, '1.2.0')).toEqual({ forceCodeSigning })
    const wrong =
      (change: object, system = 'darwin') =>
      () =>
        releaseConfig({ ...good, ...change }, system, '1.2.0')
    expect(wrong({ WIN_CSC_LINK: '' }, 'win32')).toThrow('WIN_CSC_LINK')
    expect(wrong({ CSC_LINK: '' })).toThrow('CSC_LINK')
    expect(wrong({ APPLE_API_KEY: 'the text of the key' })).toThrow('path')
    expect(wrong({ GITHUB_REF_NAME: 'v1.1.0' })).toThrow('v1.2.0')
    for (const url of [undefined, '', 'http://updates.turno.app', 'https://updates.invalid/turno'])
      expect(wrong({ TURNO_UPDATE_URL: url })).toThrow('TURNO_UPDATE_URL')
  })

  it('hands keys to the step that packages alone, each system’s own, and none that is empty', () => {
    const workflow = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8')
    const steps = workflow.split(/\n {6}- /)
    expect(steps.filter(step => step.includes('secrets.'))).toHaveLength(1)
    const [signing = ''] = steps.filter(step => step.includes('secrets.'))
    expect(signing).toContain('npm run package')
    // An empty variable is taken for the path of a certificate.
    expect(signing).toMatch(/\[ -z "\$\{!\w+\}" \]/)
    expect(signing).toMatch(/APPLE_API_KEY="\$RUNNER_TEMP\/key\.p8"/)
    expect(workflow).toMatch(/^permissions:\n {2}contents: read$/m)
  })

  it('runs actions by their commit: a tag can be moved to another one', () => {
    const folder = join(root, '.github/workflows')
    const used = readdirSync(folder).flatMap(file =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter(line => line.includes('uses:')),
    )
    expect(used.filter(line => !/@[0-9a-f]{40} # v\d/.test(line))).toEqual([])
  })

  it.each([
    ['deb', 'turno'],
    ['rpm', 'turno'],
    ['appImage', 'AppRun'],
  ] as const)('offers actions in the launcher that lead somewhere: %s', (kind, starts) => {
    const actions = Object.values(config[kind]?.desktop?.desktopActions ?? {}) as Record<string, string>[]
    expect(actions).toHaveLength(3)
    for (const action of actions) {
      const [program, link] = String(action.Exec).split(' ')
      expect(program).toBe(starts)
      expect(pathOfLink(String(link))).not.toBeNull()
      expect(Object.keys(action).sort()).toEqual(['Exec', 'Name', 'Name[en]', 'Name[es]'])
    }
  })
})

describe('what is packed', () => {
  const good = {
    inside: [
      'package.json',
      'out/main/index.js',
      'out/preload/console.cjs',
      'out/renderer/index.html',
      'out/server/document-thread.js',
      'out/server/index.js',
      'out/server/sheet-thread.js',
      'out/server/voice-thread.js',
      'out/server/web-thread.js',
    ],
    beside: [
      'config.json',
      'THIRD-PARTY-LICENSES.txt',
      'icons/app.png',
      'sounds/bell.wav',
      'app-update.yml',
      'x/y.node',
    ],
    fuses: FUSES,
  }
  it('is refused when it holds what is on no list, lacks something, or has another fuse', () => {
    expect(problemsOf(good)).toEqual([])
    for (const file of [
      'out/stand-in/register.js',
      'tests/a.ts',
      'out/main/index.js.map',
      '.env',
      'node_modules/antd/a.js',
      'node_modules/@libsql/linux-x64-musl/index.node',
      'node_modules/@libsql/hrana-client/lib-esm/index.js',
    ])
      expect(problemsOf({ ...good, inside: [...good.inside, file] }).join()).toContain(file)
    expect(problemsOf({ ...good, inside: good.inside.slice(1, 3) })).toHaveLength(6)
    expect(problemsOf({ ...good, beside: [] }).join()).toContain('THIRD-PARTY-LICENSES.txt')
    expect(problemsOf({ ...good, fuses: { ...FUSES, RunAsNode: true } })).toEqual([
      'fuse RunAsNode is true, wanted false',
    ])
    expect(problemsOf({ ...good, fuses: { ...FUSES, 'fuse 9': true } })).toHaveLength(1)
    expect(problemsOf({ ...good, update: 'url: https://x.invalid/turno/linux-x64\n' })).toEqual([])
    expect(problemsOf({ ...good, update: 'url: https://x.invalid/turno\n' })).toHaveLength(1)
    expect(problemsOf({ ...good, languages: ['en-US.pak', 'es.pak', 'pt-BR.pak'] })).toEqual([])
    expect(problemsOf({ ...good, languages: ['en-US.pak', 'de.pak'] })).toEqual([
      'de.pak is a language Turno does not have',
    ])
    const entry = '[Desktop Entry]\nExec=AppRun %U\n[Desktop Action T]\nExec=AppRun turno://tickets\n'
    expect(problemsOf({ ...good, entries: { AppImage: entry } })).toEqual([])
    for (const wrong of [
      entry.replace('AppRun turno', 'turno turno'),
      entry.replace('%U', '--no-sandbox %U'),
    ])
      expect(problemsOf({ ...good, entries: { AppImage: wrong } })).toHaveLength(1)
    expect(problemsOf({ ...good, languages: [] })).toEqual(['Chromium has no language'])
  })

  it('is what main and server import, and what that needs in turn', () => {
    expect(packageOf('drizzle-orm/libsql')).toBe('drizzle-orm')
    expect(packageOf('@libsql/client')).toBe('@libsql/client')
    const put = (path: string, text: string) => {
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    put(
      'out/index.js',
      'import { a } from "one";import("@two/b/c");import(`three`);import x from "node:fs";import "electron"\nconst from = "from \'text\'"',
    )
    put(
      'node_modules/one/package.json',
      '{"dependencies":{"deep":"1"},"optionalDependencies":{"absent":"1"}}',
    )
    put('node_modules/one/node_modules/deep/package.json', '{}')
    put('node_modules/@two/b/package.json', '{}')
    const imported = importedPackages([join(folder, 'out')])
    expect([...imported].filter(name => name !== 'text').sort()).toEqual(['@two/b', 'one', 'three'])
    expect([...neededPackages(folder, ['one', '@two/b'])].sort()).toEqual(['@two/b', 'deep', 'one'])
    expect(() => neededPackages(folder, ['nobody'])).toThrow('nobody')
  })

  it('is not packed for a processor whose native module is not there', async () => {
    const context = (electronPlatformName: string, arch: number) => ({
      electronPlatformName,
      arch,
      packager: { projectDir: folder },
    })
    expect(nativePackage('linux', 'arm64')).toBe('@libsql/linux-arm64-gnu')
    mkdirSync(join(folder, 'node_modules/@libsql/darwin-arm64'), { recursive: true })
    await expect(beforePack(context('darwin', 3))).resolves.toBe('libsql')
    await expect(beforePack(context('darwin', 1))).rejects.toThrow('@libsql/darwin-x64 is not installed')
    await expect(beforePack(context('win32', 1))).rejects.toThrow('@libsql/win32-x64-msvc is not installed')
  })

  it('says that Windows on ARM, which has no native module, stands on the SQLite of Electron’s Node', async () => {
    const said = vi.spyOn(console, 'log').mockImplementation(() => {})
    const context = { electronPlatformName: 'win32', arch: 3, packager: { projectDir: folder } }
    await expect(beforePack(context)).resolves.toBe('node')
    expect(said.mock.calls.join()).toContain('@libsql/win32-arm64-msvc does not exist')
  })
})

describe('the launch of what was packed', () => {
  const started = '[window] window shown {"kind":"console"}\n[workspace] workspace is up {"port":1}\n'
  const attempt = (log: string, rest = '') => {
    const dataDir = mkdtempSync(join(folder, 'launch-'))
    const script = `const fs = require('node:fs'); const at = process.env.TURNO_DATA + '/logs'
      fs.mkdirSync(at, { recursive: true }); fs.writeFileSync(at + '/main.log', ${JSON.stringify(log)}); ${rest}`
    return launch({ program: process.execPath, args: ['-e', script], dataDir, limitMs: 60_000, livesMs: 600 })
  }
  const stays = 'setInterval(() => {}, 1000)'

  it('counts only when window and workspace are there', async () => {
    await expect(attempt(started, stays)).resolves.toBeUndefined()
    // A start that failed waits in a dialog: the process lives on.
    await expect(attempt('start failed {"stage":"flow"}\n', stays)).rejects.toThrow(
      /window shown[\s\S]*start failed/,
    )
    await expect(attempt(started, 'setTimeout(() => process.exit(3), 300)')).rejects.toThrow(
      'ended by itself (3)',
    )
  })
})

describe('what is shipped of others', () => {
  it('stands in the notices with the whole text of its licence, copyleft included', () => {
    const target = join(folder, 'notices.txt')
    const listed = writeLicences(target)
    const notices = readFileSync(target, 'utf8')
    const entries = notices.split(/^={78}\n(?=\S+@\d)/m).slice(1)
    expect(entries).toHaveLength(listed)
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    for (const name of Object.keys(dependencies as object)) {
      const real = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
        name: string
      }
      expect(
        entries.some(entry => entry.startsWith(`${real.name}@`)),
        name,
      ).toBe(true)
    }
    // A licence that is only named is none.
    for (const entry of entries) expect(entry.length, entry.slice(0, 80)).toBeGreaterThan(400)
    const lame = entries.find(entry => entry.startsWith('@breezystack/lamejs@'))
    expect(lame).toContain('GNU LESSER GENERAL PUBLIC LICENSE')
    expect(lame).toContain('GNU GENERAL PUBLIC LICENSE')
    expect(lame).toContain('END OF TERMS AND CONDITIONS')
  })

  it('is nothing of what only a standalone server adds', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean }>
    }
    const added = /^node_modules\/(@whiskeysockets|libsignal|libopus-wasm|mpg123-decoder|sharp|@img)\b/
    const found = Object.entries(packages).filter(([path]) => added.test(path))
    expect(found.map(([path]) => path)).toEqual(
      expect.arrayContaining(['node_modules/@whiskeysockets/baileys', 'node_modules/libsignal']),
    )
    for (const [path, { dev }] of found) expect(dev, path).toBe(true)
    // Bundled, but in files of their own (tests/chaos/built-server.test.ts looks into them).
    const packed = readFileSync(join(root, 'electron-builder.yml'), 'utf8')
    for (const left of ['metrics,s3', 'postgres,database-lock,import', 'join,shared-work'])
      expect(packed).toContain(`"!out/server/{${left}}-*.js"`)
  })
})
