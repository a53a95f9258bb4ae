/** Rows that two servers change within a moment: consoles end with what was stored last, whichever event leaves last. */
import type { EndpointName } from '@contract'
import { type Endpoint, endpoints, pathOf } from '@contract'
import { and, eq } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  chats,
  contacts,
  plans,
  queues,
  settings,
  tags,
  users,
} from '../../electron/server/platform/db/schema'
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
    /** Makes the row. @returns how it is given a word, and where that stands in an event and in the database. */
    begin(): Promise<{ change: (word: string) => Call; field: string; stored: () => Promise<unknown> }>
  }
  const named =
    (name: EndpointName, id: number, more: Record<string, unknown> = {}) =>
    (word: string): Call => [name, { params: { id }, body: { name: word, ...more } }]
  const column =
    (table: SQLiteTable & { id: AnySQLiteColumn }, value: AnySQLiteColumn, id: number) =>
    async (): Promise<unknown> =>
      (await h.db.select({ value }).from(table).where(eq(table.id, id)))[0]?.value
  const cases: Case[] = [
    {
      of: 'a contact',
      channel: 'contact',
      member: 'contact',
      async begin() {
        const id = await h.newContact(h.one, 'Antes', { number: '5521988880001' })
        return {
          change: named('contacts.update', id, { number: '5521988880001' }),
          field: 'name',
          stored: column(contacts, contacts.name, id),
        }
      },
    },
    {
      of: 'a tag',
      channel: 'tag',
      member: 'tag',
      async begin() {
        const id = await idOf(['tags.create', { body: { name: 'Antes' } }])
        return { change: named('tags.update', id), field: 'name', stored: column(tags, tags.name, id) }
      },
    },
    {
      of: 'a queue',
      channel: 'queue',
      member: 'queue',
      begin: async () => ({
        change: named('queues.update', h.one.vendas),
        field: 'name',
        stored: column(queues, queues.name, h.one.vendas),
      }),
    },
    {
      of: 'a person',
      channel: 'user',
      member: 'user',
      begin: async () => ({
        change: named('users.update', h.one.livia.id, { email: h.one.livia.email }),
        field: 'name',
        stored: column(users, users.name, h.one.livia.id),
      }),
    },
    {
      of: 'a setting',
      channel: 'settings',
      member: 'setting',
      begin: async () => ({
        change: word => ['settings.update', { params: { key: 'CheckMsgIsGroup' }, body: { value: word } }],
        field: 'value',
        stored: async () => {
          const own = and(eq(settings.companyId, h.one.id), eq(settings.key, 'CheckMsgIsGroup'))
          return (await h.db.select().from(settings).where(own))[0]?.value
        },
      }),
    },
    {
      of: 'a team chat',
      channel: 'chat',
      member: 'chat',
      async begin() {
        const users = [{ id: h.one.ana.id }, { id: root.id }]
        const id = await idOf(['chats.create', { body: { title: 'Antes', users } }])
        return {
          change: word => ['chats.update', { params: { id }, body: { title: word, users } }],
          field: 'title',
          stored: column(chats, chats.title, id),
        }
      },
    },
    {
      of: 'a plan of the platform',
      channel: 'plan',
      member: 'plan',
      async begin() {
        const more = { users: 1, connections: 1, queues: 1, value: 1 }
        const id = await idOf(['plans.create', { body: { name: 'Antes', ...more } }])
        return {
          change: named('plans.update', id, more),
          field: 'name',
          stored: column(plans, plans.name, id),
        }
      },
    },
  ]

  it.each(cases)('$of: what every console heard last is what is stored', async one => {
    const { change, field, stored } = await one.begin()
    const words =
      one.of === 'a setting' ? ['enabled', 'disabled'] : ['Primeira', 'Segunda', 'Terceira', 'Quarta']
    for (let round = 0; round < 3; round++) {
      await Promise.all(words.map((word, n) => ((n + round) % 2 ? atOne : atTwo)(change(word))))
      await mark()
      const now = await stored()
      for (const listener of listeners) {
        const last = listener.of(one.channel).findLast(event => event[one.member])?.[one.member]
        expect((last as Record<string, unknown> | undefined)?.[field]).toBe(now)
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
