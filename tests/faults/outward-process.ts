/**
 * The workspace of `outward.ts`, in a process of its own so that it can be killed: two queues, one served by a prompt and
 * one by an integration with IXC, and a webhook that is told of everything. Its channel writes down what it takes in a
 * file that outlives it. Arguments: JSON of `OutwardOrder`. Says `{ ready }`, and `{ kept }` for each `{ say }`.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODEL_TIMEOUTS } from '../../electron/providers/chat-model'
import { SEALED_FOR } from '../../electron/server/automation/integrations/secrets'
import { SECRET_PURPOSE } from '../../electron/server/automation/webhooks/rows'
import type { MessageRef, OutgoingMessage } from '../../electron/server/desk/channel/channel'
import { handlers } from '../../electron/server/doors/routes'
import { silentLog } from '../../electron/server/log'
import { sealText } from '../../electron/server/platform/auth/seal'
import * as schema from '../../electron/server/platform/db/schema'
import { type RunningWorkspace, startWorkspace } from '../../electron/server/start'
import { FakeChannel } from '../integration/server/fake-channel'

export interface OutwardOrder {
  folder: string
  /** Base address of the chat model, of IXC, and of the webhook's receiver. */
  model: string
  ixc: string
  ixcToken: string
  hook: string
}

/** A customer's message, on the number of one of the two connections. */
export interface Say {
  id: string
  number: string
  body: string
  serves: 'prompt' | 'integration'
}

const order = JSON.parse(process.argv[2] ?? '{}') as OutwardOrder
/** What the channel took: a message's id on each line. */
const taken = join(order.folder, 'taken')
const COLORS = ['#aa5522', '#22aa55']
const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

class FileChannel extends FakeChannel {
  override async send(message: OutgoingMessage): Promise<void> {
    await pause(Math.random() * 15)
    appendFileSync(taken, `${message.messageId}\n`)
    await pause(Math.random() * 15)
  }
  override async askAbout({ messageId }: MessageRef): Promise<{ ack: number } | null> {
    const known = existsSync(taken) && readFileSync(taken, 'utf8').split('\n').includes(messageId)
    return known ? { ack: 1 } : null
  }
}

async function one<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows
  if (!row) throw new Error('no row')
  return row
}

/** Writes the company at the first start. @returns the connections that lead to the two queues. */
async function company({ app }: RunningWorkspace): Promise<Record<Say['serves'], number>> {
  const { db, keys } = app
  const known = await db.select().from(schema.whatsapps)
  if (known.length === 2) return { prompt: known[0]?.id ?? 0, integration: known[1]?.id ?? 0 }
  const plan = await one(
    db.platform
      .insert(schema.plans)
      .values({ name: 'Plano', users: 5, connections: 5, queues: 5, value: 1 })
      .returning(),
  )
  const { id: companyId } = await one(
    db.platform
      .insert(schema.companies)
      .values({ name: 'Falhas', planId: plan.id, dueDate: '2099-01-01T00:00:00.000Z' })
      .returning(),
  )
  await db.platform.insert(schema.settings).values({ companyId, key: 'localProviders', value: 'enabled' })
  const queue = (name: string) =>
    one(db.platform.insert(schema.queues).values({ companyId, name, color: '#2255aa' }).returning())
  const people = await queue('Pessoas')
  const prompt = await one(
    db.platform
      .insert(schema.prompts)
      .values({ companyId, name: 'P', baseUrl: order.model, queueId: people.id, maxMessages: 1 })
      .returning(),
  )
  const integration = await one(
    db.platform
      .insert(schema.queueIntegrations)
      .values({
        companyId,
        type: 'IXC',
        name: 'I',
        ixcBaseUrl: order.ixc,
        ixcApiKeySecret: sealText(keys, SEALED_FOR.ixc, order.ixcToken),
        ixcFallbackQueueId: people.id,
      })
      .returning(),
  )
  await db.platform.insert(schema.webhooks).values({
    companyId,
    name: 'W',
    url: order.hook,
    messages: true,
    acks: true,
    tickets: true,
    secret: sealText(keys, SECRET_PURPOSE, 'whsec_falhas'),
  })
  const connections: number[] = []
  for (const serves of [{ promptId: prompt.id }, { integrationId: integration.id }]) {
    const { id: queueId } = await one(
      db.platform
        .insert(schema.queues)
        .values({
          companyId,
          name: `Fila ${connections.length}`,
          color: COLORS[connections.length] ?? '#888888',
          ...serves,
        })
        .returning(),
    )
    const { id: whatsappId } = await one(
      db.platform
        .insert(schema.whatsapps)
        .values({ companyId, name: `Linha ${connections.length}`, status: 'CONNECTED' })
        .returning(),
    )
    await db.platform.insert(schema.whatsappQueues).values({ companyId, whatsappId, queueId })
    connections.push(whatsappId)
  }
  return { prompt: connections[0] ?? 0, integration: connections[1] ?? 0 }
}

const running = await startWorkspace({
  folder: order.folder,
  log: silentLog,
  handlers,
  modelTimeouts: { ...MODEL_TIMEOUTS, pause: 50 },
  internalTargets: () => 'loopback',
  createChannel: ({ sink }) => new FileChannel(sink),
})
const connections = await company(running)

process.on('message', ({ say }: { say: Say }) => {
  const from = { number: say.number, name: `Cliente ${say.number.slice(-4)}`, isGroup: false }
  const message = { whatsappId: connections[say.serves], from, id: say.id, body: say.body }
  void running.sink
    .incoming([{ ...message, mediaType: 'conversation', at: new Date().toISOString() }])
    .then(() => process.send?.({ kept: say.id }))
})
// Without its run it has no purpose.
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })
