/**
 * The provider's ids of own messages. A row is written before the provider is called: a message without a row was never
 * sent, and one without the provider's id may have left.
 */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db, Reader, Tx } from '../../../platform/db/client'
import { greater } from '../../../platform/db/engine/words'
import { givenOf, prepared } from '../../../platform/db/prepared'
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
const ofCompany = eq(cloudMessages.companyId, sql.placeholder('companyId'))
const ofMessage = and(ofCompany, eq(cloudMessages.messageId, sql.placeholder('messageId')))

/** What is known about an own message; null when the provider was never called. */
export async function askedOf(db: Reader, companyId: number, messageId: string): Promise<Asked | null> {
  const [row] = await db.select().from(cloudMessages).where(of(companyId, messageId))
  return row ?? null
}

const fresh = () => ({
  ...givenOf(cloudMessages, ['whatsappId', 'askedAt']),
  ...{ wamid: null, ack: 0, failure: null },
})
const asking = prepared(db =>
  db
    .insert(cloudMessages)
    .values({ ...givenOf(cloudMessages, ['companyId', 'messageId']), ...fresh() })
    .onConflictDoUpdate({ target: [cloudMessages.companyId, cloudMessages.messageId], set: fresh() })
    .prepare(),
)

/** Before the provider is asked; once more for a message that is sent again. */
export async function noteAsked(db: Db, { companyId, whatsappId, messageId }: Ref): Promise<void> {
  await asking(db.unordered).run({ companyId, messageId, whatsappId, askedAt: new Date().toISOString() })
}

/** The provider refused it or never received it. */
export async function forgetAsked(db: Db, companyId: number, messageId: string): Promise<void> {
  // A status may have come first and say otherwise.
  await db.unordered.delete(cloudMessages).where(and(of(companyId, messageId), isNull(cloudMessages.wamid)))
}

const furthest = () => greater(cloudMessages.ack, sql.placeholder('ack'))
const acknowledging = prepared(db =>
  db
    .update(cloudMessages)
    .set({
      ...givenOf(cloudMessages, ['wamid']),
      ack: furthest(),
      // A message that arrived did not fail, in whatever order the acks come.
      failure: sql`case when ${furthest()} >= 3 then null else coalesce(${sql.placeholder('failure')}, ${cloudMessages.failure}) end`,
    })
    .where(ofMessage)
    .returning({
      ack: cloudMessages.ack,
      failure: cloudMessages.failure,
      countedAt: cloudMessages.countedAt,
      priceCategory: cloudMessages.priceCategory,
    })
    .prepare(),
)

type Acknowledged = Awaited<ReturnType<ReturnType<typeof acknowledging>['all']>>[number]

/**
 * The provider reports how far a message got; an earlier ack stays when it was further.
 * @returns how far it is now, and what is known of its price; null when no such message was sent from here.
 */
export async function noteAck(
  tx: Pick<Tx, 'update'>,
  companyId: number,
  messageId: string,
  state: { wamid: string; ack: number; failure: string | null },
): Promise<Acknowledged | null> {
  const [row] = await acknowledging(tx).all({ companyId, messageId, ...state })
  return row ?? null
}

const ourIds = prepared(db =>
  db
    .select({ messageId: cloudMessages.messageId })
    .from(cloudMessages)
    .where(and(ofCompany, eq(cloudMessages.wamid, sql.placeholder('wamid'))))
    .prepare(),
)

/** Our id of a message the provider names; its own id when the message is not ours. */
export async function ourIdOf(db: Reader, companyId: number, wamid: string): Promise<string> {
  const [row] = await ourIds(db).all({ companyId, wamid })
  return row?.messageId ?? wamid
}

/** The provider's id of a message; null when it has none. Customers' messages have the provider's id here too. */
export async function wamidOf(db: Reader, companyId: number, messageId: string): Promise<string | null> {
  const row = await askedOf(db, companyId, messageId)
  if (row) return row.wamid
  return messageId.startsWith('wamid.') ? messageId : null
}
