/** Updates in the life of the app; only an installed program updates itself. */
import { app } from 'electron'
import type { Environment } from '../environment'
import type { Ipc } from '../ipc/ipc'
import type { Log } from '../log/log'
import type { Microphone } from '../microphone/microphone'
import type { Network } from '../network/network'
import type { Quit } from '../quit'
import { followProxy } from '../updates/proxy'
import { feedOf, readUpdateSettings } from '../updates/settings'
import { createUpdates, type Updater, type Updates } from '../updates/updates'
import type { Sync } from './sync'

async function installedUpdater(env: Environment, network: Network, log: Log): Promise<Updater | null> {
  if (!app.isPackaged) return null
  const settings = readUpdateSettings(env.configPlaces, log)
  if (!settings.enabled) return null
  const { autoUpdater } = (await import('electron-updater')).default
  followProxy(autoUpdater, network.signIn)
  autoUpdater.logger = null
  autoUpdater.channel = settings.channel
  // The channel may only ever lead forwards; setting it would allow going back.
  autoUpdater.allowDowngrade = false
  autoUpdater.autoDownload = true
  autoUpdater.autoInstallOnAppQuit = true
  if (settings.url)
    autoUpdater.setFeedURL({
      provider: 'generic',
      url: feedOf(settings.url, process.platform, process.arch),
      channel: settings.channel,
    })
  return autoUpdater as unknown as Updater
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
    updater: await installedUpdater(deps.env, deps.network, log).catch(error => {
      log.error('the updater did not load', { error })
      return null
    }),
    async busy() {
      if (deps.microphone.isBusy()) return true
      const unsent = local.outbox.list().some(entry => entry.state === 'queued' || entry.state === 'sending')
      return unsent || (await local.drafts.list()).length > 0
    },
    log,
  })
  updates.onChange(state => deps.ipc.broadcast('updatesChanged', state))
  deps.quit.atEnd('updates', () => updates.stop())
  return updates
}
