/** The microphone in the life of the app: ends with the session, keeps what was said when the computer sleeps. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { powerMonitor, shell, systemPreferences } from 'electron'
import type { Environment } from '../environment'
import type { Ipc } from '../ipc/ipc'
import type { Log } from '../log/log'
import { createMicrophone, type Microphone } from '../microphone/microphone'
import { openRecorderPage } from '../microphone/recorder-window'
import { systemAccess } from '../microphone/system-access'
import type { Quit } from '../quit'
import type { SettingsStore } from '../settings/settings'
import type { ServerSide } from './server-side'

export function openMicrophone(deps: {
  env: Environment
  ipc: Ipc
  server: ServerSide
  settings: SettingsStore
  quit: Quit
  log: Log
}): Microphone {
  const { env, ipc, settings, quit } = deps
  const log = deps.log.child('microphone')
  let page: ReturnType<typeof openRecorderPage> | null = null
  const microphone = createMicrophone({
    openPage: () => {
      page = openRecorderPage({ preload: join(env.root, 'out/preload/recorder.cjs'), ipc, log })
      return page
    },
    access: systemAccess(process.platform, systemPreferences),
    openExternal: url => shell.openExternal(url),
    deviceId: () => settings.preferences().microphone,
    autoGain: process.platform !== 'linux',
    newId: randomUUID,
    now: () => new Date(),
    onChange: state => ipc.broadcast('recorderChanged', state),
    onLevel: level => ipc.broadcast('recorderLevel', level),
    log,
  })
  ipc.onGone(windowId => microphone.dropWindow(windowId))
  deps.server.session.onEnding('windows', () => microphone.reset())
  powerMonitor.on('suspend', () => microphone.settle())
  powerMonitor.on('lock-screen', () => microphone.settle())
  quit.atEnd('microphone', () => microphone.reset())
  return {
    ...microphone,
    report(windowId, report) {
      if (report.kind === 'ready' && page?.id === windowId) page.ready()
      microphone.report(windowId, report)
    },
  }
}
