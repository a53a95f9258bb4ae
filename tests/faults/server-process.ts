/** The server of a campaign, in a process of its own so that it can be killed. Arguments: JSON of `ServerOrder`. */
import { seeded } from './lib/random'
import { type Fault, startTinyServer } from './lib/tiny-server'

export interface ServerOrder {
  journal: string
  port: number
  seed: number
  /** Share of requests answered badly. */
  fault: number
  clientIds: boolean
}

const order = JSON.parse(process.argv[2] ?? '{}') as ServerOrder
const random = seeded(order.seed)
const TRICKS: Fault[] = ['dropAfter', 'dropBefore', 'error500', 'dropAfter']

const server = await startTinyServer({
  journal: order.journal,
  port: order.port,
  delayMs: 2,
  clientIds: order.clientIds,
  fault: () => (random() < order.fault ? (TRICKS[Math.floor(random() * TRICKS.length)] ?? 'none') : 'none'),
})
process.on('message', (word: unknown) => {
  if (word === 'cut') server.cut()
})
// Without its campaign it has no purpose.
process.on('disconnect', () => process.exit(0))
process.send?.({ port: Number(new URL(server.url).port) })
