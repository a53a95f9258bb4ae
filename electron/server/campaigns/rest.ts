/**
 * A running campaign with nothing to do but wait (for answers, for acks) is looked at every few seconds only, until
 * something happens to one of its recipients. Only in memory: whoever forgets it looks once more.
 */
import type { Workspace } from '../workspace'

const REST_MS = 10_000

const since = new WeakMap<Workspace, Map<number, number>>()

/** There was nothing to do for a campaign at that instant. */
export function rest(app: Workspace, campaignId: number, at: Date): void {
  const all = since.get(app) ?? new Map<number, number>()
  since.set(app, all.set(campaignId, at.getTime()))
}

/** Something happened to it; other processes need not hear. */
export const wakeHere = (app: Workspace, campaignId: number): void => void since.get(app)?.delete(campaignId)

/** Something happened to it. */
export function wake(app: Workspace, companyId: number, campaignId: number): void {
  wakeHere(app, campaignId)
  app.work.wake(companyId, { job: 'campaign', id: campaignId })
}

/** Numbers were asked about: whoever waits for that may be next. */
export const wakeAll = (app: Workspace): void => void since.delete(app)

/** Whether it was looked at a moment ago. A clock that was set back ends every rest. */
export function rests(app: Workspace, campaignId: number, at: Date): boolean {
  const ms = at.getTime() - (since.get(app)?.get(campaignId) ?? Number.NEGATIVE_INFINITY)
  return ms >= 0 && ms < REST_MS
}
