/**
 * The application menu. Windows and Linux have none, so that a lone Alt opens nothing under the agent's typing; macOS
 * needs one, because copy and paste live there.
 */
import { Menu } from 'electron'

export function setMenu(platform: NodeJS.Platform): void {
  if (platform !== 'darwin') {
    Menu.setApplicationMenu(null)
    return
  }
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }]),
  )
}
