/**
 * WhatsApp Web: a number that is paired with its phone, as a browser is. Unofficial, by a library that whoever runs the server
 * adds (./library.ts). Each number has a session (./session.ts) in a thread of its own; what it hears is stored first
 * (../inbox.ts), and what leaves is noted first (./ids.ts).
 */
import { type ChannelCapability, type ConnectionReason, clockIn } from '@contract'
import { eq } from 'drizzle-orm'
import type { SessionKeys } from '../../auth/tokens'
import type { Db } from '../../db/client'
import { webKeys, whatsapps } from '../../db/schema'
import { type Log, reasonOf } from '../../log'
import { timeZoneOf } from '../../settings'
import { alone } from '../../work/working'
import { type Channel, ChannelError, type ChannelSink, type ChannelWork } from '../channel'
import { createInbox } from '../inbox'
import { FILE_TUNING, type FileTuning } from '../incoming-files'
import { createPace } from '../pace'
import { brokenOff, type HostedSession, type SessionHost } from './host'
import { keyOfKnown, knownOf } from './ids'
import { forgetKeys } from './keys'
import { addressBook, addressOf, takesPicture } from './known-people'
import { createOutgoing } from './outgoing'
import { serveSession } from './serve-session'
import { createTaker } from './take'
import type { WebUp } from './wire'

/** Value of a connection's `provider` whose number is paired as a browser is. */
export const WEB = 'web'

const CAPABILITIES: readonly ChannelCapability[] = [
  'text',
  'image',
  'audio',
  'video',
  'document',
  'reactions',
  'edit',
  'delete',
  'location',
  'contactCard',
  'groups',
  'typing',
  'readReceipts',
  'numberCheck',
  'phoneContacts',
  'profilePictures',
  'pairingQr',
  'pairingCode',
]

/** In milliseconds unless said otherwise. */
interface WebTuning extends FileTuning {
  /** How often it is looked whether a message whose answer was lost has been heard of. */
  unsureMs: number
  /** How long one may be heard of before it is called unsure, from its handing over or from the start. */
  graceMs: number
  /** Pause before a message is tried again that could not leave. */
  busyMs: number
  /** Messages a second of one number: more would look like a machine, and the number would be blocked. */
  perSecond: number
}

const TUNING: WebTuning = {
  unsureMs: 5_000,
  graceMs: 180_000,
  busyMs: 3_000,
  ...FILE_TUNING,
  perSecond: 5,
}

/** When a number is begun again that the database kept from it, in milliseconds. */
const BEGIN_AGAIN_MS = 1_000

export interface WebOptions {
  db: Db
  keys: SessionKeys
  sink: ChannelSink
  log: Log
  /** Where sessions run; null where the library is not installed: then every number says so. */
  host: SessionHost | null
  /** Works for all companies unless given. */
  work?: ChannelWork
  tuning?: Partial<WebTuning>
}

interface Line extends HostedSession {
  companyId: number
  up: boolean
}

/** Makes the channel of all paired numbers of this workspace. */
export function createWebChannel({ db, keys, sink, log, host, work = alone, tuning }: WebOptions): Channel {
  const t: WebTuning = { ...TUNING, ...tuning }
  const lines = new Map<number, Line>()
  const running = new Set<Promise<void>>()
  const pace = createPace(t.perSecond)
  let ending = false
  let belongs = (_companyId: number): boolean => true

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
      session(whatsappId) {
        const line = lines.get(whatsappId)
        return line?.up ? line.session : null
      },
      met: ({ companyId, whatsappId }, number, jid) => run(() => lookAt(companyId, whatsappId, number, jid)),
      async clockOf(companyId, at) {
        const { hour, minute } = clockIn(await timeZoneOf(db, companyId), new Date(at))
        return [hour, minute].map(part => String(part).padStart(2, '0')).join(':')
      },
    }),
  })

  /** Asks for a person's picture now and then. */
  const lookAt = async (
    companyId: number,
    whatsappId: number,
    number: string,
    jid: string,
  ): Promise<void> => {
    const line = lines.get(whatsappId)
    if (!line?.up || !(await takesPicture(db, { companyId, whatsappId }, number, jid))) return
    const picture = await line.session.picture(jid).catch(() => null)
    if (picture) await sink.person({ whatsappId, number, picture: { ...picture, name: 'foto.jpg' } })
  }

  /** What the session of a number asks of the server. */
  const upOf = (companyId: number, whatsappId: number): WebUp =>
    serveSession({
      db,
      keys,
      sink,
      log,
      inbox,
      at: { companyId, whatsappId },
      heard(status) {
        const line = lines.get(whatsappId)
        if (!line) return
        line.up = status === 'CONNECTED'
        // What stays down until somebody acts needs no thread.
        if (status === 'DISCONNECTED') run(() => rest(whatsappId, line))
      },
    })

  /** The line of a number, begun if it rests; null where the library is not installed. */
  const lineOf = async (whatsappId: number): Promise<Line | null> => {
    const known = lines.get(whatsappId)
    if (known || !host) return known ?? null
    const [row] = await db
      .select({ companyId: whatsapps.companyId })
      .from(whatsapps)
      .where(eq(whatsapps.id, whatsappId))
    const begun = lines.get(whatsappId)
    if (!row || begun || !belongs(row.companyId)) return begun ?? null
    const hosted = host.begin(whatsappId, upOf(row.companyId, whatsappId), {
      // A session that begins again comes back with the phone that is paired.
      up: life => life > 1 && run(() => hosted.session.open(null)),
      down() {
        const line = lines.get(whatsappId)
        if (line) line.up = false
        run(() => sink.status({ whatsappId, status: 'TIMEOUT', qrcode: '', reason: 'restart' }))
      },
    })
    const line = { ...hosted, companyId: row.companyId, up: false }
    lines.set(whatsappId, line)
    return line
  }
  const rest = async (whatsappId: number, line = lines.get(whatsappId)): Promise<void> => {
    if (!line || lines.get(whatsappId) !== line) return
    lines.delete(whatsappId)
    await line.end()
  }
  const later = new Map<number, NodeJS.Timeout>()
  const notLater = (whatsappId: number): void => {
    clearTimeout(later.get(whatsappId))
    later.delete(whatsappId)
  }
  /** @param phone that is paired by a code; null for the one that is paired, or the QR code. */
  const open = (whatsappId: number, phone: string | null): void => {
    notLater(whatsappId)
    run(async () => {
      const line = await lineOf(whatsappId).catch((error: unknown) => {
        // The database did not answer: nobody else would begin it again.
        const timer = setTimeout(() => ending || open(whatsappId, phone), BEGIN_AGAIN_MS)
        timer.unref()
        later.set(whatsappId, timer)
        throw error
      })
      if (!line) return host ? undefined : down(whatsappId, 'noPackage')
      line.up = false
      await line.session.open(phone)
    })
  }
  const forget = async (whatsappId: number): Promise<void> => {
    notLater(whatsappId)
    const line = lines.get(whatsappId)
    if (line) {
      await line.session.signOut().catch(() => undefined)
      await rest(whatsappId)
    }
    await forgetKeys(db, whatsappId)
  }

  const demand = (whatsappId: number): Line => {
    const line = lines.get(whatsappId)
    if (!line?.up) throw new ChannelError('ERR_WAPP_NOT_INITIALIZED')
    return line
  }
  return {
    kind: 'real',
    missing: host ? [] : [WEB],
    capabilitiesOf: () => CAPABILITIES,
    wake: () => inbox.wake(),
    async start(mine = () => true) {
      belongs = mine
      const rows = await db
        .select({ id: whatsapps.id, companyId: whatsapps.companyId, status: whatsapps.status })
        .from(whatsapps)
        .where(eq(whatsapps.provider, WEB))
      const others = rows.filter(({ companyId }) => !mine(companyId))
      for (const { id } of others) notLater(id)
      await Promise.all(others.map(({ id }) => rest(id)))
      for (const { id, companyId, status } of rows) {
        if (!mine(companyId) || lines.has(id) || status === 'DISCONNECTED') continue
        const paired = (await db.$count(webKeys, eq(webKeys.whatsappId, id))) > 0
        // Whoever looked at a code does not look at it any more.
        if (paired) open(id, null)
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
      await rest(whatsappId)
      open(whatsappId, null)
    },
    async disconnect(whatsappId) {
      await forget(whatsappId)
      await down(whatsappId, 'signedOut')
    },
    isConnected: whatsappId => lines.get(whatsappId)?.up ?? false,

    ...createOutgoing({
      db,
      sink,
      demand: whatsappId => demand(whatsappId).session,
      isComing: whatsappId => lines.get(whatsappId)?.up === false,
      pace,
      tuning: t,
    }),
    async markRead({ companyId, whatsappId, messageIds }) {
      const line = lines.get(whatsappId)
      if (!line?.up) return
      run(async () => {
        const known = await Promise.all(messageIds.map(id => knownOf(db, companyId, id)))
        const keys = known.flatMap(one =>
          one && !one.fromMe ? [keyOfKnown(one, one.messageId, one.chat)] : [],
        )
        if (keys.length > 0) await line.session.read(keys)
      })
    },
    async showTyping({ whatsappId, to }) {
      const line = lines.get(whatsappId)
      if (!line?.up) return
      const jid = await addressOf(db, whatsappId, to)
      await line.session.typing(jid).catch(() => undefined)
    },
    async checkNumber(whatsappId, number) {
      try {
        return await demand(whatsappId).session.check(number.replace(/\D/g, ''))
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
      await Promise.all([...lines.keys()].map(id => rest(id)))
      await inbox.stop()
      await Promise.all(running)
    },
  }
}
