/** Keeps summaries true when messages change. */
import { eq } from 'drizzle-orm'
import { hasMessages } from '../../../copilot/summary'
import type { Act, Consumer } from '../../desk/happenings/consumer'
import type { Kinds } from '../../desk/happenings/kinds'
import { happened } from '../../desk/happenings/tell'
import { linesNow } from '../../desk/presenters/summaries'
import { ticketSummaries } from '../../platform/db/schema'

/** Removes lines from a ticket's summary whose messages were changed. */
async function dropLines(act: Act, { ticketId }: Kinds['reworded']): Promise<void> {
  const { tx } = act
  const own = eq(ticketSummaries.ticketId, ticketId)
  const [kept] = await tx.select({ lines: ticketSummaries.lines }).from(ticketSummaries).where(own)
  if (!kept) return
  const lines = await linesNow(tx, ticketId, kept.lines)
  if (lines.filter(hasMessages).length >= kept.lines.filter(hasMessages).length) return
  await tx.update(ticketSummaries).set({ lines }).where(own)
  await happened(act, 'summarised', { ticketId })
}

export const summaries: Consumer = { name: 'summaries', hears: { reworded: dropLines } }
