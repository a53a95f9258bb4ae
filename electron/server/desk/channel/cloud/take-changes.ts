/** What a delivery says of other messages, of their author or of who answers, taken into the workspace. */
import { addressesIn } from '@contract'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client'
import { messages } from '../../../platform/db/schema'
import { contactByPhone } from '../../contacts/by-phone'
import type { ChannelSink } from '../channel'
import { early, type Outcome, type Taken } from '../inbox'
import type { InboxRow } from '../inbox-rows'
import { aboutChange, type ChangeEvent, type CloudEvent, cloudEvent } from './events'
import { ourIdOf } from './ids'
import { isTaken } from './order'

/** What is older when it comes may have been deleted before, milliseconds. */
const LATE_MS = 10_000

type Of<K extends CloudEvent['kind']> = Extract<CloudEvent, { kind: K }>
type Message = Of<'message'>

/** The content of an edited message now. */
function wordsOf({ instead }: Of<'edit'>): Message | null {
  const read = cloudEvent.safeParse(instead)
  return read.success && read.data.kind === 'message' ? read.data : null
}

/** @param message takes a message. */
export function createChanges({
  db,
  sink,
  message,
}: {
  db: Db
  sink: ChannelSink
  message(row: InboxRow, event: Message): Promise<void>
}) {
  /** One contact, whichever of their addresses a part names first. */
  const learn = async ({ whatsappId }: InboxRow, { from, ids }: { from: string; ids: string[] }) => {
    if (ids.length > 0) await sink.person({ whatsappId, number: from, addresses: addressesIn(ids) })
  }

  /** A message of a company by the provider's id, with the contact who wrote it (null: ours); null if missing. */
  const knownOf = async (companyId: number, wamid: string) => {
    const id = await ourIdOf(db, companyId, wamid)
    const [row] = await db
      .select({ id: messages.id, fromMe: messages.fromMe, author: messages.contactId })
      .from(messages)
      .where(and(eq(messages.companyId, companyId), eq(messages.id, id)))
    return row ?? null
  }

  /** Whether a customer's message is this person's, by any of their addresses. */
  const isBy = async (
    companyId: number,
    { fromMe, author }: { fromMe: boolean; author: number | null },
    from: string,
  ): Promise<boolean> =>
    !fromMe && author !== null && author === (await contactByPhone(db, companyId, from))?.id

  /** Somebody's phone or id is another now. An earlier move of somebody unknown may come later. */
  const moved = async (row: InboxRow, event: Of<'moved'>): Promise<Outcome> => {
    const { id, from, number, ids, former, isPhoneGone, at } = event
    let isKnown = false
    for (const one of [from, number, ...ids, ...former])
      isKnown ||= (await contactByPhone(db, row.companyId, one)) !== null
    const again = isKnown ? null : early(row)
    if (again) return again
    await sink.person({
      whatsappId: row.whatsappId,
      number,
      ...(from === number ? {} : { formerly: from }),
      addresses: addressesIn(ids),
      former: addressesIn(former),
      isPhoneGone,
      told: { messageId: id, at },
    })
    return 'done'
  }

  /** Somebody else answers now. What was said before it may come later. */
  const handedOver = async (row: InboxRow, event: Of<'handover'>): Promise<Outcome> => {
    await learn(row, event)
    const { from: number, by, at } = event
    const isKnown = await sink.handover({ whatsappId: row.whatsappId, number, by, at })
    return (isKnown ? null : early(row)) ?? 'done'
  }

  /** Reactions, edits, a deletion. Only the author may change a message. */
  const change = async (row: InboxRow, event: ChangeEvent): Promise<Outcome> => {
    const { companyId, whatsappId } = row
    await learn(row, event)
    const known = await knownOf(companyId, event.to)
    const words = event.kind === 'edit' ? wordsOf(event) : null
    if (!known) {
      const again = early(row)
      if (again) return again
      // The original never came: the edit becomes a message of its own, so that no text is lost.
      if (words) await message(row, words)
      return 'done'
    }
    const { fromMe } = event
    const ref = { whatsappId, messageId: known.id, fromMe }
    if (event.kind === 'reaction')
      await sink.reaction({ ...ref, from: { number: event.from, isGroup: false }, type: event.emoji })
    else if (fromMe ? known.fromMe : await isBy(companyId, known, event.from)) {
      if (event.kind === 'revoke') await sink.revoked(ref)
      else if (words) await sink.edited({ ...ref, body: words.body })
    }
    return 'done'
  }

  return {
    change,
    moved,
    handedOver,
    /** Deletes a message that was deleted before it came. */
    async revokedBefore({ row, event }: Taken<Message>): Promise<void> {
      if (Date.parse(row.createdAt) - Date.parse(event.at) < LATE_MS) return
      const { id: to, from, fromMe } = event
      if (await isTaken(db, row, aboutChange({ kind: 'revoke', to, from, fromMe })))
        await sink.revoked({ whatsappId: row.whatsappId, messageId: to, fromMe })
    },
  }
}
