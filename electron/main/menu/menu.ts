/** Puts the menus where each system has them; they follow the language. */
import { app, Menu } from 'electron'
import type { Log } from '../log/log'
import { applicationMenu, dockMenu, jumpList, type MenuActions } from './template'
import type { MenuTexts } from './texts'

export function setMenus(platform: NodeJS.Platform, actions: MenuActions, texts: MenuTexts, log: Log): void {
  const template = applicationMenu(platform, actions, texts)
  Menu.setApplicationMenu(template ? Menu.buildFromTemplate(template) : null)
  if (platform === 'darwin') app.dock?.setMenu(Menu.buildFromTemplate(dockMenu(actions, texts)))
  if (platform === 'win32') {
    const refused = app.setJumpList(jumpList(process.execPath, texts))
    if (refused !== 'ok') log.warn('the task bar list was refused', { refused })
  }
}
