/** The end of the program with electron-updater's own classes: what is installed when it quits, and what is not. */
import { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import type { App, AutoUpdater, BrowserWindow } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../../../electron/main/log/log'
import { prepareQuit } from '../../../electron/main/quit'
import { createUpdates, type Updater } from '../../../electron/main/updates/updates'
import { endWithSession } from '../../../electron/main/windows/session-end'

const log = createLog(() => undefined)
// Not the package's main file: that one makes the updater of this system at once.
const { NsisUpdater } = createRequire(import.meta.url)('electron-updater/out/NsisUpdater.js')

/** Turno's end with an update downloaded, and what the updater then starts. */
function running() {
  const started: string[][] = []
  const app = Object.assign(new EventEmitter(), {
    exit: (code = 0) => void app.emit('quit', {}, code),
    quit() {
      app.emit('before-quit')
      app.emit('will-quit', { preventDefault: () => undefined })
    },
  })
  const updater = new NsisUpdater(
    { provider: 'generic', url: 'https://files.example/turno' },
    {
      version: '1.0.0',
      name: 'turno',
      isPackaged: true,
      onQuit: (handler: (code: number) => void) => app.on('quit', (_event, code) => handler(code)),
    },
  )
  updater.logger = null
  updater.spawnLog = async (program: string, args: string[]) => void started.push([program, ...args])
  const native = new EventEmitter()
  const updates = createUpdates({
    updater: updater as Updater,
    busy: () => false,
    end: {
      at: work => void app.on('quit', (_event, code) => work(code)),
      now() {
        native.emit('before-quit-for-update')
        app.quit()
      },
    },
    log,
  })
  /** What is left of a download once it is there (BaseUpdater.executeDownload). */
  const downloaded = (): void => {
    updater.downloadedUpdateHelper = {
      file: 'C:\\cache\\turno-1.1.0.exe',
      packageFile: null,
      downloadedFileInfo: { isAdminRightsRequired: false },
    }
    updater.addQuitHandler()
    updater.emit('update-downloaded', { version: '1.1.0' })
  }
  const quit = prepareQuit(app as unknown as App, native as unknown as AutoUpdater, log)
  quit.atEnd('updates', () => updates.stop())
  const window = new EventEmitter()
  endWithSession(window as unknown as BrowserWindow, {
    save: () => undefined,
    quit: app.quit,
    holdInstall: updates.hold,
  })
  return {
    app,
    window,
    started,
    updates,
    downloaded,
    ended: new Promise<void>(resolve => app.on('quit', () => resolve())),
  }
}

describe('an update that lies ready', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('is installed when the person ends the program', async () => {
    const { app, started, downloaded, ended } = running()
    downloaded()
    app.quit()
    await ended
    expect(started).toEqual([['C:\\cache\\turno-1.1.0.exe', '--updated', '/S']])
  })

  it('is installed silently by a restart, once everything has ended', async () => {
    const { started, updates, downloaded, ended } = running()
    downloaded()
    await updates.install()
    expect(started).toEqual([])
    await ended
    expect(started).toEqual([['C:\\cache\\turno-1.1.0.exe', '--updated', '/S', '--force-run']])
  })

  it('is not installed when Windows ends', async () => {
    const { window, started, downloaded, ended } = running()
    downloaded()
    window.emit('query-session-end', {})
    window.emit('session-end', {})
    await ended
    expect(started).toEqual([])
  })

  it('is not installed when Windows has asked, and the program is closed before it ends', async () => {
    const { app, window, started, downloaded, ended } = running()
    downloaded()
    window.emit('query-session-end', {})
    app.quit()
    await ended
    expect(started).toEqual([])
  })

  it('is installed again when another program refused the end', async () => {
    const { app, window, started, downloaded, ended } = running()
    window.emit('query-session-end', {})
    // Also one whose download ended meanwhile.
    downloaded()
    vi.advanceTimersByTime(15 * 60_000)
    app.quit()
    await ended
    expect(started).toHaveLength(1)
  })
})
