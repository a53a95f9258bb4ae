/**
 * The microphone in the life of the app: it ends with the session; what was said is kept when the computer sleeps, the
 * window goes to rest, or Turno ends.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { app, powerMonitor, shell, systemPreferences } from 'electron'
import { AUDIO_KBPS, type RecorderState, VOICE_MIME } from '../../../src/contract'
import type { Environment } from '../environment'
import type { Ipc } from '../ipc/ipc'
import type { Log } from '../log/log'
import { keepInDrafts } from '../microphone/keep'
import { createMicrophone, type Microphone } from '../microphone/microphone'
import { openRecorderPage } from '../microphone/recorder-window'
import { systemAccess } from '../microphone/system-access'
import type { Quit } from '../quit'
import type { SettingsStore } from '../settings/settings'
import type { Flow } from './flow'
import type { ServerSide } from './server-side'

/** How long the end of Turno waits for a recording to be completed. */
const QUIT_WAIT_MS = 5_000

/** Length of so many bytes at the constant rate recordings are made with. */
const secondsOf = (bytes: number): number => (bytes * 8) / (AUDIO_KBPS * 1_000)

export function openMicrophone(deps: {
  env: Environment
  ipc: Ipc
  server: ServerSide
  flow: Flow
  settings: SettingsStore
  quit: Quit
  log: Log
}): Microphone {
  const { env, ipc, settings, quit } = deps
  const log = deps.log.child('microphone')
  let page: ReturnType<typeof openRecorderPage> | null = null
  let ending = false
  let whenDone: (() => void) | null = null
  const changed = (state: RecorderState): void => {
    // At the end main keeps the recording itself: a window that took it over now might be closed before it has saved it.
    ipc.broadcast('recorderChanged', ending ? { ...state, finished: [] } : state)
    if (state.phase === 'idle' || state.phase === 'failed') whenDone?.()
  }
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
    async rescue(name, parts) {
      const size = parts.reduce((sum, part) => sum + part.byteLength, 0)
      const kept = await deps.flow.local.attachments.receive({
        name,
        mime: VOICE_MIME,
        bytes: Readable.from(parts),
        declared: size,
      })
      return { id: kept.id, name: kept.name, mime: kept.mime, size, duration: secondsOf(size) }
    },
    onChange: changed,
    onLevel: level => ipc.broadcast('recorderLevel', level),
    log,
  })
  ipc.onGone(windowId => microphone.dropWindow(windowId))
  deps.server.session.onEnding('windows', () => microphone.reset())
  powerMonitor.on('suspend', () => microphone.settle())
  powerMonitor.on('lock-screen', () => microphone.settle())
  // A window that goes to rest in the tray cannot show that it listens.
  app.on('browser-window-created', (_event, window) => {
    const { id } = window.webContents
    window.on('hide', () => microphone.dropWindow(id))
  })

  app.on('before-quit', event => {
    if (ending || !microphone.isBusy()) return
    event.preventDefault()
    ending = true
    const done = new Promise<void>(resolve => {
      whenDone = resolve
      setTimeout(resolve, QUIT_WAIT_MS)
    })
    microphone.settle()
    void done.then(() => app.quit())
  })
  quit.atEnd('microphone', async () => {
    const { finished } = microphone.state()
    await keepInDrafts(finished, deps.flow.local.drafts, () => new Date())
    microphone.reset()
  })
  return {
    ...microphone,
    report(windowId, report) {
      if (report.kind === 'ready' && page?.id === windowId) page.ready()
      microphone.report(windowId, report)
    },
  }
}
