/** Starts updates; only an installed program updates itself. */
import { app, autoUpdater } from 'electron'
import type { Environment } from '../environment'
import type { Log } from '../log/log'
import type { Network } from '../network/network'
import { relaunch } from '../system/relaunch'
import { type CancelledUpdater, followCancel } from '../updates/cancel'
import { installedHere, updatesItself } from '../updates/installed'
import { followProxy } from '../updates/proxy'
import { feedOf, readUpdateSettings } from '../updates/settings'
import { createUpdates, type Updater, wouldInterrupt } from '../updates/updates'
import { part } from './parts'

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

export const updates = part(
  'updates',
  ['env', 'network', 'sync', 'microphone', 'ipc', 'log'],
  async (needs, atEnd) => {
    const { env, network, sync, microphone, ipc } = needs
    const log = needs.log.child('updates')
    const updating = createUpdates({
      ...(await installedUpdater(env, network, log).catch(error => {
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
      busy: () => wouldInterrupt(microphone.isBusy(), sync.local.outbox.list()),
      log,
    })
    updating.onChange(state => ipc.broadcast('updatesChanged', state))
    atEnd(() => updating.stop())
    return updating
  },
)
