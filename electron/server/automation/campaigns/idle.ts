/**
 * A running campaign with nothing to do but wait (for answers, for acks) is looked at every few seconds only, until
 * something happens to one of its recipients. Only in memory: whoever forgets it looks once more.
 */
import type { Workspace } from '../../workspace'

const IDLE_CHECK_MS = 10_000

/** Something happened to it. */
export function wake(app: Workspace, companyId: number, campaignId: number): void {
  app.memory.idleCampaigns.delete(campaignId)
  app.work.wake(companyId, { job: 'campaign', id: campaignId })
}

/** Whether it was looked at a moment ago. A clock that was set back ends it. */
export function isIdle({ memory }: Workspace, campaignId: number, at: Date): boolean {
  const ms = at.getTime() - (memory.idleCampaigns.get(campaignId) ?? Number.NEGATIVE_INFINITY)
  return ms >= 0 && ms < IDLE_CHECK_MS
}
