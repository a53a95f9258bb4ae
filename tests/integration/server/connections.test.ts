import { companyEvent } from '@contract'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { trafficOf } from '../../../electron/server/desk/channel/traffic'
import { plans, tickets } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()
beforeAll(async () => {
  await h.update(plans, { connections: 0 })
})

interface Connection {
  id: number
  name: string
  isDefault: boolean
  token?: string
  status: string
  statusSince: string | null
  statusReason: string
  qrcodeUntil: string | null
  maxUseBotQueues: number | null
  queues: { id: number }[]
  error?: string
  field?: string
  limit?: number
}

let names = 0
const add = (body: Record<string, unknown> = {}, who: Person = h.one.admin) =>
  h.call<Connection>(who, 'whatsapps.create', { body: { name: `Linha ${++names}`, ...body } })
const change = (id: number, body: Record<string, unknown>, who: Person = h.one.admin) =>
  h.call<Connection>(who, 'whatsapps.update', { params: { id }, body })
const read = async (id: number, who: Person = h.one.admin) =>
  (await h.call<Connection>(who, 'whatsapps.get', { params: { id } })).body

describe('connections', () => {
  it('are added with a token of their own, begin to pair at once, and every console hears of it', async () => {
    const mate = await h.connect(h.one.ana)
    const made = await add({ queueIds: [h.one.suporte] })
    expect(made.status).toBe(200)
    expect(made.body).toMatchObject({ maxUseBotQueues: 3, isDefault: false, queues: [{ id: h.one.suporte }] })
    expect(made.body.token).toMatch(/^[\w-]{32}$/)
    expect(await read(made.body.id)).toMatchObject({ status: 'CONNECTED' })
    const heard = await mate.until(
      ({ event, payload }) => event === companyEvent(h.one.id, 'whatsapp') && payload.action === 'create',
    )
    expect(heard.payload).toMatchObject({ whatsapp: { id: made.body.id } })
    // The token lets anybody write in the company's name: an agent's console never gets it.
    expect(JSON.stringify(heard)).not.toContain(made.body.token)
    expect(await read(made.body.id, h.one.ana)).not.toHaveProperty('token')
  })

  it('say what their number can do, in answers and in events; a channel that does not say it holds nothing back', async () => {
    const made = await add()
    expect(await read(made.body.id)).toMatchObject({ capabilities: null })
    const mate = await h.connect(h.one.ana)
    h.channel.capabilities = ['text', 'image']
    try {
      await change(made.body.id, { greetingMessage: 'Olá' })
      const heard = await mate.until(
        ({ event, payload }) => event === companyEvent(h.one.id, 'whatsapp') && payload.action === 'update',
      )
      expect(heard.payload).toMatchObject({ whatsapp: { capabilities: ['text', 'image'] } })
      expect(await read(made.body.id, h.one.ana)).toMatchObject({ capabilities: ['text', 'image'] })
    } finally {
      h.channel.capabilities = null
    }
  })

  it('have names and tokens of their own', async () => {
    const one = await add({ name: 'Matriz', token: 'segredo-um' })
    expect(await add({ name: 'Matriz' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_WAPP_NAME_TAKEN' },
    })
    const taken = await add({ token: 'segredo-um' }, h.two.admin)
    expect(taken.body).toMatchObject({ error: 'ERR_WAPP_TOKEN_TAKEN', field: 'token' })
    // The same name in another company, and a connection keeping its own.
    expect((await add({ name: 'Matriz' }, h.two.admin)).status).toBe(200)
    expect((await change(one.body.id, { name: 'Matriz', token: 'segredo-um' })).status).toBe(200)
  })

  it('leave out of an update what stays, and refuse a name that is too short', async () => {
    const { body } = await add({ greetingMessage: 'Oi', expiresTicket: 30 })
    const changed = await change(body.id, { name: 'Só o nome' })
    expect(changed.body).toMatchObject({ name: 'Só o nome', greetingMessage: 'Oi', expiresTicket: 30 })
    expect((await change(body.id, { name: 'x' })).body.error).toBe('ERR_VALIDATION')
  })

  it('need a greeting to let customers choose among several queues', async () => {
    const both = [h.one.suporte, h.one.vendas]
    expect((await add({ queueIds: both })).body.error).toBe('ERR_WAPP_GREETING_REQUIRED')
    const { body } = await add({ queueIds: both, greetingMessage: 'Escolha:' })
    expect((await change(body.id, { greetingMessage: ' ' })).body.error).toBe('ERR_WAPP_GREETING_REQUIRED')
    expect((await change(body.id, { queueIds: [both[0]], greetingMessage: '' })).status).toBe(200)
  })

  it('always have one default', async () => {
    const { body: first } = await add({ isDefault: true })
    const { body: second } = await add()
    expect((await change(first.id, { isDefault: false })).body.error).toBe('ERR_NO_OTHER_WHATSAPP')
    await change(second.id, { isDefault: true })
    expect((await read(first.id)).isDefault).toBe(false)
    await h.call(h.one.admin, 'whatsapps.remove', { params: { id: second.id } })
    const { body: all } = await h.call<Connection[]>(h.one.admin, 'whatsapps.list')
    expect(all.filter(one => one.isDefault)).toHaveLength(1)
  })

  it('leave their conversations behind when they are deleted', async () => {
    const { body } = await add()
    const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    await h.update(tickets, { whatsappId: body.id }, eq(tickets.id, ticket.id))
    const counted = () => h.call(h.one.admin, 'whatsapps.tickets', { params: { id: body.id } })
    expect((await counted()).body).toEqual({ open: 1, pending: 0, closed: 0 })
    await h.call(h.one.admin, 'whatsapps.remove', { params: { id: body.id } })
    expect((await counted()).body).toMatchObject({ error: 'ERR_NO_WAPP_FOUND' })
    const left = await h.row(tickets, eq(tickets.id, ticket.id))
    expect(left).toMatchObject({ whatsappId: null, status: 'open' })
  })

  it('get a new token that ends the old one', async () => {
    const { body } = await add()
    const renewed = await h.call<Connection>(h.one.admin, 'whatsapps.renewToken', { params: { id: body.id } })
    expect(renewed.body.token).toMatch(/^[\w-]{32}$/)
    expect(renewed.body.token).not.toBe(body.token)
  })
})

describe('sessions of connections', () => {
  it('say since when and why they are down', async () => {
    const { body } = await add()
    const before = (await read(body.id)).statusSince
    await h.call(h.one.admin, 'whatsapps.disconnect', { params: { id: body.id } })
    const down = await read(body.id)
    expect(down).toMatchObject({ status: 'DISCONNECTED', statusReason: 'signedOut' })
    expect(Date.parse(down.statusSince ?? '')).toBeGreaterThanOrEqual(Date.parse(before ?? ''))
    await h.call(h.one.admin, 'whatsapps.newCode', { params: { id: body.id } })
    const first = await read(body.id)
    expect(first).toMatchObject({ status: 'qrcode', statusReason: '', qrcode: 'code' })
    expect(first.qrcodeUntil).toBe('2099-01-01T00:00:20.000Z')
    await h.call(h.one.admin, 'whatsapps.newCode', { params: { id: body.id } })
    expect((await read(body.id)).statusSince).toBe(first.statusSince)
    await h.call(h.one.admin, 'whatsapps.connect', { params: { id: body.id } })
    expect(await read(body.id)).toMatchObject({ status: 'CONNECTED', qrcodeUntil: null })
  })

  it('are restarted all at once, but for those that were signed out', async () => {
    const { body: on } = await add()
    const { body: off } = await add()
    await h.call(h.one.admin, 'whatsapps.disconnect', { params: { id: off.id } })
    const mate = await h.connect(h.one.admin)
    await h.call(h.one.admin, 'whatsapps.restart')
    await mate.until(({ event, payload }) => {
      const session = payload.session as Connection | undefined
      return (
        event === companyEvent(h.one.id, 'whatsappSession') &&
        session?.id === on.id &&
        session.status === 'OPENING'
      )
    })
    expect(await read(off.id)).toMatchObject({ status: 'DISCONNECTED' })
    expect(await read(on.id)).toMatchObject({ status: 'CONNECTED' })
  })
})

describe('traffic of a connection', () => {
  it('is counted by hour in both directions, silent hours included', async () => {
    const { body } = await add({ queueIds: [h.one.suporte] })
    const now = Date.now()
    const hourAgo = new Date(now - 3_600_000).toISOString()
    const from = { number: '5511988776655', name: 'Cliente', isGroup: false }
    const said = { whatsappId: body.id, from, mediaType: 'conversation' }
    const at = [hourAgo, new Date(now).toISOString(), new Date(now).toISOString()]
    await h.channel.sink.incoming(at.map((one, i) => ({ ...said, id: `hora-${i}`, body: `${i}`, at: one })))
    const ticket = await h.row(tickets, eq(tickets.whatsappId, body.id))
    await h.call(h.one.ana, 'tickets.update', { params: { id: ticket?.id ?? 0 }, body: { status: 'open' } })
    await h.call(h.one.ana, 'messages.send', { params: { ticketId: ticket?.id ?? 0 }, body: { body: 'Olá' } })
    const answer = await h.call<{ whatsappId: number; incoming: number[]; outgoing: number[] }[]>(
      h.one.admin,
      'whatsapps.traffic',
    )
    const own = answer.body.find(one => one.whatsappId === body.id)
    expect(own?.incoming).toHaveLength(24)
    expect(own?.incoming.slice(-2)).toEqual([1, 2])
    expect(own?.outgoing.at(-1)).toBeGreaterThanOrEqual(1)
    // Two days later nothing of it is left on the chart.
    const later = await trafficOf(h.db, h.one.id, now + 48 * 3_600_000)
    expect(later.find(one => one.whatsappId === body.id)?.incoming).toEqual(Array(24).fill(0))
  })
})
