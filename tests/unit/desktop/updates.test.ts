import { EventEmitter } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../../../electron/main/log/log'
import { updatesItself } from '../../../electron/main/updates/installed'
import { feedOf, readUpdateSettings } from '../../../electron/main/updates/settings'
import { createUpdates, type Updater, wouldInterrupt } from '../../../electron/main/updates/updates'

const log = createLog(() => undefined)

class Fake extends EventEmitter {
  autoInstallOnAppQuit = true
  autoRunAppAfterInstall = true
  installs = 0
  /** How the last one was asked for: silently, and whether the new version begins. */
  asked: boolean[] = []
  failing: Error | null = null
  /** Downloads that were ended. */
  cancelled = 0
  checkForUpdates = async () => {
    if (this.failing) throw this.failing
    this.emit('update-available', { version: '1.2.0' })
    let end = (_error: Error) => {}
    const downloadPromise = new Promise<never>((_resolve, reject) => {
      end = reject
    })
    const cancel = () => {
      this.cancelled++
      end(new Error('cancelled'))
    }
    return { cancellationToken: { cancel }, downloadPromise }
  }
  quitAndInstall = (...asked: boolean[]) => {
    this.installs++
    this.asked = asked
  }
}
const desk = () => {
  const fake = new Fake()
  let busy = false
  const updates = createUpdates({
    updater: fake as unknown as Updater,
    busy: () => busy,
    now: () => new Date('2026-03-02T12:00:00.000Z'),
    log,
  })
  return {
    fake,
    updates,
    setBusy: (next: boolean) => {
      busy = next
    },
  }
}
afterEach(() => void vi.useRealTimers())
const settled = () => new Promise(resolve => setImmediate(resolve))

describe('updates', () => {
  it('are off where Turno does not update itself', async () => {
    const updates = createUpdates({ updater: null, busy: () => false, log })
    expect((await updates.check()).status).toBe('off')
    const managed = createUpdates({ updater: null, managed: true, busy: () => false, log })
    expect((await managed.check()).status).toBe('administrator')
    await expect(updates.install()).rejects.toThrow()
  })

  it('go from a check over the download to ready, and ask nothing of the person then', async () => {
    const { fake, updates } = desk()
    const seen: string[] = []
    updates.onChange(state => seen.push(state.status))
    fake.emit('checking-for-update')
    fake.emit('update-available', { version: '1.2.0' })
    fake.emit('download-progress', { percent: 40 })
    expect(updates.state()).toMatchObject({ status: 'downloading', version: '1.2.0', progress: 0.4 })
    fake.emit('update-downloaded', { version: '1.2.0' })
    await settled()
    expect(updates.state()).toMatchObject({ status: 'ready', version: '1.2.0', progress: null })
    expect(seen[0]).toBe('checking')
    await updates.install()
    expect([fake.installs, fake.asked]).toEqual([1, [true, true]])
    updates.stop()
  })

  it('never interrupt a recording or a message that is leaving', async () => {
    const { fake, updates, setBusy } = desk()
    setBusy(true)
    fake.emit('update-downloaded', { version: '1.2.0' })
    await settled()
    expect(updates.state().status).toBe('waiting')
    await expect(updates.install()).rejects.toThrow(/recording/)
    expect(fake.installs).toBe(0)
    setBusy(false)
    await updates.install()
    expect(fake.installs).toBe(1)
    updates.stop()
  })

  it('are kept waiting by a recording and by what is leaving, not by what is kept on the disk', () => {
    expect(wouldInterrupt(false, [{ state: 'queued' }, { state: 'failed' }, { state: 'sent' }])).toBe(false)
    expect(wouldInterrupt(false, [{ state: 'sending' }])).toBe(true)
    expect(wouldInterrupt(true, [])).toBe(true)
  })

  it('of an AppImage start the new file when the old run has ended, and nothing when it could not be put in', async () => {
    const started: (string | null)[] = []
    const ready = async (putIn: (fake: Fake) => void) => {
      const fake = new Fake()
      fake.quitAndInstall = () => putIn(fake)
      const updates = createUpdates({
        updater: fake as unknown as Updater,
        busy: () => false,
        relaunch: file => started.push(file),
        log,
      })
      fake.emit('update-downloaded', { version: '1.2.0' })
      await updates.install()
      expect(fake.autoRunAppAfterInstall).toBe(false)
      return updates.state().status
    }
    await ready(fake => fake.emit('appimage-filename-updated', '/home/ana/turno-1.2.0.AppImage'))
    await ready(() => undefined)
    expect(await ready(fake => fake.emit('error', new Error('EACCES')))).toBe('failed')
    expect(started).toEqual(['/home/ana/turno-1.2.0.AppImage', null])
  })

  it('tell where the program lies now, also after everything else has ended', () => {
    const { fake, updates } = desk()
    const moved: string[] = []
    updates.onMoved(file => moved.push(file))
    updates.stop()
    fake.emit('appimage-filename-updated', '/home/ana/turno-1.2.0.AppImage')
    expect(moved).toEqual(['/home/ana/turno-1.2.0.AppImage'])
  })

  it('end a download in which nothing moves for five minutes, say so, and take it again when asked', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { fake, updates } = desk()
    await updates.check()
    expect(updates.state()).toMatchObject({ status: 'downloading', version: '1.2.0' })
    vi.advanceTimersByTime(4 * 60_000)
    fake.emit('download-progress', { percent: 40 })
    vi.advanceTimersByTime(4 * 60_000)
    // The same figure again is no movement.
    fake.emit('download-progress', { percent: 40 })
    expect(updates.state()).toMatchObject({ status: 'downloading', progress: 0.4 })
    vi.advanceTimersByTime(60_000)
    expect(updates.state()).toMatchObject({ status: 'stalled', version: '1.2.0', progress: null })
    expect(fake.cancelled).toBe(1)
    expect(await updates.check()).toMatchObject({ status: 'downloading', progress: 0 })
    fake.emit('update-downloaded', { version: '1.2.0' })
    vi.advanceTimersByTime(60 * 60_000)
    expect(updates.state().status).toBe('ready')
    expect(fake.cancelled).toBe(1)
    updates.stop()
  })

  it('show why they failed, and recover', async () => {
    const { fake, updates } = desk()
    fake.failing = new Error('net::ERR_CERT_AUTHORITY_INVALID')
    expect(await updates.check()).toMatchObject({
      status: 'failed',
      failure: 'net::ERR_CERT_AUTHORITY_INVALID',
    })
    fake.failing = null
    fake.emit('update-not-available')
    expect(updates.state()).toMatchObject({
      status: 'idle',
      failure: null,
      checkedAt: '2026-03-02T12:00:00.000Z',
    })
    updates.stop()
  })
})

describe('the configuration of updates', () => {
  const read = (user: unknown, shipped: unknown = { server: null }) => {
    const folder = mkdtempSync(join(tmpdir(), 'turno-updates-'))
    const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value))
    if (user !== undefined) write('user.json', user)
    write('shipped.json', shipped)
    return readUpdateSettings(
      {
        explicitFile: undefined,
        userFile: join(folder, 'user.json'),
        shippedFile: join(folder, 'shipped.json'),
      },
      log,
    )
  }
  it('names channel and place, the user’s file before the shipped one', () => {
    expect(read(undefined)).toEqual({ enabled: true, channel: 'latest' })
    expect(read({ updates: { channel: 'beta' } }, { updates: { enabled: false } })).toMatchObject({
      enabled: true,
      channel: 'beta',
    })
    expect(read({ server: null }, { updates: { enabled: false } }).enabled).toBe(false)
  })
  it.each([{ channel: 'nightly' }, { url: 'http://files.example/turno' }, { chanel: 'beta' }])(
    'switches updates off rather than guess: %j',
    updates => expect(read({ updates }).enabled).toBe(false),
  )
})

describe('who brings new versions', () => {
  it('on macOS asks for the bundle and the folder it lies in, as the system does', () => {
    const asked: string[] = []
    const mayChange = (folder: string) => asked.push(folder) > 0
    const execPath = '/Applications/Turno.app/Contents/MacOS/Turno'
    updatesItself({ platform: 'darwin', execPath, env: {}, filesIn: () => [], mayChange })
    expect(asked).toEqual(['/Applications/Turno.app', '/Applications'])
  })

  const where = (
    platform: NodeJS.Platform,
    execPath: string,
    { files = [], may = true, env = {} }: { files?: string[]; may?: boolean; env?: NodeJS.ProcessEnv } = {},
  ) => updatesItself({ platform, execPath, env, filesIn: () => files, mayChange: () => may })
  const UNINSTALLER = ['turno.exe', 'Uninstall Turno.exe']
  const image = { APPIMAGE: '/home/ana/turno-1.0.0.AppImage', APPDIR: '/tmp/.mount_turnoX' }

  it.each([
    [
      'NSIS for one person',
      'win32',
      'C:\\Users\\ana\\Programs\\Turno\\turno.exe',
      { files: UNINSTALLER },
      true,
    ],
    [
      'NSIS for everybody',
      'win32',
      'C:\\Program Files\\Turno\\turno.exe',
      { files: UNINSTALLER, may: false },
      false,
    ],
    ['MSI', 'win32', 'C:\\Program Files\\Turno\\turno.exe', { files: ['turno.exe'] }, false],
    ['macOS', 'darwin', '/Applications/Turno.app/Contents/MacOS/Turno', {}, true],
    [
      'macOS, no administrator',
      'darwin',
      '/Applications/Turno.app/Contents/MacOS/Turno',
      { may: false },
      false,
    ],
    ['deb and rpm', 'linux', '/opt/Turno/turno', {}, false],
    ['AppImage', 'linux', '/tmp/.mount_turnoX/turno', { env: image }, true],
    ['AppImage of the machine', 'linux', '/tmp/.mount_turnoX/turno', { env: image, may: false }, false],
    ['deb, started by an AppImage', 'linux', '/opt/Turno/turno', { env: image }, false],
  ] as const)('%s', (_what, platform, execPath, facts, own) => {
    expect(where(platform, execPath, { ...facts, files: 'files' in facts ? [...facts.files] : [] })).toBe(own)
  })
})

it('updates of each system and processor have a folder of their own', () => {
  const all = (['win32', 'darwin', 'linux'] as const).flatMap(system =>
    ['x64', 'arm64'].map(arch => feedOf('https://files.example/turno/', system, arch)),
  )
  expect(new Set(all).size).toBe(6)
  expect(all[0]).toBe('https://files.example/turno/win-x64')
})
