/**
 * What comes back to a campaign: how far its messages got, and what its recipients answer. Both are kept in the transaction that
 * stores the ack or the answer.
 */
import { ACK, consentIn, isOptOut, numberForms } from '@contract'
import { and, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { IncomingMessage } from '../channel/channel'
import { samePhone } from '../contacts/by-phone'
import { noteOptOut } from '../contacts/opt-outs'
import type { Tx } from '../db/client'
import { oneOf } from '../db/engine/words'
import { campaignOptOuts, campaignRecipients, campaigns, contacts, tickets } from '../db/schema'
import type { TicketRow } from '../tickets/visibility'
import type { MessageRow } from '../views/messages'
import type { Workspace } from '../workspace'
import { markOf } from './compose'
import { changed } from './live'
import { settingsFor } from './settings'

/** The number was down when it was handed over: it never left, and leaves when the number is back. */
export const NOT_CONNECTED = 'ERR_WAPP_NOT_INITIALIZED'

/** The customer told WhatsApp to let no more marketing of the company through. */
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

/** What an ack of the message means for its recipient; null for nothing new. */
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
 * Stores what the channel reported of messages that campaigns sent; of any other only that its customer wants no more
 * marketing.
 */
export async function followAcks(tx: Tx, rows: readonly MessageRow[]): Promise<void> {
  for (const row of rows) {
    if (row.failure === OPTED_OUT) await optOut(tx, row)
    const mark = markOf(row.clientId)
    if (!mark || (mark.part !== 'main' && mark.part !== 'ask')) continue
    const [before] = await tx
      .select()
      .from(campaignRecipients)
      .where(
        and(eq(campaignRecipients.id, mark.recipientId), eq(campaignRecipients.campaignId, mark.campaignId)),
      )
    // A question that fails late, after its answer came, changes nothing any more.
    // A late ack of a try that was refused is not about the next one.
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

/** Rejections in a row: one message that the channel took begins the count anew. */
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

/** Publishes what `followAcks` stored. */
export function publishAcks(app: Workspace, rows: readonly MessageRow[]): void {
  for (const row of rows) {
    const mark = markOf(row.clientId)
    if (mark) changed(app, row.companyId, mark.campaignId, [mark.recipientId])
  }
}

/** What a customer's message means for campaigns: where it is kept when it is an answer to one, and whose it is. */
export interface Answer {
  /** The closed conversation of the campaign; null when the answer belongs into the customer's present one. */
  ticket: TicketRow | null
  touched: { campaignId: number; recipientId: number }[]
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

/** Of these numbers, those a campaign wrote to: only they can answer one. */
export async function answerable(
  tx: Tx,
  companyId: number,
  numbers: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.all<{ number: string }>(sql`
    select distinct number from ${campaignRecipients} where company_id = ${companyId}
      and ${oneOf(campaignRecipients.number, numbers.flatMap(numberForms))} and state <> 'waiting'`)
  return new Set(rows.flatMap(({ number }) => numberForms(number)))
}

/**
 * Takes a customer's message as an answer: a word that ends campaigns, a yes or a no to a question.
 * @returns null when it is none of them: a question of theirs is for the team, and the campaign's stays open.
 */
export async function takeAnswer(
  tx: Tx,
  companyId: number,
  message: IncomingMessage,
): Promise<Answer | null> {
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
  // One question at a time is answered: the latest. A word that ends campaigns ends them all.
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
  return {
    ticket: ticket ?? null,
    touched: answered.map(row => ({ campaignId: row.campaignId, recipientId: row.id })),
  }
}

/** Publishes answers once they are stored. */
export function publishAnswers(app: Workspace, companyId: number, answers: readonly Answer[]): void {
  for (const { touched } of answers)
    for (const { campaignId, recipientId } of touched) changed(app, companyId, campaignId, [recipientId])
}
