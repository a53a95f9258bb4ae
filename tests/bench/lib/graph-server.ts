/**
 * The double of the Graph API for the bench, in a process of its own: takes messages and tells of them as Meta does.
 * Argument: ids of its numbers, as JSON. Says `{ url }`; is sent the addresses of the webhooks by number.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { GraphDouble } from '../../support/graph-double'

const graph = new GraphDouble()
for (const phone of JSON.parse(process.argv[2] ?? '[]') as string[]) graph.phones.add(phone)
let hooks: Record<string, string> = {}
process.on('message', said => {
  hooks = said as Record<string, string>
})
process.on('disconnect', () => process.exit(0))
/** Delivers until it is acknowledged. */
const told = async (hook: string, body: unknown): Promise<void> => {
  while ((await graph.deliver(hook, body).catch(() => 0)) !== 200) await delay(500)
}
graph.onTaken = async sent => {
  // What it took is not asked for again: a run of hours must not grow here.
  graph.taken.length = 0
  const hook = hooks[sent.phoneNumberId]
  if (!hook) return
  for (const word of ['sent', 'delivered', 'read'])
    await told(hook, graph.delivery({ statuses: [graph.status(sent, word)] }, sent.phoneNumberId))
}
await graph.start()
process.send?.({ url: graph.url })
