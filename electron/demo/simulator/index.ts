/**
 * The shipped Channel: a simulated WhatsApp with phones that pair, messages that travel and customers that answer.
 * Nothing of it reaches a network. It is put together here; each behaviour has a file of its own.
 */
import { ACK, type ChannelCapability } from '@contract'
import { CLOUD, offeredBy, WEB } from '../../server/desk/channel/capabilities'
import {
  type Channel,
  ChannelError,
  type ChannelSink,
  type MessageRef,
  type OutgoingMessage,
  type PhoneContact,
} from '../../server/desk/channel/channel'
import { type Log, reasonOf } from '../../server/log'
import type { Db } from '../../server/platform/db/client'
import { RESTING_CONNECTIONS } from '../company/administration'
import { createConnections } from './connections'
import { type Customers, createCustomers } from './customers'
import { createDeliveries } from './deliveries'
import { type Directory, workspaceDirectory } from './directory'
import { lookUp, REFUSES_DELIVERY } from './numbers'
import { person } from './people'
import { createRandom, type Random } from './random'
import { openTaken } from './taken'
import { type Control, defaultTuning, freshControl, RECEIPTS_KEPT, type Tuning } from './tuning'

export interface SimulatorOptions {
  db: Db
  sink: ChannelSink
  log: Log
  /** Folder of the workspace (TURNO_DATA). */
  folder: string
  /** false: no customer writes of its own accord (TURNO_TRAFFIC=0); acks and answers to checks still happen. */
  customers: boolean
}

export interface Simulator extends Channel {
  /** Failures on demand (tests). */
  readonly control: Control
  /** Loses a connection without signing it out; it comes back after the pause, in milliseconds, when one is given. */
  drop(whatsappId: number, backAfterMs: number | null): void
  /** Scans the code that is shown now. */
  scan(whatsappId: number): void
}

/** What needs Meta or a phone itself: a set-up with its secrets, templates, a phone number asked for, a code that is typed. */
const NOT_SIMULATED: ReadonlySet<ChannelCapability> = new Set([
  'credentials',
  'templates',
  'directSend',
  'contactRequest',
  'pairingCode',
  'profilePictures',
])
const simulated = (provider: typeof CLOUD | typeof WEB): readonly ChannelCapability[] =>
  offeredBy(provider).filter(one => !NOT_SIMULATED.has(one))
/** What simulated numbers can do: those of the Cloud API, and the others, whose menus are pressed, too. */
const OF_CLOUD = simulated(CLOUD)
const OF_OTHERS: readonly ChannelCapability[] = [...simulated(WEB).filter(one => one !== 'typing'), 'menus']

/** People in the address book of one phone. */
const PHONE_BOOK = 30

/** Share of new conversations that somebody already known begins. */
const KNOWN_SHARE = 0.6
/** Share of turns at which somebody in an open conversation writes again. */
const GO_ON_SHARE = 0.3
const CANDIDATES = 60

/**
 * One turn for every company with a connected phone.
 * @param connected ids of connections that are connected now.
 */
async function arrivalTurn(options: {
  tuning: Tuning
  random: Random
  directory: Directory
  customers: Customers
  connected: readonly number[]
}): Promise<void> {
  const { tuning, random, directory, customers } = options
  const open = (await directory.connections()).filter(c => options.connected.includes(c.id))
  for (const companyId of new Set(open.map(c => c.companyId))) {
    const phone = random.pick(open.filter(c => c.companyId === companyId))
    if (random.chance(GO_ON_SHARE)) {
      const talking = await directory.talking(phone.id, CANDIDATES)
      if (talking.length > 0) await customers.goOn(companyId, phone.id, random.pick(talking))
    }
    if ((await directory.waiting(companyId)) > tuning.maxPending) continue
    const known = random.chance(KNOWN_SHARE) ? await directory.quiet(companyId, CANDIDATES) : []
    await customers.begin(companyId, phone.id, known.length > 0 ? random.pick(known) : null)
  }
}

/** @param tuning overrides for tests: a clock moved by hand, a seed, paces. */
export function createSimulator(options: SimulatorOptions, tuning: Partial<Tuning> = {}): Simulator {
  const t: Tuning = { ...defaultTuning(), ...tuning }
  const { sink, log } = options
  const control = freshControl()
  const random = createRandom(t.seed)
  const directory = workspaceDirectory(options.db)
  let stopped = false
  let cancelTurn: () => void = () => {}

  const running = new Set<Promise<void>>()
  const run = (task: () => Promise<void>): void => {
    if (stopped) return
    const work = task()
      .catch((error: unknown) => log.warn('simulator.task', { reason: reasonOf(error) }))
      .finally(() => running.delete(work))
    running.add(work)
  }
  /** States reach the workspace one after the other, so that none overtakes an earlier one. */
  let reported: Promise<void> = Promise.resolve()
  const inOrder = (task: () => Promise<void>): void => {
    if (stopped) return
    reported = reported.then(task).catch((error: unknown) => {
      log.warn('simulator.report', { reason: reasonOf(error) })
    })
  }

  const connections = createConnections(t, update => inOrder(() => sink.status(update)))
  // Not one after the other: the workspace keeps their order and stores those that come meanwhile together. Each waiting for the
  // one before it, they would fall behind for good where more are written than it stores one by one.
  const deliveries = createDeliveries(t.clock, random.fork('deliveries'), batch =>
    run(() => sink.acks(batch)),
  )
  const isConnected = (whatsappId: number): boolean => connections.status(whatsappId) === 'CONNECTED'
  const customers = createCustomers({
    tuning: t,
    control,
    random: random.fork('customers'),
    sink,
    directory,
    deliveries,
    run,
    awake: whatsappId => !stopped && isConnected(whatsappId),
    unasked: options.customers,
  })
  const taken = openTaken(options.folder, reason => log.warn('simulator.taken', { reason }))
  const arrivalChance = random.fork('arrivals')

  const nextArrival = (): void => {
    if (stopped || t.arrivalsEveryMs <= 0) return
    const pause = Math.round(t.arrivalsEveryMs * (0.5 + arrivalChance.next()))
    cancelTurn = t.clock.after(pause, () => {
      run(async () => {
        try {
          const connected = connections.connected()
          await arrivalTurn({ tuning: t, random: arrivalChance, directory, customers, connected })
        } finally {
          nextArrival()
        }
      })
    })
  }

  const pause = (ms: number): Promise<void> => new Promise(resolve => void t.clock.after(ms, resolve))
  const demand = (whatsappId: number): void => {
    if (!isConnected(whatsappId)) throw new ChannelError('ERR_WAPP_NOT_INITIALIZED')
  }
  const change = (message: MessageRef, errorCode: ChannelError['code']): void => {
    demand(message.whatsappId)
    if (control.refuseChanges > 0) {
      control.refuseChanges--
      throw new ChannelError(errorCode)
    }
  }

  return {
    kind: 'simulated',
    capabilitiesOf: provider => (provider === CLOUD ? OF_CLOUD : OF_OTHERS),
    control,
    drop: connections.drop,
    scan: connections.scan,
    isConnected,

    async start() {
      for (const known of await directory.connections()) {
        // The demo's samples show each state until somebody touches them.
        const resting = RESTING_CONNECTIONS.some(
          ({ name, status }) => name === known.name && status === known.status,
        )
        const halfway =
          !resting &&
          known.status !== 'CONNECTED' &&
          known.status !== 'TIMEOUT' &&
          known.status !== 'DISCONNECTED'
        connections.restore(known.id, halfway ? 'DISCONNECTED' : known.status, known.number)
        if (halfway) {
          await sink.status({
            whatsappId: known.id,
            status: 'DISCONNECTED',
            qrcode: '',
            number: known.number,
          })
        }
      }
      if (options.customers) nextArrival()
    },
    async connect(whatsappId) {
      connections.connect(whatsappId)
    },
    async newQr(whatsappId) {
      connections.newQr(whatsappId)
    },
    async restart(whatsappId) {
      connections.restart(whatsappId)
    },
    async disconnect(whatsappId) {
      connections.disconnect(whatsappId)
    },

    async send(message: OutgoingMessage) {
      demand(message.whatsappId)
      if (control.sendDelayMs > 0) await pause(control.sendDelayMs)
      if (control.refuseSends > 0) {
        control.refuseSends--
        throw new ChannelError('ERR_SENDING_WAPP_MSG')
      }
      const { number, isGroup } = message.to
      if (!isGroup && !lookUp(number).exists) throw new ChannelError('ERR_SENDING_WAPP_MSG')
      const refused = number.endsWith(REFUSES_DELIVERY)
      const kind = { audio: message.mediaType === 'audio', refused }
      taken.note(message.messageId, kind)
      deliveries.sent(message.whatsappId, message.messageId, kind)
      if (refused) return
      run(() => customers.receive(message))
    },
    async askAbout(message) {
      demand(message.whatsappId)
      const known = deliveries.ackOf(message.messageId)
      if (known !== null) return { ack: known }
      const kind = taken.kindOf(message.messageId)
      if (!kind) return null
      // Taken in an earlier life: it travels on from where the server had it.
      deliveries.sent(message.whatsappId, message.messageId, kind)
      return { ack: ACK.server }
    },
    async edit(message) {
      change(message, 'ERR_FETCH_WAPP_MSG')
    },
    async revoke(message) {
      change(message, 'ERR_DELETE_WAPP_MSG')
    },
    async react(message) {
      change(message, 'ERR_SENDING_WAPP_REACTION')
    },
    async markRead({ whatsappId, from, messageIds }) {
      control.readReceipts.push({ whatsappId, number: from.number, messageIds })
      if (control.readReceipts.length > RECEIPTS_KEPT) control.readReceipts.shift()
    },
    async checkNumber(whatsappId, number) {
      demand(whatsappId)
      if (control.refuseChecks) throw new ChannelError('ERR_WAPP_CHECK_CONTACT')
      return lookUp(number.replace(/\D/g, ''))
    },
    async phoneContacts(whatsappId): Promise<PhoneContact[]> {
      demand(whatsappId)
      const book = createRandom(`phone book ${whatsappId}`)
      return Array.from({ length: PHONE_BOOK }, () => {
        const { name, number } = person(book)
        return { name, number }
      })
    },
    async stop() {
      stopped = true
      cancelTurn()
      connections.stop()
      deliveries.stop()
      customers.stop()
      await reported
      await Promise.all(running)
    },
  }
}
