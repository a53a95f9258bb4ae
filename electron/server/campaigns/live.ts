/**
 * Telling consoles how a campaign goes, at most five times a second (CAMPAIGN_EVENT_MS): what changed in between goes
 * into one event.
 */
import { CAMPAIGN_EVENT_MS } from '@contract'
import { inArray } from 'drizzle-orm'
import { campaignRecipients } from '../db/schema'
import { reasonOf } from '../log'
import type { Workspace } from '../workspace'
import { wake } from './rest'
import { campaignViews, recipientView } from './rows'

/** Recipients one event carries; a report asks again for the rest when it is scrolled there. */
const MOST_AN_EVENT = 200

interface Pending {
  recipients: Set<number>
  timer: NodeJS.Timeout | null
  sentAt: number
}

const known = new WeakMap<Workspace, Map<number, Pending>>()

function pendingOf(app: Workspace, campaignId: number): Pending {
  const all = known.get(app) ?? new Map<number, Pending>()
  known.set(app, all)
  const found = all.get(campaignId) ?? { recipients: new Set(), timer: null, sentAt: 0 }
  all.set(campaignId, found)
  return found
}

async function tell(app: Workspace, companyId: number, campaignId: number): Promise<void> {
  const pending = pendingOf(app, campaignId)
  pending.timer = null
  pending.sentAt = Date.now()
  const ids = [...pending.recipients].slice(-MOST_AN_EVENT)
  pending.recipients.clear()
  await app.db.company(companyId).write(async tx => {
    const [record] = await campaignViews(tx, [campaignId])
    if (!record) return
    const rows =
      ids.length === 0
        ? []
        : await tx.select().from(campaignRecipients).where(inArray(campaignRecipients.id, ids))
    app.realtime.toCompany(companyId, 'campaign', {
      action: 'update',
      record,
      recipients: rows.map(recipientView),
    })
  })
}

/** Announces, within the interval, that a campaign and these recipients of it changed. */
export function changed(
  app: Workspace,
  companyId: number,
  campaignId: number,
  recipients: readonly number[] = [],
): void {
  wake(app, companyId, campaignId)
  const pending = pendingOf(app, campaignId)
  for (const id of recipients) pending.recipients.add(id)
  if (pending.timer) return
  // A clock that was set back must not keep the next event waiting for it to catch up.
  const wait = Math.min(CAMPAIGN_EVENT_MS, Math.max(0, pending.sentAt + CAMPAIGN_EVENT_MS - Date.now()))
  pending.timer = setTimeout(() => {
    void tell(app, companyId, campaignId).catch((error: unknown) =>
      app.log.warn('campaign not announced', { campaignId, reason: reasonOf(error) }),
    )
  }, wait)
  pending.timer.unref()
}

/** Forgets what was not announced yet: the workspace ends. */
export function silence(app: Workspace): void {
  for (const { timer } of known.get(app)?.values() ?? []) if (timer) clearTimeout(timer)
  known.delete(app)
}
