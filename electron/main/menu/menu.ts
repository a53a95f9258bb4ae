/** Puts the menus where each system has them; they follow the language. */
import { app, Menu } from 'electron'
import type { Log } from '../log/log'
import { applicationMenu, dockMenu, jumpList, type MenuDeeds } from './template'
import type { MenuTexts } from './texts'

export function setMenus(platform: NodeJS.Platform, deeds: MenuDeeds, texts: MenuTexts, log: Log): void {
  const template = applicationMenu(platform, deeds, texts)
  Menu.setApplicationMenu(template ? Menu.buildFromTemplate(template) : null)
  if (platform === 'darwin') app.dock?.setMenu(Menu.buildFromTemplate(dockMenu(deeds, texts)))
  if (platform === 'win32') {
    const refused = app.setJumpList(jumpList(process.execPath, texts))
    if (refused !== 'ok') log.warn('the task bar list was refused', { refused })
  }
}
