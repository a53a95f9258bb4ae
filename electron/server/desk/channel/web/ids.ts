/**
 * The messages WhatsApp knows under the same id as the workspace. An own one's row is written before it leaves, so that one
 * without a row never left, and one without an ack may have.
 */
import { and, eq, lt, ne, sql } from 'drizzle-orm'
import type { Db, Reader } from '../../../platform/db/client'
import { greater } from '../../../platform/db/engine/words'
import { keptSince } from '../../../platform/db/kept'
import { webMessages } from '../../../platform/db/schema'
import type { MessageRef } from '../channel'
import type { WebDelivered, WebKey } from './wire'

export type KnownMessage = typeof webMessages.$inferSelect

/** Rows of one statement. */
const PAGE = 200
/** How long contents are kept: phones ask again, and people quote, within days. */
const CONTENT_KEPT_MS = 30 * 24 * 60 * 60_000

const of = (companyId: number, messageId: string) =>
  and(eq(webMessages.companyId, companyId), eq(webMessages.messageId, messageId))

export async function knownOf(
  db: Reader,
  companyId: number,
  messageId: string,
): Promise<KnownMessage | null> {
  const [row] = await db.select().from(webMessages).where(of(companyId, messageId))
  return row ?? null
}

/** Before it is handed over; once more for one that is sent again. */
export async function noteAsked(
  db: Db,
  { companyId, whatsappId, messageId }: MessageRef,
  chat: string,
): Promise<void> {
  const fresh = { whatsappId, chat, fromMe: true, ack: 0, failure: null, askedAt: new Date().toISOString() }
  await db.unordered
    .insert(webMessages)
    .values({ companyId, messageId, ...fresh })
    .onConflictDoUpdate({ target: [webMessages.companyId, webMessages.messageId], set: fresh })
}

/** It was not taken. */
export async function forgetAsked(db: Db, companyId: number, messageId: string): Promise<void> {
  // A receipt may have come first and say otherwise.
  await db.unordered.delete(webMessages).where(and(of(companyId, messageId), eq(webMessages.ack, 0)))
}

/** Messages of others, and those that were written on the phone; the first word about an id holds. */
export async function noteMet(
  db: Db,
  at: { companyId: number; whatsappId: number },
  delivered: readonly WebDelivered[],
): Promise<void> {
  const rows = delivered.flatMap(({ event }) => {
    if (event.kind !== 'message') return []
    const { id, chat, author, fromMe, content } = event
    return [{ ...at, messageId: id, chat: chat.jid, participant: author?.jid ?? null, fromMe, content }]
  })
  for (let i = 0; i < rows.length; i += PAGE)
    await db.unordered
      .insert(webMessages)
      .values(rows.slice(i, i + PAGE))
      .onConflictDoNothing()
}

export async function keepContent(
  db: Db,
  companyId: number,
  messageId: string,
  content: string,
): Promise<void> {
  await db.unordered.update(webMessages).set({ content }).where(of(companyId, messageId))
}

/**
 * How far an own message got; an earlier ack stays when it was further.
 * @returns how far it is now; null when it is not known here.
 */
export async function noteAck(
  db: Db,
  companyId: number,
  messageId: string,
  state: { ack: number; failure: string | null },
): Promise<{ ack: number; failure: string | null } | null> {
  const { ack } = webMessages
  const [row] = await db.unordered
    .update(webMessages)
    .set({
      ack: greater(ack, state.ack),
      // What arrived did not fail, in whatever order the acks come.
      failure: sql`case when ${greater(ack, state.ack)} >= 3 then null else coalesce(${state.failure}, ${webMessages.failure}) end`,
    })
    .where(and(of(companyId, messageId), eq(webMessages.fromMe, true)))
    .returning({ ack, failure: webMessages.failure })
  return row ?? null
}

/** A message's key for WhatsApp. @param chat where it is assumed to be when nothing is kept of it. */
export const keyOfKnown = (known: KnownMessage | null, messageId: string, chat: string): WebKey => ({
  id: messageId,
  chat: known?.chat ?? chat,
  fromMe: known?.fromMe ?? true,
  participant: known?.participant ?? null,
})

/** Lets go of contents nobody asks for any more. */
export async function pruneContents(db: Db): Promise<void> {
  const rows = { table: webMessages, at: webMessages.createdAt }
  const oldest = await keptSince(db, rows, Date.now(), CONTENT_KEPT_MS)
  await db.unordered
    .update(webMessages)
    .set({ content: '' })
    .where(and(lt(webMessages.createdAt, oldest), ne(webMessages.content, '')))
}
