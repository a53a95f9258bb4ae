/** Settings of the company: key and value, both text (specification 1 section 3). */
import { type GroupRules, groupRules, type Setting } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'

export const settingsDirectory = createDirectory<Setting>(
  'settings',
  () => call('settings.list'),
  (items, event) => {
    if (event.channel !== 'settings') return items
    const { setting } = event.data
    const place = items.findIndex(item => item.key === setting.key)
    return place < 0 ? [...items, setting] : items.with(place, setting)
  },
)

/** Value of a setting; undefined while unknown or absent. */
export const useSetting = (key: string): string | undefined =>
  settingsDirectory.use(state => state.items.find(item => item.key === key)?.value)

/** The rules about groups as the company's settings stand now (contract/group-rules). */
export function useGroupRules(): GroupRules {
  const groupsTab = useSetting('groupsTab')
  const CheckMsgIsGroup = useSetting('CheckMsgIsGroup')
  const values: Record<string, string | undefined> = { groupsTab, CheckMsgIsGroup }
  return groupRules(key => values[key])
}
