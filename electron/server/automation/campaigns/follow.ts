/** Acks and answers to a campaign. Both are kept in the transaction that stores the ack or the answer. */
import { ACK, consentIn, isOptOut, numberForms } from '@contract'
import { and, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { IncomingMessage } from '../../desk/channel/channel'
import { samePhone } from '../../desk/contacts/by-phone'
import { noteOptOut } from '../../desk/contacts/opt-outs'
import type { Act, Consumer } from '../../desk/happenings/consumer'
import type { Kinds } from '../../desk/happenings/kinds'
import type { MessageRow } from '../../desk/presenters/messages'
import type { TicketRow } from '../../desk/tickets/visibility'
import type { Tx } from '../../platform/db/client'
import { afterCommit } from '../../platform/db/engine/inside'
import { oneOf } from '../../platform/db/engine/words'
import { campaignOptOuts, campaignRecipients, campaigns, contacts, tickets } from '../../platform/db/schema'
import { markOf } from './compose'
import { changed } from './live'
import { settingsFor } from './settings'

/** The number was down: the message never left, and leaves when the number is back. */
export const NOT_CONNECTED = 'ERR_WAPP_NOT_INITIALIZED'

/** The customer blocked the company's marketing in WhatsApp. */
const OPTED_OUT = 'ERR_WAPP_OPTED_OUT'

async function optOut(tx: Tx, { companyId, ticketId }: MessageRow): Promise<void> {
  const [who] = await tx
    .select({ number: contacts.number, name: contacts.name })
    .from(contacts)
    .innerJoin(tickets, eq(tickets.contactId, contacts.id))
    .where(eq(tickets.id, ticketId))
  if (who) await noteOptOut(tx, { companyId, ...who })
}

type Change = Partial<typeof campaignRecipients.$inferInsert>

/** What an ack means for the recipient; null when it says nothing new. */
function changeBy(row: MessageRow, isQuestion: boolean, before: { state: string }): Change | null {
  const at = row.updatedAt
  if (row.failure === NOT_CONNECTED) return null
  if (row.failure !== null) return { state: 'failed', reason: row.failure, updatedAt: at }
  if (isQuestion) return null
  if (row.ack >= ACK.delivered)
    return before.state === 'delivered'
      ? null
      : { state: 'delivered', reason: '', deliveredAt: at, updatedAt: at }
  if (row.ack >= ACK.server && before.state !== 'sent' && before.state !== 'delivered')
    return { state: 'sent', reason: '', updatedAt: at }
  return null
}

/**
 * Stores what the channel reported about campaign messages, and publishes it. For other messages only a block of
 * marketing is stored.
 */
async function followAcks({ app, tx, companyId }: Act, rows: readonly MessageRow[]): Promise<void> {
  for (const row of rows) {
    if (row.failure === OPTED_OUT) await optOut(tx, row)
    const mark = markOf(row.clientId)
    if (!mark) continue
    afterCommit(() => changed(app, companyId, mark.campaignId, [mark.recipientId]))
    if (mark.part !== 'main' && mark.part !== 'ask') continue
    const [before] = await tx
      .select()
      .from(campaignRecipients)
      .where(
        and(eq(campaignRecipients.id, mark.recipientId), eq(campaignRecipients.campaignId, mark.campaignId)),
      )
    // A question that fails after its answer came changes nothing. A late ack of a refused try does not concern the
    // next one.
    if (!before || mark.retry !== before.retries || (mark.part === 'ask' && before.state !== 'asked'))
      continue
    await countRejection(tx, mark.campaignId, row)
    const change = changeBy(row, mark.part === 'ask', before)
    if (!change) continue
    const sentAt = change.state === 'failed' ? before.sentAt : (before.sentAt ?? row.updatedAt)
    await tx
      .update(campaignRecipients)
      .set({ ...change, sentAt })
      .where(eq(campaignRecipients.id, before.id))
  }
}

/** Consecutive rejections; a message the channel accepts resets the count. */
async function countRejection(tx: Tx, campaignId: number, row: MessageRow): Promise<void> {
  if (row.failure === NOT_CONNECTED) return
  const refused = row.failure !== null
  if (!refused && row.ack < ACK.server) return
  await tx
    .update(campaigns)
    .set({ refusedInRow: refused ? sql`${campaigns.refusedInRow} + 1` : 0 })
    .where(
      refused
        ? eq(campaigns.id, campaignId)
        : and(eq(campaigns.id, campaignId), gt(campaigns.refusedInRow, 0)),
    )
}

/** Recipients of a number that were written to, latest first. */
const writtenTo = (tx: Tx, companyId: number, number: string) =>
  tx
    .select()
    .from(campaignRecipients)
    .where(
      and(
        eq(campaignRecipients.companyId, companyId),
        samePhone(campaignRecipients.number, number),
        isNotNull(campaignRecipients.slot),
      ),
    )
    .orderBy(desc(campaignRecipients.updatedAt), desc(campaignRecipients.id))
    .limit(20)

/** Of these numbers, those a campaign has written to: only they can answer one. */
async function answerable(tx: Tx, companyId: number, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await tx.all<{ number: string }>(sql`
    select distinct number from ${campaignRecipients} where company_id = ${companyId}
      and ${oneOf(campaignRecipients.number, numbers.flatMap(numberForms))} and state <> 'waiting'`)
  return new Set(rows.flatMap(({ number }) => numberForms(number)))
}

/** Recognises answers among customers' messages, and names the closed campaign conversation a message belongs to. */
async function takeAnswers(act: Act, { messages, homes }: Kinds['arriving']): Promise<void> {
  const numbers = [...new Set(messages.map(({ from }) => from.number))]
  const written = await answerable(act.tx, act.companyId, numbers)
  for (const message of messages) {
    const home = written.has(message.from.number) ? await takeAnswer(act, message) : null
    if (home) homes.set(message.id, home)
  }
}

/**
 * Recognises a customer's message as an answer: an opt-out word, or a yes or no to a question. A question of the
 * customer's goes to the team, and the campaign's own question stays open.
 * @returns the closed conversation of the campaign; null when the message belongs to the customer's current
 *   conversation.
 */
async function takeAnswer({ app, tx, companyId }: Act, message: IncomingMessage): Promise<TicketRow | null> {
  if (message.from.isGroup) return null
  const rows = await writtenTo(tx, companyId, message.from.number)
  if (rows.length === 0) return null
  const asked = rows.filter(row => row.state === 'asked')
  const { optOutWords } = await settingsFor(tx, companyId)
  const ends = isOptOut(message.body, optOutWords)
  const consent = ends || asked.length === 0 ? null : consentIn(message.body)
  if (!ends && consent === null) return null
  const at = new Date().toISOString()
  if (ends)
    await tx
      .insert(campaignOptOuts)
      .values({ companyId, number: message.from.number, name: message.from.name, word: message.body.trim() })
      .onConflictDoNothing()
  const change: Change = ends
    ? { state: 'skipped', reason: 'optedOut', updatedAt: at }
    : consent === 'no'
      ? { state: 'skipped', reason: 'declined', confirmedAt: null, updatedAt: at }
      : { state: 'confirmed', confirmedAt: at, updatedAt: at }
  // An answer applies to the latest question. An opt-out word ends all campaigns.
  const answered = ends ? asked : asked.slice(0, 1)
  if (answered.length > 0)
    await tx
      .update(campaignRecipients)
      .set(change)
      .where(
        inArray(
          campaignRecipients.id,
          answered.map(row => row.id),
        ),
      )
  const home = answered[0] ?? rows[0]
  const [ticket] =
    home?.ticketId == null
      ? []
      : await tx
          .select()
          .from(tickets)
          .where(
            and(
              eq(tickets.id, home.ticketId),
              eq(tickets.status, 'closed'),
              eq(tickets.whatsappId, message.whatsappId),
            ),
          )
  afterCommit(() => {
    for (const { campaignId, id } of answered) changed(app, companyId, campaignId, [id])
  })
  return ticket ?? null
}

/** Stores acks and answers for campaigns. */
export const following: Consumer = {
  name: 'campaigns',
  hears: { arriving: takeAnswers, reported: followAcks },
}
