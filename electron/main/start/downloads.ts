/** Downloads in the life of the app. */
import { randomUUID } from 'node:crypto'
import { app, BrowserWindow, dialog, session as electronSession, shell, webContents } from 'electron'
import { createDownloads, type Downloads, type Item } from '../downloads/downloads'
import { applyQuarantine, quarantineOf } from '../downloads/quarantine'
import type { Ipc } from '../ipc/ipc'
import type { Log } from '../log/log'
import type { SettingsStore } from '../settings/settings'
import type { ServerAccess } from './server-access'

export function openDownloads(deps: {
  server: ServerAccess
  settings: SettingsStore
  ipc: Ipc
  log: Log
}): Downloads {
  const { settings, ipc } = deps
  const log = deps.log.child('downloads')
  const { platform } = process
  const downloads = createDownloads({
    folder: () => app.getPath('downloads'),
    ask: () => settings.preferences().askDownload,
    async askWhere(suggested, windowId) {
      const contents = webContents.fromId(windowId)
      const parent = contents ? BrowserWindow.fromWebContents(contents) : null
      const options = { defaultPath: suggested }
      const answer = parent
        ? await dialog.showSaveDialog(parent, options)
        : await dialog.showSaveDialog(options)
      return answer.canceled || !answer.filePath ? null : answer.filePath
    },
    begin: (windowId, url) => webContents.fromId(windowId)?.downloadURL(url),
    async print(windowId, options) {
      const contents = webContents.fromId(windowId)
      if (!contents) throw new Error('the window is gone')
      return await contents.printToPDF(options)
    },
    quarantine: path => applyQuarantine(quarantineOf(platform, path, new Date(), randomUUID())),
    openPath: path => shell.openPath(path),
    showInFolder: path => shell.showItemInFolder(path),
    onChange: entries => ipc.broadcast('downloadsChanged', { entries }),
    newId: randomUUID,
    now: Date.now,
    log,
  })
  electronSession.defaultSession.on('will-download', (event, item) => downloads.take(event, item as Item))
  deps.server.session.onEnding('windows', () => downloads.reset())
  return downloads
}
