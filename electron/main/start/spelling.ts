/** Spelling, and the context menu. */
import { app, BrowserWindow, clipboard, session as electronSession, Menu } from 'electron'
import { pressedMenu } from '../spelling/context-menu'
import { createSpelling, type Speller } from '../spelling/spelling'
import { part } from './parts'

export const spelling = part('spelling', ['settings', 'ipc', 'log'], ({ settings, ipc, log }) => {
  const checker = createSpelling({
    speller: electronSession.defaultSession as unknown as Speller,
    preferences: settings.preferences(),
    onChange: state => ipc.broadcast('spellingChanged', state),
    log: log.child('spelling'),
  })
  settings.onPreferences(checker.follow)
  app.on('web-contents-created', (_event, contents) => {
    contents.on('context-menu', (_pressed, params) => {
      const items = pressedMenu(
        params,
        {
          correct: word => contents.replaceMisspelling(word),
          learn: checker.learn,
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
  return checker
})
