/**
 * One round of a campaign: the next recipient is claimed and their messages are stored in one transaction. They leave
 * through the outbox (../outgoing), which never sends twice; no process takes that recipient again.
 */
import {
  addressIn,
  type CampaignSettings,
  type Due,
  fillCampaign,
  firstDue,
  type MessageTemplate,
  NUMBER_CHECK_MS,
  nextDue,
  type SkipReason,
  type StopReason,
  sentTexts,
  type Tempo,
  unknownVariables,
  wordingFor,
} from '@contract'
import { and, asc, eq, inArray, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client'
import { campaignRecipients, campaigns, contactListItems } from '../../platform/db/schema'
import { contactSearchText } from '../../platform/db/search'
import type { Workspace } from '../../workspace'
import { inConversation, optedOutAmong } from './audience'
import { clientIdOf, fileParts, type Part, type SharedMedia, type Stored, storeFor } from './compose'
import type { CampaignRow, RecipientRow } from './rows'
import { sendFilled } from './template'

/** Most recipients left out in one round; the rest follow. */
const MOST_SKIPPED = 200
/** How long an answer to the question is waited for. */
const ANSWER_MS = 72 * 60 * 60_000
/** A round later than this counts from when it was taken, so that missed ones are not made up for in a burst. */
const LATE_MS = 2_000

export interface Sheet {
  settings: CampaignSettings
  tempo: Tempo
  attachment: SharedMedia | null
  /** The files of its list that exist. */
  words: string
  files: SharedMedia[]
  /** Its template as the provider has it; null when it sends free text. */
  template: MessageTemplate | null
}

export interface Taken {
  recipient: RecipientRow | null
  stored: Stored | null
  /** Recipients left out on the way. */
  skipped: number[]
  /** Whether another round may follow at once. */
  more: boolean
  /** Whether it finished or was stopped. */
  ended: boolean
  stopped: StopReason | null
  /** Nobody is left to write to now: it waits for answers, acks or checks of numbers. */
  idle: boolean
}

const NOTHING: Taken = {
  recipient: null,
  stored: null,
  skipped: [],
  more: false,
  ended: false,
  stopped: null,
  idle: false,
}

/** The first recipient in a state, in the order they are written to. */
const nextIn = async (
  tx: Tx,
  id: number,
  state: 'confirmed' | 'waiting',
  more?: SQL,
): Promise<RecipientRow | null> => {
  const [row] = await tx
    .select()
    .from(campaignRecipients)
    .where(and(eq(campaignRecipients.campaignId, id), eq(campaignRecipients.state, state), more))
    .orderBy(asc(campaignRecipients.id))
    .limit(1)
  return row ?? null
}

/**
 * Recipients whose number need not wait: it was checked on WhatsApp, or the check took longer than NUMBER_CHECK_MS. A
 * recipient created in the future (by another clock) does not wait.
 */
const checked = (at: Date): SQL => {
  const now = at.getTime()
  const { createdAt } = campaignRecipients
  return sql`not (${createdAt} > ${now - NUMBER_CHECK_MS} and ${createdAt} <= ${now} and exists (
    select 1 from ${contactListItems} i where i.id = ${campaignRecipients.itemId} and i.number_state = 'waiting'))`
}

/**
 * The check may have found another notation of the number (Brazil's ninth digit). Answers come under it, and opt-outs
 * are kept by it.
 * @returns null when it is the phone of another recipient or of another contact of the list.
 */
async function asChecked(tx: Tx, row: RecipientRow): Promise<RecipientRow | null> {
  const { itemId, campaignId, name, email } = row
  if (itemId === null) return row
  const [item] = await tx
    .select({ state: contactListItems.numberState, number: contactListItems.number })
    .from(contactListItems)
    .where(eq(contactListItems.id, itemId))
  if (!item || item.state === 'waiting') return row
  if (item.state === 'repeated') return null
  if (item.number === row.number) return row
  const { number } = item
  const [other] = await tx
    .select({ id: campaignRecipients.id })
    .from(campaignRecipients)
    .where(
      and(
        eq(campaignRecipients.campaignId, campaignId),
        eq(campaignRecipients.number, number),
        ne(campaignRecipients.id, row.id),
      ),
    )
  if (other) return null
  const search = contactSearchText({ name, number, email })
  await set(tx, row.id, { number, search })
  return { ...row, number, search }
}

/** Why a recipient must not be written to any more: an opt-out, or removed from the list. */
async function reasonNever(tx: Tx, campaign: CampaignRow, row: RecipientRow): Promise<SkipReason | null> {
  if (row.itemId === null) {
    const [back] = await tx
      .select({ id: contactListItems.id })
      .from(contactListItems)
      .where(
        and(
          eq(contactListItems.contactListId, campaign.contactListId ?? 0),
          eq(contactListItems.number, row.number),
        ),
      )
    if (!back) return 'removed'
    // The removal was taken back.
    await set(tx, row.id, { itemId: back.id })
  }
  return (await optedOutAmong(tx, row.companyId, [row.number])).size > 0 ? 'optedOut' : null
}

/** Why a recipient is left out; null when they are not. */
async function reasonToSkip(tx: Tx, campaign: CampaignRow, row: RecipientRow): Promise<SkipReason | null> {
  const { companyId } = campaign
  const gone = await reasonNever(tx, campaign, row)
  if (gone) return gone
  const [item] = await tx
    .select({ state: contactListItems.numberState })
    .from(contactListItems)
    .where(eq(contactListItems.id, row.itemId ?? 0))
  if (addressIn(row.number)) return 'withoutPhone'
  if (item?.state === 'invalid') return 'invalid'
  if (!campaign.skipOpenTickets) return null
  const [busy] = await tx.all<{ yes: number }>(
    sql`select ${inConversation(companyId, sql`${row.number}`)} as yes`,
  )
  return busy?.yes ? 'openTicket' : null
}

const set = (tx: Tx, id: number, values: Partial<typeof campaignRecipients.$inferInsert>) =>
  tx.update(campaignRecipients).set(values).where(eq(campaignRecipients.id, id)).returning()

/** The next recipient who is not left out, and those who are. */
async function findNext(
  tx: Tx,
  campaign: CampaignRow,
  at: Date,
): Promise<{ row: RecipientRow | null; skipped: number[] }> {
  const skipped: number[] = []
  while (skipped.length < MOST_SKIPPED) {
    const next = await nextIn(tx, campaign.id, 'waiting', checked(at))
    if (!next) return { row: null, skipped }
    const row = await asChecked(tx, next)
    const reason = row ? await reasonToSkip(tx, campaign, row) : 'repeated'
    if (!reason) return { row, skipped }
    await set(tx, next.id, { state: 'skipped', reason, updatedAt: at.toISOString() })
    skipped.push(next.id)
  }
  return { row: null, skipped }
}

/** Stores what a recipient is sent: the question if the campaign asks first, else the message with its files. */
async function send(
  app: Workspace,
  tx: Tx,
  campaign: CampaignRow,
  row: RecipientRow,
  sheet: Sheet,
  at: Date,
): Promise<Pick<Taken, 'recipient' | 'stored'>> {
  if (campaign.template && sheet.template)
    return sendFilled(app, tx, campaign, row, { ...sheet, template: sheet.template }, at)
  const wording = wordingFor(campaign, row, sheet.settings.variables)
  if (!wording || campaign.whatsappId === null) return { recipient: null, stored: null }
  const mark = (part: string, retry: number): string =>
    clientIdOf({ campaignId: campaign.id, recipientId: row.id, part, retry })
  const asks = wording.question !== '' && row.confirmedAt === null
  const now = at.toISOString()
  const parts: Part[] = asks
    ? [{ clientId: mark('ask', row.retries), body: wording.question, media: null }]
    : [
        { clientId: mark('main', row.retries), body: wording.message, media: sheet.attachment },
        // What left with an earlier try is not sent again.
        ...fileParts({ ...sheet, words: fillCampaign(sheet.words, row, sheet.settings.variables) }, part =>
          mark(part, 0),
        ),
      ]
  const to = { companyId: campaign.companyId, whatsappId: campaign.whatsappId }
  const { name, number, email, ticketId } = row
  const stored = await storeFor(app, tx, { ...to, name, number, email, ticketId }, parts)
  const [recipient] = await set(tx, row.id, {
    slot: wording.slot,
    message: wording.message,
    ticketId: stored.ticket.id,
    reason: '',
    updatedAt: now,
    ...(asks ? { state: 'asked', confirmationRequestedAt: now } : { state: 'sending' }),
  })
  return { recipient: recipient ?? null, stored }
}

/** Leaves out recipients who did not answer in time. */
async function giveUpAsking(tx: Tx, id: number, at: Date): Promise<number[]> {
  const rows = await tx
    .update(campaignRecipients)
    .set({ state: 'skipped', reason: 'noAnswer', updatedAt: at.toISOString() })
    .where(
      and(
        eq(campaignRecipients.campaignId, id),
        eq(campaignRecipients.state, 'asked'),
        lte(campaignRecipients.confirmationRequestedAt, new Date(at.getTime() - ANSWER_MS).toISOString()),
      ),
    )
    .returning({ id: campaignRecipients.id })
  return rows.map(row => row.id)
}

/** Finishes the campaign when nothing is left to do. */
async function finishWhenDone(tx: Tx, campaign: CampaignRow, at: Date): Promise<boolean> {
  if (campaign.preparedTo !== null) return false
  const left = await tx.$count(
    campaignRecipients,
    and(
      eq(campaignRecipients.campaignId, campaign.id),
      inArray(campaignRecipients.state, ['waiting', 'asked', 'confirmed', 'sending']),
    ),
  )
  if (left > 0) return false
  const now = at.toISOString()
  await tx
    .update(campaigns)
    .set({ status: 'FINALIZADA', completedAt: now, nextAt: null, downSince: null, updatedAt: now })
    .where(eq(campaigns.id, campaign.id))
  return true
}

/**
 * Why it must not go on: that many rejections in a row are no accident (the number could be banned), and a missing
 * variable would be sent literally. The campaign is stopped then.
 */
async function mustStop(
  tx: Tx,
  campaign: CampaignRow,
  { settings: { rejectionLimit, variables }, words }: Sheet,
  at: Date,
): Promise<StopReason | null> {
  const stopReason =
    rejectionLimit > 0 && campaign.refusedInRow >= rejectionLimit
      ? ('rejections' as const)
      : unknownVariables(sentTexts(campaign, words), variables).length > 0
        ? ('variables' as const)
        : null
  if (stopReason)
    await tx
      .update(campaigns)
      .set({ status: 'CANCELADA', stopReason, nextAt: null, updatedAt: at.toISOString() })
      .where(eq(campaigns.id, campaign.id))
  return stopReason
}

const setNextRound = (tx: Tx, id: number, due: Due) =>
  tx
    .update(campaigns)
    .set({ nextAt: new Date(due.at).toISOString(), stretchAt: new Date(due.since).toISOString() })
    .where(eq(campaigns.id, id))

/**
 * Takes one round of a running campaign, if one is due.
 * @param at the present instant, for due times, quiet hours and intervals.
 */
export async function takeRound(app: Workspace, tx: Tx, id: number, sheet: Sheet, at: Date): Promise<Taken> {
  const [campaign] = await tx
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.id, id), eq(campaigns.status, 'EM_ANDAMENTO')))
  if (!campaign) return NOTHING
  const stopped = await mustStop(tx, campaign, sheet, at)
  if (stopped) return { ...NOTHING, ended: true, stopped }
  // A recipient who said yes does not wait for the interval.
  const confirmed = await nextIn(tx, id, 'confirmed')
  if (confirmed) {
    const reason = await reasonNever(tx, campaign, confirmed)
    if (reason) {
      await set(tx, confirmed.id, { state: 'skipped', reason, updatedAt: at.toISOString() })
      return { ...NOTHING, skipped: [confirmed.id], more: true }
    }
    return { ...NOTHING, ...(await send(app, tx, campaign, confirmed, sheet, at)), more: true }
  }
  const skippedAsked = await giveUpAsking(tx, id, at)
  const due = campaign.nextAt === null ? at.getTime() : Date.parse(campaign.nextAt)
  if (due > at.getTime()) return { ...NOTHING, skipped: skippedAsked }
  // Also for a first round, a late one, and one that was due before the quiet hours were set.
  const opens = firstDue(sheet.tempo, at.getTime())
  if (opens.at > at.getTime()) {
    await setNextRound(tx, id, opens)
    return { ...NOTHING, skipped: skippedAsked }
  }
  const { row, skipped } = await findNext(tx, campaign, at)
  const left = [...skippedAsked, ...skipped]
  if (!row) {
    if (skipped.length === MOST_SKIPPED) return { ...NOTHING, skipped: left, more: true }
    const ended = await finishWhenDone(tx, campaign, at)
    return { ...NOTHING, skipped: left, ended, idle: !ended }
  }
  const taken = await send(app, tx, campaign, row, sheet, at)
  const late = at.getTime() - due > LATE_MS
  const now = late ? at.getTime() : due
  const since = late || campaign.stretchAt === null ? now : Date.parse(campaign.stretchAt)
  const next = nextDue(sheet.tempo, { at: now, since })
  await setNextRound(tx, id, next)
  return { ...NOTHING, ...taken, skipped: left, more: next.at <= at.getTime() }
}
