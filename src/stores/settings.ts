/** Settings of the company: key and value, both text. */
import { type GroupRules, groupRules, type Setting, type SettingKey, settingValue } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'

export const settingsDirectory = createDirectory<Setting>({
  name: 'settings',
  read: () => call('settings.list'),
  key: setting => setting.key,
  onEvent: ({ channel, data }) => (channel === 'settings' ? { put: data.setting } : null),
})

/** Value of a setting; undefined while unknown or absent. */
export const useSetting = (key: string): string | undefined =>
  settingsDirectory.use(state => state.items.find(item => item.key === key)?.value)

/** What a setting means now, chosen or not (contract/settings). */
export const useSettingValue = (key: SettingKey): string => settingValue(key, useSetting(key))

/** Changes under way, by key: the last one decides, so each waits for the one before it. */
const underWay = new Map<SettingKey, Promise<unknown>>()

/**
 * Changes a setting; it is shown at once and taken back when the server refuses.
 * @throws ApiError as the server refused.
 */
export async function saveSetting(key: SettingKey, value: string): Promise<void> {
  const known = settingsDirectory.use.getState().items.find(item => item.key === key)
  settingsDirectory.keep({ key, value, companyId: known?.companyId ?? null })
  const before = underWay.get(key)
  const mine = (async () => {
    await before?.catch(() => undefined) // its own caller hears of that one
    await call('settings.update', { params: { key }, body: { value } })
  })()
  underWay.set(key, mine)
  try {
    await mine
  } catch (error) {
    if (underWay.get(key) === mine) await settingsDirectory.reload()
    throw error
  } finally {
    if (underWay.get(key) === mine) underWay.delete(key)
  }
}

/** The rules about groups as the company's settings stand now (contract/group-rules). */
export function useGroupRules(): GroupRules {
  const groupsTab = useSetting('groupsTab')
  const CheckMsgIsGroup = useSetting('CheckMsgIsGroup')
  const values: Record<string, string | undefined> = { groupsTab, CheckMsgIsGroup }
  return groupRules(key => values[key])
}
