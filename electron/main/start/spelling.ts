/** Spelling and the menu of the right mouse button in the life of the app. */
import { app, BrowserWindow, clipboard, session as electronSession, Menu } from 'electron'
import type { Ipc } from '../ipc/ipc'
import type { Log } from '../log/log'
import type { SettingsStore } from '../settings/settings'
import { pressedMenu } from '../spelling/context-menu'
import { createSpelling, type Speller, type Spelling } from '../spelling/spelling'

export function openSpelling(deps: { settings: SettingsStore; ipc: Ipc; log: Log }): Spelling {
  const { settings, ipc } = deps
  const spelling = createSpelling({
    speller: electronSession.defaultSession as unknown as Speller,
    preferences: settings.preferences(),
    onChange: state => ipc.broadcast('spellingChanged', state),
    log: deps.log.child('spelling'),
  })
  settings.onPreferences(spelling.follow)
  app.on('web-contents-created', (_event, contents) => {
    contents.on('context-menu', (_pressed, params) => {
      const items = pressedMenu(
        params,
        {
          correct: word => contents.replaceMisspelling(word),
          learn: spelling.learn,
          copy: text => void clipboard.writeText(text),
          copyImage: () => contents.copyImageAt(params.x, params.y),
          // As every download: named, kept out of harm's way, listed (electron/main/downloads).
          saveImage: url => contents.downloadURL(url),
        },
        settings.preferences().language,
      )
      const window = BrowserWindow.fromWebContents(contents)
      if (items.length > 0) Menu.buildFromTemplate(items).popup(window ? { window } : {})
    })
  })
  return spelling
}
