/**
 * Messages WhatsApp knows under the workspace's ids. An own message's row is written before it leaves: without a row it
 * never left, and without an ack it may have.
 */
import { and, eq, lt, ne, sql } from 'drizzle-orm'
import type { Db, Reader } from '../../../platform/db/client'
import { greater } from '../../../platform/db/engine/words'
import { keptSince } from '../../../platform/db/kept'
import { webMessages } from '../../../platform/db/schema'
import type { MessageRef } from '../channel'
import type { WebDelivered, WebKey } from './wire'

export type KnownMessage = typeof webMessages.$inferSelect

/** Rows per statement. */
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

/** Before it is handed over; again for a resend. */
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

/** It was not accepted. */
export async function forgetAsked(db: Db, companyId: number, messageId: string): Promise<void> {
  // A receipt may have come first and say otherwise.
  await db.unordered.delete(webMessages).where(and(of(companyId, messageId), eq(webMessages.ack, 0)))
}

/** Stores the ids of others' messages and of those written on the phone. The first entry of an id stays. */
export async function keepReceivedIds(
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

/** Stores the ack of an own message; a higher earlier one stays. @returns the present one; null when unknown. */
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
      // A message that arrived did not fail, whatever the order of acks.
      failure: sql`case when ${greater(ack, state.ack)} >= 3 then null else coalesce(${state.failure}, ${webMessages.failure}) end`,
    })
    .where(and(of(companyId, messageId), eq(webMessages.fromMe, true)))
    .returning({ ack, failure: webMessages.failure })
  return row ?? null
}

/** A message's key for WhatsApp. @param chat the presumed chat when nothing is stored. */
export const keyOfKnown = (known: KnownMessage | null, messageId: string, chat: string): WebKey => ({
  id: messageId,
  chat: known?.chat ?? chat,
  fromMe: known?.fromMe ?? true,
  participant: known?.participant ?? null,
})

/** Deletes contents nobody asks for any more. */
export async function pruneContents(db: Db): Promise<void> {
  const rows = { table: webMessages, at: webMessages.createdAt }
  const oldest = await keptSince(db, rows, Date.now(), CONTENT_KEPT_MS)
  await db.unordered
    .update(webMessages)
    .set({ content: '' })
    .where(and(lt(webMessages.createdAt, oldest), ne(webMessages.content, '')))
}
