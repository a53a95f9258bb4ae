/** A page that crashes or hangs comes back with a word of explanation, never as a white window. */
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
  /** The page is being ended on purpose, because it hung: what follows is no crash. */
  let endingHung = false

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
    if (endingHung) {
      endingHung = false
      window.webContents.reload()
      return
    }
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
        // Reloaded when it is really gone: a reload now would go to the page that is being ended, and the end would count
        // as a crash of its own.
        endingHung = true
        window.webContents.forcefullyCrashRenderer()
      }
    })
  })
  window.on('responsive', () => log.info('page responds again'))

  window.webContents.on('preload-error', (_event, _path, error) => log.error('preload failed', { error }))
}
