/** Calls to a number of the Cloud API: nobody answers them here, and each is a line of its conversation. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { cloudUnknown, tickets } from '../../../electron/server/platform/db/schema'
import { cloudNumberForFile } from './for-file'

const n = cloudNumberForFile()

let customers = 0
let customer = ''
beforeEach(() => {
  customer = `55119555${String(50_101 + ++customers)}`
})
let serial = 0
let clock = Math.floor(Date.now() / 1_000) - 3_600
const call = (event: 'connect' | 'terminate', more: object = {}, id = `wacid.${++serial}`) => ({
  id,
  from: customer,
  to: '551140028922',
  event,
  timestamp: String(++clock),
  direction: 'USER_INITIATED',
  ...more,
})
const deliver = async (calls: object[], more: object = {}) => {
  const contacts = [{ wa_id: customer, profile: { name: 'Rute' } }]
  expect(await n.graph.deliver(n.hook, n.graph.field('calls', { contacts, calls, ...more }))).toBe(200)
}

it('a missed call is a line of the customer’s, who waits for an answer', async () => {
  const rang = call('connect', { session: { sdp_type: 'offer', sdp: 'v=0' } })
  const over = call('terminate', { status: 'FAILED' }, rang.id)
  await deliver([rang], { statuses: [{ id: rang.id, type: 'call', status: 'RINGING' }] })
  await deliver([over])
  const { row, ticket } = await n.stored(over.id)
  expect(row).toMatchObject({ fromMe: false, mediaType: 'call_log', body: 'Chamada de voz perdida' })
  expect(ticket).toMatchObject({ status: 'pending', waitingSince: row.createdAt, heldAt: null })
  // Answered in words, as anything else.
  await n.h.update(tickets, { status: 'open', userId: n.h.one.ana.id }, eq(tickets.id, ticket.id))

  expect((await n.send(ticket.id, 'vi que ligou')).status).toBe(200)
  const answered = await n.h.row(tickets, eq(tickets.id, ticket.id))
  expect(answered?.waitingSince).toBeNull()
  expect(await n.h.rows(cloudUnknown)).toEqual([])
})

it('a call somebody answered, or made, tells how long it was, and nobody waits', async () => {
  const missed = call('terminate', { status: 'FAILED' })
  await deliver([missed])
  await n.stored(missed.id)
  const spoken = call('terminate', {
    status: 'COMPLETED',
    duration: 180,
    start_time: clock,
    end_time: clock + 180,
  })
  clock += 180
  await deliver([spoken])
  expect(await n.stored(spoken.id)).toMatchObject({
    row: { fromMe: true, body: 'Chamada de voz, duração de 180 s' },
    ticket: { waitingSince: null },
  })
  const made = call('terminate', {
    direction: 'BUSINESS_INITIATED',
    from: '551140028922',
    to: customer,
    status: ['FAILED'],
  })
  await deliver([made])
  expect((await n.stored(made.id)).row).toMatchObject({
    fromMe: true,
    body: 'Ligação para o cliente, sem resposta',
  })
})

it('an answer to being asked for calls says until when, or that they are not wanted', async () => {
  const answer = (call_permission_reply: object) => {
    const interactive = { type: 'call_permission_reply', call_permission_reply }
    return n.graph.message(customer, { type: 'interactive', interactive }, ++clock)
  }
  const given = answer({
    response: 'accept',
    expiration_timestamp: '1796558400',
    response_source: 'user_action',
  })
  const forGood = answer({ response: 'accept', is_permanent: true })
  const refused = answer({ response: 'reject' })
  await n.tell({ messages: [given, forGood, refused] })
  expect((await n.stored(given.id)).row.body).toBe('O cliente permite ligações até 2026-12-06T12:00:00.000Z')
  expect((await n.stored(forGood.id)).row.body).toBe('O cliente permite ligações')
  expect((await n.stored(refused.id)).row).toMatchObject({
    mediaType: 'call_log',
    body: 'O cliente não permite ligações',
  })
})

it('a call that is none is kept for whoever sets the number up, and costs no other', async () => {
  const good = call('terminate', { status: 'FAILED' })
  await deliver([7 as never, {}, good])
  await n.stored(good.id)
  expect(await n.graph.deliver(n.hook, n.graph.field('calls', { calls: 'none' }))).toBe(200)
  expect((await n.h.rows(cloudUnknown)).map(row => row.what)).toEqual(['calls'])
})
