/** The keyboard shortcut of the whole system that shows Turno. */
import { globalShortcut } from 'electron'
import { createSystemShortcut } from '../system/global-shortcut'
import { part } from './parts'

export const shortcut = part('shortcut', ['settings', 'consoleHandle', 'log'], (needs, atEnd) => {
  const { settings, consoleHandle, log } = needs
  const chord = createSystemShortcut({
    shortcuts: globalShortcut,
    onPress: consoleHandle.reveal,
    log: log.child('shortcut'),
  })
  const follow = () => chord.follow(settings.preferences().globalShortcut)
  follow()
  settings.onPreferences(follow)
  atEnd(() => chord.stop())
  return chord
})
