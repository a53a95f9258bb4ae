/**
 * Main's half of a campaign: the real outbox on its real file, fed as a composer feeds it. Killed at any moment and
 * started again, it goes on where the disk says it was. Arguments: JSON of `OutboxOrder`.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRig } from './lib/bench-outbox'
import { seeded } from './lib/random'

export interface OutboxOrder {
  dataDir: string
  url: string
  headers: Record<string, string>
  sends: number
  tickets: number[]
  /** Every so many sends is a file. */
  fileEvery: number
  seed: number
  /** False: the server makes two of the same client id, and says nothing about what it stored. */
  clientIds: boolean
}

const order = JSON.parse(process.argv[2] ?? '{}') as OutboxOrder
const random = seeded(order.seed)
/** What the window was told is accepted. */
const told = join(order.dataDir, 'told')
const start = existsSync(told) ? readFileSync(told, 'utf8').trimEnd().split('\n').length : 0

export const idOf = (i: number): string => `send-${String(i).padStart(6, '0')}`
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

const rig = await openRig({
  dataDir: order.dataDir,
  url: () => order.url,
  headers: order.headers,
  random,
  clientIds: order.clientIds,
  graceMs: 500,
})
await rig.attachments.sweep()
await rig.outbox.start(rig.scope)
process.on('message', (word: unknown) => {
  if (word === 'wake') rig.outbox.wake()
})
process.on('disconnect', () => process.exit(0))
process.send?.('begun')

async function* content(size: number) {
  for (let left = size; left > 0; left -= 16_384) yield Buffer.alloc(Math.min(left, 16_384), 97)
}

for (let i = start; i < order.sends; i += 1) {
  const ticketId = order.tickets[i % order.tickets.length] ?? 1
  const common = { id: idOf(i), ticketId, body: `${i}` }
  if (i % order.fileEvery === order.fileEvery - 1) {
    const size = 20_000 + Math.floor(random() * 200_000)
    const file = await rig.attachments.receive({
      name: `${i}.bin`,
      mime: 'application/pdf',
      bytes: content(size),
      declared: size,
    })
    await rig.enqueue({ ...common, kind: 'media', attachment: { ...file, caption: `${i}` } })
  } else {
    await rig.enqueue(common)
  }
  appendFileSync(told, `${i}\n`)
  await pause(random() * 12)
}
await rig.until(() => rig.outbox.unsent() === 0)
await rig.close()
process.send?.('done')
process.disconnect?.()
