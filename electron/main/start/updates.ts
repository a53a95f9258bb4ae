/** Updates in the life of the app; only an installed program updates itself. */
import { app, autoUpdater } from 'electron'
import type { Environment } from '../environment'
import type { Ipc } from '../ipc/ipc'
import type { Log } from '../log/log'
import type { Microphone } from '../microphone/microphone'
import type { Network } from '../network/network'
import type { Quit } from '../quit'
import { relaunch } from '../system/relaunch'
import { type CancelledUpdater, followCancel } from '../updates/cancel'
import { installedHere, updatesItself } from '../updates/installed'
import { followProxy } from '../updates/proxy'
import { feedOf, readUpdateSettings } from '../updates/settings'
import { createUpdates, type Updater, type Updates, wouldInterrupt } from '../updates/updates'
import type { Sync } from './sync'

const NONE = { updater: null, managed: false }

async function installedUpdater(
  env: Environment,
  network: Network,
  log: Log,
): Promise<{ updater: Updater | null; managed: boolean }> {
  if (!app.isPackaged) return NONE
  const settings = readUpdateSettings(env.configPlaces, log)
  if (!settings.enabled) return NONE
  if (!updatesItself(installedHere())) {
    log.info('new versions are brought by the administrator')
    return { updater: null, managed: true }
  }
  const { AppImageUpdater, MacUpdater, NsisUpdater } = (await import('electron-updater')).default
  const Own = { win32: NsisUpdater, darwin: MacUpdater }[process.platform as string] ?? AppImageUpdater
  const own = new Own()
  followProxy(own, network.signIn)
  followCancel(own as unknown as CancelledUpdater)
  own.logger = null
  own.channel = settings.channel
  // The channel may only ever lead forwards; setting it would allow going back.
  own.allowDowngrade = false
  own.autoDownload = true
  own.autoInstallOnAppQuit = true
  if (settings.url)
    own.setFeedURL({
      provider: 'generic',
      url: feedOf(settings.url, process.platform, process.arch),
      channel: settings.channel,
    })
  return { updater: own as unknown as Updater, managed: false }
}

export async function openUpdates(deps: {
  env: Environment
  network: Network
  sync: Sync
  microphone: Microphone
  ipc: Ipc
  quit: Quit
  log: Log
}): Promise<Updates> {
  const { local } = deps.sync
  const log = deps.log.child('updates')
  const updates = createUpdates({
    ...(await installedUpdater(deps.env, deps.network, log).catch(error => {
      log.error('the updater did not load', { error })
      return NONE
    })),
    ...(process.platform === 'linux'
      ? {
          relaunch: (file: string | null) => relaunch(app, file),
        }
      : {}),
    ...(process.platform === 'win32'
      ? {
          end: {
            at: (work: (code: number) => void) => void app.on('quit', (_event, code) => work(code)),
            now() {
              autoUpdater.emit('before-quit-for-update')
              app.quit()
            },
          },
        }
      : {}),
    busy: () => wouldInterrupt(deps.microphone.isBusy(), local.outbox.list()),
    log,
  })
  updates.onChange(state => deps.ipc.broadcast('updatesChanged', state))
  deps.quit.atEnd('updates', () => updates.stop())
  return updates
}
