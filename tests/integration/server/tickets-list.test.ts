import { eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contacts, messages, tags, tickets, ticketTags } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()

interface Row {
  id: number
  status: string
  updatedAt: string
  contact: { name: string }
  tags: { id: number }[]
  messages: { id: string; body: string }[]
}
interface Page {
  tickets: Row[]
  count: number
  hasMore: boolean
  cursor: string | null
}

const list = async (who: Person, query: Record<string, unknown>): Promise<Page> => {
  const answer = await h.call<Page>(who, 'tickets.list', { query })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const ids = (page: Page): number[] => page.tickets.map(t => t.id).sort((a, b) => a - b)
const clear = () => h.db.platform.delete(tickets)

describe('visibility', () => {
  it('agents see their queues, their own tickets, and unqueued ones only with allTicket', async () => {
    await clear()
    const { one } = h
    const suporte = await h.newTicket(one, {})
    const vendas = await h.newTicket(one, { queueId: one.vendas })
    const unqueued = await h.newTicket(one, { queueId: null })
    const mineElsewhere = await h.newTicket(one, { queueId: one.vendas, userId: one.ana.id, status: 'open' })
    const foreign = await h.newTicket(h.two, {})
    const seen = async (who: Person) => ids(await list(who, { searchParam: 'cliente' }))
    expect(await seen(one.ana)).toEqual([suporte.id, mineElsewhere.id])
    expect(await seen(one.caio)).toEqual([vendas.id, mineElsewhere.id])
    expect(await seen(one.livia)).toEqual([unqueued.id])
    expect(await seen(one.sup)).toEqual([suporte.id])
    expect(await seen(one.admin)).toEqual([suporte.id, vendas.id, unqueued.id, mineElsewhere.id])
    expect(await seen(h.two.admin)).toEqual([foreign.id])
  })

  it('one ticket: 403 when it may not be seen, 404 when it is another company’s, 400 for a bad uuid', async () => {
    const vendas = await h.newTicket(h.one, { queueId: h.one.vendas })
    const foreign = await h.newTicket(h.two, {})
    const get = async (params: { id: number }) => {
      const { status, body } = await h.call(h.one.ana, 'tickets.get', { params })
      return [status, body.error]
    }
    expect(await get({ id: vendas.id })).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(await get({ id: foreign.id })).toEqual([404, 'ERR_NO_TICKET_FOUND'])
    const byUuid = async (uuid: string) => {
      const { status, body } = await h.call(h.one.ana, 'tickets.byUuid', { params: { uuid } })
      return [status, body.error]
    }
    expect(await byUuid('undefined')).toEqual([400, 'ERR_INVALID_UUID'])
    expect(await byUuid(crypto.randomUUID())).toEqual([404, 'ERR_NO_TICKET_FOUND'])
    expect(await byUuid(foreign.uuid)).toEqual([404, 'ERR_NO_TICKET_FOUND'])
    expect(await byUuid(vendas.uuid)).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(
      (await h.call(h.one.caio, 'tickets.byUuid', { params: { uuid: vendas.uuid } })).body,
    ).toMatchObject({
      id: vendas.id,
      queue: { name: 'Vendas', color: '#aa5522' },
      whatsapp: { name: 'Linha Um' },
    })
  })
})

describe('filters', () => {
  it('without show-all: mine and what waits; show-all only with the permission', async () => {
    await clear()
    const { one } = h
    const waiting = await h.newTicket(one, {})
    const mine = await h.newTicket(one, { status: 'open', userId: one.ana.id })
    const colleague = await h.newTicket(one, { status: 'open', userId: one.bia.id })
    expect(ids(await list(one.ana, { status: 'open' }))).toEqual([mine.id])
    expect(ids(await list(one.ana, { status: 'open', showAll: true }))).toEqual([mine.id])
    expect(ids(await list(one.ana, { status: 'pending' }))).toEqual([waiting.id])
    expect(ids(await list(one.sup, { status: 'open', showAll: true }))).toEqual([mine.id, colleague.id])
    expect(ids(await list(one.admin, { status: 'open' }))).toEqual([])
    expect(ids(await list(one.admin, { status: 'open', showAll: 'true' }))).toEqual([mine.id, colleague.id])
  })

  it('searches names, numbers and bodies, without regard to accents and case, wildcards taken literally', async () => {
    await clear()
    const { one } = h
    const byName = await h.newTicket(one, { name: 'João Conceição' })
    const byBody = await h.newTicket(one, { name: 'Pedro' })
    await h.newMessages(byBody, ['A EMISSÃO do boleto falhou', 'desconto de 100%', 'sem relação'])
    const other = await h.newTicket(one, { name: 'Maria' })
    await h.newMessages(other, ['desconto de 1000 reais', 'nome_com_traço', 'emissario'])
    const find = async (searchParam: string) => ids(await list(one.ana, { searchParam }))
    expect(await find('joao conceicao')).toEqual([byName.id])
    expect(await find('CONCEIÇÃO')).toEqual([byName.id])
    expect(await find('emissao do BOLETO')).toEqual([byBody.id])
    expect(await find('100%')).toEqual([byBody.id])
    expect(await find('0%')).toEqual([byBody.id])
    expect(await find('nome_com')).toEqual([other.id])
    expect(await find('nomeXcom')).toEqual([])
    expect(await find('%%%')).toEqual([])
    expect(await find('"emissao" OR')).toEqual([])
    const page = await list(one.ana, { searchParam: 'desconto' })
    expect(ids(page)).toEqual([byBody.id, other.id])
    expect(page.tickets.flatMap(t => t.messages.map(m => m.body)).sort()).toEqual([
      'desconto de 100%',
      'desconto de 1000 reais',
    ])
    const [contact] = await h.db.select().from(contacts).where(eq(contacts.id, byName.contactId))
    expect(await find(contact?.number.slice(3) ?? 'x')).toEqual([byName.id])
  })

  it('a deleted or edited message is found no longer by what it said', async () => {
    await clear()
    const ticket = await h.newTicket(h.one, {})
    const [id] = await h.newMessages(ticket, ['palavra secreta'])
    expect(ids(await list(h.one.ana, { searchParam: 'secreta' }))).toEqual([ticket.id])
    await h.update(messages, { search: 'outra coisa' }, eq(messages.id, id ?? ''))
    expect(ids(await list(h.one.ana, { searchParam: 'secreta' }))).toEqual([])
    expect(ids(await list(h.one.ana, { searchParam: 'outra' }))).toEqual([ticket.id])
    await h.db.platform.delete(messages).where(eq(messages.id, id ?? ''))
    expect(ids(await list(h.one.ana, { searchParam: 'outra' }))).toEqual([])
  })

  it('tags: all of them; users: any of them, admins only; queues; unread; groups; days', async () => {
    await clear()
    const { one } = h
    const [x, y] = await h.db.platform
      .insert(tags)
      .values([
        { companyId: one.id, name: 'x' },
        { companyId: one.id, name: 'y' },
      ])
      .returning()
    if (!x || !y) throw new Error('tags')
    const both = await h.newTicket(one, { status: 'open', userId: one.ana.id, unreadMessages: 2 })
    const onlyX = await h.newTicket(one, { status: 'open', userId: one.bia.id })
    const group = await h.newTicket(one, {
      isGroup: true,
      queueId: one.vendas,
      createdAt: '2026-03-10T12:00:00.000Z',
      updatedAt: '2026-03-11T12:00:00.000Z',
    })
    for (const [ticketId, tagId] of [
      [both.id, x.id],
      [both.id, y.id],
      [onlyX.id, x.id],
    ] as const) {
      await h.insert(ticketTags, { companyId: one.id, ticketId, tagId })
    }
    const all = { showAll: true }
    expect(ids(await list(one.admin, { ...all, tags: [x.id] }))).toEqual([both.id, onlyX.id])
    const tagged = await list(one.admin, { ...all, tags: [x.id, y.id] })
    expect(ids(tagged)).toEqual([both.id])
    expect(tagged.tickets[0]?.tags).toHaveLength(2)
    expect(ids(await list(one.admin, { users: [one.ana.id, one.bia.id] }))).toEqual([both.id, onlyX.id])
    expect((await h.call(one.ana, 'tickets.list', { query: { users: [one.bia.id] } })).status).toBe(403)
    expect(ids(await list(one.ana, { users: [one.ana.id] }))).toEqual([both.id])
    expect(ids(await list(one.admin, { ...all, queueIds: [one.vendas] }))).toEqual([group.id])
    expect(ids(await list(one.ana, { withUnreadMessages: true }))).toEqual([both.id])
    expect(ids(await list(one.admin, { ...all, groups: true }))).toEqual([group.id])
    expect(ids(await list(one.admin, { ...all, groups: false }))).toEqual([both.id, onlyX.id])
    expect(ids(await list(one.admin, { ...all, date: '2026-03-10' }))).toEqual([group.id])
    expect(ids(await list(one.admin, { ...all, updatedAt: '2026-03-11' }))).toEqual([group.id])
    expect(ids(await list(one.admin, { ...all, updatedAt: '2026-03-10' }))).toEqual([])
  })
})

describe('paging', () => {
  const fill = async (count: number) => {
    await clear()
    const contactId = await h.newContact(h.one, 'Muitos')
    const rows = await h.db.platform
      .insert(tickets)
      .values(
        Array.from({ length: count }, (_, i) => ({
          uuid: crypto.randomUUID(),
          companyId: h.one.id,
          status: 'pending' as const,
          queueId: h.one.suporte,
          contactId,
          // Several rows share one instant: the order must still be total.
          updatedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(i / 3) * 1000).toISOString(),
          waitingSince: i % 4 === 0 ? null : new Date(Date.UTC(2026, 0, 1) - i * 1000).toISOString(),
        })),
      )
      .returning()
    return rows.map(row => row.id)
  }

  it('many tags make no page shorter, and the count is the number of tickets', async () => {
    const made = await fill(100)
    const [a, b] = await h.db.platform
      .insert(tags)
      .values([
        { companyId: h.one.id, name: 'm' },
        { companyId: h.one.id, name: 'n' },
      ])
      .returning()
    await h.insert(
      ticketTags,
      made.flatMap(ticketId => [a, b].map(tag => ({ companyId: h.one.id, ticketId, tagId: tag?.id ?? 0 }))),
    )
    const pages = await Promise.all(
      [1, 2, 3, 4].map(pageNumber => list(h.one.ana, { status: 'pending', pageNumber })),
    )
    expect(pages.map(p => [p.tickets.length, p.count, p.hasMore])).toEqual([
      [40, 100, true],
      [40, 100, true],
      [20, 100, false],
      [0, 100, false],
    ])
    expect(new Set(pages.flatMap(ids)).size).toBe(100)
  })

  it('by waiting: who waits longest first, who waits for nothing last', async () => {
    await fill(60)
    const query = { status: 'pending', order: 'waiting' }
    const first = await list(h.one.ana, query)
    const second = await list(h.one.ana, { ...query, cursor: first.cursor })
    const all = [...first.tickets, ...second.tickets] as { id: number; waitingSince?: string | null }[]
    const since = all.map(({ waitingSince }) => waitingSince ?? '9')
    expect(since).toEqual(since.toSorted())
    expect(new Set(all.map(({ id }) => id)).size).toBe(60)
  })

  it('with a cursor: whoever does not move comes exactly once, whoever moves is not lost, whatever moves between pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.nat(149), { maxLength: 12 }), { minLength: 3, maxLength: 3 }),
        async moves => {
          const made = await fill(150)
          const got: number[] = []
          const moved = new Set<number>()
          let cursor: string | null = null
          let round = 0
          for (;;) {
            const page: Page = await list(h.one.ana, { status: 'pending', ...(cursor ? { cursor } : {}) })
            got.push(...page.tickets.map(t => t.id))
            expect(page.count).toBe(150)
            if (!page.hasMore) break
            cursor = page.cursor
            const now = (moves[round++] ?? []).map(i => made[i] ?? 0)
            for (const id of now) moved.add(id)
            if (now.length > 0)
              await h.update(tickets, { updatedAt: new Date().toISOString() }, inArray(tickets.id, now))
          }
          const still = got.filter(id => !moved.has(id))
          expect(still.length).toBe(new Set(still).size)
          expect(new Set(got)).toEqual(new Set(made))
        },
      ),
      { numRuns: 12 },
    )
  })
})

it('counts per tab say what the lists hold', async () => {
  await clear()
  const { one } = h
  await h.newTicket(one, { unreadMessages: 1 })
  await h.newTicket(one, { queueId: one.vendas })
  await h.newTicket(one, { status: 'open', userId: one.ana.id, unreadMessages: 3 })
  await h.newTicket(one, { status: 'open', userId: one.bia.id, unreadMessages: 3 })
  await h.newTicket(one, { status: 'closed', userId: one.ana.id })
  await h.newTicket(one, { status: 'open', isGroup: true, userId: one.ana.id })
  const counts = async (who: Person, query = {}) => (await h.call(who, 'tickets.counts', { query })).body
  expect(await counts(one.ana)).toEqual({ open: 2, pending: 1, closed: 1, groups: 1, unread: 2, snoozed: 0 })
  expect(await counts(one.admin, { showAll: true })).toEqual({
    open: 3,
    pending: 2,
    closed: 1,
    groups: 1,
    unread: 1,
    snoozed: 0,
  })
  expect(await counts(one.admin, { showAll: true, queueIds: [one.vendas] })).toMatchObject({
    open: 0,
    pending: 1,
  })
  await h.setting(one, 'groupsTab', 'enabled')
  expect(await counts(one.ana)).toEqual({ open: 1, pending: 1, closed: 1, groups: 1, unread: 2, snoozed: 0 })
  await h.setting(one, 'groupsTab', 'disabled')
})
