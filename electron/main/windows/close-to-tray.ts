/** Closing the console: the end of Turno, or staying in the tray. Quitting always ends it. */
import type { BrowserWindow } from 'electron'

/**
 * Whether a closed window stays. Pure.
 * @param choice the agent's; null is the system's habit: installed programs stay, and on macOS a program outlives its
 *   windows anyway.
 */
export function staysOpen(
  choice: boolean | null,
  on: { platform: NodeJS.Platform; tray: boolean; host: 'electron' | 'stand-in' },
): boolean {
  if (on.platform === 'darwin') return choice ?? true
  // Without an icon there is no way back.
  return on.tray && (choice ?? on.host === 'electron')
}

/**
 * @param stays asked at every closing. @param onStay the window has gone to the tray.
 * @param mayEnd asked where closing is the end: while the person is asked, the window is there to stay in.
 */
export function closeToTray(
  window: Pick<BrowserWindow, 'on' | 'once' | 'isFullScreen' | 'setFullScreen' | 'hide'>,
  { stays, onStay, mayEnd }: { stays: () => boolean; onStay: () => void; mayEnd: () => boolean },
): void {
  window.on('close', event => {
    if (!stays()) {
      if (!mayEnd()) event.preventDefault()
      return
    }
    event.preventDefault()
    // A full screen that is hidden leaves a black one behind (macOS).
    if (window.isFullScreen()) {
      window.once('leave-full-screen', () => window.hide())
      window.setFullScreen(false)
    } else window.hide()
    onStay()
  })
}
