/**
 * Sends the progress of campaigns to consoles, at most five times a second (CAMPAIGN_EVENT_MS); changes in between are
 * joined.
 */
import { inArray } from 'drizzle-orm'
import { campaignRecipients } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { wake } from './idle'
import { campaignViews, recipientView } from './rows'

/** Most recipients in one event; a report reads the others when it is scrolled there. */
const MOST_AN_EVENT = 200

async function publishProgress(app: Workspace, companyId: number, campaignId: number): Promise<void> {
  const { recipients } = app.memory.campaignNews
  const ids = [...(recipients.get(campaignId) ?? [])].slice(-MOST_AN_EVENT)
  recipients.delete(campaignId)
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

/** Announces, within the interval, that a campaign and some of its recipients changed. */
export function changed(
  app: Workspace,
  companyId: number,
  campaignId: number,
  recipients: readonly number[] = [],
): void {
  wake(app, companyId, campaignId)
  const news = app.memory.campaignNews
  const waiting = news.recipients.get(campaignId) ?? new Set()
  news.recipients.set(campaignId, waiting)
  for (const id of recipients) waiting.add(id)
  news.run(campaignId, () => publishProgress(app, companyId, campaignId))
}
