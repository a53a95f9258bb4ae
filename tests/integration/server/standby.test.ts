/** Conversations that Meta routes to its own agent: read along, taken over and given back; nothing is sent by itself meanwhile. */
import type { CloudSetUp } from '@contract'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  auditEntries,
  happenings,
  messages,
  tickets,
  whatsappQueues,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import { cloudNumberForFile } from './for-file'

const n = cloudNumberForFile()

let customers = 0
let customer = ''
/** Seconds since the epoch: what comes later has a later one. */
let clock = Math.floor(Date.now() / 1_000) - 3_600
beforeEach(() => {
  customer = `55119444${String(10_000 + ++customers)}`
  clock += 10
})

const ticketOf = async (messageId: string) => (await n.stored(messageId)).ticket
/** The customer writes: read along, or to us. */
const writes = async (body: string, by: 'standby' | 'messages') => {
  const message = n.graph.text(customer, body, {}, ++clock)
  const part = { contacts: [{ wa_id: customer, profile: { name: 'Rita' } }], messages: [message] }
  const sent = by === 'standby' ? n.graph.standby(part) : n.graph.field('messages', part)
  expect(await n.graph.deliver(n.hook, sent)).toBe(200)
  await n.stored(message.id)
  return message.id
}
/** Meta's agent writes. */
const answers = async (body: string) => {
  const id = n.graph.newId()
  const message = { to: customer, recipient_type: 'individual', type: 'text', text: { body } }
  const sent = n.graph.standby({ message_echoes: [{ id, timestamp: String(++clock), message }] })
  expect(await n.graph.deliver(n.hook, sent)).toBe(200)
  await n.stored(id)
  return id
}
const passes = async (type: 'control_passed' | 'control_taken', role: string) => {
  expect(await n.graph.deliver(n.hook, n.graph.handover(type, customer, role, ++clock))).toBe(200)
}
const holderOf = async (id: number) => (await n.h.ticket(id)).heldBy
const setHolder = (id: number, holder: 'metaAgent' | null, expected?: object, who?: typeof n.h.one.ana) =>
  n.h.call<{ heldBy?: unknown; heldAt?: unknown; error?: string }>(who ?? n.h.one.ana, 'tickets.setHolder', {
    params: { id },
    body: { holder, ...(expected ? { expected } : {}) },
  })
const own = (ticketId: number) =>
  n.h.rows(messages, and(eq(messages.ticketId, ticketId), eq(messages.fromMe, true)))
const open = (id: number) =>
  n.h.update(tickets, { status: 'open', userId: n.h.one.ana.id }, eq(tickets.id, id))

describe('what is read along', () => {
  it('is in the conversation: the customer’s words, the agent’s answer and how far it got', async () => {
    const asked = await writes('qual o prazo?', 'standby')
    const answer = await answers('cinco dias úteis')
    const status = { id: answer, status: 'read', timestamp: String(++clock), recipient_id: customer }
    await n.graph.deliver(n.hook, n.graph.standby({ statuses: [status] }))
    await expect.poll(async () => (await n.row(answer))?.ack).toBe(4)
    const ticket = await ticketOf(asked)
    expect(await ticketOf(answer)).toMatchObject({ id: ticket.id, heldBy: 'metaAgent', waitingSince: null })
    expect(await n.row(answer)).toMatchObject({ fromMe: true, userId: null, body: 'cinco dias úteis' })
    expect(ticket).toMatchObject({ answeredAt: null, lastAnsweredAt: null })
    const { body } = await n.h.call(n.h.one.admin, 'tickets.get', { params: { id: ticket.id } })
    expect(body).toMatchObject({ heldBy: 'metaAgent', heldAt: ticket.heldAt })
  })

  it('comes flat as well, as the page of the field shows it', async () => {
    const message = n.graph.text(customer, 'plano', {}, ++clock)
    await n.graph.deliver(n.hook, n.graph.field('standby', { messages: [message] }))
    expect((await ticketOf(message.id)).heldBy).toBe('metaAgent')
  })

  it('does not show a message of ours a second time', async () => {
    const ticket = await n.conversation(customer)
    await n.send(ticket.id, 'já respondi')
    const sent = n.graph.taken.at(-1)
    const message = { to: customer, type: 'text', text: { body: 'já respondi' } }
    await n.graph.deliver(
      n.hook,
      n.graph.standby({ message_echoes: [{ id: sent?.wamid, timestamp: String(++clock), message }] }),
    )
    await answers('depois')
    expect((await own(ticket.id)).map(row => row.body)).toEqual(['já respondi', 'depois'])
  })
})

describe('who has the conversation', () => {
  it('is us once the agent passes it on: the customer waits for a person from then on', async () => {
    const ticket = await ticketOf(await writes('quero uma pessoa', 'standby'))
    await answers('vou chamar alguém')
    await passes('control_passed', 'escalation')
    await expect.poll(() => holderOf(ticket.id)).toBeNull()
    const now = await n.h.row(tickets, eq(tickets.id, ticket.id))
    expect(now?.waitingSince).toBe(new Date(clock * 1_000).toISOString())
    expect(now?.unreadMessages).toBeGreaterThan(0)
  })

  it('is another service that took it, and us again with a message that is delivered to us', async () => {
    const ticket = await ticketOf(await writes('oi', 'messages'))
    expect(ticket).toMatchObject({ heldBy: null, heldAt: null })
    await passes('control_taken', 'escalation')
    await expect.poll(() => holderOf(ticket.id)).toBe('partner')
    await writes('ainda aí?', 'standby')
    expect(await holderOf(ticket.id)).toBe('partner')
    await writes('obrigada', 'messages')
    expect(await holderOf(ticket.id)).toBeNull()
  })

  it('is not changed by what was written before it changed', async () => {
    const ticket = await ticketOf(await writes('oi', 'standby'))
    await passes('control_passed', 'escalation')
    await expect.poll(() => holderOf(ticket.id)).toBeNull()
    clock -= 2
    await writes('atrasada', 'standby')
    clock += 2
    expect(await holderOf(ticket.id)).toBeNull()
  })

  it('is us with the first words of a person that have left', async () => {
    const ticket = await ticketOf(await writes('oi', 'standby'))
    await open(ticket.id)
    n.graph.troubles.push({ kind: 'refuse', code: 131009 })
    await n.send(ticket.id, 'não sai')
    expect(await holderOf(ticket.id)).toBe('metaAgent')
    expect((await n.send(ticket.id, 'aqui é a Ana')).status).toBe(200)
    expect(await holderOf(ticket.id)).toBeNull()
  })
})

describe('taking over and giving back', () => {
  it('asks the provider, is kept in the audit log, and is seen by everybody', async () => {
    const ticket = await ticketOf(await writes('oi', 'standby'))
    await open(ticket.id)
    const ana = await n.h.connect(n.h.one.ana)
    const taken = await setHolder(ticket.id, null, { userId: n.h.one.ana.id, status: 'open' })
    expect(taken).toMatchObject({ status: 200, body: { heldBy: null } })
    const back = await setHolder(ticket.id, 'metaAgent')
    expect(back).toMatchObject({ status: 200, body: { heldBy: 'metaAgent' } })
    expect(n.graph.controls.slice(-2)).toEqual([
      { customer, action: 'take' },
      { customer, action: 'release' },
    ])
    await ana.until(
      ({ event, payload }) =>
        event.endsWith('-ticket') && (payload.ticket as { heldBy?: unknown } | undefined)?.heldBy === null,
    )
    ana.close()
    const entries = await n.h.rows(auditEntries, eq(auditEntries.subjectId, String(ticket.id)))
    expect(entries.flatMap(({ changes }) => changes ?? [])).toMatchObject([
      { field: 'heldBy', from: 'metaAgent', to: 'us' },
      { field: 'heldBy', from: 'us', to: 'metaAgent' },
    ])
  })

  it('is refused for a ticket that is not what was seen, and where the provider does not allow it', async () => {
    const ticket = await ticketOf(await writes('oi', 'standby'))
    const before = n.graph.controls.length
    const seen = { userId: n.h.one.ana.id, status: 'open' }
    const changed = await setHolder(ticket.id, null, seen, n.h.one.admin)
    expect(changed).toMatchObject({ status: 409, body: { error: 'ERR_TICKET_CHANGED' } })
    expect(n.graph.controls).toHaveLength(before)
    n.graph.mayControl = false
    await open(ticket.id)
    expect(await setHolder(ticket.id, null)).toMatchObject({
      status: 400,
      body: { error: 'ERR_WAPP_HANDOVER' },
    })
    n.graph.mayControl = true
    expect(await holderOf(ticket.id)).toBe('metaAgent')
  })
})

describe('while the agent answers', () => {
  it('nobody greets, asks or thanks: no chatbot, no automatic reply, no word on a transition', async () => {
    const { h } = n
    await h.update(
      whatsapps,
      { greetingMessage: 'Olá!', complationMessage: 'Até logo!' },
      eq(whatsapps.id, n.whatsappId),
    )
    const { id: companyId, suporte, vendas } = h.one
    const { whatsappId } = n
    for (const queueId of [suporte, vendas])
      await h.insert(whatsappQueues, { companyId, whatsappId, queueId })
    const ticket = await ticketOf(await writes('oi', 'standby'))
    expect(ticket.chatbot).toBe(false)
    expect(await h.rows(happenings, eq(happenings.ticketId, ticket.id))).toEqual([])
    await h.call(h.one.admin, 'tickets.update', { params: { id: ticket.id }, body: { status: 'closed' } })
    expect(await own(ticket.id)).toEqual([])
    // The same with a customer of ours: it is the conversation that decides.
    customer = `${customer}0`
    const ours = await ticketOf(await writes('oi', 'messages'))
    await expect.poll(async () => (await own(ours.id)).length).toBeGreaterThan(0)
  })
})

it('who answers on a number is as its deliveries showed, with when', async () => {
  const phone = '106540352242777'
  const { whatsappId: id, hook } = await n.add(phone)
  const known = async () =>
    (await n.h.call<CloudSetUp>(n.h.one.admin, 'whatsapps.cloud', { params: { id } })).body.responders
  const changes = (type: 'control_passed' | 'control_taken') =>
    n.graph.deliver(hook, n.graph.handover(type, customer, 'escalation', ++clock, phone))
  const nobody = { metaAgentAt: null, partnerAt: null, directAt: null, handedAt: null, takenAt: null }
  expect(await known()).toEqual(nobody)
  const asked = n.graph.text(customer, 'qual o prazo?', {}, clock)
  await n.graph.deliver(hook, n.graph.field('standby', { standby: { messages: [asked] } }, phone))
  await expect.poll(() => n.row(asked.id)).toBeTruthy()
  expect(await known()).toEqual({ ...nobody, metaAgentAt: new Date(clock * 1_000).toISOString() })
  await changes('control_passed')
  await expect.poll(async () => (await known())?.handedAt).toBeTruthy()
  expect(await known()).toMatchObject({ metaAgentAt: expect.any(String), takenAt: null })
  await changes('control_taken')
  await expect.poll(async () => (await known())?.partnerAt).toBeTruthy()
  await setHolder((await ticketOf(asked.id)).id, null, undefined, n.h.one.admin)
  expect(await known()).toMatchObject({ directAt: null, takenAt: expect.any(String) })
  const direct = n.graph.text('5511944499999', 'bom dia', {}, clock)
  await n.graph.deliver(hook, n.graph.delivery({ messages: [direct] }, phone))
  await expect.poll(async () => (await known())?.directAt).toBe(new Date(clock * 1_000).toISOString())
})
