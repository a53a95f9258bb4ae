/**
 * The end of the Windows session: shutdown, restart, sign-out of the person. Windows ends the program moments later and
 * asks nobody, so what is unsaved is written at once, in the very event, and then Turno ends as it always does.
 */
import type { BrowserWindow } from 'electron'

/** @param save writes synchronously. */
export function endWithSession(
  window: Pick<BrowserWindow, 'on'>,
  { save, quit }: { save: () => void; quit: () => void },
): void {
  window.on('session-end', () => {
    save()
    quit()
  })
}
