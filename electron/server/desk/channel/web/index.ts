/**
 * WhatsApp Web: a number paired with its phone like a browser. Unofficial, by a library the operator installs
 * (./library.ts). Each number has a session (./session.ts) in its own thread; incoming events are stored first
 * (../inbox.ts), and outgoing messages are noted first (./ids.ts).
 */
import type { ConnectionReason } from '@contract'
import { eq } from 'drizzle-orm'
import { type Log, reasonOf } from '../../../log'
import type { SessionKeys } from '../../../platform/auth/tokens'
import type { Db } from '../../../platform/db/client'
import { webKeys, whatsapps } from '../../../platform/db/schema'
import { onlyProcess } from '../../../platform/db/work-ownership'
import { offeredBy, WEB } from '../capabilities'
import {
  type Channel,
  type ChannelComponent,
  ChannelError,
  type ChannelSink,
  type ChannelWork,
} from '../channel'
import { createInbox } from '../inbox'
import { FILE_TUNING, type FileTuning } from '../incoming-files'
import { createPace } from '../pace'
import { brokenOff, type SessionHost } from './host'
import { keyOfKnown, knownOf } from './ids'
import { addressBook, addressOf, takesPicture } from './known-people'
import { createOutgoing } from './outgoing'
import { createSessions } from './sessions'
import { createTaker } from './take'
import type { WebDown } from './wire'

/** In milliseconds unless stated otherwise. */
interface WebTuning extends FileTuning {
  /** How often to check whether an ack has come for a message with a lost answer. */
  unsureMs: number
  /** How long an ack is awaited before the message counts as unsure, from its sending or from the start. */
  graceMs: number
  /** Pause before a message that could not leave is retried. */
  busyMs: number
  /** Messages per second of one number: more would look like a robot and get it blocked. */
  perSecond: number
}

const TUNING: WebTuning = {
  unsureMs: 5_000,
  graceMs: 180_000,
  busyMs: 3_000,
  ...FILE_TUNING,
  perSecond: 5,
}

export interface WebOptions {
  db: Db
  keys: SessionKeys
  sink: ChannelSink
  log: Log
  /** Where sessions run; null when the library is not installed: every number then shows that. */
  host: SessionHost | null
  /** Looks for the library, at the start and when told, if it may be installed while the server runs. */
  findHost?: () => Promise<SessionHost | null>
  /** Works for all companies unless given. */
  work?: ChannelWork
  tuning?: Partial<WebTuning>
}

/** Makes the channel of all paired numbers of this workspace. */
export function createWebChannel(options: WebOptions): Channel {
  const { db, keys, sink, log, findHost, work = onlyProcess, tuning } = options
  let { host } = options
  const offered = offeredBy(WEB)
  const t: WebTuning = { ...TUNING, ...tuning }
  const running = new Set<Promise<void>>()
  const pace = createPace(t.perSecond)
  let ending = false
  let looked = false

  const run = (task: () => Promise<unknown>): void => {
    const work = task()
      .then(() => undefined)
      .catch((error: unknown) => {
        if (!ending) log.warn('web.task', { reason: reasonOf(error) })
      })
      .finally(() => running.delete(work))
    running.add(work)
  }
  const down = (whatsappId: number, reason: ConnectionReason): Promise<void> =>
    sink.status({ whatsappId, status: 'DISCONNECTED', qrcode: '', reason })

  const inbox = createInbox({
    ...{ db, sink, log, tuning: t, work },
    taker: createTaker({
      ...{ provider: WEB, db, sink },
      session: whatsappId => sessions.connected(whatsappId),
      met: ({ companyId, whatsappId }, number, jid) => run(() => lookAt(companyId, whatsappId, number, jid)),
    }),
  })

  /** Asks for a person's picture now and then. */
  const lookAt = async (
    companyId: number,
    whatsappId: number,
    number: string,
    jid: string,
  ): Promise<void> => {
    const session = sessions.connected(whatsappId)
    if (!session || !(await takesPicture(db, { companyId, whatsappId }, number, jid))) return
    const picture = await session.picture(jid).catch(() => null)
    if (picture) await sink.person({ whatsappId, number, picture: { ...picture, name: 'foto.jpg' } })
  }

  const sessions = createSessions({
    db,
    keys,
    sink,
    log,
    host: () => host,
    inbox,
    run,
    down,
    ended: () => ending,
  })
  const { open, end, forget } = sessions

  const demand = (whatsappId: number): WebDown => {
    const session = sessions.connected(whatsappId)
    if (!session) throw new ChannelError('ERR_WAPP_NOT_INITIALIZED')
    return session
  }
  const isPaired = async (whatsappId: number): Promise<boolean> =>
    (await db.$count(webKeys, eq(webKeys.whatsappId, whatsappId))) > 0

  /** Switches to another library, or to none: affected numbers follow. */
  const goOver = async (next: SessionHost | null): Promise<void> => {
    host = next
    await sessions.endAll()
    const rows = await db
      .select({ id: whatsapps.id, status: whatsapps.status, reason: whatsapps.statusReason })
      .from(whatsapps)
      .where(eq(whatsapps.provider, WEB))
    for (const { id, status, reason } of rows) {
      if (status === 'DISCONNECTED' && reason !== 'noPackage') continue
      if (!host) await down(id, 'noPackage')
      else if (await isPaired(id)) open(id, null)
      else await down(id, 'signedOut')
    }
  }
  const component: ChannelComponent | undefined = findHost && {
    inUse: () => host !== null,
    use: async () => goOver(await findHost()),
    leave: () => goOver(null),
  }

  return {
    kind: 'real',
    get missing() {
      return host ? [] : [WEB]
    },
    ...(component ? { component } : {}),
    capabilitiesOf: () => offered,
    wake: () => inbox.wake(),
    async start(mine = () => true) {
      if (!looked && findHost) host = await findHost()
      looked = true
      sessions.serve(mine)
      const rows = await db
        .select({ id: whatsapps.id, companyId: whatsapps.companyId, status: whatsapps.status })
        .from(whatsapps)
        .where(eq(whatsapps.provider, WEB))
      await sessions.endAll(rows.filter(({ companyId }) => !mine(companyId)).map(({ id }) => id))
      for (const { id, companyId, status } of rows) {
        if (!mine(companyId) || sessions.has(id) || status === 'DISCONNECTED') continue
        // Whoever looked at a code has left.
        if (await isPaired(id)) open(id, null)
        else await down(id, host ? 'stopped' : 'noPackage')
      }
      inbox.start()
    },
    async connect(whatsappId) {
      if (!host) return down(whatsappId, 'noPackage')
      await sink.status({ whatsappId, status: 'OPENING', qrcode: '' })
      open(whatsappId, null)
    },
    async newQr(whatsappId) {
      await forget(whatsappId)
      open(whatsappId, null)
    },
    async pairByCode(whatsappId, phone) {
      await forget(whatsappId)
      open(whatsappId, phone)
    },
    async restart(whatsappId) {
      await end(whatsappId)
      open(whatsappId, null)
    },
    async disconnect(whatsappId) {
      await forget(whatsappId)
      await down(whatsappId, 'signedOut')
    },
    isConnected: whatsappId => sessions.connected(whatsappId) !== null,

    ...createOutgoing({
      db,
      sink,
      demand,
      isComing: whatsappId => sessions.has(whatsappId) && sessions.connected(whatsappId) === null,
      pace,
      tuning: t,
    }),
    async markRead({ companyId, whatsappId, messageIds }) {
      const session = sessions.connected(whatsappId)
      if (!session) return
      run(async () => {
        const known = await Promise.all(messageIds.map(id => knownOf(db, companyId, id)))
        const keys = known.flatMap(one =>
          one && !one.fromMe ? [keyOfKnown(one, one.messageId, one.chat)] : [],
        )
        if (keys.length > 0) await session.read(keys)
      })
    },
    async showTyping({ whatsappId, to }) {
      const session = sessions.connected(whatsappId)
      if (!session) return
      const jid = await addressOf(db, whatsappId, to)
      await session.typing(jid).catch(() => undefined)
    },
    async checkNumber(whatsappId, number) {
      try {
        return await demand(whatsappId).check(number.replace(/\D/g, ''))
      } catch (error) {
        throw brokenOff(error) === 'no' ? error : new ChannelError('ERR_WAPP_CHECK_CONTACT')
      }
    },
    async phoneContacts(whatsappId) {
      demand(whatsappId)
      return addressBook(db, whatsappId)
    },
    async stop() {
      ending = true
      await sessions.endAll()
      await inbox.stop()
      await Promise.all(running)
    },
  }
}
