/** Everybody's own settings: this person, this computer. */
import { lazy } from 'react'

export { useSettingsCommands } from './use-settings-commands'
export const SettingsScreen = lazy(async () => ({
  default: (await import('./settings-screen')).SettingsScreen,
}))
