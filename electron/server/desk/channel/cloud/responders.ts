/**
 * Who answers on a number, as its deliveries showed: Meta names nobody but by what it delivers, a copy for reading or a
 * conversation that changes hands.
 */
import type { CloudResponders, ThreadHolder, TimelineActor } from '@contract'
import { and, eq, isNotNull, max, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/db/client'
import { replyWindows, ticketEvents, tickets } from '../../../platform/db/schema'

type Seen = Record<keyof CloudResponders, string | null>

/** The same with a time that is not older. */
function seenAt(seen: Seen, what: keyof Seen, at: string | null): Seen {
  const known = seen[what]
  return at === null || (known !== null && known >= at) ? seen : { ...seen, [what]: at }
}

/** Who takes a conversation over: a person by the button, or by writing. Else it was passed on. */
const TAKERS: ReadonlySet<TimelineActor> = new Set(['person', 'workspace'])
const OTHERS: Readonly<Record<ThreadHolder, keyof Seen>> = { metaAgent: 'metaAgentAt', partner: 'partnerAt' }
const isOther = (holder: unknown): holder is ThreadHolder => typeof holder === 'string' && holder in OTHERS

/** What is known of a number's responders, each with the last time; null: not shown yet. */
export async function respondersOf(db: Reader, whatsappId: number): Promise<CloudResponders> {
  const routed = and(eq(tickets.whatsappId, whatsappId), isNotNull(tickets.heldAt))
  const held = await db
    .select({ by: tickets.heldBy, at: max(tickets.heldAt) })
    .from(tickets)
    .where(routed)
    .groupBy(tickets.heldBy)
  const { actor, changes } = ticketEvents
  const changed = await db
    .select({ actor, changes, at: max(ticketEvents.at) })
    .from(ticketEvents)
    .innerJoin(tickets, eq(tickets.id, ticketEvents.ticketId))
    .where(and(routed, eq(ticketEvents.kind, 'held')))
    .groupBy(actor, changes)
  const wroteHere = and(
    eq(replyWindows.whatsappId, whatsappId),
    sql`not exists (select 1 from ${tickets} where ${tickets.contactId} = ${replyWindows.contactId}
      and ${tickets.whatsappId} = ${replyWindows.whatsappId} and ${tickets.heldAt} is not null)`,
  )
  const [direct] = await db
    .select({ at: max(replyWindows.wroteAt) })
    .from(replyWindows)
    .where(wroteHere)
  const directAt = direct?.at ?? null
  let seen: Seen = { metaAgentAt: null, partnerAt: null, directAt, handedAt: null, takenAt: null }
  for (const { by, at } of held) if (isOther(by)) seen = seenAt(seen, OTHERS[by], at)
  for (const { actor: who, changes: told, at } of changed) {
    const [from, to] = told.heldBy ?? [null, null]
    for (const holder of [from, to]) if (isOther(holder)) seen = seenAt(seen, OTHERS[holder], at)
    if (isOther(from) && to === null) seen = seenAt(seen, TAKERS.has(who) ? 'takenAt' : 'handedAt', at)
  }
  return seen
}
