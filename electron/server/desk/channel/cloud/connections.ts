/** Which numbers of the Cloud API are up, and the retries of those that are not. */
import type { ConnectionReason } from '@contract'
import { eq } from 'drizzle-orm'
import { upTo, within } from '../../../../time-limit'
import { createFairQueue } from '../../../fair-queue'
import { type Log, reasonOf } from '../../../log'
import type { SessionKeys } from '../../../platform/auth/tokens'
import type { Db } from '../../../platform/db/client'
import { whatsapps } from '../../../platform/db/schema'
import type { ChannelSink } from '../channel'
import { accountOf, type CloudAccount } from './account'
import { type Graph, GraphError } from './graph'
import { meaningOf } from './meaning'
import { lookUpNumber } from './number'
import type { CloudTuning } from './tuning'

/** How many numbers are opened at once at the start, and how long one keeps its place, milliseconds: it may hang. */
const OPENED_AT_ONCE = 32
const PLACE_MS = 1_000

export interface ConnectionsOptions {
  db: Db
  keys: SessionKeys
  sink: ChannelSink
  log: Log
  graph: Graph
  /** The provider value meant here. */
  provider: string
  tuning: CloudTuning
  /** Ends with the channel. */
  ending: AbortSignal
  /** Runs background work that is waited for at the end. */
  run(task: () => Promise<void>): void
}

export interface Connections {
  /** The setup of a number that is up. */
  accountOf(whatsappId: number): CloudAccount | undefined
  /** It should be up and is not for the moment: the provider is unreachable. Messages wait. */
  isAway(whatsappId: number): boolean
  /** OPENING, then as the provider answers. */
  connect(whatsappId: number): Promise<void>
  /** Takes a number down, for a reason. */
  down(whatsappId: number, reason: ConnectionReason): Promise<void>
  /** Reconnects numbers of the companies that are `mine`, and ends the others here. */
  start(mine?: (companyId: number) => boolean): Promise<void>
  stop(): void
}

/** Connects nothing by itself. */
export function createConnections(options: ConnectionsOptions): Connections {
  const { db, keys, sink, log, graph, provider, tuning: t, ending, run } = options
  const up = new Map<number, CloudAccount>()
  const absent = new Set<number>()
  /** Connected by somebody and not signed out since: results of earlier requests are ignored. */
  const wanted = new Set<number>()
  const retries = new Map<number, NodeJS.Timeout>()
  const isWanted = (whatsappId: number): boolean => !ending.aborted && wanted.has(whatsappId)
  const forgetRetry = (whatsappId: number): void => {
    clearTimeout(retries.get(whatsappId))
    retries.delete(whatsappId)
  }
  const release = (whatsappId: number): void => {
    forgetRetry(whatsappId)
    wanted.delete(whatsappId)
    up.delete(whatsappId)
    absent.delete(whatsappId)
  }
  const down = async (whatsappId: number, reason: ConnectionReason): Promise<void> => {
    release(whatsappId)
    await sink.status({ whatsappId, status: 'DISCONNECTED', qrcode: '', reason })
  }

  const again = (whatsappId: number, attempt: number): void => {
    forgetRetry(whatsappId)
    const pause = Math.min(t.longestReconnectMs, t.reconnectMs * 2 ** attempt)
    const timer = setTimeout(() => run(() => open(whatsappId, attempt + 1)), pause)
    timer.unref()
    retries.set(whatsappId, timer)
  }

  /** Opens a number. @param attempt tries before this one. */
  const open = async (whatsappId: number, attempt = 0): Promise<void> => {
    forgetRetry(whatsappId)
    try {
      await tryToOpen(whatsappId, attempt)
    } catch (error) {
      if (!isWanted(whatsappId)) throw error
      // The database did not answer, not the provider: nobody else would open it again.
      log.warn('a number of the Cloud API is not up', { whatsappId, reason: reasonOf(error) })
      again(whatsappId, attempt)
    }
  }

  /** Asks the provider for the number and reports the answer. */
  const tryToOpen = async (whatsappId: number, attempt: number): Promise<void> => {
    const account = await accountOf(db, keys, whatsappId)
    if (!account?.accessToken || !account.phoneNumberId) return down(whatsappId, 'noCredentials')
    try {
      const { number } = await within(t.callMs, signal => lookUpNumber(graph, account, signal), ending)
      if (!isWanted(whatsappId)) return
      up.set(whatsappId, account)
      absent.delete(whatsappId)
      await sink.status({
        ...{ whatsappId, status: 'CONNECTED', qrcode: '', retries: 0, number },
        ...(account.unpaidAt === null ? {} : { reason: 'unpaid' }),
      })
    } catch (error) {
      if (!isWanted(whatsappId)) return
      const meaning = error instanceof GraphError ? meaningOf(error.code, error.status) : null
      log.warn('a number of the Cloud API is not up', { whatsappId, reason: reasonOf(error) })
      if (meaning?.kind === 'down') return down(whatsappId, meaning.reason)
      if (meaning?.kind === 'refused') return down(whatsappId, 'noRight')
      up.delete(whatsappId)
      absent.add(whatsappId)
      await sink.status({
        whatsappId,
        status: 'TIMEOUT',
        qrcode: '',
        retries: attempt + 1,
        reason: 'unreachable',
      })
      again(whatsappId, attempt)
    }
  }

  /** At a start all numbers come up, as many at a time as the database can answer for. */
  const opening = createFairQueue(OPENED_AT_ONCE)

  return {
    accountOf: whatsappId => up.get(whatsappId),
    isAway: whatsappId => absent.has(whatsappId),
    async connect(whatsappId) {
      wanted.add(whatsappId)
      up.delete(whatsappId)
      await sink.status({ whatsappId, status: 'OPENING', qrcode: '' })
      run(() => open(whatsappId))
    },
    down,
    async start(mine = () => true) {
      const rows = await db
        .select({ id: whatsapps.id, companyId: whatsapps.companyId, status: whatsapps.status })
        .from(whatsapps)
        .where(eq(whatsapps.provider, provider))
      for (const { id, companyId, status } of rows) {
        if (wanted.has(id) && !mine(companyId)) release(id)
        if (wanted.has(id) || !mine(companyId) || status === 'DISCONNECTED') continue
        wanted.add(id)
        // Messages before the first check wait, as during a run.
        absent.add(id)
        run(() =>
          opening.run(0, id, async () => {
            if (!isWanted(id)) return
            const opened = open(id)
            run(() => opened)
            await upTo(
              PLACE_MS,
              opened.catch(() => undefined),
            )
          }),
        )
      }
    },
    stop() {
      for (const id of [...retries.keys()]) forgetRetry(id)
    },
  }
}
