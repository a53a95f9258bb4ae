/** What the legacy servers lacks or does oddly, done by the adapter in another way: each shown against the replay server. */
import { endpoints } from '@contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asTurno, type TurnoSide } from '../../compat/as-turno'
import { type CompatServer, startCompatServer } from '../../compat/server'
import type { TicketRow } from '../../compat/server/world'

let server: CompatServer
let ana: TurnoSide
let admin: TurnoSide

beforeEach(async () => {
  server = await startCompatServer({ replyAfterMs: 0 })
  ana = await asTurno(server, 'ana@demo.turno')
  admin = await asTurno(server, 'admin@demo.turno')
})
afterEach(() => server.close())

describe('tickets', () => {
  it('counts what somebody holds in every queue', async () => {
    const { world } = server
    const person = world.people.find(one => one.email === 'ana@demo.turno')
    for (const [at, ticket] of world.tickets.entries()) {
      const hers = at < 6
      Object.assign(ticket, {
        status: hers ? 'open' : 'closed',
        userId: hers ? person?.id : null,
        queueId: at === 0 ? null : (at % 3) + 1,
      })
    }
    const { json } = await admin.ask('GET', `/users/${person?.id}/open-tickets`)
    expect(endpoints['users.openTickets'].response.parse(json)).toEqual({ count: 6 })
  })

  it('finds a contact’s earlier tickets behind every page of the search', async () => {
    const { world } = server
    const old = world.tickets.find(t => t.status === 'closed')
    const contact = world.contact(old?.contactId ?? 0)
    expect(contact).toBeDefined()
    // Everybody else mentions the number, twice: the search is full of tickets that are not the contact's.
    for (const ticket of world.tickets.filter(t => t !== old && t.id <= 100))
      for (let n = 0; n < 2; n++) world.say(ticket, `Ligue para ${contact?.number}, por favor.`, false)
    const [first] = await Promise.all([
      ana.ask('GET', `/tickets?searchParam=${contact?.number}&queueIds=[1,2,3]&pageNumber=1`),
    ])
    const { tickets } = endpoints['tickets.list'].response.parse(first.json)
    expect(tickets.map(t => t.id)).not.toContain(old?.id)

    const { json } = await ana.ask('GET', `/contacts/${contact?.id}/tickets?pageNumber=1`)
    const earlier = endpoints['contacts.tickets'].response.parse(json)
    expect(earlier.tickets.map(t => t.id)).toEqual([old?.id])
    expect(earlier).toMatchObject({ count: 1, hasMore: false })
    const next = await ana.ask('GET', `/contacts/${contact?.id}/tickets?pageNumber=2`)
    expect(endpoints['contacts.tickets'].response.parse(next.json).tickets).toEqual([])
  })

  it('forwards to an open ticket that is far down in the search', async () => {
    const { world } = server
    const from = world.tickets.find(t => t.status === 'open' && t.userId === 3)
    const to = world.tickets.findLast(t => t.status === 'open')
    const contact = world.contact(to?.contactId ?? 0)
    for (const ticket of world.tickets.filter(t => t !== to))
      world.say(ticket, `Ligue para ${contact?.number}, por favor.`, false)
    const { json } = await ana.ask('GET', `/messages/${from?.id}?pageNumber=1`)
    const message = endpoints['messages.list'].response.parse(json).messages.at(-1)
    const before = world.threadOf(to?.id ?? 0).length
    const { status } = await ana.ask('POST', '/message/forward', {
      messageId: message?.id,
      contactId: contact?.id,
    })
    expect(status).toBe(200)
    expect(world.threadOf(to?.id ?? 0)).toHaveLength(before + 1)
  })

  it('forwards an own correction although no event told of it', async () => {
    const { world } = server
    const [from, to] = world.tickets.filter(t => t.status === 'open' && t.userId === 3)
    const message = world.threadOf(from?.id ?? 0).findLast(m => m.fromMe)
    await ana.ask('GET', `/messages/${from?.id}?pageNumber=1`)
    await ana.ask('POST', `/messages/edit/${message?.id}`, { body: 'corrigido XYZ' })
    await ana.ask('POST', '/message/forward', { messageId: message?.id, contactId: to?.contactId })
    expect(world.threadOf(to?.id ?? 0).at(-1)?.body).toBe('corrigido XYZ')
  })

  /** What Ana forwards of a message she has read arrives there. */
  const forwarded = async (id: string | undefined, from: number | undefined, to: TicketRow | undefined) => {
    await ana.ask('GET', `/messages/${from}?pageNumber=1`)
    const { status } = await ana.ask('POST', '/message/forward', { messageId: id, contactId: to?.contactId })
    expect(status).toBe(200)
    return server.world.threadOf(to?.id ?? 0).at(-1)
  }

  it('forwards a file as what it is, without the words its name stands for, and also after a search found it', async () => {
    const { world } = server
    const [from, to] = world.tickets.filter(t => t.status === 'open' && t.userId === 3)
    const form = new FormData()
    form.set('medias', new Blob(['x'], { type: 'image/jpeg' }), 'foto.jpg')
    await ana.ask('POST', `/messages/${from?.id}`, form)
    const bare = world.threadOf(from?.id ?? 0).at(-1)
    await new Promise(resolve => setTimeout(resolve, 5))
    const copy = await forwarded(bare?.id, from?.id, to)
    expect(copy).toMatchObject({ mediaType: 'image' })
    // No caption was sent: that server wrote the new file's name into its place.
    expect(copy?.body).not.toBe(bare?.body)
    expect(copy?.mediaUrl?.endsWith(`/${copy.body}`)).toBe(true)

    const voice = new FormData()
    voice.set('medias', new Blob(['x'], { type: 'audio/mp4' }), 'voz.mp4')
    await ana.ask('POST', `/messages/${from?.id}`, voice)
    const spoken = world.threadOf(from?.id ?? 0).at(-1)
    expect(await forwarded(spoken?.id, from?.id, to)).toMatchObject({ mediaType: 'audio' })

    form.set('body', 'Comprovante do pedido 4711')
    form.delete('medias')
    form.set('medias', new Blob(['x'], { type: 'image/jpeg' }), 'pago.jpg')
    await ana.ask('POST', `/messages/${from?.id}`, form)
    const captioned = world.threadOf(from?.id ?? 0).at(-1)
    await ana.ask('GET', `/messages/${from?.id}?pageNumber=1`)
    await ana.ask('GET', '/tickets?searchParam=pedido+4711&queueIds=[1,2,3]&pageNumber=1')
    await ana.ask('POST', '/message/forward', { messageId: captioned?.id, contactId: to?.contactId })
    expect(world.threadOf(to?.id ?? 0).at(-1)).toMatchObject({
      mediaType: 'image',
      body: 'Comprovante do pedido 4711',
    })
  })

  it('forwards a place and contacts in words, not in the codes that stand for them', async () => {
    const { world } = server
    const [from, to] = world.tickets.filter(t => t.status === 'open' && t.userId === 3)
    if (!from) throw new Error('nobody is served')
    const place = world.say(
      from,
      'data:image/png;base64, iVBORw0KGgo= | https://maps.google.com/maps?q=-23.55%2C-46.63&z=17 |-23.55, -46.63 ',
      false,
      { mediaType: 'locationMessage' },
    )
    expect((await forwarded(place.id, from.id, to))?.body).toBe(
      'https://maps.google.com/maps?q=-23.55%2C-46.63&z=17',
    )
    const card = world.say(
      from,
      'BEGIN:VCARD\nVERSION:3.0\nFN:Rita Lima\nTEL;type=CELL;waid=5511988887777:+55 11 98888-7777\nEND:VCARD',
      false,
      { mediaType: 'contactMessage' },
    )
    expect((await forwarded(card.id, from.id, to))?.body).toBe('Rita Lima\n+5511988887777')
  })

  it('says where the conversation of a contact is that cannot be begun twice, and who holds it', async () => {
    const { world } = server
    const of = (own: boolean) => world.tickets.find(t => t.status === 'open' && (t.userId === 3) === own)
    const [mine, other] = [of(true), of(false)]
    const begin = (one: typeof mine) =>
      ana.ask('POST', '/tickets', { contactId: one?.contactId, userId: 3, queueId: 1 })
    expect(await begin(mine)).toMatchObject({
      status: 409,
      json: { error: 'ERR_OTHER_OPEN_TICKET', uuid: mine?.uuid, user: { id: 3 } },
    })
    const taken = await begin(other)
    expect(taken).toMatchObject({
      status: 409,
      json: { error: 'ERR_OTHER_OPEN_TICKET', user: { id: other?.userId } },
    })
    expect(taken.json).not.toHaveProperty('uuid')
  })

  it('greets the customer of a waiting ticket on accepting, where the company wants it', async () => {
    const { world } = server
    const accept = async (change: object) => {
      const ticket = world.tickets.find(one => one.status === 'closed')
      if (!ticket) throw new Error('no ticket')
      Object.assign(ticket, { status: 'pending', userId: null, queueId: 1, ...change })
      const before = world.threadOf(ticket.id).length
      const me = world.people.find(one => one.email === 'ana@demo.turno')
      await ana.ask('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: me?.id })
      return world
        .threadOf(ticket.id)
        .slice(before)
        .map(one => one.body)
    }
    expect(await accept({})).toEqual([])
    world.settings.sendGreetingAccepted = 'enabled'
    expect(await accept({})).toEqual([
      '{{gretting}}, {{firstName}}! Meu nome é *Ana Agente* e vou continuar o seu atendimento.',
    ])
    expect(await accept({ status: 'open' })).toEqual([])
  })

  it('tells one of two who accept at the same moment that the other has it', async () => {
    const slow = await startCompatServer({ replyAfterMs: 0, faults: { latencyMs: 80 } })
    try {
      const both = await Promise.all(['ana', 'bruno'].map(name => asTurno(slow, `${name}@demo.turno`)))
      const ticket = slow.world.tickets.find(t => t.status === 'pending')
      // Both look before either has it; that server lets both take it.
      const answers = await Promise.all(
        both.map(one => one.ask('PUT', `/tickets/${ticket?.id}`, { status: 'open', userId: one.id })),
      )
      const winner = both.findIndex(one => one.id === ticket?.userId)
      expect(answers.map(one => one.status).toSorted()).toEqual([200, 409])
      expect(answers[winner]?.status).toBe(200)
      expect(answers[1 - winner]?.json).toMatchObject({
        error: 'ERR_TICKET_TAKEN',
        user: { id: ticket?.userId },
      })
    } finally {
      await slow.close()
    }
  })

  it('gives groups a tab where that server takes them, until it is told otherwise', async () => {
    const tab = async () => {
      const list = endpoints['settings.list'].response.parse((await admin.ask('GET', '/settings')).json)
      return list.find(one => one.key === 'groupsTab')?.value
    }
    expect(await tab()).toBe('disabled')
    server.world.settings.CheckMsgIsGroup = 'disabled'
    expect(await tab()).toBe('enabled')
    await admin.ask('PUT', '/settings/groupsTab', { value: 'disabled' })
    expect(await tab()).toBe('disabled')
  })

  it('finds the groups that stand among the other tickets', async () => {
    const { world } = server
    const own = world.tickets.filter(t => t.status === 'open' && t.userId === 3 && t.queueId !== 3)
    const waiting = world.tickets.filter(t => t.status === 'pending' && t.queueId === 2)
    const groups = [own.at(-1), waiting.at(-1)]
    for (const ticket of groups) if (ticket) ticket.isGroup = true
    const seen: number[] = []
    let query = 'groups=true&queueIds=[1,2]&pageNumber=1'
    for (let round = 0; round < 10; round++) {
      const { json } = await ana.ask('GET', `/tickets?${query}`)
      const page = endpoints['tickets.list'].response.parse(json)
      seen.push(...page.tickets.map(t => t.id))
      if (!page.cursor) break
      query = `groups=true&queueIds=[1,2]&cursor=${page.cursor}`
    }
    expect(seen).toEqual(groups.map(ticket => ticket?.id))
  })

  it('keeps agents and tags of a search together, and asks for each agent by itself', async () => {
    const { world } = server
    for (const ticket of world.tickets) ticket.tagIds = []
    const wanted = world.tickets.filter(t => [3, 4].includes(t.userId ?? 0)).slice(-2)
    for (const ticket of wanted) ticket.tagIds = [2]
    const seen: number[] = []
    let query = 'users=[3,4]&tags=[2]&queueIds=[1,2,3]&showAll=true&pageNumber=1'
    for (let round = 0; round < 20; round++) {
      const { json } = await admin.ask('GET', `/tickets?${query}`)
      const page = endpoints['tickets.list'].response.parse(json)
      seen.push(...page.tickets.map(t => t.id))
      if (!page.hasMore || !page.cursor) break
      query = `users=[3,4]&tags=[2]&queueIds=[1,2,3]&showAll=true&pageNumber=1&cursor=${page.cursor}`
    }
    expect(seen.toSorted((a, b) => a - b)).toEqual(wanted.map(t => t.id))
    expect(server.asked.some(line => line.includes('users=%5B3%2C4%5D'))).toBe(false)
  })

  it('finds out why a change failed that server gives no reason for', async () => {
    const { world } = server
    const [closed, open] = [
      world.tickets.find(t => t.status === 'closed'),
      world.tickets.find(t => t.status === 'open'),
    ]
    if (open && closed) open.contactId = closed.contactId
    expect(await ana.ask('PUT', `/tickets/${closed?.id}`, { status: 'open', userId: 3 })).toMatchObject({
      status: 409,
      json: { error: 'ERR_OTHER_OPEN_TICKET', status: 'open', user: { id: open?.userId } },
    })
    expect(await ana.ask('PUT', '/tickets/99999', { status: 'closed', userId: 3 })).toEqual({
      status: 404,
      json: { error: 'ERR_NO_TICKET_FOUND' },
    })
  })

  it('answers changed tags as they are now, not as they were', async () => {
    const ticket = server.world.tickets.find(t => t.status === 'open')
    const { json } = await ana.ask('POST', '/tags/sync', { ticketId: ticket?.id, tags: [{ id: 3 }] })
    expect(endpoints['tags.sync'].response.parse(json).tags.map(tag => tag.id)).toEqual([3])
  })

  it('hands the board out by lane although its pages repeat, and moves a card', async () => {
    const { world } = server
    const open = world.tickets.filter(t => t.status !== 'closed')
    for (const ticket of open) ticket.tagIds = [[], [1], [2, 3]][ticket.id % 3] ?? []
    const board = async (query = '?queueIds=[1,2,3]') => {
      const { json } = await ana.ask('GET', `/kanban${query}`)
      return endpoints['kanban.board'].response.parse(json).lanes
    }
    const lanes = await board()
    expect(lanes.map(lane => [lane.id, lane.tag?.name ?? null])).toEqual([
      [0, null],
      [1, 'Urgente'],
      [2, 'Novo lead'],
      [3, 'Em negociação'],
    ])
    const ids = (lane: number): number[] =>
      (lanes[lane]?.tickets ?? []).map(ticket => ticket.id).sort((a, b) => a - b)
    const expected = (rest: number): number[] =>
      open.filter(ticket => ticket.id % 3 === rest).map(ticket => ticket.id)
    expect([ids(0), ids(1), ids(2), ids(3)]).toEqual([expected(0), expected(1), expected(2), expected(2)])
    expect(lanes.every(lane => !lane.hasMore && lane.count === lane.tickets.length)).toBe(true)
    // Nobody’s own queues are every queue, not none.
    expect((await board('?queueIds=[]'))[0]?.count).toBe(expected(0).length)

    const ticketId = expected(1)[0]
    expect((await ana.ask('DELETE', `/ticket-tags/${ticketId}`)).status).toBe(200)
    expect((await ana.ask('PUT', `/ticket-tags/${ticketId}/2`)).status).toBe(201)
    const { json } = await ana.ask('GET', '/kanban/2?queueIds=[1,2,3]')
    expect(endpoints['kanban.lane'].response.parse(json).tickets.map(ticket => ticket.id)).toContain(ticketId)
    expect((await ana.ask('GET', '/kanban/77?queueIds=[1]')).json).toMatchObject({
      error: 'ERR_NO_TAG_FOUND',
    })
  })

  it('leaves a ticket open whose customer is asked for a rating, and closes it with close-all', async () => {
    server.world.settings.userRating = 'enabled'
    const ticket = server.world.tickets.find(t => t.status === 'open' && t.userId === 3)
    const once = await ana.ask('PUT', `/tickets/${ticket?.id}`, {
      status: 'closed',
      userId: 3,
      justClose: true,
    })
    expect(endpoints['tickets.update'].response.parse(once.json).status).toBe('open')
    const open = server.world.tickets.filter(t => t.status === 'open' && t.queueId === 1)
    const all = await admin.ask('POST', '/tickets/closeAll', { status: 'open', selectedQueueIds: [1] })
    expect(all.json).toEqual({ closed: open.length })
    expect(open.every(t => t.status === 'closed')).toBe(true)
  })

  it('closes none of the tickets without a queue that come with every choice', async () => {
    const { world } = server
    const stray = world.tickets.find(t => t.status === 'open')
    if (stray) stray.queueId = null
    await admin.ask('POST', '/tickets/closeAll', { status: 'open', selectedQueueIds: [2] })
    expect(world.tickets.filter(t => t.status === 'open' && t.queueId === 2)).toEqual([])
    expect(stray?.status).toBe('open')
  })

  it('keeps the words for the next agent as a note', async () => {
    const ticket = server.world.tickets.find(t => t.status === 'open' && t.userId === 3)
    await ana.ask('PUT', `/tickets/${ticket?.id}`, {
      status: 'open',
      userId: 4,
      queueId: 2,
      handoverNote: 'Cliente quer a segunda via.',
    })
    const { json } = await ana.ask('GET', `/ticket-notes/list?ticketId=${ticket?.id}`)
    expect(endpoints['notes.list'].response.parse(json)).toMatchObject([
      { note: 'Cliente quer a segunda via.', user: { name: 'Ana Agente' } },
    ])
  })
})

describe('contacts', () => {
  it('answers a look-up by number with the contact that has it', async () => {
    const known = server.world.contacts[4]
    const { status, json } = await ana.ask('POST', '/contacts', {
      name: 'Do cartão',
      number: `+${known?.number}`,
      email: '',
    })
    expect(status).toBe(200)
    expect(endpoints['contacts.create'].response.parse(json)).toMatchObject({
      id: known?.id,
      alreadyExists: true,
      existingContact: { id: known?.id, name: known?.name },
    })
    // The form itself still says that the number is taken.
    const form = { name: 'Outro', number: known?.number, email: '', extraInfo: [] }
    expect(await ana.ask('POST', '/contacts', form)).toMatchObject({
      status: 400,
      json: { error: 'ERR_DUPLICATED_CONTACT' },
    })
  })

  it('counts nothing of a phone book that is read later', async () => {
    const { status, json } = await admin.ask('POST', '/contacts/import', {})
    expect(status).toBe(200)
    expect(endpoints['contacts.sync'].response.parse(json)).toEqual({ created: null, updated: null })
  })

  it('answers a saved contact whole, with its connection', async () => {
    const known = server.world.contacts[3]
    const extraInfo = [{ name: 'CPF', value: '1' }]
    const { status, json } = await ana.ask('PUT', `/contacts/${known?.id}`, { ...known, extraInfo })
    expect(status).toBe(200)
    expect(endpoints['contacts.update'].response.parse(json)).toMatchObject({
      whatsappId: 1,
      whatsapp: { id: 1 },
      extraInfo,
    })
  })

  it('imports a file under the field and header names of that server', async () => {
    const known = server.world.contacts[0]
    const form = new FormData()
    const csv = `name;number;email\r\nNova Pessoa;5511900001234;\r\n${known?.name};${known?.number};\r\n`
    form.set('contacts', new Blob([`\uFEFF${csv}`], { type: 'text/csv' }), 'clientes.csv')
    const { status, json } = await ana.ask('POST', '/contacts/importCsv', form)
    expect(status).toBe(200)
    expect(endpoints['contacts.importCsv'].response.parse(json)).toMatchObject({ created: 1, rejected: 1 })
    expect(server.world.contacts.at(-1)).toMatchObject({ name: 'Nova Pessoa', number: '5511900001234' })
  })
})

describe('people', () => {
  it('shows what the list leaves out, so that saving clears nothing', async () => {
    const bruno = server.world.people.find(p => p.name === 'Bruno Agente')
    if (bruno) bruno.allTicket = 'enabled'
    const { json } = await admin.ask('GET', '/users?pageNumber=1')
    const row = endpoints['users.list'].response.parse(json).users.find(u => u.id === bruno?.id)
    expect(row).toMatchObject({ allTicket: true, profile: 'user' })
    const saved = await admin.ask('PUT', `/users/${bruno?.id}`, { name: 'Bruno Reis', allTicket: true })
    expect(saved.status).toBe(200)
    expect(bruno).toMatchObject({
      name: 'Bruno Reis',
      allTicket: 'enabled',
      queueIds: [2, 3],
      profile: 'user',
    })
  })

  it('adds nobody as an admin by leaving the profile out', async () => {
    const body = { name: 'Nova Agente', email: 'nova@demo.turno', password: 'segredo1', allTicket: false }
    expect((await admin.ask('POST', '/users', body)).status).toBe(200)
    expect(server.world.people.at(-1)).toMatchObject({ profile: 'user', allTicket: 'desabled' })
    expect(await admin.ask('POST', '/users', body)).toMatchObject({ json: { error: 'ERR_DUPLICATED_USER' } })
  })
})

describe('scheduled messages', () => {
  it('are never asked for at a moment that server would miss, and name their writer', async () => {
    const contactId = server.world.contacts[0]?.id
    const soon = new Date(Date.now() + 1_000).toISOString()
    const { json } = await ana.ask('POST', '/schedules', {
      body: 'Bom dia, tudo certo?',
      contactId,
      sendAt: soon,
    })
    const made = endpoints['schedules.create'].response.parse(json)
    expect(Date.parse(made.sendAt)).toBeGreaterThan(Date.parse(soon))
    expect(server.world.schedules[0]).toMatchObject({ userId: ana.id, contactId })
    const later = new Date(Date.now() + 3_600_000).toISOString()
    await ana.ask('POST', '/schedules', { body: 'Mais tarde', contactId, sendAt: later })
    const list = await ana.ask('GET', `/schedules?contactId=${contactId}&pageNumber=1`)
    const { schedules } = endpoints['schedules.list'].response.parse(list.json)
    expect(schedules.map(s => s.sendAt)).toEqual([later, made.sendAt])
    expect(
      (await ana.ask('POST', '/schedules', { body: 'Nunca mais', contactId, sendAt: 'já' })).json,
    ).toEqual({
      error: 'ERR_VALIDATION',
    })
  })

  it('are found by day and by state, and changed by admins alone', async () => {
    const contactId = server.world.contacts[0]?.id
    const day = 86_400_000
    const at = (days: number): string => new Date(Date.now() + days * day).toISOString()
    for (let n = 1; n <= 45; n += 1)
      await ana.ask('POST', '/schedules', { body: `Lembrete ${n}`, contactId, sendAt: at(n) })
    Object.assign(server.world.schedules[0] ?? {}, { status: 'ERRO' })
    const calendar = await ana.ask('GET', `/schedules/calendar?from=${at(9.5)}&to=${at(12.5)}`)
    const found = endpoints['schedules.calendar'].response.parse(calendar.json)
    expect([found.complete, found.schedules.map(s => s.body)]).toEqual([
      true,
      ['Lembrete 10', 'Lembrete 11', 'Lembrete 12'],
    ])
    expect((await ana.ask('GET', '/schedules/counts')).json).toEqual({ waiting: 44, sent: 0, failed: 1 })
    const failed = await ana.ask('GET', '/schedules?state=failed&pageNumber=1')
    const list = endpoints['schedules.list'].response.parse(failed.json)
    expect([list.count, list.schedules.map(s => s.body)]).toEqual([1, ['Lembrete 1']])

    const form = { body: 'Lembrete mudado', contactId, sendAt: at(20), userId: ana.id }
    expect((await ana.ask('PUT', '/schedules/2', form)).status).toBe(403)
    const changed = await admin.ask('PUT', '/schedules/2', form)
    expect(endpoints['schedules.update'].response.parse(changed.json)).toMatchObject({
      body: 'Lembrete mudado',
      contact: { id: contactId },
    })
    const soon = await admin.ask('PUT', '/schedules/2', { ...form, sendAt: at(0) })
    expect(Date.parse(String((soon.json as { sendAt: string }).sendAt))).toBeGreaterThan(Date.now() + 20_000)
  })

  it.each([3_600_000, -3_600_000])(
    'are ahead by that server’s clock, which is %i ms away',
    async clockSkewMs => {
      const wrong = await startCompatServer({ replyAfterMs: 0, faults: { clockSkewMs } })
      try {
        const agent = await asTurno(wrong, 'ana@demo.turno')
        await agent.ask('GET', '/tickets?pageNumber=1')
        const contactId = wrong.world.contacts[0]?.id
        const kept = async (sendAt: string): Promise<number> => {
          const { json } = await agent.ask('POST', '/schedules', { body: 'Bom dia!', contactId, sendAt })
          return Date.parse(endpoints['schedules.create'].response.parse(json).sendAt)
        }
        const there = (ahead: number): string => wrong.world.at(ahead)
        const later = there(1_800_000)
        expect(await kept(later)).toBe(Date.parse(later))
        const passed = there(-60_000)
        expect(await kept(passed)).toBeGreaterThan(Date.parse(passed) + 80_000)
        expect(await kept(passed)).toBeLessThan(Date.parse(passed) + 600_000)
      } finally {
        await wrong.close()
      }
    },
  )
})

describe('settings and figures', () => {
  it('exist once they are written', async () => {
    expect((await admin.ask('GET', '/settings/groupsTab')).json).toEqual({ error: 'ERR_NO_SETTING_FOUND' })
    expect((await admin.ask('PUT', '/settings/groupsTab', { value: 'enabled' })).status).toBe(200)
    const { json } = await ana.ask('GET', '/settings/groupsTab')
    expect(endpoints['settings.get'].response.parse(json)).toMatchObject({
      key: 'groupsTab',
      value: 'enabled',
    })
  })

  it('name the company of the charts', async () => {
    const { json } = await admin.ask(
      'GET',
      '/dashboard/ticketsUsers?initialDate=2026-11-01&finalDate=2026-11-20',
    )
    const { data } = endpoints['dashboard.ticketsUsers'].response.parse(json)
    expect(data[0]).toMatchObject({ quantidade: 3 })
    expect(server.asked.at(-1)).toContain('companyId=1')
  })
})

describe('the dashboard', () => {
  it('gives who was never rated no rating, not the worst one', async () => {
    const { json } = await admin.ask('GET', '/dashboard?days=7')
    const { attendants } = endpoints['dashboard.get'].response.parse(json)
    expect(attendants.map(one => one.rating)).toEqual([2.5, null, null, null])
  })
})

describe('refusals', () => {
  it('of calls that need no translation are codes too', async () => {
    expect(await ana.ask('DELETE', '/schedules/99')).toEqual({
      status: 404,
      json: { error: 'ERR_NO_SCHEDULE_FOUND' },
    })
    expect(await ana.ask('PUT', '/settings/userRating', { value: 'enabled' })).toEqual({
      status: 403,
      json: { error: 'ERR_NO_PERMISSION' },
    })
    expect(await ana.ask('DELETE', '/ticket-notes/1')).toEqual({
      status: 403,
      json: { error: 'ERR_NO_PERMISSION' },
    })
    expect(await ana.ask('GET', '/nothing/here')).toEqual({ status: 404, json: { error: 'SERVER_LACKS' } })
    expect(await ana.ask('POST', '/tags', { name: 'ok' })).toMatchObject({ status: 200 })
  })
})

it('a passing stumble is not believed: questions are asked once more, and a ticket is accepted', async () => {
  const stumbling = await startCompatServer({ replyAfterMs: 0 })
  try {
    const agent = await asTurno(stumbling, 'ana@demo.turno')
    const waiting = stumbling.world.tickets.find(t => t.status === 'pending')
    for (const [method, path, body] of [
      ['GET', '/queue', undefined],
      ['GET', '/tickets?pageNumber=1', undefined],
      ['PUT', `/tickets/${waiting?.id}`, { status: 'open', userId: agent.id }],
    ] as const) {
      stumbling.failNext()
      expect((await agent.ask(method, path, body)).status, path).toBe(200)
    }
    expect(waiting).toMatchObject({ status: 'open', userId: agent.id })
    // What changes something is not done twice by itself.
    stumbling.failNext()
    expect((await agent.ask('POST', '/tags', { name: 'Uma só' })).status).toBe(500)
  } finally {
    await stumbling.close()
  }
})
