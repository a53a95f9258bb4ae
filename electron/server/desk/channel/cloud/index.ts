/**
 * WhatsApp Business Cloud API: numbers hosted by Meta. Each outgoing message is one call; incoming ones are delivered
 * to a route of ours (./hook) and processed from the database (../inbox).
 */
import { canRing } from '@contract'
import { limited } from '../../../../time-limit'
import { type Log, reasonOf } from '../../../log'
import type { SessionKeys } from '../../../platform/auth/tokens'
import type { Db } from '../../../platform/db/client'
import { onlyProcess } from '../../../platform/db/work-ownership'
import { contactByPhone } from '../../contacts/by-phone'
import { CLOUD, offeredBy } from '../capabilities'
import { type Channel, ChannelError, type ChannelSink, type ChannelWork } from '../channel'
import { createInbox } from '../inbox'
import type { VoicePackages } from '../voice/packages'
import type { CloudAccount } from './account'
import { createConnections } from './connections'
import { createGraph } from './graph'
import { serveHook } from './hook'
import { createOutgoing, type OutgoingDeps } from './outgoing'
import { createTaker } from './take'
import { CLOUD_TUNING, type CloudTuning } from './tuning'

export interface CloudOptions {
  db: Db
  keys: SessionKeys
  sink: ChannelSink
  log: Log
  /** Another address of the Graph API (TURNO_GRAPH_URL); null for Meta's. */
  graphUrl: string | null
  tuning?: Partial<CloudTuning>
  /** Where the voice note packages are; null or omitted when not installed: recordings go as sound files. */
  findVoice?(): Promise<VoicePackages | null>
  /** Called after a delivery was stored for a company: another process may have to process it. */
  passOn?(companyId: number): void
  /** Works for all companies unless given. */
  work?: ChannelWork
}

/** Makes the channel of all numbers of the Cloud API in this workspace. */
export function createCloudChannel(options: CloudOptions): Channel {
  const {
    db,
    keys,
    sink,
    log,
    graphUrl,
    tuning,
    passOn,
    work = onlyProcess,
    findVoice = async () => null,
  } = options
  const offered = offeredBy(CLOUD)
  const t: CloudTuning = { ...CLOUD_TUNING, ...tuning }
  const ending = new AbortController()
  const running = new Set<Promise<void>>()
  const run = (task: () => Promise<void>): void => {
    const work = task()
      .catch((error: unknown) => log.warn('cloud.task', { reason: reasonOf(error) }))
      .finally(() => running.delete(work))
    running.add(work)
  }
  const within: OutgoingDeps['within'] = (ms, work) => limited(ms, work, ending.signal)
  const graph = createGraph(graphUrl)
  const connections = createConnections({
    ...{ db, keys, sink, log, graph, provider: CLOUD, tuning: t, run },
    ending: ending.signal,
  })
  const { down } = connections
  const inbox = createInbox({
    ...{ db, sink, log, tuning: t, work },
    taker: createTaker({
      ...{ provider: CLOUD, db, keys, sink, graph, quietMs: t.quietMs },
      isUp: id => connections.accountOf(id) !== undefined,
    }),
  })

  const demand = (whatsappId: number): CloudAccount => {
    const account = connections.accountOf(whatsappId)
    if (!account) throw new ChannelError('ERR_WAPP_NOT_INITIALIZED')
    return account
  }
  const outgoing = createOutgoing({
    ...{
      db,
      sink,
      log,
      graph,
      connections,
      demand,
      tuning: t,
      findVoice,
      startedAt: Date.now(),
      run,
      within,
    },
    // Nothing is sent or written when another process may have the work.
    isLost: work.isFenced,
  })

  return {
    kind: 'real',
    capabilitiesOf: () => offered,
    serve: http =>
      serveHook(http, {
        ...{ db, keys, log },
        async deliver(companyId, delivered) {
          await inbox.store(delivered)
          passOn?.(companyId)
        },
      }),
    wake: () => inbox.wake(),
    async start(mine) {
      await connections.start(mine)
      inbox.start()
    },
    connect: connections.connect,
    newQr: connections.connect,
    restart: connections.connect,
    disconnect: whatsappId => down(whatsappId, 'signedOut'),
    // Messages wait in the outbox while it is down.
    isConnected: id => connections.accountOf(id) !== undefined || connections.isAway(id),

    ...outgoing,
    // Nothing has to be asked: impossible numbers are answered at once, and other customers have WhatsApp's own number.
    async checkNumber(whatsappId, number) {
      const { companyId } = demand(whatsappId)
      const known = await contactByPhone(db, companyId, number)
      return { exists: canRing(number), number: known?.number ?? number }
    },
    async stop() {
      ending.abort()
      await inbox.stop()
      connections.stop()
      await Promise.all(running)
    },
  }
}
