/** The chord that brings Turno up, in the life of the app. */
import { globalShortcut } from 'electron'
import type { Log } from '../log/log'
import type { Quit } from '../quit'
import type { SettingsStore } from '../settings/settings'
import { createSystemShortcut, type SystemShortcut } from '../system/global-shortcut'

export function openShortcut(deps: {
  settings: SettingsStore
  reveal: () => void
  quit: Quit
  log: Log
}): SystemShortcut {
  const { settings } = deps
  const shortcut = createSystemShortcut({
    shortcuts: globalShortcut,
    onPress: deps.reveal,
    log: deps.log.child('shortcut'),
  })
  const follow = () => shortcut.follow(settings.preferences().globalShortcut)
  follow()
  settings.onPreferences(follow)
  deps.quit.atEnd('shortcut', () => shortcut.stop())
  return shortcut
}
