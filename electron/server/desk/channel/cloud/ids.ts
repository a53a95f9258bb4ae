/**
 * The provider's ids of own messages. A row is written before the provider is called: a message without a row was never
 * sent, and one without the provider's id may have left.
 */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db, Reader, Tx } from '../../../platform/db/client'
import { greater } from '../../../platform/db/engine/words'
import { cloudMessages } from '../../../platform/db/schema'

export interface Asked {
  wamid: string | null
  ack: number
  failure: string | null
  /** ISO-8601. */
  askedAt: string
}

interface Ref {
  companyId: number
  whatsappId: number
  messageId: string
}

const of = (companyId: number, messageId: string) =>
  and(eq(cloudMessages.companyId, companyId), eq(cloudMessages.messageId, messageId))

/** What is known about an own message; null when the provider was never called. */
export async function askedOf(db: Reader, companyId: number, messageId: string): Promise<Asked | null> {
  const [row] = await db.select().from(cloudMessages).where(of(companyId, messageId))
  return row ?? null
}

/** Before the call; again for a resend. */
export async function noteAsked(db: Db, { companyId, whatsappId, messageId }: Ref): Promise<void> {
  const fresh = { whatsappId, wamid: null, ack: 0, failure: null, askedAt: new Date().toISOString() }
  await db.unordered
    .insert(cloudMessages)
    .values({ companyId, messageId, ...fresh })
    .onConflictDoUpdate({ target: [cloudMessages.companyId, cloudMessages.messageId], set: fresh })
}

/** The provider refused it or never received it. */
export async function forgetAsked(db: Db, companyId: number, messageId: string): Promise<void> {
  // A status may have come first and say otherwise.
  await db.unordered.delete(cloudMessages).where(and(of(companyId, messageId), isNull(cloudMessages.wamid)))
}

/**
 * The provider reports an ack; a higher earlier one stays.
 * @returns the present ack; null when no such message was sent from here.
 */
export async function noteAck(
  tx: Pick<Tx, 'update'>,
  companyId: number,
  messageId: string,
  state: { wamid: string; ack: number; failure: string | null },
): Promise<{ ack: number; failure: string | null } | null> {
  const { ack } = cloudMessages
  const [row] = await tx
    .update(cloudMessages)
    .set({
      wamid: state.wamid,
      ack: greater(ack, state.ack),
      // A message that arrived did not fail, whatever the order of acks.
      failure: sql`case when ${greater(ack, state.ack)} >= 3 then null else coalesce(${state.failure}, ${cloudMessages.failure}) end`,
    })
    .where(of(companyId, messageId))
    .returning({ ack: cloudMessages.ack, failure: cloudMessages.failure })
  return row ?? null
}

/** Our id of a message the provider names; its own id when the message is not ours. */
export async function ourIdOf(db: Reader, companyId: number, wamid: string): Promise<string> {
  const [row] = await db
    .select({ messageId: cloudMessages.messageId })
    .from(cloudMessages)
    .where(and(eq(cloudMessages.companyId, companyId), eq(cloudMessages.wamid, wamid)))
  return row?.messageId ?? wamid
}

/** The provider's id of a message; null when it has none. Customers' messages have the provider's id here too. */
export async function wamidOf(db: Reader, companyId: number, messageId: string): Promise<string | null> {
  const row = await askedOf(db, companyId, messageId)
  if (row) return row.wamid
  return messageId.startsWith('wamid.') ? messageId : null
}
