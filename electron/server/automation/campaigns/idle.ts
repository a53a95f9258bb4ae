/**
 * A running campaign that only waits (for answers or acks) is looked at every few seconds, until something happens to a
 * recipient. Kept in memory only: losing it costs one extra look.
 */
import type { Workspace } from '../../workspace'

const IDLE_CHECK_MS = 10_000

/** Something happened in the campaign. */
export function wake(app: Workspace, companyId: number, campaignId: number): void {
  app.memory.idleCampaigns.delete(campaignId)
  app.work.wake(companyId, { job: 'campaign', id: campaignId })
}

/** Whether it was looked at a moment ago. A clock that was set back ends the pause. */
export function isIdle({ memory }: Workspace, campaignId: number, at: Date): boolean {
  const ms = at.getTime() - (memory.idleCampaigns.get(campaignId) ?? Number.NEGATIVE_INFINITY)
  return ms >= 0 && ms < IDLE_CHECK_MS
}
