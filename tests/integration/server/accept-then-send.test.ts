import { expect, it } from 'vitest'
import { harnessForFile } from './for-file'

const h = harnessForFile()
const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

it('what is written right after the ticket was accepted is sent, though the acceptance still waits to be written', async () => {
  const ticket = await h.newTicket(h.one, { status: 'pending', queueId: h.one.suporte })
  const waiting = await h.newTicket(h.one, { status: 'pending', queueId: h.one.suporte })
  let release = (): void => {}
  const held = h.db.company(h.one.id).write(() => new Promise<void>(resolve => (release = () => resolve())))
  const accept = h.call(h.one.ana, 'tickets.update', {
    params: { id: ticket.id },
    body: { status: 'open', userId: h.one.ana.id },
  })
  await pause(50)
  const send = h.call(h.one.ana, 'messages.send', {
    params: { ticketId: ticket.id },
    body: { body: 'Bom dia!' },
  })
  await pause(50)
  release()
  await held
  expect([(await accept).status, (await send).status]).toEqual([200, 200])
  const refused = await h.call(h.one.ana, 'messages.send', {
    params: { ticketId: waiting.id },
    body: { body: 'Bom dia!' },
  })
  expect(refused.body).toMatchObject({ error: 'ERR_TICKET_NOT_OPEN' })
})
