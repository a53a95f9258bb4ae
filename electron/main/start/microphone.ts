/**
 * The microphone: it ends with the session; what was recorded is kept when the computer sleeps, the
 * window goes to the tray, or Turno ends.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { app, powerMonitor, shell, systemPreferences } from 'electron'
import {
  AUDIO_KBPS,
  AUDIO_MIN_BYTES,
  type FinishedTake,
  type RecordedFile,
  type RecorderState,
  VOICE_MIME,
} from '../../../src/contract'
import { keepInDrafts } from '../microphone/keep'
import { createMicrophone } from '../microphone/microphone'
import { openRecorderPage } from '../microphone/recorder-window'
import { createSpool } from '../microphone/spool'
import { systemAccess } from '../microphone/system-access'
import { part } from './parts'

/** How long the end of Turno waits for a recording to be completed; what is encoded by then is offered at the next start. */
const QUIT_WAIT_MS = 10_000

/** Length of so many bytes at the constant rate recordings are made with. */
const secondsOf = (bytes: number): number => (bytes * 8) / (AUDIO_KBPS * 1_000)

export const microphone = part(
  'microphone',
  ['env', 'ipc', 'server', 'sync', 'settings', 'log'],
  (needs, atEnd) => {
    const { env, ipc, settings } = needs
    const { local } = needs.sync
    const { session } = needs.server
    const log = needs.log.child('microphone')
    const spool = createSpool({ dataDir: env.dataDir, log })
    const rescue = async (name: string, parts: readonly Uint8Array[]): Promise<RecordedFile> => {
      const size = parts.reduce((sum, part) => sum + part.byteLength, 0)
      const bytes = Readable.from(parts)
      const kept = await local.attachments.receive({ name, mime: VOICE_MIME, bytes, declared: size })
      return { id: kept.id, name: kept.name, mime: kept.mime, size, duration: secondsOf(size) }
    }
    let page: ReturnType<typeof openRecorderPage> | null = null
    let ending = false
    let whenDone: (() => void) | null = null
    const changed = (state: RecorderState): void => {
      // At the end main keeps the recording itself: a window that took it over now might be closed before it has saved it.
      ipc.broadcast('recorderChanged', ending ? { ...state, finished: [] } : state)
      if (state.phase === 'idle' || state.phase === 'failed') whenDone?.()
    }
    const recorder = createMicrophone({
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
      rescue,
      spool: {
        ...spool,
        begin(takeId, ticketId, name) {
          const scope = local.scope()
          if (scope !== null) spool.begin(takeId, { scope, ticketId, name })
        },
      },
      onChange: changed,
      onLevel: level => ipc.broadcast('recorderLevel', level),
      log,
    })
    ipc.onGone(windowId => recorder.dropWindow(windowId))
    session.onEnding('windows', reason => {
      const scope = local.scope()
      recorder.reset(reason !== 'signedOut')
      if (reason === 'signedOut' && scope !== null) spool.erase(scope)
    })
    /** What an earlier run, or a session that ended by itself, left on the disk for whoever is signed in now. */
    const offerLeft = async (): Promise<void> => {
      await local.settled()
      const scope = local.scope()
      if (scope === null) return
      const found: FinishedTake[] = []
      for (const { takeId, ticketId, name, bytes } of spool.left(scope)) {
        if (bytes.byteLength < AUDIO_MIN_BYTES) spool.drop(takeId)
        else found.push({ takeId, ticketId, file: await rescue(name, [bytes]), end: 'broken' })
      }
      if (local.scope() !== scope) return spool.suspend()
      if (found.length > 0)
        log.warn('recordings of an earlier run are offered again', { count: found.length })
      recorder.adopt(found)
    }
    session.onChange(({ status }) => {
      if (status === 'signedIn')
        offerLeft().catch(error => log.error('what was left of a recording could not be offered', { error }))
    })
    powerMonitor.on('suspend', () => recorder.settle())
    powerMonitor.on('lock-screen', () => recorder.settle())
    // A window that goes to the tray cannot show that it listens.
    app.on('browser-window-created', (_event, window) => {
      const { id } = window.webContents
      window.on('hide', () => recorder.dropWindow(id))
    })

    app.on('before-quit', event => {
      // Somebody asks the person first: it is no end yet, and may be none.
      if (event.defaultPrevented || ending || !recorder.isBusy()) return
      event.preventDefault()
      ending = true
      const done = new Promise<void>(resolve => {
        whenDone = resolve
        setTimeout(resolve, QUIT_WAIT_MS)
      })
      recorder.settle()
      void done.then(() => app.quit())
    })
    atEnd(async () => {
      const { finished } = recorder.state()
      await keepInDrafts(finished, local.drafts, () => new Date())
      for (const { takeId } of finished) spool.drop(takeId)
      recorder.reset(true)
    })
    return {
      ...recorder,
      report(windowId, report) {
        if (report.kind === 'ready' && page?.id === windowId) page.ready()
        recorder.report(windowId, report)
      },
    }
  },
)
