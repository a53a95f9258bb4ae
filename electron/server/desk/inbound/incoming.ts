/** Customers' messages, from the channel's batch to rows and events. */
import { notReceivedWords, singleLine, wellFormed } from '@contract'
import { asc, eq, sql } from 'drizzle-orm'
import { reasonOf } from '../../log'
import type { Reader, Tx } from '../../platform/db/client'
import { amongIds, ascending } from '../../platform/db/engine/words'
import { prepared } from '../../platform/db/prepared'
import { queueOptions, queues, whatsappQueues, whatsapps } from '../../platform/db/schema'
import { uploadLimitBytes } from '../../platform/media/folder'
import type { MediaPlace } from '../../platform/media/place'
import { keepIncoming, type StoredMedia } from '../../platform/media/store'
import { isEnabled, settingsOf } from '../../settings'
import type { Workspace } from '../../workspace'
import type { IncomingMessage } from '../channel/channel'
import { withoutFile } from '../channel/incoming-files'
import { hasWindow } from '../channel/window'
import type { ContactRow } from '../contacts/by-phone'
import { publishMerged, recordMerged } from '../contacts/merge'
import { happened } from '../happenings/tell'
import { announceMessages } from '../messages/deliver'
import { ticketViews } from '../presenters/tickets'
import { noteTickets } from '../tickets/timeline'
import { seenOf, type TicketRow } from '../tickets/visibility'
import type { Arrived, People } from './people'
import { type Placement, type StoredBatch, storeBatch } from './store'

interface Connection {
  id: number
  companyId: number
  provider: string
  queueIds: number[]
  /** Whether a chatbot answers first: there is a queue to choose, or options in the only one. */
  bot: boolean
}

const connectionRows = prepared(db =>
  db
    .select({
      id: whatsapps.id,
      companyId: whatsapps.companyId,
      provider: whatsapps.provider,
      queueId: queues.id,
      hasOptions: sql<number>`exists (select 1 from ${queueOptions} where ${queueOptions.queueId} = ${queues.id})`,
    })
    .from(whatsapps)
    .leftJoin(whatsappQueues, eq(whatsappQueues.whatsappId, whatsapps.id))
    .leftJoin(queues, eq(queues.id, whatsappQueues.queueId))
    .where(amongIds(whatsapps.id))
    .orderBy(ascending(queues.orderQueue), asc(queues.id))
    .prepare(),
)

async function connectionsOf(db: Reader, wanted: number[]): Promise<Map<number, Connection>> {
  const found = new Map<number, Connection>()
  for (const { queueId, hasOptions, ...row } of await connectionRows(db).all({
    ids: JSON.stringify(wanted),
  })) {
    const { queueIds, bot } = found.get(row.id) ?? { queueIds: [], bot: false }
    const all = queueId === null ? queueIds : [...queueIds, queueId]
    found.set(row.id, { ...row, queueIds: all, bot: bot || all.length > 1 || hasOptions !== 0 })
  }
  return found
}

const placementOf = (connection: Connection | undefined): Placement => ({
  queueId: connection?.queueIds.length === 1 ? (connection.queueIds[0] ?? null) : null,
  bot: connection?.bot ?? false,
  hasWindow: connection !== undefined && hasWindow(connection.provider),
})

/** Where a connection's new tickets go; without its row: no queue, no bot. */
export async function placementFor(db: Reader, whatsappId: number): Promise<Placement> {
  return placementOf((await connectionsOf(db, [whatsappId])).get(whatsappId))
}

/** The text in place of a file above the limit. */
function mediaError({ name, bytes }: NonNullable<IncomingMessage['tooLarge']>, limitBytes: number): string {
  const megabytes = (size: number): string => `${Math.ceil(size / 2 ** 20)} MB`
  const file = bytes === null ? name : `${name} (${megabytes(bytes)})`
  return notReceivedWords({ what: 'tooLarge', file, limit: megabytes(limitBytes) })
}

type Worded = Pick<IncomingMessage, 'body' | 'mediaType'>
const wordedHeavy = <M extends Worded>(
  message: M,
  file: NonNullable<IncomingMessage['tooLarge']>,
  limitBytes: number,
): M => ({
  ...message,
  body: [message.body, mediaError(file, limitBytes)].filter(Boolean).join('\n'),
  mediaType: 'conversation',
})

/** A message whose file turned out to exceed the limit after it was stored, with a text instead. */
export const withoutHeavy = async <M extends Worded>(
  db: Reader,
  message: M,
  { name, bytes }: NonNullable<IncomingMessage['tooLarge']>,
): Promise<M> => wordedHeavy(message, { name: singleLine(name), bytes }, await uploadLimitBytes(db))

/** A message's file that exceeds the limit, downloaded or not. */
const heavyOf = ({ media, tooLarge }: IncomingMessage, limitBytes: number): IncomingMessage['tooLarge'] =>
  tooLarge ??
  (media && media.bytes.length > limitBytes ? { name: media.name, bytes: media.bytes.length } : undefined)

async function keepMedia(
  media: MediaPlace,
  companyId: number,
  message: IncomingMessage,
): Promise<StoredMedia | null> {
  if (message.kept) return message.kept
  return message.media ? await keepIncoming(media, companyId, message.media) : null
}

/** A message cleaned for storing: customers choose their own names and file names. */
function cleaned(message: IncomingMessage): IncomingMessage {
  const { from, participant, media, tooLarge } = message
  return {
    ...message,
    body: wellFormed(message.body),
    from: { ...from, name: singleLine(from.name) },
    ...(participant ? { participant: { ...participant, name: singleLine(participant.name) } } : {}),
    ...(media ? { media: { ...media, name: singleLine(media.name) } } : {}),
    ...(tooLarge ? { tooLarge: { ...tooLarge, name: singleLine(tooLarge.name) } } : {}),
  }
}

/** The messages of a batch the company wants, with their files stored. */
export async function arrived(
  app: Workspace,
  companyId: number,
  batch: readonly IncomingMessage[],
): Promise<Arrived[]> {
  const isWithoutGroups =
    batch.some(({ from }) => from.isGroup) &&
    isEnabled((await settingsOf(app.db, companyId, ['CheckMsgIsGroup'])).CheckMsgIsGroup)
  const wanted = isWithoutGroups ? batch.filter(({ from }) => !from.isGroup) : batch
  const limit = wanted.some(message => message.media ?? message.tooLarge)
    ? await uploadLimitBytes(app.db)
    : Number.MAX_VALUE
  const result: Arrived[] = []
  for (const given of wanted) {
    const message = cleaned(given)
    const heavy = heavyOf(message, limit)
    if (heavy) {
      const { media: _media, ...words } = message
      result.push({ message: wordedHeavy(words, heavy, limit), media: null, tooLarge: true })
      continue
    }
    try {
      result.push({ message, media: await keepMedia(app.media, companyId, message), tooLarge: false })
    } catch (error) {
      app.log.error('incoming media not stored', { messageId: message.id, reason: reasonOf(error) })
      const words = withoutFile(message, message.media?.name ?? '', 'notKept')
      result.push({ message: words, media: null, tooLarge: false })
    }
  }
  return result
}

/** Sends consoles new contacts and changed names. */
export async function publishContacts(
  app: Workspace,
  tx: Tx,
  companyId: number,
  { created, renumbered, merged }: Omit<People, 'byNumber'>,
): Promise<void> {
  await publishMerged(app, tx, merged)
  const publisher = (action: 'create' | 'update') => (row: ContactRow) => {
    const { companyId: _c, search: _s, ...contact } = row
    app.realtime.toCompany(companyId, 'contact', { action, contact })
  }
  created.forEach(publisher('create'))
  renumbered.forEach(publisher('update'))
}

/** Sends consoles what a stored batch changed: contacts, new tickets, then every message with its ticket. */
async function announce(app: Workspace, tx: Tx, companyId: number, batch: StoredBatch): Promise<void> {
  await publishContacts(app, tx, companyId, { ...batch, created: batch.newContacts })
  await noteTickets(app, tx, [...batch.touched.values()], 'customer')
  const views = await ticketViews(tx, [...new Set(batch.stored.map(row => row.ticketId))])
  for (const view of views) {
    const touched = batch.touched.get(Number(view.id))
    if (touched && !touched.before)
      app.realtime.ticketChanged(null, seenOf(touched.after), { action: 'create', ticket: view })
  }
  await announceMessages(app, tx, batch.stored, views)
}

async function takeCompany(
  app: Workspace,
  companyId: number,
  batch: readonly IncomingMessage[],
  connections: Map<number, Connection>,
  since: number,
): Promise<void> {
  const items = await arrived(app, companyId, batch)
  if (items.length === 0) return
  const tooLarge = new Set(items.filter(item => item.tooLarge).map(item => item.message.id))
  const merged = await app.db.company(companyId).write(async tx => {
    const act = { app, tx, companyId }
    const batch = await storeBatch(
      tx,
      companyId,
      items,
      id => placementOf(connections.get(id)),
      async messages => {
        const homes = new Map<string, TicketRow>()
        await happened(act, 'arriving', { messages, homes })
        return homes
      },
    )
    await happened(act, 'wrote', { ...batch, tooLarge })
    await announce(app, tx, companyId, batch)
    return batch.merged
  })
  await recordMerged(app, merged)
  app.operation.meters?.announced((performance.now() - since) / 1_000)
}

/**
 * Stores a batch of any companies and connections. Messages of unknown connections are logged and dropped.
 * @param since when the first was received, by `performance.now()`.
 */
export async function takeIncoming(
  app: Workspace,
  batch: readonly IncomingMessage[],
  since = performance.now(),
): Promise<void> {
  const connections = await connectionsOf(app.db, [...new Set(batch.map(message => message.whatsappId))])
  const byCompany = new Map<number, IncomingMessage[]>()
  for (const message of batch) {
    const connection = connections.get(message.whatsappId)
    if (!connection) {
      app.log.warn('message for an unknown connection', { whatsappId: message.whatsappId })
      continue
    }
    byCompany.set(connection.companyId, [...(byCompany.get(connection.companyId) ?? []), message])
  }
  for (const [companyId, messages] of byCompany)
    await takeCompany(app, companyId, messages, connections, since)
}
