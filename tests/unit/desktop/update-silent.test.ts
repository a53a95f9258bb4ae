/** Restarting into a new version on Windows, with the real updater: only what starts its installer is stood in for. */
import { NsisUpdater } from 'electron-updater'
import { afterEach, expect, it, vi } from 'vitest'
import { createLog } from '../../../electron/main/log/log'
import { createUpdates, type Updater } from '../../../electron/main/updates/updates'

afterEach(() => void vi.useRealTimers())

it('asks nothing of the person: the installer runs silently and starts the new version', async () => {
  const adapter = {
    version: '1.0.0',
    name: 'turno',
    isPackaged: true,
    appUpdateConfigPath: '',
    userDataPath: '',
    baseCachePath: '',
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  }
  const updater = new NsisUpdater({ provider: 'generic', url: 'https://updates.invalid' }, adapter)
  updater.logger = null
  const started = vi.fn(async () => true)
  Object.assign(updater, {
    spawnLog: started,
    downloadedUpdateHelper: { file: 'C:\\turno-1.1.0.exe', packageFile: null, downloadedFileInfo: {} },
  })
  const updates = createUpdates({
    updater: updater as unknown as Updater,
    busy: () => false,
    log: createLog(() => undefined),
  })
  // The end of the program, which the updater leaves for after this turn.
  vi.useFakeTimers({ toFake: ['setImmediate'] })
  updater.emit('update-downloaded', { version: '1.1.0' } as never)
  await updates.install()
  expect(started).toHaveBeenCalledWith('C:\\turno-1.1.0.exe', ['--updated', '/S', '--force-run'])
  updates.stop()
})
