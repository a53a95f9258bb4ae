/** The workspace's side of the channel: receives everything a channel reports. */
import { wellFormed } from '@contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { batcher } from '../../batcher'
import type { Reader } from '../../platform/db/client'
import { companyOf } from '../../platform/db/company-rows'
import { tickets, whatsapps } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import type {
  AckUpdate,
  ChannelSink,
  HandoverUpdate,
  IncomingMessage,
  StatusUpdate,
} from '../channel/channel'
import { contactByPhone } from '../contacts/by-phone'
import { markDeleted, type Reactor, storeReaction, storeText } from '../messages/change'
import { messageOf } from '../messages/rows'
import { resume } from '../outgoing'
import { takeAcks } from '../outgoing/acks'
import { whatsappViews } from '../presenters/whatsapps'
import { conversationOf, hold } from '../tickets/holder'
import type { TicketRow } from '../tickets/visibility'
import { waitingAfter } from '../tickets/waiting'
import { takeEchoed } from './echoed'
import { keepFile, takeFile } from './files'
import { takeIncoming, withoutHeavy } from './incoming'
import { takePerson } from './person'
import { takePhoneData } from './phone-data'

/** The reacting person when somebody reacts on the phone itself: nobody of the company. */
const OWN_PHONE: Reactor = { actor: 'phone', userId: null, contactId: null, fromMe: true }

/** Most messages stored in one transaction. */
const BATCH = 250

async function ticketOf(db: Reader, id: number): Promise<TicketRow | null> {
  const [row] = await db.select().from(tickets).where(eq(tickets.id, id))
  return row ?? null
}

async function located(db: Reader, update: { whatsappId: number; messageId: string }) {
  const companyId = await companyOf(db, update.whatsappId)
  const message = companyId === null ? null : await messageOf(db, companyId, update.messageId)
  const ticket = message ? await ticketOf(db, message.ticketId) : null
  return message && ticket ? { message, ticket } : null
}

async function takeStatus(app: Workspace, update: StatusUpdate): Promise<void> {
  const at = new Date().toISOString()
  const companyId = await companyOf(app.db, update.whatsappId)
  if (companyId === null) return
  const isKnown = await app.db.company(companyId).write(async tx => {
    await tx
      .update(whatsapps)
      .set({
        // A new code after a code is the same state, with the same beginning.
        statusSince: sql`case when ${whatsapps.status} = ${update.status} then ${whatsapps.statusSince} else ${Date.parse(at)} end`,
        statusReason: update.reason ?? '',
        status: update.status,
        qrcode: update.status === 'qrcode' || update.status === 'PAIRING' ? (update.qrcode ?? '') : '',
        qrcodeUntil: update.status === 'qrcode' ? (update.qrcodeUntil ?? null) : null,
        ...(update.retries !== undefined ? { retries: update.retries } : {}),
        ...(update.number !== undefined ? { number: update.number } : {}),
        ...(update.newChats !== undefined ? { newChats: update.newChats } : {}),
        updatedAt: at,
      })
      .where(eq(whatsapps.id, update.whatsappId))
    const [view] = await whatsappViews({ db: tx, channel: app.channel }, [update.whatsappId], 'super')
    if (!view) return false
    app.realtime.toCompany(companyId, 'whatsappSession', { action: 'update', session: view })
    app.realtime.toCompany(companyId, 'whatsapp', { action: 'update', whatsapp: view })
    return true
  })
  // Not awaited: it sends through the channel that is reporting.
  if (isKnown && update.status === 'CONNECTED') void resume(app, update.whatsappId)
}

type Typing = Parameters<ChannelSink['typing']>[0]

/**
 * Who answers a conversation now, as the provider reports. A customer handed to us waits for a person from then on.
 * @returns false where there is no conversation.
 */
async function takeHandover(
  app: Workspace,
  { whatsappId, number, by, at }: HandoverUpdate,
): Promise<boolean> {
  const companyId = await companyOf(app.db, whatsappId)
  if (companyId === null) return false
  return app.db.company(companyId).write(async tx => {
    const contact = await contactByPhone(tx, companyId, number)
    const before = contact && (await conversationOf(tx, contact.id, whatsappId))
    if (!before) return false
    if (before.heldAt !== null && at < before.heldAt) return true
    if (before.heldBy === by && before.heldAt !== null) return true
    const waits =
      by === null && before.status !== 'closed'
        ? {
            waitingSince: waitingAfter(before.waitingSince, { kind: 'customer', at }),
            unreadMessages: Math.max(1, before.unreadMessages),
            updatedAt: at > before.updatedAt ? at : before.updatedAt,
          }
        : {}
    await hold(app, tx, before, { heldBy: by, heldAt: at, ...waits }, 'provider')
    return true
  })
}

/** Sent to consoles that show the customer's ticket; not stored. */
async function takeTyping(app: Workspace, { whatsappId, from, writes }: Typing): Promise<void> {
  const companyId = await companyOf(app.db, whatsappId)
  if (companyId === null || from.isGroup) return
  const who = await contactByPhone(app.db, companyId, from.number)
  if (!who) return
  const underWay = await app.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      and(
        eq(tickets.contactId, who.id),
        eq(tickets.whatsappId, whatsappId),
        inArray(tickets.status, ['pending', 'open']),
      ),
    )
  for (const { id } of underWay) app.customerTyping.show(companyId, id, writes)
}

/**
 * Makes the sink of a workspace.
 * @param workspace read at each call, because the channel is made before the workspace is complete.
 */
export function sinkOf(workspace: () => Workspace): ChannelSink {
  /** With a full disk the channel gets an error at once, without another write for each message. */
  const kept = async <T>(work: () => Promise<T>): Promise<T> => {
    const { storage } = workspace()
    const refused = storage.code()
    if (refused) throw new Error(refused)
    try {
      return await work()
    } catch (error) {
      storage.note(error)
      throw error
    }
  }
  const incoming = batcher<{ message: IncomingMessage; since: number }, number>(
    BATCH,
    one => one.message.whatsappId,
    items =>
      kept(() =>
        takeIncoming(
          workspace(),
          items.map(({ message }) => message),
          items[0]?.since,
        ),
      ),
  )
  const acks = batcher<AckUpdate, number>(
    BATCH,
    one => one.whatsappId,
    (items, number) => kept(() => takeAcks(workspace(), number, items)),
  )
  /** One after the other: tickets of a later batch may be found first. */
  const typing = batcher<Typing, number>(
    BATCH,
    one => one.whatsappId,
    async items => {
      for (const item of items) await takeTyping(workspace(), item)
    },
  )
  return {
    incoming(batch) {
      const since = performance.now()
      return incoming(batch.map(message => ({ message, since })))
    },
    keep: (whatsappId, media) => kept(() => keepFile(workspace(), whatsappId, media)),
    fileCame: update =>
      kept(async () => {
        const app = workspace()
        const found = await located(app.db, { whatsappId: update.whatsappId, messageId: update.id })
        const { tooLarge } = update
        await takeFile(app, found, tooLarge ? await withoutHeavy(app.db, update, tooLarge) : update)
      }),
    acks,
    status: update => takeStatus(workspace(), update),
    echoed: batch => kept(() => takeEchoed(workspace(), batch)),
    person: update => kept(() => takePerson(workspace(), update)),
    phoneData: data => kept(() => takePhoneData(workspace(), data)),
    handover: update => kept(() => takeHandover(workspace(), update)),
    typing: update => typing([update]),
    async reaction(update) {
      const app = workspace()
      const found = await located(app.db, update)
      if (!found) return
      if (update.fromMe) {
        await storeReaction(app, found, OWN_PHONE, update.type)
        return
      }
      const who = await contactByPhone(app.db, found.ticket.companyId, update.from.number)
      if (!who) return
      const reactor = { actor: `c${who.id}`, userId: null, contactId: who.id, fromMe: false }
      await storeReaction(app, found, reactor, update.type)
    },
    async edited(update) {
      const app = workspace()
      const found = await located(app.db, update)
      if (!found || found.message.fromMe !== (update.fromMe ?? false)) return
      // What was deleted stays so, in whatever order the two come.
      if (found.message.isDeleted) return
      await storeText(app, found, wellFormed(update.body))
    },
    async revoked(update) {
      const app = workspace()
      const found = await located(app.db, update)
      if (!found || found.message.fromMe !== (update.fromMe ?? false)) return
      await markDeleted(app, found)
    },
  }
}
