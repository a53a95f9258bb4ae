/** What is still written to a conversation that became part of another, as two contacts were one person. */
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { deliverOwn } from '../../../electron/server/desk/messages/send'
import { messages } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'

const h = harnessForFile()

/** Ana talks with one person by two records, and an administrator makes them one. */
async function merged() {
  const [keep, gone] = [await h.newContact(h.one, 'Lena Prado'), await h.newContact(h.one, 'Lena do balcão')]
  const open = { status: 'open' as const, userId: h.one.ana.id }
  const ends = await h.newTicket(h.one, { ...open, contactId: gone })
  // The newer one stays.
  const stays = await h.newTicket(h.one, { ...open, contactId: keep })
  await h.newMessages(stays, ['bom dia'])
  const merge = () =>
    h.call(h.one.admin, 'contacts.merge', { params: { id: keep }, body: { contactId: gone } })
  return { ends, stays, merge }
}
const send = (ticketId: number, body: string, clientId: string = crypto.randomUUID()) =>
  h.call<{ message: { id: string; ticketId: number } }>(h.one.ana, 'messages.send', {
    params: { ticketId },
    body: { body, clientId },
  })
const placeOf = async (body: string) =>
  (await h.db.select().from(messages).where(eq(messages.body, body))).map(({ ticketId }) => ticketId)

it('leaves in the one that goes on, though its console has not heard of it; repeated, it is one message', async () => {
  const { ends, stays, merge } = await merged()
  const clientId = crypto.randomUUID()
  const first = await send(ends.id, 'antes de unir', clientId)
  await send(stays.id, 'a mais nova')
  expect((await merge()).status).toBe(200)
  expect(await h.ticket(ends.id)).toMatchObject({ status: 'closed', mergedInto: stays.id })
  // Its answer was lost: the console asks again, as it knows it.
  const again = await send(ends.id, 'antes de unir', clientId)
  expect([again.status, again.body.message.id]).toEqual([200, first.body.message.id])
  const later = await send(ends.id, 'depois de unir')
  expect([later.status, later.body.message.ticketId]).toEqual([200, stays.id])
  expect([await placeOf('antes de unir'), await placeOf('depois de unir')]).toEqual([[stays.id], [stays.id]])
  await expect.poll(() => h.channel.sent.map(({ body }) => body)).toContain('depois de unir')
  // Whoever may not see the one that goes on writes nothing into it.
  await h.call(h.one.admin, 'tickets.update', { params: { id: stays.id }, body: { queueId: h.one.vendas } })
  expect((await send(ends.id, 'de fora')).body).toMatchObject({ error: 'ERR_NO_PERMISSION' })
  expect(await placeOf('de fora')).toEqual([])
})

it('hands its pin to the one that goes on, and who had pinned it is told', async () => {
  const { ends, stays, merge } = await merged()
  await h.call(h.one.ana, 'tickets.pin', { params: { id: ends.id } })
  const [hers, others] = [await h.connect(h.one.ana), await h.connect(h.one.bia)]
  await merge()
  await hers.settled()
  await others.settled()
  expect([hers.of('pin'), others.of('pin')]).toEqual([[{ action: 'changed' }], []])
  const { body } = await h.call<{ id: number }[]>(h.one.ana, 'tickets.pinned')
  expect(body.map(({ id }) => id)).toEqual([stays.id])
  hers.close()
  others.close()
})

it('stands in no list, is counted nowhere and takes no message until somebody reopens it', async () => {
  const { ends, stays, merge } = await merged()
  const query = { status: 'closed', showAll: true }
  const seen = async () => {
    const { body } = await h.call<{ tickets: { id: number }[]; count: number }>(h.one.admin, 'tickets.list', {
      query,
    })
    const counts = await h.call<{ open: number; closed: number }>(h.one.admin, 'tickets.counts', {
      query: { showAll: true },
    })
    return {
      listed: body.tickets.some(({ id }) => id === ends.id),
      closed: [body.count, counts.body.closed],
      open: counts.body.open,
    }
  }
  const before = await seen()
  await merge()
  expect(await seen()).toEqual({ ...before, open: before.open - 1 })
  const become = (id: number, status: string) =>
    h.call(h.one.admin, 'tickets.update', { params: { id }, body: { status } })
  await become(stays.id, 'closed')
  await become(ends.id, 'open')
  expect((await send(ends.id, 'de novo')).body.message.ticketId).toBe(ends.id)
  const more = (by: number) => before.closed.map(count => count + by)
  expect(await seen()).toEqual({ listed: false, closed: more(1), open: before.open - 1 })
  await become(ends.id, 'closed')
  expect(await seen()).toEqual({ listed: true, closed: more(2), open: before.open - 2 })
})

it('goes there too when they became one while it was on its way to the database', async () => {
  const { ends, stays, merge } = await merged()
  await merge()
  const own = { companyId: h.one.id, body: 'no meio', userId: h.one.ana.id, clientId: null }
  const row = await deliverOwn(h.running.app, ends.id, own)
  expect([row.ticketId, await placeOf('no meio')]).toEqual([stays.id, [stays.id]])
})
