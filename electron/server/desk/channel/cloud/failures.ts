/** What a failed call about a message means, and how long its conversation or number then pauses. */

import type { Log } from '../../../log'
import type { Db } from '../../../platform/db/client'
import { ChannelBusy, ChannelError, type ChannelSink, type MessageRef } from '../channel'
import type { Connections } from './connections'
import { notePaid, UNPAID } from './costs'
import type { GraphError } from './graph'
import { meaningOf } from './meaning'
import type { CloudTuning } from './tuning'

export function createFailures({
  db,
  sink,
  log,
  connections,
  tuning: t,
}: {
  db: Db
  sink: ChannelSink
  log: Log
  connections: Pick<Connections, 'down'>
  tuning: CloudTuning
}) {
  /** Consecutive pauses, by conversation or number. */
  const pauses = new Map<string, { times: number; until: number }>()

  const busy = (ref: MessageRef, scope: 'conversation' | 'number', askedMs: number | null, why: string) => {
    const key = scope === 'number' ? `${ref.whatsappId}` : `${ref.whatsappId}/${ref.to.number}`
    const now = performance.now()
    const before = pauses.get(key)
    // Parallel calls share one pause instead of doubling it each.
    const times = before ? before.times + (before.until > now ? 0 : 1) : 0
    const ms = askedMs ?? Math.min(t.longestBusyMs, t.busyMs * 2 ** times)
    pauses.set(key, { times, until: now + ms })
    return new ChannelBusy(scope, ms, why)
  }
  const endPauses = (ref: MessageRef): void => {
    pauses.delete(`${ref.whatsappId}`)
    pauses.delete(`${ref.whatsappId}/${ref.to.number}`)
  }
  /** Interprets an error of a call about a message. */
  const errorOf = async (ref: MessageRef, error: GraphError): Promise<Error> => {
    const meaning = meaningOf(error.code, error.status)
    log.info('the Cloud API refused', { whatsappId: ref.whatsappId, reason: error.message.slice(0, 200) })
    if (meaning.kind === 'busy') return busy(ref, meaning.scope, error.retryAfterMs, String(error.code))
    if (error.code === UNPAID) {
      const line = { whatsappId: ref.whatsappId, isUp: true }
      await notePaid({ db, sink }, line, false, new Date().toISOString())
    }
    if (meaning.kind === 'refused') return new ChannelError(meaning.code)
    await connections.down(ref.whatsappId, meaning.reason)
    return new ChannelError('ERR_WAPP_ACCOUNT')
  }

  return { busy, endPauses, errorOf }
}
