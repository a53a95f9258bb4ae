/**
 * The server's metrics for Prometheus. Loaded only when asked for. Labels are routes, states and providers: never a
 * company, a person or an address.
 */

import { and, count, eq, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Reader } from '../db/client'
import { campaignRecipients, campaigns, inbox, outgoing, webhookDeliveries, whatsapps } from '../db/schema'

/** Queues by their names in Prometheus. */
const QUEUES = ['outgoing', 'webhooks', 'campaign', 'inbox'] as const
type Queue = (typeof QUEUES)[number]

/** Length of each queue: messages to the phones, webhook deliveries, recipients of running campaigns, received events. */
async function queueLengths(db: Reader): Promise<Record<Queue, number>> {
  const [recipients] = await db
    .select({ n: count() })
    .from(campaigns)
    .innerJoin(campaignRecipients, eq(campaignRecipients.campaignId, campaigns.id))
    .where(and(eq(campaigns.status, 'EM_ANDAMENTO'), eq(campaignRecipients.state, 'waiting')))
  const [toPhones, toPrograms, received] = [
    await db.$count(outgoing),
    await db.$count(webhookDeliveries, eq(webhookDeliveries.status, 'waiting')),
    await db.$count(inbox, isNull(inbox.doneAt)),
  ]
  return {
    outgoing: toPhones,
    webhooks: toPrograms,
    campaign: Number(recipients?.n ?? 0),
    inbox: received,
  }
}

/** Number of connections by provider and state. */
async function channelStates(db: Reader): Promise<{ provider: string; status: string; count: number }[]> {
  const rows = await db
    .select({ provider: whatsapps.provider, status: whatsapps.status, count: count() })
    .from(whatsapps)
    .groupBy(whatsapps.provider, whatsapps.status)
  return rows.map(row => ({ ...row, count: Number(row.count) }))
}

/** Histogram bounds, seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What the metrics are read from. */
interface Metered {
  db: Reader
  work: { ownedShare(): number }
  storage: { code(): unknown }
  operation: { sockets(): number; draining: boolean }
}

export interface Meters {
  /** A customer's message was sent to the consoles. @param seconds since the channel delivered it. */
  announced(seconds: number): void
  /** Counts the requests of a server by route and status, with their durations. */
  observe(http: FastifyInstance): void
  /** All metrics as text; queue lengths and states are counted now. */
  text(app: Metered): Promise<{ type: string; body: string }>
}

/** Makes the metrics of one workspace, starting from zero. */
export function createMeters(): Meters {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'turno_http_request_duration_seconds',
    help: 'Requests by route and status, from their first byte to the last of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers,
  })
  const lag = new Histogram({
    name: 'turno_event_lag_seconds',
    help: 'From a customer message handed over by its channel to its event given to the sockets; the longest of a batch',
    buckets: DURATIONS,
    registers,
  })
  const sockets = new Gauge({ name: 'turno_sockets', help: 'Open sockets of consoles', registers })
  const queues = new Gauge({
    name: 'turno_queue_length',
    help: 'What waits to be done',
    labelNames: ['queue'],
    registers,
  })
  const channels = new Gauge({
    name: 'turno_connections',
    help: 'Connections to WhatsApp by provider and state',
    labelNames: ['provider', 'status'],
    registers,
  })
  const draining = new Gauge({ name: 'turno_draining', help: '1 while the server is ending', registers })
  const working = new Gauge({
    name: 'turno_working',
    help: 'The part of all companies whose jobs are done and whose connections are held here, 0 to 1',
    registers,
  })
  const disk = new Gauge({
    name: 'turno_disk_refuses',
    help: '1 while nothing can be stored: the disk is full or read-only',
    registers,
  })
  let counting: Promise<void> | null = null

  const count = async (app: Metered): Promise<void> => {
    sockets.set(app.operation.sockets())
    draining.set(app.operation.draining ? 1 : 0)
    working.set(app.work.ownedShare())
    disk.set(app.storage.code() === null ? 0 : 1)
    const lengths = await queueLengths(app.db)
    for (const queue of QUEUES) queues.set({ queue }, lengths[queue])
    const states = await channelStates(app.db)
    channels.reset()
    for (const { provider, status, count } of states) channels.set({ provider, status }, count)
  }

  return {
    announced: seconds => lag.observe(seconds),
    observe(http) {
      http.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'none'
        requests.observe(
          { method: request.method, route, status: reply.statusCode },
          reply.elapsedTime / 1000,
        )
        done()
      })
    },
    async text(app) {
      // Two simultaneous requests share one count.
      counting ??= count(app).finally(() => {
        counting = null
      })
      await counting
      return { type: registry.contentType, body: await registry.metrics() }
    },
  }
}
