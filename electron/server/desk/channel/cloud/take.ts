/** Takes one event of a delivery into the workspace (../inbox). */
import { ACK, addressesIn } from '@contract'
import { and, eq } from 'drizzle-orm'
import type { SessionKeys } from '../../../platform/auth/tokens'
import type { Db } from '../../../platform/db/client'
import { contacts, messages, tickets } from '../../../platform/db/schema'
import type { ChannelSink, IncomingMessage } from '../channel'
import type { Taken, Taker } from '../inbox'
import type { InboxRow } from '../inbox-rows'
import type { FileAnswer } from '../incoming-files'
import { accountOf } from './account'
import { noteCost, notePaid, UNPAID } from './costs'
import { type CloudEvent, cloudEvent } from './events'
import { downloadFile } from './files'
import { type Graph, GraphError, GraphTooLarge } from './graph'
import { createGroupNames } from './groups'
import { noteAck, ourIdOf } from './ids'
import { failureOf } from './meaning'
import { isOvertaken } from './order'
import { noteLimit } from './portfolio'
import { createChanges } from './take-changes'
import { takeTemplate, takeWish } from './take-notices'
import { takePhone } from './take-phone'
import { pruneUnknown } from './unknown'

/** Meta's error for a file it does not have any more. */
const MISSING = 100
const ACKS: Readonly<Record<string, number>> = {
  sent: ACK.sent,
  delivered: ACK.delivered,
  read: ACK.read,
  played: ACK.played,
}

type Of<K extends CloudEvent['kind']> = Extract<CloudEvent, { kind: K }>
type Message = Of<'message'>

export interface TakeDeps {
  /** Value of `provider` of its rows. */
  provider: string
  db: Db
  keys: SessionKeys
  sink: ChannelSink
  graph: Graph
  /** How long nothing may have come of a phone's history before what came is put in order, in milliseconds. */
  quietMs: number
  /** Whether a number is up here. */
  isUp(whatsappId: number): boolean
}

/** The conversation and sender of a message. @param groupName of its group; "" in a private conversation. */
function peopleOf({ from: number, name, ids, username, group }: Message, groupName: string) {
  const participant = { number, name, addresses: addressesIn(ids), username }
  if (group === null) return { from: { ...participant, isGroup: false } }
  return { from: { number: group, name: groupName, isGroup: true }, participant }
}

/** Makes the functions the inbox calls. */
export function createTaker({
  provider,
  db,
  keys,
  sink,
  graph,
  quietMs,
  isUp,
}: TakeDeps): Taker<CloudEvent, Message> {
  const groupNameOf = createGroupNames({ db, keys, graph })
  const messageOf = async ({ row, event }: Taken<Message>): Promise<IncomingMessage> => ({
    whatsappId: row.whatsappId,
    id: event.id,
    ...peopleOf(event, event.group === null ? '' : await groupNameOf(row, event.group)),
    body: event.body,
    mediaType: event.mediaType,
    quotedMsgId: event.quoted === null ? null : await ourIdOf(db, row.companyId, event.quoted),
    isForwarded: event.isForwarded,
    referral: event.referral,
    // A call rings where calls are answered, whoever answers the conversation.
    ...(event.mediaType === 'call_log' ? {} : { heldBy: event.standby ? ('metaAgent' as const) : null }),
    at: event.at,
  })
  const report = async ({ row, event }: Taken<Message>, message: IncomingMessage): Promise<void> => {
    if (!event.fromMe) return sink.incoming([message])
    // Messages sent from here are in the conversation already.
    if ((await ourIdOf(db, row.companyId, event.id)) === event.id) await sink.echoed([message])
  }
  /** The same; what was deleted before it came is deleted then. */
  const reportOnce: typeof report = async (taken, message) => {
    await report(taken, message)
    await changes.revokedBefore(taken)
  }
  const message = async (row: InboxRow, event: Message): Promise<void> =>
    reportOnce({ row, event }, await messageOf({ row, event }))

  const changes = createChanges({ db, sink, message })

  /** The recipient of an own message; null for a group or when unknown. */
  const writtenTo = async (companyId: number, messageId: string): Promise<string | null> => {
    const [row] = await db
      .select({ number: contacts.number, isGroup: contacts.isGroup })
      .from(messages)
      .innerJoin(tickets, eq(tickets.id, messages.ticketId))
      .innerJoin(contacts, eq(contacts.id, tickets.contactId))
      .where(and(eq(messages.companyId, companyId), eq(messages.id, messageId)))
    return row && !row.isGroup ? row.number : null
  }

  const status = async (
    { companyId, whatsappId, createdAt }: InboxRow,
    event: Of<'status'>,
  ): Promise<void> => {
    const ack = ACKS[event.status] ?? 0
    const failure = event.status === 'failed' ? failureOf(event.error ?? 0) : null
    if (ack === 0 && failure === null) return
    const messageId = event.messageId ?? (await ourIdOf(db, companyId, event.wamid))
    const addresses = addressesIn(event.ids)
    const number = addresses.length === 0 ? null : (event.phone ?? (await writtenTo(companyId, messageId)))
    if (number !== null) await sink.person({ whatsappId, number, addresses })
    const now = await noteAck(db.unordered, companyId, messageId, { wamid: event.wamid, ack, failure })
    if (!now && event.messageId !== null) return
    const isDelivered = ack >= ACK.delivered
    const at = event.at ?? createdAt
    const told = { companyId, whatsappId, messageId, price: event.price, isDelivered, at }
    await noteCost(db, told, now)
    const line = { whatsappId, isUp: isUp(whatsappId) }
    if (failure !== null && event.error === UNPAID) await notePaid({ db, sink }, line, false, at)
    else if (isDelivered && event.price?.billable) await notePaid({ db, sink }, line, true, at)
    // A message sent without the workspace has no row, and is known by the provider's id.
    const reported = now ?? { ack, failure }
    const failed = reported.failure === null ? {} : { failure: reported.failure }
    await sink.acks([{ whatsappId, companyId, messageId, ack: reported.ack, ...failed }])
  }

  /** A message of a phone's history; null for what left from here, which is in its conversation already. */
  const earlierOf = async (row: InboxRow, said: unknown) => {
    const read = cloudEvent.safeParse(said)
    if (!read.success || read.data.kind !== 'message') return null
    const event = read.data
    if (event.fromMe && (await ourIdOf(db, row.companyId, event.id)) !== event.id) return null
    const {
      id,
      from,
      body,
      mediaType,
      quotedMsgId = null,
      isForwarded = false,
      at,
    } = await messageOf({ row, event })
    return { id, from, body, mediaType, quotedMsgId, isForwarded, at, fromMe: event.fromMe }
  }

  return {
    provider,
    eventOf: payload => cloudEvent.parse(payload),
    async take(row, event) {
      if (await isOvertaken(db, row)) return 'done'
      if ('to' in event) return changes.change(row, event)
      if (event.kind === 'moved') return changes.moved(row, event)
      if (event.kind === 'handover') return changes.handedOver(row, event)
      if (event.kind === 'status') await status(row, event)
      else if (event.kind === 'message') await message(row, event)
      else if (event.kind === 'template') await takeTemplate(db, row, event)
      else if (event.kind === 'wish') await takeWish(db, row, event)
      else if (event.kind === 'limit') await noteLimit(db, row, event)
      else return takePhone({ db, sink, quietMs, messageOf: earlierOf }, row, event)
      return 'done'
    },
    messageOf,
    report: reportOnce,
    async fileOf({ row, event: { file } }, most, signal): Promise<FileAnswer> {
      const account = await accountOf(db, keys, row.whatsappId)
      if (!file || !account) return { lost: 'noCredentials' }
      try {
        const bytes = await downloadFile(graph, account, file.id, most, signal)
        return { media: { bytes, mime: file.mime, name: file.name } }
      } catch (error) {
        if (error instanceof GraphTooLarge) return { tooLarge: null }
        if (error instanceof GraphError && (error.status === 404 || error.code === MISSING))
          return { lost: 'notFetched' }
        throw error
      }
    },
    prune: () => pruneUnknown(db),
  }
}
