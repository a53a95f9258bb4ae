/** What a delivery tells of messages that are there already: reactions, other words, a deletion. */
import { isSamePhone } from '@contract'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/client'
import { type cloudInbox, contacts, messages } from '../../db/schema'
import type { ChannelSink } from '../channel'
import { ourIdOf } from './ids'
import { type CloudEvent, cloudEvent } from './webhook'

/** Tries for what is about a message that has not come yet. */
export const MOST_EARLY = 8

type Row = typeof cloudInbox.$inferSelect
type About = Extract<CloudEvent, { kind: 'reaction' | 'edit' | 'revoke' }>
type Words = Extract<CloudEvent, { kind: 'message' }>

export interface Known {
  id: string
  fromMe: boolean
  /** The number of who wrote it; null where it is ours. */
  author: string | null
}

/** A message of a company by the provider's id; null while there is none. */
export async function knownOf(db: Db, companyId: number, wamid: string): Promise<Known | null> {
  const id = await ourIdOf(db, companyId, wamid)
  const [row] = await db
    .select({ id: messages.id, fromMe: messages.fromMe, author: contacts.number })
    .from(messages)
    .leftJoin(contacts, eq(contacts.id, messages.contactId))
    .where(and(eq(messages.companyId, companyId), eq(messages.id, id)))
  return row ?? null
}

/** What an edited message says now. */
function wordsOf({ instead }: Extract<CloudEvent, { kind: 'edit' }>): Words | null {
  const read = cloudEvent.safeParse(instead)
  return read.success && read.data.kind === 'message' ? read.data : null
}

/**
 * Takes one change into the workspace. Only its author changes a message.
 * @param known the message; null when it never came.
 * @returns what is to be stored as a message of its own, so that no words are lost; null for nothing.
 */
export async function takeChange(
  sink: ChannelSink,
  { whatsappId }: Row,
  known: Known | null,
  event: About,
): Promise<Words | null> {
  if (!known) return event.kind === 'edit' ? wordsOf(event) : null
  const ref = { whatsappId, messageId: known.id }
  if (event.kind === 'reaction') {
    await sink.reaction({ ...ref, from: { number: event.from, isGroup: false }, type: event.emoji })
    return null
  }
  if (known.fromMe || !isSamePhone(known.author ?? '', event.from)) return null
  if (event.kind === 'revoke') await sink.revoked(ref)
  else {
    const now = wordsOf(event)
    if (now) await sink.edited({ ...ref, body: now.body })
  }
  return null
}
