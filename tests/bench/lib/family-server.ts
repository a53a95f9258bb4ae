/**
 * A legacy server at the speed of a real one, in a process of its own, with enough tickets for an afternoon. Says `{ url }`;
 * answers the message `answered` with what was answered since, and `{ events, seconds }` by that many customers' messages a second.
 */
import { startCompatServer } from '../../compat/server'
import type { TicketRow } from '../../compat/server/world'

/** Open tickets of the one who signs in. */
const TICKETS = 120
const MESSAGES = 40
const ANA = 3

const server = await startCompatServer({ replyAfterMs: 0, speed: 'measured' })
const { world, live } = server
const mine: TicketRow[] = []
for (let i = 1; i <= TICKETS; i++) {
  const id = 1_000 + i
  const name = `${i % 12 === 0 ? 'Marcela' : 'Cliente'} ${i}`
  world.contacts.push({ id, name, number: `55118${String(20_000_000 + i * 6_007)}`, email: '' })
  const createdAt = world.at(-i * 30_000)
  const ticket: TicketRow = {
    id,
    uuid: crypto.randomUUID(),
    status: 'open',
    unreadMessages: 0,
    lastMessage: '',
    fromMe: false,
    userId: ANA,
    contactId: id,
    queueId: 1 + (i % 2),
    tagIds: [],
    createdAt,
    updatedAt: createdAt,
  }
  world.tickets.push(ticket)
  for (let n = 0; n < MESSAGES; n++)
    world.say(ticket, `Linha ${n} da conversa ${i}`, n % 2 === 1, { minutesAgo: i / 2 + MESSAGES - n })
  ticket.updatedAt = createdAt
  mine.push(ticket)
}

let said = 0
function flood(perSecond: number, seconds: number): void {
  const end = Date.now() + seconds * 1_000
  const timer = setInterval(() => {
    if (Date.now() > end) return clearInterval(timer)
    said += 1
    // Some write more than others, as customers do.
    const ticket = mine[Math.floor((said * said * 7) % TICKETS)]
    if (!ticket) return
    ticket.unreadMessages += 1
    live.messageCreated(world.say(ticket, `Mensagem ${String(said).padStart(5, '0')}`, false))
  }, 1_000 / perSecond)
}

let reported = 0
process.on('message', (order: 'answered' | { events: number; seconds: number }) => {
  if (order === 'answered') {
    process.send?.({ answered: server.answered.slice(reported) })
    reported = server.answered.length
  } else flood(order.events, order.seconds)
})
process.on('disconnect', () => process.exit())
process.send?.({ url: server.url })
