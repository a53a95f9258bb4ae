/** What main is made of beyond its first steps, in the order of the start; read while the server of this computer starts. */
import { dialog } from 'electron'
import { askAboutUnsent } from '../boot-dialogs'
import { openIpc } from '../ipc/open'
import { textsFor } from '../texts'
import { windows } from './console'
import { consoleHandle } from './console-handle'
import { downloads } from './downloads'
import { microphone } from './microphone'
import { notifications } from './notifications'
import { pairing } from './pairing'
import { part } from './parts'
import { second } from './second-windows'
import { server } from './server-access'
import { settings } from './settings'
import { shortcut } from './shortcut'
import { spelling } from './spelling'
import { bridge, gateway } from './surface'
import { sync } from './sync'
import { updates } from './updates'

/** How long the end waits for messages that may still be taken back, milliseconds: else they would wait for the next start. */
const FLUSH_MS = 2_000

const ipc = part('ipc', ['log'], ({ log }) => openIpc(log.child('ipc')))

const trayHost = part('trayHost', ['askedTrayHost'], async ({ askedTrayHost }, atEnd) => {
  const host = await askedTrayHost
  atEnd(() => host.stop())
  return host
})

/** Begins the work with the server once all the rest is there, and is the first to end, with all the rest still there. */
const work = part('work', ['ipc', 'sync', 'settings', 'quit'], ({ ipc, sync, settings, quit }, atEnd) => {
  const { outbox } = sync.local
  atEnd(() => ipc.dispose())
  atEnd(() => outbox.flushHeldMessages(FLUSH_MS), FLUSH_MS + 500)
  quit.askFirst(() => askAboutUnsent(outbox, dialog, textsFor(settings.preferences().language)))
  sync.socket.start()
})

export const PARTS = [
  settings,
  server,
  ipc,
  sync,
  trayHost,
  microphone,
  consoleHandle,
  second,
  notifications,
  updates,
  gateway,
  downloads,
  spelling,
  pairing,
  shortcut,
  bridge,
  windows,
  work,
]
