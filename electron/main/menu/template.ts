/** Menus as plain data, so that they are compared without a desktop. Pure. */
import type { JumpListCategory, MenuItemConstructorOptions } from 'electron'
import { LINK_SCHEME } from '../deep-links/links'
import type { MenuTexts } from './texts'

export interface MenuActions {
  go(path: string): void
  reload(): void
}

/** The screens that the system's menus lead to: their path, their address, their words. */
const PLACES = [
  { id: 'tickets', path: '/tickets', key: 'CmdOrCtrl+1' },
  { id: 'contacts', path: '/contacts', key: 'CmdOrCtrl+2' },
  { id: 'chats', path: '/chats', key: 'CmdOrCtrl+3' },
] as const

/**
 * The application menu. Windows and Linux have none, so that a lone Alt opens nothing under the agent's typing; macOS
 * needs one, because copy and paste live there.
 * @returns null for no menu.
 */
export function applicationMenu(
  platform: NodeJS.Platform,
  actions: MenuActions,
  t: MenuTexts,
): MenuItemConstructorOptions[] | null {
  if (platform !== 'darwin') return null
  return [
    {
      role: 'appMenu',
      submenu: [
        { role: 'about' },
        { type: 'separator' },
        { id: 'settings', label: t.settings, accelerator: 'Cmd+,', click: () => actions.go('/settings') },
        { type: 'separator' },
        { role: 'services' },
        { type: 'separator' },
        { role: 'hide' },
        { role: 'hideOthers' },
        { role: 'unhide' },
        { type: 'separator' },
        { role: 'quit' },
      ],
    },
    { label: t.file, submenu: [{ role: 'close' }] },
    { role: 'editMenu', label: t.edit },
    {
      label: t.view,
      submenu: [
        { id: 'reload', label: t.reload, accelerator: 'CmdOrCtrl+R', click: () => actions.reload() },
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    {
      label: t.go,
      submenu: PLACES.map(({ id, path, key }) => ({
        id: `go-${id}`,
        label: t[id],
        accelerator: key,
        click: () => actions.go(path),
      })),
    },
    { role: 'windowMenu', label: t.window },
  ]
}

/** The dock's menu (macOS): the places, nothing that the system adds itself. */
export const dockMenu = (actions: MenuActions, t: MenuTexts): MenuItemConstructorOptions[] =>
  PLACES.map(({ id, path }) => ({ id: `dock-${id}`, label: t[id], click: () => actions.go(path) }))

/** The task bar button's list (Windows): every task is an address of ours, so that it works cold and warm. */
export const jumpList = (program: string, t: MenuTexts): JumpListCategory[] => [
  {
    type: 'tasks',
    items: [
      { id: 'tickets', title: t.tickets, description: t.ticketsHint },
      { id: 'contacts', title: t.contacts, description: t.contactsHint },
      { id: 'settings', title: t.settings.replace('…', ''), description: t.settingsHint },
    ].map(({ id, title, description }) => ({
      type: 'task' as const,
      program,
      args: `${LINK_SCHEME}://${id}`,
      title,
      description,
      iconPath: program,
      iconIndex: 0,
    })),
  },
]
