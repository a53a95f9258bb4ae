/** Whether this computer may be kept awake is the person's choice, from the start and whenever it changes. */
import type { SettingsStore } from '../settings/settings'
import type { StayAwake } from '../system/stay-awake'

export function followStayAwake(awake: StayAwake, settings: SettingsStore): void {
  awake.allow(settings.preferences().stayAwake)
  settings.onPreferences(({ stayAwake }) => awake.allow(stayAwake))
}
