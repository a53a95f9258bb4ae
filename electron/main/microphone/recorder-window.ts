/** The hidden page that records: sandboxed like every other, never shown, its own preload. */
import { BrowserWindow } from 'electron'
import type { MicrophoneOrder } from '../../../src/contract'
import { APP_ORIGIN } from '../gateway/guard'
import type { Ipc } from '../ipc/ipc'
import type { Log } from '../log/log'
import type { RecorderPage } from './microphone'

const RECORDER_PATH = '/recorder.html'

/**
 * @param preload absolute path of out/preload/recorder.cjs.
 * @returns the page, and `ready` to call when it reports that it listens.
 */
export function openRecorderPage(deps: {
  preload: string
  ipc: Ipc
  log: Log
}): RecorderPage & { ready(): void } {
  const { ipc, log } = deps
  const window = new BrowserWindow({
    width: 240,
    height: 160,
    show: false,
    // Never on a task bar, never in the way of the keyboard: nobody is meant to find it.
    skipTaskbar: true,
    focusable: false,
    title: 'Turno',
    webPreferences: {
      preload: deps.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      // A hidden page must record as well as a visible one.
      backgroundThrottling: false,
      autoplayPolicy: 'no-user-gesture-required',
    },
  })
  const { id } = window.webContents
  let waiting: MicrophoneOrder[] | null = []
  const close = (): void => {
    if (!window.isDestroyed()) window.destroy()
  }
  ipc.register(window.webContents, 'recorder')
  window.webContents.on('render-process-gone', (_event, details) => {
    log.error('the recorder ended', { why: details.reason })
    close()
  })
  window.loadURL(`${APP_ORIGIN}${RECORDER_PATH}`).catch(error => {
    if (!window.isDestroyed()) log.error('the recorder did not load', { error })
  })
  return {
    id,
    order(order) {
      if (waiting) waiting.push(order)
      else ipc.sendTo(id, 'microphoneOrder', order)
    },
    ready() {
      const orders = waiting ?? []
      waiting = null
      for (const order of orders) ipc.sendTo(id, 'microphoneOrder', order)
    },
    close,
  }
}
