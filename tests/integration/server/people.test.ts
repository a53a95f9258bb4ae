import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chatMessages,
  chats,
  chatUsers,
  refreshTokens,
  schedules,
  tags,
  ticketTags,
  users,
} from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import { PASSWORD, type Person } from './harness'

const h = harnessForFile()

const code = (answer: { status: number; body: Record<string, unknown> }): [number, unknown] => [
  answer.status,
  answer.body.error,
]

describe('notes', () => {
  it('are left on a visible ticket, reach those who may see it, and nobody else', async () => {
    const ticket = await h.newTicket(h.one, {})
    const [messageId] = await h.newMessages(ticket, ['oi'])
    const [mate, other] = [await h.connect(h.one.bia), await h.connect(h.one.caio)]
    const body = { note: '  cliente antigo  ', ticketId: ticket.id, contactId: ticket.contactId, messageId }
    const made = await h.call(h.one.ana, 'notes.create', { body })
    expect(made.body).toMatchObject({
      note: 'cliente antigo',
      messageId,
      user: { id: h.one.ana.id, name: 'Ana' },
    })
    await mate.until(e => e.event.endsWith('-ticketNote'))
    await other.settled()
    expect(mate.of('ticketNote')).toMatchObject([
      { action: 'create', note: { id: made.body.id, ticketId: ticket.id } },
    ])
    expect(other.of('ticketNote')).toEqual([])
    const query = { ticketId: ticket.id, contactId: ticket.contactId }
    expect((await h.call<unknown[]>(h.one.bia, 'notes.list', { query })).body).toHaveLength(1)
    expect(code(await h.call(h.one.caio, 'notes.list', { query }))).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(code(await h.call(h.two.admin, 'notes.list', { query }))).toEqual([404, 'ERR_NO_TICKET_FOUND'])
    mate.close()
    other.close()
  })

  it('need two characters, a contact that fits and a message of that ticket', async () => {
    const ticket = await h.newTicket(h.one, {})
    const other = await h.newTicket(h.one, {})
    const [foreign] = await h.newMessages(other, ['oi'])
    const note = (extra: object) => ({
      body: { note: 'ok', ticketId: ticket.id, contactId: ticket.contactId, ...extra },
    })
    expect(code(await h.call(h.one.ana, 'notes.create', note({ note: ' x ' })))).toEqual([
      400,
      'ERR_VALIDATION',
    ])
    expect(code(await h.call(h.one.ana, 'notes.create', note({ contactId: other.contactId })))).toEqual([
      404,
      'ERR_NO_CONTACT_FOUND',
    ])
    expect(code(await h.call(h.one.ana, 'notes.create', note({ messageId: foreign })))).toEqual([
      404,
      'ERR_NO_MESSAGE_FOUND',
    ])
    expect((await h.call(h.one.ana, 'notes.create', note({}))).status).toBe(200)
  })

  it('are deleted by their author or an admin only', async () => {
    const ticket = await h.newTicket(h.one, {})
    const leave = async (): Promise<number> => {
      const body = { note: 'apagar', ticketId: ticket.id, contactId: ticket.contactId }
      return Number((await h.call(h.one.ana, 'notes.create', { body })).body.id)
    }
    const remove = (who: Person, id: number) => h.call(who, 'notes.remove', { params: { id } })
    const [first, second] = [await leave(), await leave()]
    expect(code(await remove(h.one.bia, first))).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(code(await remove(h.two.admin, first))).toEqual([404, 'ERR_NO_NOTE_FOUND'])
    expect((await remove(h.one.ana, first)).status).toBe(200)
    expect((await remove(h.one.admin, second)).status).toBe(200)
    expect(code(await remove(h.one.ana, first))).toEqual([404, 'ERR_NO_NOTE_FOUND'])
  })

  it('of a contact show those of its other tickets as far as one may see these', async () => {
    const contactId = await h.newContact(h.one, 'Dois Tickets')
    const mine = await h.newTicket(h.one, { contactId, status: 'closed' })
    const theirs = await h.newTicket(h.one, { contactId, queueId: h.one.vendas, status: 'closed' })
    for (const [who, ticket] of [
      [h.one.ana, mine],
      [h.one.caio, theirs],
    ] as const) {
      await h.call(who, 'notes.create', { body: { note: `de ${who.name}`, ticketId: ticket.id, contactId } })
    }
    const seen = async (who: Person): Promise<unknown[]> =>
      (await h.call<{ note: string }[]>(who, 'notes.list', { query: { contactId } })).body.map(n => n.note)
    expect(await seen(h.one.ana)).toEqual(['de Ana'])
    expect(await seen(h.one.admin)).toEqual(['de Caio', 'de Ana'])
  })
})

describe('tags', () => {
  it('are one when added twice, and refuse short names and colours that are none', async () => {
    const first = await h.call(h.one.ana, 'tags.create', { body: { name: 'Repetida' } })
    const again = await h.call(h.one.bia, 'tags.create', { body: { name: 'REPETIDA' } })
    expect([first.body.color, again.body.id]).toEqual(['#A4CCCC', first.body.id])
    expect(code(await h.call(h.one.ana, 'tags.create', { body: { name: 'ab' } }))).toEqual([
      400,
      'ERR_VALIDATION',
    ])
    const red = { name: 'Vermelha', color: 'vermelho' }
    expect(code(await h.call(h.one.ana, 'tags.create', { body: red }))).toEqual([400, 'ERR_VALIDATION'])
  })

  it('come in pages by name, searched without accents, and tell of every change', async () => {
    type Page = {
      tags: { id: number; name: string; ticketsCount: number }[]
      count: number
      hasMore: boolean
    }
    for (let at = 0; at < 23; at += 1)
      await h.call(h.one.ana, 'tags.create', { body: { name: `Órgão ${String(at).padStart(2, '0')}` } })
    const page = async (pageNumber: number): Promise<Page> =>
      (await h.call<Page>(h.one.bia, 'tags.page', { query: { searchParam: 'ORGAO', pageNumber } })).body
    const [first, second] = [await page(1), await page(2)]
    expect([first.tags.length, first.count, first.hasMore, second.tags.length, second.hasMore]).toEqual([
      20,
      23,
      true,
      3,
      false,
    ])
    const names = [...first.tags, ...second.tags].map(tag => tag.name)
    expect(names).toEqual(names.toSorted())
    const id = first.tags[0]?.id ?? 0
    const ear = await h.connect(h.one.bia)
    const params = { id }
    expect(
      (await h.call(h.one.ana, 'tags.update', { params, body: { name: 'Órgão zero' } })).body,
    ).toMatchObject({
      id,
      name: 'Órgão zero',
      color: '#A4CCCC',
    })
    expect((await h.call(h.one.ana, 'tags.get', { params })).body.name).toBe('Órgão zero')
    expect((await h.call(h.one.ana, 'tags.remove', { params })).status).toBe(200)
    await ear.until(e => e.event.endsWith('-tag') && JSON.stringify(e).includes('delete'))
    expect(ear.of('tag')).toMatchObject([
      { action: 'update', tag: { id } },
      { action: 'delete', tagId: id },
    ])
    expect(code(await h.call(h.one.ana, 'tags.get', { params }))).toEqual([404, 'ERR_NO_TAG_FOUND'])
    ear.close()
  })

  it('are changed by nobody of another company, to no name that is taken, and made lanes by supervisors and admins alone', async () => {
    const mine = await h.call(h.one.ana, 'tags.create', { body: { name: 'Raia um' } })
    await h.call(h.one.ana, 'tags.create', { body: { name: 'Raia dois' } })
    const params = { id: Number(mine.body.id) }
    const update = (who: Person, body: object) =>
      h.call(who, 'tags.update', { params, body: { name: 'Raia um', ...body } })
    for (const name of ['tags.get', 'tags.remove'] as const)
      expect(code(await h.call(h.two.admin, name, { params }))).toEqual([404, 'ERR_NO_TAG_FOUND'])
    expect(code(await update(h.two.admin, {}))).toEqual([404, 'ERR_NO_TAG_FOUND'])
    expect(code(await update(h.one.ana, { name: 'RAIA DOIS' }))).toEqual([409, 'ERR_DUPLICATED_TAG'])
    expect(code(await update(h.one.ana, { kanban: 1 }))).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(code(await h.call(h.one.ana, 'tags.create', { body: { name: 'Raia três', kanban: 1 } }))).toEqual([
      403,
      'ERR_NO_PERMISSION',
    ])
    expect((await update(h.one.admin, { kanban: 1 })).body.kanban).toBe(1)
    // Who may not set it may still rename what is a lane.
    expect((await update(h.one.ana, { name: 'Raia única' })).body).toMatchObject({
      name: 'Raia única',
      kanban: 1,
    })
  })

  it('replace those of a ticket, tell who sees it, and refuse foreign tags whole', async () => {
    const ticket = await h.newTicket(h.one, {})
    const own = await h.insert(tags, { companyId: h.one.id, name: 'Própria' })
    const foreign = await h.insert(tags, { companyId: h.two.id, name: 'De fora' })
    const sync = (who: Person, ids: (number | undefined)[]) =>
      h.call<{ tags: { id: number }[]; error?: string }>(who, 'tags.sync', {
        body: { ticketId: ticket.id, tags: ids.map(id => ({ id })) },
      })
    const mate = await h.connect(h.one.bia)
    expect((await sync(h.one.ana, [own.id, own.id])).body.tags.map(t => t.id)).toEqual([own.id])
    const heard = await mate.until(e => e.event.endsWith('-ticket'))
    expect(heard.payload).toMatchObject({
      action: 'update',
      ticket: { id: ticket.id, tags: [{ id: own.id }] },
    })
    const { body } = await h.call<{ name: string; ticketsCount: number }[]>(h.one.bia, 'tags.list')
    expect(body.find(tag => tag.name === 'Própria')?.ticketsCount).toBe(1)
    expect(code(await sync(h.one.ana, [foreign.id]))).toEqual([404, 'ERR_NO_TAG_FOUND'])
    expect(await h.db.$count(ticketTags, eq(ticketTags.ticketId, ticket.id))).toBe(1)
    expect(code(await sync(h.one.caio, []))).toEqual([403, 'ERR_NO_PERMISSION'])
    expect((await sync(h.one.ana, [])).body.tags).toEqual([])
    mate.close()
  })

  it('of a ticket that two consoles change hold what each changed, whatever either knew of the other', async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, at) => h.insert(tags, { companyId: h.one.id, name: `Dupla ${at}` })),
    )
    const turn = fc.record({ at: fc.nat(2), has: fc.boolean() })
    const turns = fc.array(turn, { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(turns, turns, async (mine, theirs) => {
        const { id: ticketId } = await h.newTicket(h.one, {})
        const act = async (who: Person, own: typeof made, steps: typeof mine): Promise<number[]> => {
          const carried = new Set<number>()
          for (const { at, has } of steps) {
            const id = own[at]?.id ?? 0
            if (has) carried.add(id)
            else carried.delete(id)
            // What a console knows that has heard nothing of the other.
            const known = { ticketId, tags: [...carried].map(id => ({ id })) }
            const body = { ...known, ...(has ? { added: [id] } : { gone: [id] }) }
            expect((await h.call(who, 'tags.sync', { body })).status).toBe(200)
          }
          return [...carried]
        }
        const wanted = await Promise.all([
          act(h.one.ana, made.slice(0, 3), mine),
          act(h.one.bia, made.slice(3), theirs),
        ])
        const rows = await h.db.select().from(ticketTags).where(eq(ticketTags.ticketId, ticketId))
        expect(rows.map(({ tagId }) => tagId).toSorted()).toEqual(wanted.flat().toSorted())
      }),
      { numRuns: 20 },
    )
  })
})

describe('users', () => {
  const user = (name: string, extra: Record<string, unknown> = {}) => ({
    name,
    email: `${name.toLowerCase().replace(/\W/g, '')}@c1.turno`,
    password: 'abcdef',
    ...extra,
  })
  const update = (who: Person, id: number, body: object) =>
    h.call(who, 'users.update', { params: { id }, body })

  it('are added by admins, sign in at once, and never show a hash', async () => {
    const listener = await h.connect(h.one.bia)
    const made = await h.call(h.one.admin, 'users.create', {
      body: user('Novo', { queueIds: [h.one.vendas], profile: 'supervisor', companyId: h.two.id }),
    })
    expect(made.body).toMatchObject({
      name: 'Novo',
      profile: 'supervisor',
      companyId: h.one.id,
      queues: [{ id: h.one.vendas }],
    })
    expect(JSON.stringify(made.body)).not.toMatch(/scrypt|assword/)
    await listener.until(e => e.event.endsWith('-user') && e.payload.action === 'create')
    listener.close()
    expect((await h.signIn('novo@c1.turno', 'abcdef')).status).toBe(200)
  })

  it('refuse a taken address, a foreign queue and a short password', async () => {
    const taken = await h.call(h.one.admin, 'users.create', {
      body: user('Igual', { email: h.two.ana.email.toUpperCase() }),
    })
    expect(code(taken)).toEqual([400, 'ERR_DUPLICATED_USER'])
    const queue = await h.call(h.one.admin, 'users.create', {
      body: user('Fila', { queueIds: [h.two.suporte] }),
    })
    expect(code(queue)).toEqual([404, 'ERR_NO_QUEUE_FOUND'])
    expect(await h.db.$count(users, eq(users.email, 'fila@c1.turno'))).toBe(0)
    for (const password of ['1234', '', undefined]) {
      expect(code(await h.call(h.one.admin, 'users.create', { body: user('Curta', { password }) }))).toEqual([
        400,
        'ERR_VALIDATION',
      ])
    }
  })

  it('change the own name, address and password, and nothing that needs permission', async () => {
    const me = h.one.livia
    const own = { name: 'Lívia Nova', email: me.email, password: '' }
    expect((await update(me, me.id, own)).body).toMatchObject({ name: 'Lívia Nova', allTicket: true })
    expect((await h.signIn(me.email, PASSWORD)).status).toBe(200)
    for (const more of [{ profile: 'admin' }, { queueIds: [h.one.suporte] }, { allTicket: false }]) {
      expect(code(await update(me, me.id, { ...own, ...more }))).toEqual([403, 'ERR_NO_PERMISSION'])
    }
    // The form sends what it shows: unchanged members are no overreach.
    expect((await update(me, me.id, { ...own, profile: 'user', queueIds: [], allTicket: true })).status).toBe(
      200,
    )
    expect(code(await update(me, h.one.bia.id, { name: 'Outra', email: h.one.bia.email }))).toEqual([
      403,
      'ERR_NO_PERMISSION',
    ])
  })

  it('lose their other sign-ins when the password changes', async () => {
    const who = h.one.sup
    const elsewhere = (await h.signIn(who.email)).body.token
    const body = { name: 'Sup', email: who.email, password: 'outrasenha', currentPassword: PASSWORD }
    expect((await update(who, who.id, body)).status).toBe(200)
    const ask = (token: string): Promise<Response> => h.raw({ ...who, token }, '/api/auth/me')
    expect([(await ask(who.token)).status, (await ask(elsewhere)).status]).toEqual([200, 403])
    expect(await h.db.$count(refreshTokens, eq(refreshTokens.userId, who.id))).toBeGreaterThan(1)
  })

  it('change the own password only with the one so far; an admin sets another person’s without it', async () => {
    const who = h.one.caio
    const wanted = { name: 'Caio', email: who.email, password: 'trocada1' }
    for (const currentPassword of [undefined, '', 'errada'])
      expect(code(await update(who, who.id, { ...wanted, currentPassword }))).toEqual([
        400,
        'ERR_WRONG_PASSWORD',
      ])
    expect((await h.signIn(who.email, PASSWORD)).status).toBe(200)
    expect((await update(who, who.id, { ...wanted, currentPassword: PASSWORD })).status).toBe(200)
    expect((await h.signIn(who.email, 'trocada1')).status).toBe(200)
    expect((await update(h.one.admin, who.id, { ...wanted, password: PASSWORD })).status).toBe(200)
    const again = await h.signIn(who.email, PASSWORD)
    expect(again.status).toBe(200)
    who.token = again.body.token
    // The admin's own password is asked for like anybody's.
    const own = { name: 'Admin', email: h.one.admin.email, password: 'trocada1' }
    expect(code(await update(h.one.admin, h.one.admin.id, own))).toEqual([400, 'ERR_WRONG_PASSWORD'])
  })

  it('keep an admin, and the super-user away from admins', async () => {
    const demoted = await update(h.one.admin, h.one.admin.id, {
      name: 'Admin',
      email: h.one.admin.email,
      profile: 'user',
    })
    expect(code(demoted)).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(code(await h.call(h.one.admin, 'users.remove', { params: { id: h.one.admin.id } }))).toEqual([
      403,
      'ERR_NO_PERMISSION',
    ])
    const boss = await h.insert(users, {
      companyId: h.one.id,
      name: 'Plataforma',
      email: 'p@c1.turno',
      passwordHash: 'x',
      profile: 'admin',
      super: true,
    })
    const takeover = { name: 'Tomado', email: 'p@c1.turno', password: 'tomada1' }
    expect(code(await update(h.one.admin, boss.id, takeover))).toEqual([403, 'ERR_NO_PERMISSION'])
    const seen = async (who: Person): Promise<string[]> =>
      (await h.call<{ name: string }[]>(who, 'users.all')).body.map(u => u.name)
    expect(await seen(h.one.ana)).not.toContain('Plataforma')
    await h.db.platform.delete(users).where(eq(users.id, boss.id))
  })

  it('hand their open tickets and what they scheduled to a colleague, or to whoever deletes them', async () => {
    const add = async (name: string) =>
      Number((await h.call(h.one.admin, 'users.create', { body: user(name) })).body.id)
    const [id, next] = [await add('Sai Hoje'), await add('Fica Aqui')]
    const open = await h.newTicket(h.one, { status: 'open', userId: id, queueId: h.one.vendas })
    await h.newTicket(h.one, { status: 'closed', userId: id })
    const schedule = { companyId: h.one.id, contactId: open.contactId, body: 'Depois', userId: id }
    const row = await h.insert(schedules, { ...schedule, sendAt: '2099-01-01T12:00:00.000Z' })
    const count = (who: Person) => h.call(who, 'users.openTickets', { params: { id } })
    expect((await count(h.one.ana)).status).toBe(403)
    expect((await count(h.one.admin)).body).toEqual({ count: 1 })
    const remove = (colleagueId?: number) =>
      h.call(h.one.admin, 'users.remove', { params: { id }, query: { colleagueId } })
    for (const wrong of [id, h.two.ana.id, 999_999]) expect((await remove(wrong)).status).not.toBe(200)
    expect(await h.ticket(open.id)).toMatchObject({ status: 'open', userId: id })
    const mate = await h.connect(h.one.caio)
    expect((await remove(next)).status).toBe(200)
    expect(await h.ticket(open.id)).toMatchObject({ status: 'open', userId: next })
    await mate.until(e => e.event.endsWith('-user') && e.payload.action === 'delete')
    expect(mate.of('ticket')).toMatchObject([{ ticket: { id: open.id, user: { id: next } } }])
    mate.close()
    const [kept] = await h.db.select().from(schedules).where(eq(schedules.id, row.id))
    expect(kept?.userId).toBe(next)
    await h.call(h.one.admin, 'users.remove', { params: { id: next } })
    expect(await h.ticket(open.id)).toMatchObject({ status: 'pending', userId: null })
    const [adopted] = await h.db.select().from(schedules).where(eq(schedules.id, row.id))
    expect(adopted?.userId).toBe(h.one.admin.id)
  })

  it('are found without accents by name and address, in their company', async () => {
    const find = async (searchParam: string) =>
      (
        await h.call<{ users: { name: string }[]; count: number }>(h.one.ana, 'users.list', {
          query: { searchParam },
        })
      ).body
    expect((await find('livia nova')).users.map(u => u.name)).toEqual(['Lívia Nova'])
    expect((await find('ANA@C1')).users.map(u => u.name)).toEqual(['Ana'])
    expect((await find('@c2.')).count).toBe(0)
  })
})

describe('internal chats', () => {
  async function newChat(members: Person[], title = 'Equipe'): Promise<number> {
    const companyId = members[0]?.companyId ?? 0
    const chat = await h.insert(chats, {
      companyId,
      uuid: crypto.randomUUID(),
      title,
      ownerId: members[0]?.id ?? null,
    })
    await h.insert(
      chatUsers,
      members.map(m => ({ companyId, chatId: chat.id, userId: m.id })),
    )
    return chat.id
  }
  const send = (who: Person, id: number, message: string) =>
    h.call(who, 'chats.send', { params: { id }, body: { message } })

  it('are written and read by members only; counts and events follow', async () => {
    const id = await newChat([h.one.ana, h.one.bia])
    const [mate, stranger] = [await h.connect(h.one.bia), await h.connect(h.one.caio)]
    expect((await send(h.one.ana, id, '  Oi, Bia!  ')).body).toMatchObject({
      message: 'Oi, Bia!',
      sender: { name: 'Ana' },
    })
    await mate.until(e => e.event.endsWith('-chat'))
    await stranger.settled()
    expect(stranger.of('chat')).toEqual([])
    expect(mate.of('chat')).toMatchObject([{ action: 'new-message', newMessage: { message: 'Oi, Bia!' } }])
    expect(JSON.stringify(mate.of('chat'))).not.toMatch(/assword|@c1/)
    const unreads = async (): Promise<Record<number, number>> => {
      const { body } = await h.call<{
        records: { id: number; lastMessage: string; users: { userId: number; unreads: number }[] }[]
      }>(h.one.bia, 'chats.list')
      const chat = body.records.find(r => r.id === id)
      expect(chat?.lastMessage).toBe('Ana: Oi, Bia!')
      return Object.fromEntries((chat?.users ?? []).map(u => [u.userId, u.unreads]))
    }
    expect(await unreads()).toEqual({ [h.one.ana.id]: 0, [h.one.bia.id]: 1 })
    const read = (who: Person, userId: number) =>
      h.call(who, 'chats.read', { params: { id }, body: { userId } })
    expect(code(await read(h.one.ana, h.one.bia.id))).toEqual([403, 'ERR_NO_PERMISSION'])
    expect((await read(h.one.bia, h.one.bia.id)).status).toBe(200)
    expect(await unreads()).toEqual({ [h.one.ana.id]: 0, [h.one.bia.id]: 0 })
    for (const answer of [await send(h.one.caio, id, 'oi'), await send(h.one.admin, id, 'oi')]) {
      expect(code(answer)).toEqual([403, 'ERR_NO_PERMISSION'])
    }
    expect(code(await h.call(h.one.caio, 'chats.messages', { params: { id } }))).toEqual([
      403,
      'ERR_NO_PERMISSION',
    ])
    expect(code(await h.call(h.two.ana, 'chats.messages', { params: { id } }))).toEqual([
      404,
      'ERR_NOT_FOUND',
    ])
    expect(code(await send(h.one.ana, id, '   '))).toEqual([400, 'ERR_VALIDATION'])
    mate.close()
    stranger.close()
  })

  it('are paged from the newest, each page in order', async () => {
    const id = await newChat([h.one.ana, h.one.caio], 'Longa')
    await h.insert(
      chatMessages,
      Array.from({ length: 45 }, (_, i) => ({
        companyId: h.one.id,
        chatId: id,
        senderId: h.one.ana.id,
        message: `m${i}`,
      })),
    )
    const page = async (pageNumber: number) =>
      (
        await h.call<{ records: { message: string }[]; hasMore: boolean }>(h.one.caio, 'chats.messages', {
          params: { id },
          query: { pageNumber },
        })
      ).body
    const [first, third] = [await page(1), await page(3)]
    expect([first.records[0]?.message, first.records.at(-1)?.message, first.hasMore]).toEqual([
      'm25',
      'm44',
      true,
    ])
    expect([third.records.map(r => r.message), third.hasMore]).toEqual([
      ['m0', 'm1', 'm2', 'm3', 'm4'],
      false,
    ])
    const found = await h.call<{ records: { title: string }[] }>(h.one.ana, 'chats.list', {
      query: { searchParam: 'LÓNGA' },
    })
    expect(found.body.records.map(r => r.title)).toEqual(['Longa'])
  })
})
