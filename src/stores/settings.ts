/** Settings of the company: key and value, both text (specification 1 section 3). */
import type { Setting } from '@contract'
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

/** The two rules about group conversations that the settings make (specification 1 section 2). */
export interface GroupRules {
  /** Group tickets have a tab of their own. */
  tab: boolean
  /** Group mode: group tickets are worked on as open whatever their status, and not accepted, reopened or returned. */
  mode: boolean
}

/**
 * The tab is there when groups have one and their messages are not ignored. Group mode holds as soon as groups have a
 * tab: without messages coming in, group tickets stay as workable as the specification says for that case.
 * @param value value of a setting by key. `CheckMsgIsGroup` enabled means that group messages are ignored.
 */
export function groupRules(value: (key: string) => string | undefined): GroupRules {
  const wanted = value('groupsTab') === 'enabled'
  const ignored = value('CheckMsgIsGroup') === 'enabled'
  return { tab: wanted && !ignored, mode: wanted }
}

export function useGroupRules(): GroupRules {
  const groupsTab = useSetting('groupsTab')
  const CheckMsgIsGroup = useSetting('CheckMsgIsGroup')
  const values: Record<string, string | undefined> = { groupsTab, CheckMsgIsGroup }
  return groupRules(key => values[key])
}
