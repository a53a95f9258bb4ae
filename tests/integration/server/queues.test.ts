import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { companyEvent, ROOT_OPTION } from '@contract'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { plans, queueOptions, tickets, whatsapps } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()
const file = (): FormData => {
  const form = new FormData()
  form.append('file', new File(['tabela de preços'], 'preços.txt', { type: 'text/plain' }))
  return form
}

beforeAll(async () => {
  await h.update(plans, { queues: 0 })
})

interface Queue {
  id: number
  name: string
  orderQueue: number | null
  mediaPath: string | null
  error?: string
  field?: string
  queue?: string
}
interface Option {
  id: number
  title: string
  option: string
  parentId: number | null
  exitChatbot: boolean
  forwardQueueId: number | null
  childrenCount: number
  mediaPath: string | null
  error?: string
}

let colours = 0
const colour = (): string => `#${(++colours).toString(16).padStart(6, '0')}`
const add = (name: string, body: Record<string, unknown> = {}, who: Person = h.one.admin) =>
  h.call<Queue>(who, 'queues.create', { body: { name, color: colour(), ...body } })
const list = async (who: Person = h.one.admin) => (await h.call<Queue[]>(who, 'queues.list')).body
const option = (queueId: number, body: Record<string, unknown>) =>
  h.call<Option>(h.one.admin, 'queueOptions.create', { body: { queueId, ...body } })
const move = (id: number, body: Record<string, unknown>) =>
  h.call<Option>(h.one.admin, 'queueOptions.update', { params: { id }, body })
const tree = async (queueId: number, parentId?: number) =>
  (await h.call<Option[]>(h.one.ana, 'queueOptions.list', { query: { queueId, parentId } })).body

describe('queues', () => {
  it('come last in the order when added, and every console hears of it', async () => {
    const mate = await h.connect(h.one.ana)
    const { body } = await add('Cobrança')
    expect((await list()).at(-1)?.id).toBe(body.id)
    await mate.until(
      ({ event, payload }) =>
        event === companyEvent(h.one.id, 'queue') && (payload.queue as Queue | undefined)?.id === body.id,
    )
  })

  it('keep what an update leaves out, also when two admins save at once', async () => {
    const { body } = await add('Trocas')
    const save = (values: object) =>
      h.call(h.one.admin, 'queues.update', { params: { id: body.id }, body: values })
    await save({ greetingMessage: 'Da primeira' })
    await Promise.all([save({ orderQueue: 7 }), save({ outOfHoursMessage: 'Da segunda' })])
    const kept = { greetingMessage: 'Da primeira', orderQueue: 7, outOfHoursMessage: 'Da segunda' }
    expect((await h.call(h.one.ana, 'queues.get', { params: { id: body.id } })).body).toMatchObject(kept)
  })

  it('have a name and a colour of their own; a refusal names the queue that has the colour', async () => {
    await add('Financeiro', { color: '#ABCDEF' })
    expect((await add('financeiro')).body).toMatchObject({ error: 'ERR_QUEUE_NAME_TAKEN', field: 'name' })
    expect((await add('Outra', { color: '#abcdef' })).body).toMatchObject({
      error: 'ERR_QUEUE_COLOR_ALREADY_EXISTS',
      queue: 'Financeiro',
    })
    expect((await add('Financeiro', { color: '#abcdef' }, h.two.admin)).status).toBe(200)
  })

  it('are put in order all at once; those not named follow as they were', async () => {
    const before = (await list()).map(queue => queue.id)
    const [first, ...rest] = before
    const last = rest.at(-1)
    if (first === undefined || last === undefined) throw new Error('too few queues')
    const answer = await h.call<Queue[]>(h.one.admin, 'queues.order', { body: { ids: [last, first] } })
    const expected = [last, first, ...rest.filter(id => id !== last)]
    expect(answer.body.map(queue => queue.id)).toEqual(expected)
    expect((await list()).map(queue => queue.orderQueue)).toEqual(expected.map((_, i) => i + 1))
    // A new one that asks for no place gets the last.
    expect((await add('Sem lugar', { orderQueue: null })).body.orderQueue).toBe(expected.length + 1)
    const foreign = await h.call(h.one.admin, 'queues.order', { body: { ids: [h.two.suporte] } })
    expect(foreign.body.error).toBe('ERR_NO_QUEUE_FOUND')
  })

  it('leave their tickets waiting without a queue when they are deleted, and nobody is sent there any more', async () => {
    const { body: queue } = await add('Provisória')
    const ticket = await h.newTicket(h.one, { status: 'pending', queueId: queue.id })
    await h.update(whatsapps, { transferQueueId: queue.id }, eq(whatsapps.id, h.one.whatsappId))
    const gone = await h.call(h.one.admin, 'queues.remove', { params: { id: queue.id } })
    expect(gone.status).toBe(200)
    const [left] = await h.db.select().from(tickets).where(eq(tickets.id, ticket.id))
    expect(left).toMatchObject({ queueId: null, status: 'pending' })
    const [connection] = await h.db.select().from(whatsapps).where(eq(whatsapps.id, h.one.whatsappId))
    expect(connection?.transferQueueId).toBeNull()
  })
})

describe('the chatbot of a queue', () => {
  it('hold one file, which goes with the next one and with the queue', async () => {
    const { body: queue } = await add('Com anexo')
    const upload = () =>
      h.raw(h.one.admin, `/api/queue/${queue.id}/media-upload`, { method: 'POST', body: file() })
    const first = (await (await upload()).json()) as Queue
    const second = (await (await upload()).json()) as Queue
    const onDisk = (path: string | null) => access(join(h.folder, path ?? ''))
    await expect(onDisk(first.mediaPath)).rejects.toThrow()
    await expect(onDisk(second.mediaPath)).resolves.toBeUndefined()
    await h.call(h.one.admin, 'queues.remove', { params: { id: queue.id } })
    await expect(onDisk(second.mediaPath)).rejects.toThrow()
  })

  it('is read level by level or whole, numbered from 1 on each level', async () => {
    const { body: queue } = await add('Robô')
    const a = (await option(queue.id, { title: 'Boleto' })).body
    const b = (await option(queue.id, { title: 'Suporte', message: 'Qual o problema?' })).body
    await option(queue.id, { title: 'Internet', parentId: b.id })
    await option(queue.id, { title: 'Primeira', option: 1 })
    expect((await tree(queue.id, ROOT_OPTION)).map(o => [o.option, o.title, o.childrenCount])).toEqual([
      ['1', 'Primeira', 0],
      ['2', 'Boleto', 0],
      ['3', 'Suporte', 1],
    ])
    expect((await tree(queue.id, b.id)).map(o => o.title)).toEqual(['Internet'])
    expect(await tree(queue.id)).toHaveLength(4)
    await move(a.id, { option: 1 })
    expect((await tree(queue.id, ROOT_OPTION)).map(o => o.title)).toEqual(['Boleto', 'Primeira', 'Suporte'])
  })

  it('moves an option with everything below it, never under itself, and closes the gap it leaves', async () => {
    const { body: queue } = await add('Mudanças')
    const [a, b, c] = await Promise.all(
      ['A', 'B', 'C'].map(async title => (await option(queue.id, { title })).body),
    )
    if (!a || !b || !c) throw new Error('three options')
    const below = (await option(queue.id, { title: 'A1', parentId: a.id })).body
    expect((await move(a.id, { parentId: below.id })).body.error).toBe('ERR_VALIDATION')
    await move(a.id, { parentId: b.id })
    expect((await tree(queue.id, ROOT_OPTION)).map(o => o.option)).toEqual(['1', '2'])
    expect((await tree(queue.id, b.id)).map(o => o.title)).toEqual(['A'])
    expect((await tree(queue.id, a.id)).map(o => o.title)).toEqual(['A1'])
    const { body: other } = await add('Outro robô')
    expect(
      (await move(c.id, { parentId: (await option(other.id, { title: 'X' })).body.id })).body.error,
    ).toBe('ERR_VALIDATION')
  })

  it('ends with the bot or in a queue, never both: what was said last holds', async () => {
    const { body: queue } = await add('Saídas')
    const { body } = await option(queue.id, { title: 'Falar com alguém', forwardQueueId: h.one.vendas })
    expect((await move(body.id, { exitChatbot: true })).body).toMatchObject({
      exitChatbot: true,
      forwardQueueId: null,
    })
    expect((await move(body.id, { forwardQueueId: h.one.vendas })).body).toMatchObject({
      exitChatbot: false,
      forwardQueueId: h.one.vendas,
    })
    const both = await option(queue.id, { title: 'Ambas', exitChatbot: true, forwardQueueId: h.one.vendas })
    expect(both.body.error).toBe('ERR_VALIDATION')
    const foreign = await option(queue.id, { title: 'Fora', forwardQueueId: h.two.vendas })
    expect(foreign.body.error).toBe('ERR_NO_QUEUE_FOUND')
  })

  it('takes everything below along when an option is deleted, and brings customers back to the menu', async () => {
    const { body: queue } = await add('Apagar')
    const { body: parent } = await option(queue.id, { title: 'Pai' })
    const { body: child } = await option(queue.id, { title: 'Filho', parentId: parent.id })
    const ticket = await h.newTicket(h.one, { status: 'pending', queueId: queue.id })
    await h.update(tickets, { queueOptionId: child.id, chatbot: true }, eq(tickets.id, ticket.id))
    await h.call(h.one.admin, 'queueOptions.remove', { params: { id: parent.id } })
    expect(await h.db.$count(queueOptions, eq(queueOptions.queueId, queue.id))).toBe(0)
    const [left] = await h.db.select().from(tickets).where(eq(tickets.id, ticket.id))
    expect(left).toMatchObject({ queueOptionId: null, chatbot: true })
  })
})

describe('deleting a queue', () => {
  it('can name how many unresolved tickets lose it, and counts no other', async () => {
    const { body: queue } = await add('Contada')
    const count = async () =>
      (await h.call<{ openTickets: number }>(h.one.admin, 'queues.get', { params: { id: queue.id } })).body
        .openTickets
    expect(await count()).toBe(0)
    await h.newTicket(h.one, { status: 'pending', queueId: queue.id })
    await h.newTicket(h.one, { status: 'open', queueId: queue.id, userId: h.one.ana.id })
    await h.newTicket(h.one, { status: 'closed', queueId: queue.id })
    expect(await count()).toBe(2)
  })
})

describe('holidays', () => {
  it('are kept once a day, in their order, with hours or closed', async () => {
    const save = (body: Record<string, unknown>) => h.call(h.one.admin, 'holidays.create', { body })
    await save({ day: '2026-12-25', name: 'Natal' })
    await save({ day: '2026-12-24', name: 'Véspera', startTime: '08:00', endTime: '12:00' })
    expect((await save({ day: '2026-12-25', name: 'Outra vez' })).body.error).toBe('ERR_HOLIDAY_TAKEN')
    expect((await save({ day: '2026-02-30', name: 'Nunca' })).body.error).toBe('ERR_VALIDATION')
    const { body } = await h.call<{ day: string }[]>(h.one.ana, 'holidays.list')
    expect(body.map(one => one.day)).toEqual(['2026-12-24', '2026-12-25'])
    expect((await h.call<unknown[]>(h.two.ana, 'holidays.list')).body).toEqual([])
  })
})
