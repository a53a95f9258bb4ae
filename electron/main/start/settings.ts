/** What this computer's person has chosen; some of it holds before any window is there. */
import { app, nativeTheme } from 'electron'
import { openStore } from '../settings/open-store'
import { openSettings } from '../settings/settings'
import { languageOf } from '../texts'
import { part } from './parts'

export const settings = part('settings', ['env', 'line', 'log'], ({ env, line, log }, atEnd) => {
  const store = openSettings({
    dataDir: env.dataDir,
    language: languageOf(app.getLocale()),
    open: openStore,
    log: log.child('settings'),
  })
  atEnd(() => store.flush())
  nativeTheme.themeSource = store.preferences().theme
  line.awake.allow(store.preferences().stayAwake)
  store.onPreferences(({ stayAwake }) => line.awake.allow(stayAwake))
  return store
})
