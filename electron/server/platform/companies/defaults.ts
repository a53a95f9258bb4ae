/** The defaults of a new company, in one place: signed up, added by the platform, or the first of a workspace. */
import { SETTING_KEYS, SETTINGS } from '@contract'

const initial = (scope: 'company' | 'platform'): Record<string, string> =>
  Object.fromEntries(
    SETTING_KEYS.filter(key => SETTINGS[key].scope === scope && SETTINGS[key].kind !== 'text').map(key => [
      key,
      SETTINGS[key].initial,
    ]),
  )

/** Settings of every new company, as the table of settings has them; it may use campaigns. */
export const DEFAULT_SETTINGS: Readonly<Record<string, string>> = {
  ...initial('company'),
  campaignsEnabled: 'true',
}

/** What holds for the whole platform, kept with its first company. */
export const PLATFORM_SETTINGS: Readonly<Record<string, string>> = initial('platform')
