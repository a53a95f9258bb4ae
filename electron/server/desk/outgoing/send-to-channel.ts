/** From the outbox to the channel. */
import { fold, UTILITY_TEXT, wellFormed } from '@contract'
import { and, eq, isNotNull, isNull, ne, or } from 'drizzle-orm'
import { WRITTEN_BY } from '../../authors'
import { reasonOf } from '../../log'
import { changedNow } from '../../platform/db/changed'
import { writeLast } from '../../platform/db/engine/inside'
import { isDatabaseLost } from '../../platform/db/engine/lost'
import { messages } from '../../platform/db/schema'
import { NoOwner } from '../../platform/db/work-ownership'
import type { LocalFile, MediaPlace } from '../../platform/media/place'
import { removeFiles } from '../../platform/media/shared'
import type { Workspace } from '../../workspace'
import { ChannelBusy, ChannelError, ChannelUnsure, type OutgoingMessage } from '../channel/channel'
import { happened } from '../happenings/tell'
import { announceChange, connectionOf, refOf } from '../messages/deliver'
import { relinked } from '../messages/links'
import { messageNow } from '../messages/rows'
import type { MessageRow, ReadMessage } from '../presenters/messages'
import { heldBySending } from '../tickets/holder'
import type { TicketRow } from '../tickets/visibility'
import { type Line, markWindowClosed, refuseOutsideWindow } from '../tickets/window'
import { endDirectSend } from './direct-send'
import { claim, enqueue, type Job, settling, type Taken, unclaim, unsettledBefore } from './jobs'
import { DATABASE_LOST_MS } from './send-order'

/** It may have left. */
export const UNSURE = 'ERR_WAPP_UNSURE'

/**
 * Whether a message failed and certainly did not leave: only then a repeated call sends it again. Otherwise a person
 * decides.
 */
export const isDefiniteFailure = ({ failure }: Pick<MessageRow, 'failure'>): boolean =>
  failure !== null && failure !== UNSURE

/** After this long a message the other side does not accept is given up; it stays visible as failed. */
const GIVE_UP_MS = 24 * 60 * 60_000

/** When a file is requested again that the store did not deliver, milliseconds. */
const STORE_AGAIN_MS = 15_000

/** A prompt's voice note: its body is its text, kept for readers. */
const isSpoken = ({ clientId, mediaType }: MessageRow): boolean =>
  mediaType === 'audio' && (clientId?.startsWith(WRITTEN_BY.assistant) ?? false)

/** Kinds of messages without a file that are more than text: a place, a contact, a request for the number, utility. */
const CARDS: ReadonlySet<string> = new Set([
  'locationMessage',
  'contactMessage',
  'vcard',
  'contactRequest',
  UTILITY_TEXT,
])

/** The local file of a message. @throws ChannelBusy while the store does not deliver it. */
async function fileOf(media: MediaPlace, row: MessageRow): Promise<LocalFile | null> {
  if (!row.mediaFile) return null
  try {
    return await media.local(row.companyId, row.mediaFile)
  } catch (error) {
    throw new ChannelBusy('conversation', STORE_AGAIN_MS, reasonOf(error))
  }
}

async function parcelOf(
  app: Workspace,
  ticket: TicketRow,
  row: MessageRow,
  file: LocalFile | null,
  line: Line | null,
): Promise<OutgoingMessage> {
  const media =
    row.mediaFile && file
      ? {
          path: file.path,
          mime: row.mediaMime ?? 'application/octet-stream',
          name: row.mediaName ?? row.mediaFile,
          size: row.mediaSize ?? 0,
        }
      : null
  return {
    ...(await refOf(app, ticket, row, line)),
    body: isSpoken(row) ? '' : row.body,
    mediaType: media || CARDS.has(row.mediaType ?? '') ? row.mediaType : null,
    media,
    quotedMsgId: row.quotedMsgId,
    isForwarded: row.isForwarded,
    menu: row.menu,
    template: row.template?.parts ?? null,
  }
}

/** Stores an error on the message, so that it stays visible as failed. */
async function refused(app: Workspace, ticket: TicketRow, row: MessageRow, failure: string): Promise<void> {
  await app.db.company(ticket.companyId).write(async tx => {
    writeLast(settling(tx, [row.seq]))
    const [now] = await tx
      .update(messages)
      .set({ failure, updatedAt: changedNow(messages.updatedAt) })
      // Where the receipt came first, everybody knows.
      .where(and(eq(messages.seq, row.seq), or(isNull(messages.failure), ne(messages.failure, failure))))
      .returning()
    if (!now) return
    await happened({ app, tx, companyId: ticket.companyId }, 'reported', [now])
    await announceChange(app, tx, ticket, now)
    await markWindowClosed(app, tx, ticket, now)
    await endDirectSend(app, tx, ticket, now)
  })
}

/**
 * The error behind a thrown value. A channel that broke off may have accepted the message: it is asked before anybody
 * reads that it did not leave.
 * @returns null when it was accepted.
 */
async function failureOf(
  app: Workspace,
  parcel: OutgoingMessage | null,
  error: unknown,
): Promise<ChannelError | null> {
  if (error instanceof ChannelError) return error
  app.log.error('channel failed while sending', { reason: reasonOf(error) })
  const known = parcel ? await app.channel.askAbout(parcel).catch(() => null) : null
  return known ? null : new ChannelError('ERR_SENDING_WAPP_MSG')
}

/**
 * Handles what can wait: back into the outbox, or kept to be asked about, with its conversation behind it.
 * @returns false when it is another error, or has waited long enough.
 */
async function waits(app: Workspace, ticket: TicketRow, row: MessageRow, error: unknown): Promise<boolean> {
  if (error instanceof ChannelUnsure) {
    app.log.warn('a message may have left: its answer was lost', { ticketId: ticket.id })
    app.memory.outgoing.hold('conversation', ticket, error.askAgainMs)
    return true
  }
  // The result is unknown and cannot be stored: it is resolved later, as after a restart.
  if (error instanceof Error && isDatabaseLost(error)) {
    app.log.warn('a message waits for the database', { ticketId: ticket.id, reason: reasonOf(error) })
    app.memory.outgoing.hold('conversation', ticket, DATABASE_LOST_MS)
    return true
  }
  if (!(error instanceof ChannelBusy) || Date.now() - Date.parse(row.createdAt) > GIVE_UP_MS) return false
  app.log.info('a message waits to be taken', { ticketId: ticket.id, reason: error.message })
  await unclaim(app.db, row.seq)
  app.memory.outgoing.hold(error.scope, ticket, error.retryAfterMs)
  return true
}

/**
 * Hands one queued message to the channel, once; of several callers one sends. Acks come through the sink. A message
 * the other side does not accept now stays in the outbox, and so do later ones of its conversation.
 * @param taken it is this caller's already, who noted that in `sending`.
 * @returns the message as the channel's report left it; null where there was none meanwhile.
 * @throws ChannelError as the channel refused; the message is marked as failed.
 */
export async function sendToChannel(
  app: Workspace,
  ticket: TicketRow,
  row: MessageRow,
  taken: Taken | null = null,
): Promise<ReadMessage | null> {
  const { sending, inOrder } = app.memory.outgoing
  if (!taken && sending.has(row.seq)) return null
  sending.set(row.seq, null)
  try {
    await inOrder(ticket.id, () => sendNext(app, ticket, row, taken))
    return sending.get(row.seq) ?? null
  } finally {
    sending.delete(row.seq)
  }
}

/** A claimed message that another process may have to send. */
async function letGo(app: Workspace, ticket: TicketRow, row: MessageRow): Promise<void> {
  // It may have been claimed again: then nothing is written. If the work is still here, it is asked about.
  if (app.work.isFenced()) app.memory.outgoing.hold('conversation', ticket, DATABASE_LOST_MS)
  else await unclaim(app.db, row.seq)
}

async function sendNext(
  app: Workspace,
  ticket: TicketRow,
  row: MessageRow,
  taken: Taken | null,
): Promise<void> {
  let parcel: OutgoingMessage | null = null
  let file: LocalFile | null = null
  try {
    if (app.memory.outgoing.isHeld(ticket)) return taken ? await letGo(app, ticket, row) : undefined
    const claimed = taken ?? (await claim(app, row.seq, ticket))
    if (!claimed) return
    const { line } = claimed
    // Also for one that waited this long: the number would refuse it.
    if (!row.template) refuseOutsideWindow(line, ticket, row.mediaType === UTILITY_TEXT)
    file = await fileOf(app.media, row)
    parcel = await parcelOf(app, ticket, row, file, line)
    // Another process may own the work by now: it sends the message.
    if (!app.work.owns(row.companyId)) return await letGo(app, ticket, row)
    await app.channel.send(parcel)
    if (!row.template) await heldBySending(app, ticket)
  } catch (error) {
    // The present owner asks about it.
    if (app.work.isFenced()) return await letGo(app, ticket, row)
    if (await waits(app, ticket, row, error)) return
    const failure = await failureOf(app, parcel, error)
    if (!failure) return
    await refused(app, ticket, row, failure.code)
    throw failure
  } finally {
    await file?.release()
  }
}

/** How long the owner may take to hand a message over, milliseconds; then the caller continues. */
const ELSEWHERE_MS = 20_000

/** Asks the owner to hand a message over. Without an answer it stays in the outbox, where the owner looks. */
async function sendElsewhere(app: Workspace, row: MessageRow): Promise<void> {
  try {
    // Claimed in its row: a second process finds it taken.
    await app.work.callOwner(row.companyId, 'sendToChannel', [row.seq], {
      timeoutMs: ELSEWHERE_MS,
      again: true,
    })
  } catch (error) {
    if (!(error instanceof NoOwner)) throw error
    app.log.info('a message waits for the process that works', { messageId: row.id })
  }
}

/**
 * What another process stored earlier in the same conversation, or was handing over when this one took over.
 * @returns whether the message may follow now; otherwise it is resumed with the outbox, after them.
 */
async function othersFirst(app: Workspace, ticket: TicketRow, row: MessageRow): Promise<boolean> {
  const { whatsappId } = ticket
  const isOfBefore = ({ state, since }: Pick<Job, 'state' | 'since'>): boolean =>
    state === 'handed' && Date.parse(since) < app.work.ownedSince(row.companyId)
  const before = await unsettledBefore(app.db, row)
  if (before.some(isOfBefore) && whatsappId !== null) {
    // It has to be asked about, and it is not known yet when.
    app.memory.outgoing.wake?.(whatsappId)
    await app.memory.outgoing.resumed(whatsappId)
    if ((await unsettledBefore(app.db, row)).some(isOfBefore)) return false
  }
  for (const { state, message } of before)
    if (state === 'queued')
      await sendToChannel(app, ticket, message).catch((error: unknown) =>
        app.log.info('a message before another one was refused', {
          messageId: message.id,
          reason: reasonOf(error),
        }),
      )
  return true
}

/**
 * Hands over what a person has just written. While what an earlier life of the server left behind is still leaving,
 * it waits: nothing overtakes in a conversation.
 * @param isBehind whether something may have been stored before in its conversation that is not settled.
 * @param taken as of `sendToChannel`: nothing was stored before it then.
 * @returns as `sendToChannel`.
 */
export async function sendToChannelInTurn(
  app: Workspace,
  ticket: TicketRow,
  row: MessageRow,
  { isBehind, taken }: { isBehind: boolean; taken: Taken | null } = { isBehind: true, taken: null },
): Promise<ReadMessage | null> {
  if (!taken && !app.work.owns(row.companyId)) {
    await sendElsewhere(app, row)
    return null
  }
  if (ticket.whatsappId !== null) await app.memory.outgoing.resumed(ticket.whatsappId)
  if (isBehind && app.work.hasOthers && !(await othersFirst(app, ticket, row))) return null
  return await sendToChannel(app, ticket, row, taken)
}

/**
 * Sends a failed message again: the same row, the same id. Of several calls at once one sends.
 * @param said other words, or another menu, than what never left.
 * @throws ChannelError as the channel refuses again.
 */
export async function resendToChannel(
  app: Workspace,
  ticket: TicketRow,
  row: MessageRow,
  said: Pick<MessageRow, 'body' | 'menu'> = row,
): Promise<MessageRow> {
  connectionOf(app, ticket)
  const body = wellFormed(said.body)
  const link = await relinked(app.db, row, body)
  const changedText = body === row.body ? {} : { body, search: fold(body), translations: null, ...link }
  const claimed = await app.db.company(ticket.companyId).write(async tx => {
    const [now] = await tx
      .update(messages)
      .set({ failure: null, menu: said.menu, ...changedText, updatedAt: changedNow(messages.updatedAt) })
      .where(and(eq(messages.seq, row.seq), isNotNull(messages.failure)))
      .returning()
    if (!now) return null
    enqueue(tx, now)
    const act = { app, tx, companyId: ticket.companyId }
    if (body !== row.body) await happened(act, 'reworded', now)
    await happened(act, 'resent', now)
    await announceChange(app, tx, ticket, now)
    return now
  })
  if (claimed?.linkPreview === null)
    await removeFiles(app.media, row.companyId, [row.linkPreview?.picture ?? null])
  if (claimed) await sendToChannelInTurn(app, ticket, claimed)
  return await messageNow(app.db, row)
}
