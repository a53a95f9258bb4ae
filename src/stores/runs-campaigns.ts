import { holds, mayRunCampaigns } from '@contract'
import { useOffered } from './servers'
import { useUser } from './session'
import { useSettingValue } from './settings'

/** Whether the one who is signed in runs campaigns, live; where a server knows no agents who do, administrators alone. */
export function useRunsCampaigns(): boolean {
  const user = useUser()
  const offered = useOffered('agentCampaigns')
  const agents = useSettingValue('agentsRunCampaigns')
  if (!user) return false
  return offered ? mayRunCampaigns(user, agents) : holds(user, 'drawer-admin-items:view')
}
