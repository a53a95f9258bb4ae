/** Downloads: Electron gives them, windows list them, and they end with the session. */
import { randomUUID } from 'node:crypto'
import { app, BrowserWindow, dialog, session as electronSession, shell, webContents } from 'electron'
import { createDownloads, type Item } from '../downloads/downloads'
import { applyQuarantine, quarantineOf } from '../downloads/quarantine'
import { part } from './parts'

export const downloads = part('downloads', ['server', 'settings', 'ipc', 'log'], needs => {
  const { server, settings, ipc } = needs
  const log = needs.log.child('downloads')
  const { platform } = process
  const shelf = createDownloads({
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
  electronSession.defaultSession.on('will-download', (event, item) => shelf.take(event, item as Item))
  server.session.onEnding('windows', () => shelf.reset())
  return shelf
})
