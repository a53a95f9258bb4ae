/** Takes what is delivered of the Business app on the phone of a number (./phone-fields). */
import { ACK, addressesIn } from '@contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client'
import { jsonMember } from '../../../platform/db/engine/words'
import { inbox, phoneSyncs } from '../../../platform/db/schema'
import type { ChannelSink } from '../channel'
import type { Outcome } from '../inbox'
import type { InboxRow } from '../inbox-rows'
import type { EarlierMessage } from '../phone-data'
import type { BookEvent, HistoryEvent, HistoryStep } from './phone-fields'

/** Meta's words for how far an own message got. */
const ACKS: Readonly<Record<string, number>> = {
  SENT: ACK.sent,
  DELIVERED: ACK.delivered,
  READ: ACK.read,
  PLAYED: ACK.played,
}

interface PhoneDeps {
  db: Db
  sink: ChannelSink
  /** How long nothing may have come before what came is put in order, in milliseconds. */
  quietMs: number
  /** A message of an event; null for what is none. */
  messageOf(row: InboxRow, event: unknown): Promise<Omit<EarlierMessage, 'ack'> | null>
}

/** Into how many parts a history is spread. */
const SHARES = 60
/** How soon it is looked again whether what was said before is there, in milliseconds. */
const BEFORE_MS = 500

/** Whether something that was said before, in the same conversation, is still to be taken. */
async function isAfterOne(db: Db, { whatsappId, chat }: InboxRow, at: string): Promise<boolean> {
  const { payload } = inbox
  const [before] = await db
    .select({ id: inbox.id })
    .from(inbox)
    .where(
      and(
        eq(inbox.whatsappId, whatsappId),
        eq(inbox.chat, chat),
        isNull(inbox.doneAt),
        sql`${jsonMember(payload, 'kind')} = 'history'`,
        sql`${jsonMember(payload, 'at')} < ${at}`,
      ),
    )
    .limit(1)
  return before !== undefined
}

/** How long it is still waited for more of the history, in milliseconds: chunks come in any order. null: nobody asked for any. */
async function waitsFor(db: Db, row: InboxRow, at: string, quietMs: number): Promise<number | null> {
  const { whatsappId, createdAt } = row
  const [sync] = await db
    .select({ heardAt: phoneSyncs.heardAt })
    .from(phoneSyncs)
    .where(and(eq(phoneSyncs.whatsappId, whatsappId), eq(phoneSyncs.kind, 'history')))
  if (!sync) return null
  const last = Math.max(Date.parse(createdAt), sync.heardAt === null ? 0 : Date.parse(sync.heardAt))
  // A clock that was set back is not waited for.
  const quiet = quietMs - Math.abs(Date.now() - last)
  return quiet <= 0 && (await isAfterOne(db, row, at)) ? BEFORE_MS : quiet
}

export async function takePhone(
  { db, sink, quietMs, messageOf }: PhoneDeps,
  row: InboxRow,
  event: BookEvent | HistoryStep | HistoryEvent,
): Promise<Outcome> {
  const { whatsappId } = row
  if (event.kind === 'book') {
    const entries = event.entries.map(({ ids, ...one }) => ({ ...one, addresses: addressesIn(ids) }))
    await sink.phoneData({ whatsappId, kind: 'contacts', entries })
    for (const { number, addresses, username } of entries)
      if (addresses.length > 0 || username !== null)
        await sink.person({ whatsappId, number, addresses, username })
    return 'done'
  }
  if (event.kind === 'historyStep') {
    await sink.phoneData({ whatsappId, kind: 'progress', progress: event.progress, code: event.error })
    return 'done'
  }
  const againMs = await waitsFor(db, row, event.at, quietMs)
  if (againMs === null) return 'done'
  // Spread over as much time again: what customers write now waits behind few of them.
  if (againMs > 0)
    return { againMs: againMs + Math.floor(((row.id % SHARES) / SHARES) * quietMs), isTry: false }
  const messages: EarlierMessage[] = []
  for (const { event: said, ack } of event.messages) {
    const one = await messageOf(row, said)
    if (one) messages.push({ ...one, ack: ACKS[ack] ?? ACK.server })
  }
  await sink.phoneData({ whatsappId, kind: 'history', messages })
  return 'done'
}
