/** Which list the manager shows. Kept outside the screen, so that it is there again after a visit elsewhere. */
import { createSessionStore } from '@/stores/session-end'
import type { ListName } from '@/stores/tickets'

export type MainTab = 'open' | 'groups' | 'closed' | 'search' | 'view'
export type OpenTab = 'assigned' | 'pending' | 'snoozed'

interface ManagerState {
  tab: MainTab
  openTab: OpenTab
}

export const useManager = createSessionStore<ManagerState>('ticket manager', () => ({
  tab: 'open',
  openTab: 'assigned',
}))

export const showTab = (tab: MainTab): void => useManager.setState({ tab })
export const showOpenTab = (openTab: OpenTab): void => useManager.setState({ tab: 'open', openTab })

/** The list behind the chosen tabs. */
export const listOfTabs = ({ tab, openTab }: ManagerState): ListName => (tab === 'open' ? openTab : tab)

/** Shows the tab a list belongs to. */
export function showList(name: ListName): void {
  if (name === 'assigned' || name === 'pending' || name === 'snoozed') showOpenTab(name)
  else showTab(name)
}
