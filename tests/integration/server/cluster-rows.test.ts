/** Rows that two servers change within a moment: consoles end with what was stored last, whichever event leaves last. */
import type { EndpointName } from '@contract'
import { type Endpoint, endpoints, pathOf } from '@contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresMissing } from '../../support/postgres/programs'
import type { Answer, Harness, Listener, Person } from './harness'
import { type Pair, startPair } from './pair'

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
  }, 60_000)
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
  /** Events that the first server sends stand still until they are let go; they leave in their order. */
  const holdOne = () => {
    const client = h.running.app.cluster?.client as unknown as { xAdd(...args: unknown[]): Promise<string> }
    const { xAdd } = client
    let letGo = (): void => {}
    const gate = new Promise<void>(resolve => {
      letGo = resolve
    })
    let held = 0
    client.xAdd = async (...args) => {
      held += 1
      await gate
      return await xAdd.apply(client, args)
    }
    return {
      held: () => held,
      letGo: () => {
        client.xAdd = xAdd
        letGo()
      },
    }
  }
  /** Something everybody hears, after everything the first server has sent before it. */
  const mark = async (): Promise<void> => {
    const message = `mark ${crypto.randomUUID()}`
    await h.say(h.one.id, realtime =>
      realtime.toEverybody({ action: 'update', record: { message } } as never),
    )
    for (const listener of listeners)
      await listener.until(({ payload }) => JSON.stringify(payload).includes(message))
  }
  /** What each console heard on a channel while this ran. */
  const heard = async (
    channel: string,
    work: () => Promise<void>,
  ): Promise<(readonly Record<string, unknown>[])[]> => {
    await mark()
    const before = listeners.map(listener => listener.of(channel).length)
    await work()
    await mark()
    return listeners.map((listener, i) => listener.of(channel).slice(before[i]))
  }
  /** The first server stores, the second stores after it and is heard; then the first one's event leaves. */
  const crossed = (channel: string, first: () => Promise<unknown>, second: () => Promise<unknown>) =>
    heard(channel, async () => {
      const counts = listeners.map(listener => listener.of(channel).length)
      const gate = holdOne()
      const answer = first()
      await expect.poll(gate.held).toBeGreaterThan(0)
      await second()
      for (const [i, listener] of listeners.entries())
        await expect.poll(() => listener.of(channel).length).toBeGreaterThan(counts[i] as number)
      gate.letGo()
      await answer
    })
  const idOf = async (call: Call): Promise<number> => Number((await atOne(call)).body.id)

  interface Case {
    of: string
    channel: string
    member: string
    /** Makes the row. @returns how it is given a word, and where that stands in an event. */
    begin(): Promise<{ change: (word: string) => Call; field: string }>
  }
  const named =
    (name: EndpointName, id: number, more: Record<string, unknown> = {}) =>
    (word: string): Call => [name, { params: { id }, body: { name: word, ...more } }]
  const cases: Case[] = [
    {
      of: 'a contact',
      channel: 'contact',
      member: 'contact',
      async begin() {
        const id = await h.newContact(h.one, 'Antes', { number: '5521988880001' })
        return { change: named('contacts.update', id, { number: '5521988880001' }), field: 'name' }
      },
    },
    {
      of: 'a tag',
      channel: 'tag',
      member: 'tag',
      async begin() {
        return {
          change: named('tags.update', await idOf(['tags.create', { body: { name: 'Antes' } }])),
          field: 'name',
        }
      },
    },
    {
      of: 'a queue',
      channel: 'queue',
      member: 'queue',
      begin: async () => ({ change: named('queues.update', h.one.vendas), field: 'name' }),
    },
    {
      of: 'a person',
      channel: 'user',
      member: 'user',
      begin: async () => ({
        change: named('users.update', h.one.livia.id, { email: h.one.livia.email }),
        field: 'name',
      }),
    },
    {
      of: 'a setting',
      channel: 'settings',
      member: 'setting',
      begin: async () => ({
        change: word => ['settings.update', { params: { key: 'CheckMsgIsGroup' }, body: { value: word } }],
        field: 'value',
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
        return { change: named('plans.update', id, more), field: 'name' }
      },
    },
  ]

  it.each(cases)(
    '$of: the event of the earlier write is not heard behind that of the later one',
    async one => {
      const { change, field } = await one.begin()
      const [early, late] = one.of === 'a setting' ? ['enabled', 'disabled'] : ['Primeira', 'Segunda']
      const all = await crossed(
        one.channel,
        () => atOne(change(early as string)),
        () => atTwo(change(late as string)),
      )
      for (const events of all) {
        const said = events.map(event => (event[one.member] as Record<string, unknown>)[field])
        expect(said).not.toContain(early)
        expect(said.at(-1)).toBe(late)
      }
    },
  )

  it('a customer’s new picture does not take a name back that a person gave after it', async () => {
    const number = '5521988880002'
    const id = await h.newContact(h.one, 'Antes', { number: '5521988880003' })
    const all = await crossed(
      'contact',
      () =>
        h.running.sink.person({ whatsappId: h.one.whatsappId, number, formerly: '5521988880003' } as never),
      () => atTwo(['contacts.update', { params: { id }, body: { name: 'Depois', number } }]),
    )
    for (const events of all)
      expect(events.map(({ contact }) => (contact as { name: string }).name)).toEqual(['Depois'])
  })

  it('what was deleted does not come back by an older change', async () => {
    const id = await idOf(['tags.create', { body: { name: 'Vai embora' } }])
    const all = await crossed(
      'tag',
      () => atOne(['tags.update', { params: { id }, body: { name: 'Ainda aqui' } }]),
      () => atTwo(['tags.remove', { params: { id } }]),
    )
    for (const events of all) expect(events).toEqual([{ action: 'delete', tagId: id }])
  })

  it('a message of the team chat is heard all the same, with what the chat is by then', async () => {
    const users = [{ id: h.one.ana.id }, { id: root.id }]
    const id = await idOf(['chats.create', { body: { title: 'Antes', users } }])
    const all = await crossed(
      'chat',
      () => atOne(['chats.send', { params: { id }, body: { message: 'bom dia' } }]),
      () => atTwo(['chats.update', { params: { id }, body: { title: 'Depois', users } }]),
    )
    for (const events of all) {
      expect(events.map(({ action }) => action)).toEqual(['update', 'new-message'])
      expect(events[1]).toMatchObject({ newMessage: { message: 'bom dia' }, chat: { title: 'Depois' } })
    }
  })

  it('changes of different rows, and one after the other, are all heard', async () => {
    const id = await idOf(['tags.create', { body: { name: 'Uma' } }])
    const other = await idOf(['tags.create', { body: { name: 'Outra' } }])
    const all = await crossed(
      'tag',
      () => atOne(['tags.update', { params: { id }, body: { name: 'Uma dois' } }]),
      () => atTwo(['tags.update', { params: { id: other }, body: { name: 'Outra dois' } }]),
    )
    for (const events of all)
      expect(events.map(({ tag }) => (tag as { name: string }).name)).toEqual(['Outra dois', 'Uma dois'])
    const more = await heard('tag', async () => {
      for (const n of [1, 2, 3, 4]) {
        const call: Call = ['tags.update', { params: { id }, body: { name: `Uma ${n}` } }]
        await (n % 2 ? atOne(call) : atTwo(call))
      }
    })
    for (const events of more)
      expect(events.map(({ tag }) => (tag as { name: string }).name)).toEqual([
        'Uma 1',
        'Uma 2',
        'Uma 3',
        'Uma 4',
      ])
  })
})
