/** Rows that two servers change within a moment: consoles end with what was stored last, whichever event leaves last. */
import type { EndpointName } from '@contract'
import { type Endpoint, endpoints, pathOf } from '@contract'
import { and, eq } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contacts, plans, queues, settings, tags, users } from '../../electron/server/platform/db/schema'
import type { Answer, Harness, Listener, Person } from '../integration/server/harness'
import { type Pair, startPair } from '../integration/server/pair'
import { postgresMissing } from '../support/postgres/programs'

type Call = [
  name: EndpointName,
  input: { params?: Record<string, string | number>; body?: Record<string, unknown> },
]

describe.skipIf(postgresMissing())('one row, changed by two servers', () => {
  let pair: Pair
  let h: Harness
  let listeners: Listener[]
  let root: Person
  beforeAll(async () => {
    pair = await startPair()
    h = pair.one
    root = await h.superOf(h.one)
    listeners = [await h.connect(root), await pair.connectTwo(root)]
  })
  afterAll(async () => {
    for (const listener of listeners ?? []) listener.close()
    await pair?.close()
  })

  const atOne = async ([name, input]: Call): Promise<Answer> => {
    const answer = await h.call(root, name, input)
    expect([200, 201, 204]).toContain(answer.status)
    return answer
  }
  const atTwo = async ([name, { params, body }]: Call): Promise<void> => {
    const endpoint: Endpoint = endpoints[name]
    const answer = await pair.askTwo(root, `/api${pathOf(endpoint, params)}`, {
      method: endpoint.method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    expect([200, 201, 204]).toContain(answer.status)
  }
  /** Something everybody hears, after everything of the company and of the platform before it. */
  const mark = async (): Promise<void> => {
    const message = `mark ${crypto.randomUUID()}`
    await h.say(h.one.id, realtime => {
      realtime.toEverybody({ action: 'update', record: { message } } as never)
      realtime.toCompany(h.one.id, 'file', { action: 'update', record: { message } } as never)
    })
    for (const listener of listeners)
      await expect
        .poll(() => listener.heard.filter(({ payload }) => JSON.stringify(payload).includes(message)).length)
        .toBe(2)
  }
  const idOf = async (call: Call): Promise<number> => Number((await atOne(call)).body.id)

  interface Case {
    of: string
    channel: string
    member: string
    field: string
    /** What it is changed to; some words unless given. */
    words?: readonly string[]
    /** Makes the row. @returns how it is given a word, and what the database has then. */
    begin(): Promise<{ change: (word: string) => Call; stored: () => Promise<unknown> }>
  }
  /** @param make gives the row's id and what its form holds beside the word. */
  const row = (
    of: string,
    member: string,
    update: EndpointName,
    table: SQLiteTable & { id: AnySQLiteColumn; name: AnySQLiteColumn },
    make: () => Promise<[id: number, more: Record<string, unknown>]>,
  ): Case => ({
    ...{ of, channel: member, member, field: 'name' },
    async begin() {
      const [id, more] = await make()
      return {
        change: word => [update, { params: { id }, body: { name: word, ...more } }],
        stored: async () =>
          (await h.db.select({ value: table.name }).from(table).where(eq(table.id, id)))[0]?.value,
      }
    },
  })
  const number = '5521988880001'
  const figures = { users: 1, connections: 1, queues: 1, value: 1 }
  const cases: Case[] = [
    row('a contact', 'contact', 'contacts.update', contacts, async () => [
      await h.newContact(h.one, 'Antes', { number }),
      { number },
    ]),
    row('a tag', 'tag', 'tags.update', tags, async () => [
      await idOf(['tags.create', { body: { name: 'Antes' } }]),
      {},
    ]),
    row('a queue', 'queue', 'queues.update', queues, async () => [h.one.vendas, {}]),
    row('a person', 'user', 'users.update', users, async () => [
      h.one.livia.id,
      { email: h.one.livia.email },
    ]),
    {
      ...{ of: 'a setting', channel: 'settings', member: 'setting', field: 'value' },
      words: ['enabled', 'disabled'],
      begin: async () => ({
        change: word => ['settings.update', { params: { key: 'CheckMsgIsGroup' }, body: { value: word } }],
        stored: async () => {
          const own = and(eq(settings.companyId, h.one.id), eq(settings.key, 'CheckMsgIsGroup'))
          return (await h.db.select().from(settings).where(own))[0]?.value
        },
      }),
    },
    {
      ...{ of: 'a ticket', channel: 'ticket', member: 'ticket', field: 'queueId' },
      async begin() {
        const { id } = await h.newTicket(h.one, { status: 'pending' })
        const queueOf = (word: string) => (word === 'vendas' ? h.one.vendas : h.one.suporte)
        return {
          change: word => ['tickets.update', { params: { id }, body: { queueId: queueOf(word) } }],
          stored: async () => (await h.ticket(id)).queueId,
        }
      },
      words: ['vendas', 'suporte', 'vendas', 'suporte'],
    },
    row('a plan of the platform', 'plan', 'plans.update', plans, async () => [
      await idOf(['plans.create', { body: { name: 'Antes', ...figures } }]),
      figures,
    ]),
  ]

  it.each(cases)('$of: what every console heard last is what is stored', async one => {
    const { change, stored } = await one.begin()
    const words = one.words ?? ['Primeira', 'Segunda', 'Terceira', 'Quarta']
    for (let round = 0; round < 3; round++) {
      await Promise.all(words.map((word, n) => ((n + round) % 2 ? atOne : atTwo)(change(word))))
      await mark()
      const now = await stored()
      for (const listener of listeners) {
        const last = listener.of(one.channel).findLast(event => event[one.member])?.[one.member]
        expect((last as Record<string, unknown> | undefined)?.[one.field]).toBe(now)
      }
    }
  })

  it('what was deleted does not come back by an older change', async () => {
    const id = await idOf(['tags.create', { body: { name: 'Vai embora' } }])
    const update = atOne(['tags.update', { params: { id }, body: { name: 'Ainda aqui' } }]).catch(() => null)
    await Promise.all([update, atTwo(['tags.remove', { params: { id } }])])
    await mark()
    for (const listener of listeners)
      expect(
        listener.of('tag').findLast(e => e.tagId === id || (e.tag as { id?: number })?.id === id)?.action,
      ).toBe('delete')
  })
})
