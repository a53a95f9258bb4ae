/** A page that crashes or hangs comes back with a word of explanation, never as a white window (electron.md item 70). */
import { type BrowserWindow, dialog } from 'electron'
import type { Log } from '../log/log'
import type { MainTexts } from '../texts'
import { keepsCrashing } from './crashes'

/** @param quit ends the app when the user gives up on the window. */
export function recoverWindow(
  window: BrowserWindow,
  texts: () => MainTexts,
  quit: () => void,
  log: Log,
): void {
  const crashes: number[] = []
  let asking = false

  const ask = async (message: string, detail: string, buttons: string[]): Promise<number> => {
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message,
      detail,
      buttons,
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    return response
  }

  window.webContents.on('render-process-gone', (_event, details) => {
    log.error('page ended', { why: details.reason, exitCode: details.exitCode })
    if (details.reason === 'clean-exit' || window.isDestroyed()) return
    crashes.push(Date.now())
    const text = texts()
    if (!keepsCrashing(crashes)) {
      window.webContents.reload()
      void ask(text.crashTitle, text.crashDetail, [text.ok])
      return
    }
    void ask(text.crashTitle, text.crashAgain, [text.reload, text.quit]).then(choice => {
      if (choice === 1) quit()
      else if (!window.isDestroyed()) window.webContents.reload()
    })
  })

  window.on('unresponsive', () => {
    log.error('page does not respond')
    if (asking) return
    asking = true
    const text = texts()
    void ask(text.hangTitle, text.hangDetail, [text.wait, text.reload]).then(choice => {
      asking = false
      if (choice === 1 && !window.isDestroyed()) {
        window.webContents.forcefullyCrashRenderer()
        window.webContents.reload()
      }
    })
  })
  window.on('responsive', () => log.info('page responds again'))

  window.webContents.on('preload-error', (_event, _path, error) => log.error('preload failed', { error }))
}
