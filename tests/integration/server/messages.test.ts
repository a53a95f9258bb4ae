import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { storeOwn } from '../../../electron/server/desk/messages/rows'
import { contacts, messages, tickets } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()
beforeEach(() => {
  h.channel.sent.length = 0
  h.channel.refuseWith = null
  h.channel.down.clear()
})

interface Msg {
  id: string
  body: string
  ack: number
  fromMe: boolean
  failure: string | null
  clientId: string | null
  quotedMsg: { body: string } | null
  reactions: { type: string; userId: number | null }[]
  isDeleted: boolean
  isEdited: boolean
  isForwarded: boolean
}
/** What a list and a thread say of who wrote. */
interface Told {
  ticket: { lastAuthorId?: number | null; fromMe: boolean }
  message: { userId?: number | null; quotedMsg: { userId?: number | null } | null }
}
interface ThreadPage {
  messages: Msg[]
  count: number
  hasMore: boolean
  ticket: { unreadMessages: number }
}
const send = (who: Person, ticketId: number, body: unknown) =>
  h.call<{ message: Msg; messages: Msg[]; error?: string }>(who, 'messages.send', {
    params: { ticketId },
    body,
  })
const page = async (who: Person, ticketId: number, query: Record<string, unknown> = {}) =>
  (await h.call<ThreadPage>(who, 'messages.list', { params: { ticketId }, query })).body
const mine = () => h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
const rowsOf = (ticketId: number) => h.db.select().from(messages).where(eq(messages.ticketId, ticketId))

describe('sending', () => {
  it('stores, tells the viewers, leaves through the channel, stops the waiting clock; acks only rise', async () => {
    const ticket = await h.newTicket(h.one, {
      status: 'open',
      userId: h.one.ana.id,
      waitingSince: new Date().toISOString(),
      unreadMessages: 2,
    })
    const [quotedId] = await h.newMessages(ticket, ['quanto custa?'])
    const window = await h.connect(h.one.ana, [String(ticket.id)])
    const { status, body } = await send(h.one.ana, ticket.id, {
      body: 'Custa *R$ 10*',
      quotedMsg: { id: quotedId },
    })
    expect([status, body.message.ack, body.message.fromMe, body.message.quotedMsg?.body]).toEqual([
      200,
      0,
      true,
      'quanto custa?',
    ])
    expect(h.channel.sent).toMatchObject([
      { messageId: body.message.id, body: 'Custa *R$ 10*', quotedMsgId: quotedId },
    ])
    expect(await h.ticket(ticket.id)).toMatchObject({
      lastMessage: 'Custa *R$ 10*',
      fromMe: true,
      waitingSince: null,
      unreadMessages: 0,
    })
    await window.until(
      e => e.payload.action === 'create' && (e.payload.message as Msg).id === body.message.id,
    )

    const ack = (value: number) =>
      h.running.sink.acks([{ whatsappId: h.one.whatsappId, messageId: body.message.id, ack: value }])
    for (const value of [1, 2, 4, 3, 2]) await ack(value)
    await window.settled()
    const acks = window
      .of('appMessage')
      .filter(p => p.action === 'update')
      .map(p => (p.message as Msg).ack)
    expect(acks).toEqual([1, 2, 4])
    window.close()
  })

  it('the same client id twice, one after the other or at once, is one message', async () => {
    const ticket = await mine()
    const clientId = crypto.randomUUID()
    const first = await send(h.one.ana, ticket.id, { body: 'uma vez', clientId })
    const again = await send(h.one.ana, ticket.id, { body: 'uma vez', clientId })
    expect(again.body.message.id).toBe(first.body.message.id)
    const other = crypto.randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(h.one.ana, ticket.id, { body: 'de novo', clientId: other })),
    )
    expect(new Set(answers.map(a => a.body.message.id)).size).toBe(1)
    expect(await rowsOf(ticket.id)).toHaveLength(2)
    expect(h.channel.sent).toHaveLength(2)
    await h.update(tickets, { status: 'closed' }, eq(tickets.id, ticket.id))
    expect((await send(h.one.ana, ticket.id, { body: 'uma vez', clientId })).body.message.id).toBe(
      first.body.message.id,
    )
  })

  it('a client id of another ticket or company never shows its message', async () => {
    const clientId = crypto.randomUUID()
    const a = await mine()
    const b = await mine()
    await send(h.one.ana, a.id, { body: 'a', clientId })
    expect((await send(h.one.ana, b.id, { body: 'b', clientId })).status).toBe(400)
    const foreign = await h.newTicket(h.two, { status: 'open', userId: h.two.ana.id })
    expect((await send(h.two.ana, foreign.id, { body: 'c', clientId })).body.message.body).toBe('c')
  })

  it('refused by the channel: stays as failed, and the same client id really sends it again', async () => {
    const ticket = await mine()
    const clientId = crypto.randomUUID()
    h.channel.refuseWith = 'ERR_SENDING_WAPP_MSG'
    const refused = await send(h.one.ana, ticket.id, { body: 'difícil', clientId })
    expect([refused.status, refused.body.error]).toEqual([400, 'ERR_SENDING_WAPP_MSG'])
    expect((await page(h.one.ana, ticket.id)).messages.map(m => m.failure)).toEqual(['ERR_SENDING_WAPP_MSG'])
    h.channel.refuseWith = null
    const retried = await send(h.one.ana, ticket.id, { body: 'difícil', clientId })
    expect([retried.status, retried.body.message.failure]).toEqual([200, null])
    expect(h.channel.sent).toHaveLength(1)
    expect(await rowsOf(ticket.id)).toHaveLength(1)
  })

  it('with the connection down nothing is stored', async () => {
    const ticket = await mine()
    h.channel.down.add(h.one.whatsappId)
    const refused = await send(h.one.ana, ticket.id, { body: 'oi', clientId: crypto.randomUUID() })
    expect([refused.status, refused.body.error]).toEqual([400, 'ERR_WAPP_NOT_INITIALIZED'])
    expect(await rowsOf(ticket.id)).toEqual([])
  })

  it('refuses empty, overlong, closed, waiting and invisible; takes 65,536 characters', async () => {
    const ticket = await mine()
    const closed = await h.newTicket(h.one, { status: 'closed' })
    const pending = await h.newTicket(h.one, {})
    const hidden = await h.newTicket(h.one, { status: 'open', queueId: h.one.vendas, userId: h.one.caio.id })
    const codes = [
      await send(h.one.ana, ticket.id, { body: '  \n ' }),
      await send(h.one.ana, ticket.id, { body: 'x'.repeat(65_537) }),
      await send(h.one.ana, closed.id, { body: 'oi' }),
      await send(h.one.ana, pending.id, { body: 'oi' }),
      await send(h.one.ana, hidden.id, { body: 'oi' }),
      await send(h.one.ana, 999_999, { body: 'oi' }),
    ].map(a => [a.status, a.body.error])
    expect(codes).toEqual([
      [400, 'ERR_VALIDATION'],
      [400, 'ERR_MESSAGE_TOO_LONG'],
      [400, 'ERR_TICKET_NOT_OPEN'],
      [400, 'ERR_TICKET_NOT_OPEN'],
      [403, 'ERR_NO_PERMISSION'],
      [404, 'ERR_NO_TICKET_FOUND'],
    ])
    const long = 'é👨‍👩‍👧‍👦'.repeat(5_000).slice(0, 65_536)
    expect((await send(h.one.ana, ticket.id, { body: long })).body.message.body).toBe(long)
  })
})

describe('pages', () => {
  it('newest page first, each in order; before-cursor pages neither repeat nor skip while messages arrive', async () => {
    const ticket = await mine()
    const ids = await h.newMessages(
      ticket,
      Array.from({ length: 65 }, (_, i) => `m${i}`),
    )
    const first = await page(h.one.ana, ticket.id)
    expect([first.messages.map(m => m.id), first.count, first.hasMore]).toEqual([ids.slice(45), 65, true])
    expect((await page(h.one.ana, ticket.id, { pageNumber: 4 })).messages.map(m => m.id)).toEqual(
      ids.slice(0, 5),
    )
    const seen = [...first.messages]
    let more = first.hasMore
    while (more) {
      await h.newMessages(ticket, ['mais uma', 'e outra'])
      const older = await page(h.one.ana, ticket.id, { before: seen[0]?.id })
      seen.unshift(...older.messages)
      more = older.hasMore
    }
    expect(seen.map(m => m.id)).toEqual(ids)
    const foreign = await mine()
    expect(
      (
        await h.call(h.one.ana, 'messages.list', {
          params: { ticketId: foreign.id },
          query: { before: ids[3] },
        })
      ).status,
    ).toBe(400)
  })
})

describe('searching a conversation', () => {
  const search = (who: Person, id: number, searchParam: string) =>
    h.call(who, 'messages.search', { params: { ticketId: id }, query: { searchParam } })

  it('finds names of files, and is narrowed by who wrote, kind and day, of the company’s calendar', async () => {
    const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    const [text = ''] = await h.newMessages(ticket, ['segue o orçamento'], true)
    const [file = '', picture = ''] = await h.newMessages(ticket, ['', ''])
    const named = (name: string, mediaType: string, createdAt: string) => ({
      mediaFile: name,
      mediaName: name,
      mediaType,
      createdAt,
    })
    const change = (id: string, row: object) =>
      h.db.platform.update(messages).set(row).where(eq(messages.id, id))
    // One hour before and after the midnight of São Paulo.
    await change(file, named('ORCAMENTO final.pdf', 'application', '2026-05-10T02:00:00.000Z'))
    await change(picture, named('orçamento.jpg', 'image', '2026-05-10T04:00:00.000Z'))
    const found = async (query: Record<string, string>) =>
      (
        await h.call<{ hits: { id: string }[] }>(h.one.ana, 'messages.search', {
          params: { ticketId: ticket.id },
          query,
        })
      ).body.hits.map(({ id }) => id)
    const searchParam = 'Orçamento'
    expect(new Set(await found({ searchParam }))).toEqual(new Set([text, file, picture]))
    expect(await found({ searchParam, by: 'team' })).toEqual([text])
    expect(await found({ searchParam, kind: 'document' })).toEqual([file])
    expect(await found({ kind: 'image' })).toEqual([picture])
    expect(await found({ searchParam, kind: 'text' })).toEqual([text])
    expect(await found({ searchParam, day: '2026-05-09' })).toEqual([file])
    expect(await found({ day: '2026-05-10' })).toEqual([picture])
    expect(await found({ searchParam: 'nada', day: '2026-05-10' })).toEqual([])
  })

  it('finds in the ticket and in what one may see of its contact’s others, in order, and reads nothing', async () => {
    const contactId = await h.newContact(h.one, 'Procurada')
    const mine = { contactId, userId: h.one.ana.id }
    const old = await h.newTicket(h.one, { ...mine, status: 'closed' })
    const apart = await h.newContact(h.one, 'Outra')
    const hidden = await h.newTicket(h.one, {
      contactId,
      status: 'closed',
      queueId: h.one.vendas,
      userId: h.one.caio.id,
    })
    const now = await h.newTicket(h.one, { ...mine, status: 'open', unreadMessages: 2 })
    const [first = ''] = await h.newMessages(old, ['A REUNIÃO é amanhã', 'outra coisa'])
    await h.newMessages(hidden, ['reunião só de vendas'])
    const [second = '', , third = ''] = await h.newMessages(now, ['sobre a reuniao', 'nada', 'Reunião 100%'])
    await h.newMessages(await h.newTicket(h.one, { ...mine, contactId: apart }), ['reunião de outra pessoa'])
    const found = await search(h.one.ana, now.id, ' reunião ')
    expect(found.body).toEqual({
      hits: [
        { id: first, ticketId: old.id },
        { id: second, ticketId: now.id },
        { id: third, ticketId: now.id },
      ],
      hasMore: false,
    })
    expect((await search(h.one.ana, now.id, '100%')).body.hits).toEqual([{ id: third, ticketId: now.id }])
    expect((await search(h.one.ana, now.id, '')).body.hits).toEqual([])
    expect((await search(h.one.admin, now.id, 'reunião')).body.hits).toHaveLength(4)
    expect((await h.ticket(now.id)).unreadMessages).toBe(2)
    expect((await search(h.one.ana, hidden.id, 'reunião')).status).toBe(403)
    expect((await search(h.two.admin, now.id, 'reunião')).status).toBe(404)
  })
})

describe('reading', () => {
  const unread = async () => {
    const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id, unreadMessages: 2 })
    await h.newMessages(ticket, ['oi', 'alguém aí?'])
    return ticket
  }

  it('the holder’s look reads, tells the phone, and tells the windows; markAsRead=false does not', async () => {
    const ticket = await unread()
    const window = await h.connect(h.one.bia)
    h.channel.read.length = 0
    expect((await page(h.one.ana, ticket.id, { markAsRead: false })).ticket.unreadMessages).toBe(2)
    expect((await rowsOf(ticket.id)).map(r => r.read)).toEqual([false, false])
    expect((await page(h.one.ana, ticket.id)).ticket.unreadMessages).toBe(0)
    expect((await rowsOf(ticket.id)).map(r => r.read)).toEqual([true, true])
    expect(h.channel.read).toHaveLength(1)
    await window.until(e => e.payload.action === 'updateUnread' && e.payload.ticketId === ticket.id)
    expect((await h.ticket(ticket.id)).updatedAt).toBe(ticket.updatedAt)
    window.close()
  })

  it('looking over a shoulder 50 times leaves no trace, whatever the call says', async () => {
    const ticket = await unread()
    const before = await h.ticket(ticket.id)
    const agent = await h.connect(h.one.ana, [String(ticket.id), 'open', 'pending', 'notification'])
    h.channel.read.length = 0
    for (let i = 0; i < 50; i++) {
      const who = [h.one.admin, h.one.sup, h.one.bia][i % 3] ?? h.one.admin
      const query = i % 2 ? { markAsRead: true } : {}
      expect((await page(who, ticket.id, query)).messages).toHaveLength(2)
    }
    const [message] = await rowsOf(ticket.id)
    await h.call(h.one.admin, 'messages.touch', { params: { id: message?.id ?? '' } })
    await agent.settled()
    expect(agent.heard.map(e => e.event).filter(name => !/^ready$|-user$/.test(name))).toEqual([])
    expect(await h.ticket(ticket.id)).toEqual(before)
    expect((await rowsOf(ticket.id)).map(r => r.read)).toEqual([false, false])
    expect(h.channel.read).toEqual([])
    agent.close()
  })

  it('touching one message counts one down', async () => {
    const ticket = await unread()
    const [first, second] = await rowsOf(ticket.id)
    await h.call(h.one.ana, 'messages.touch', { params: { id: first?.id ?? '' } })
    expect((await h.ticket(ticket.id)).unreadMessages).toBe(1)
    await h.call(h.one.ana, 'messages.touch', { params: { id: first?.id ?? '' } })
    await h.call(h.one.ana, 'messages.touch', { params: { id: second?.id ?? '' } })
    expect((await h.ticket(ticket.id)).unreadMessages).toBe(0)
  })
})

describe('changing', () => {
  it('edits and deletes own messages only; old ones cannot be edited, deleted ones not quoted', async () => {
    const ticket = await mine()
    const sent = (await send(h.one.ana, ticket.id, { body: 'errado' })).body.message
    const [theirs] = await h.newMessages(ticket, ['do cliente'])
    const edit = (id: string, body: string) =>
      h.call<{ message: Msg; error: string }>(h.one.ana, 'messages.edit', { params: { id }, body: { body } })
    expect((await edit(sent.id, 'certo')).body.message).toMatchObject({ body: 'certo', isEdited: true })
    expect(h.channel.edits.at(-1)?.body).toBe('certo')
    expect((await edit(theirs ?? '', 'x')).body.error).toBe('ERR_MESSAGE_NOT_OWN')
    await h.update(
      messages,
      { createdAt: new Date(Date.now() - 16 * 60_000).toISOString() },
      eq(messages.id, sent.id),
    )
    expect((await edit(sent.id, 'tarde')).body.error).toBe('ERR_FETCH_WAPP_MSG')
    const remove = (who: Person, id: string) => h.call(who, 'messages.remove', { params: { id } })
    expect((await remove(h.one.caio, sent.id)).body.error).toBe('ERR_NO_PERMISSION')
    expect((await remove(h.one.ana, theirs ?? '')).body.error).toBe('ERR_MESSAGE_NOT_OWN')
    const quote = () => send(h.one.ana, ticket.id, { body: 'veja', quotedMsg: { id: sent.id } })
    expect((await quote()).status).toBe(200)
    expect((await remove(h.one.ana, sent.id)).status).toBe(200)
    expect((await quote()).body.error).toBe('ERR_VALIDATION')
    expect(h.channel.revoked.at(-1)?.messageId).toBe(sent.id)
    expect((await page(h.one.ana, ticket.id)).messages.find(m => m.id === sent.id)?.isDeleted).toBe(true)
    expect((await remove(h.two.admin, sent.id)).body.error).toBe('ERR_NO_MESSAGE_FOUND')
  })

  it('shows in lists what became of the last message, and only of it', async () => {
    const ticket = await mine()
    const last = async () => {
      const { lastMessage, lastMessageType } = await h.ticket(ticket.id)
      return [lastMessage, lastMessageType]
    }
    const admin = await h.connect(h.one.admin)
    const ids: string[] = []
    for (const body of ['first', 'second'])
      ids.push((await send(h.one.ana, ticket.id, { body })).body.message.id)
    const [first = '', second = ''] = ids
    const change = (id: string, body: string) =>
      h.call(h.one.ana, 'messages.edit', { params: { id }, body: { body } })
    await change(first, 'first, changed')
    expect(await last()).toEqual(['second', 'extendedTextMessage'])
    await change(second, 'second, changed')
    expect(await last()).toEqual(['second, changed', 'extendedTextMessage'])
    await h.call(h.one.ana, 'messages.remove', { params: { id: second } })
    expect(await last()).toEqual(['', 'revoked'])
    await admin.until(
      ({ payload }) =>
        (payload.ticket as { lastMessageType?: string } | undefined)?.lastMessageType === 'revoked',
    )
    admin.close()
  })

  it('reacts from the fixed set, one per person, replaceable and removable', async () => {
    const ticket = await mine()
    const [id] = await h.newMessages(ticket, ['obrigada!'])
    const react = (who: Person, type: string) =>
      h.call<{ reactions: Msg['reactions']; error: string }>(who, 'messages.react', {
        params: { id: id ?? '' },
        body: { type },
      })
    expect((await react(h.one.ana, '👍')).body.reactions).toEqual([
      { userId: h.one.ana.id, type: '👍', fromMe: true },
    ])
    expect((await react(h.one.ana, '❤️')).body.reactions.map(r => r.type)).toEqual(['❤️'])
    expect((await react(h.one.bia, '🙏')).body.reactions).toHaveLength(2)
    expect((await react(h.one.ana, '')).body.reactions.map(r => r.userId)).toEqual([h.one.bia.id])
    expect((await react(h.one.ana, '<b>')).body.error).toBe('ERR_VALIDATION')
    await h.running.sink.reaction({
      whatsappId: h.one.whatsappId,
      messageId: id ?? '',
      from: await numberOf(ticket.contactId),
      type: '😂',
    })
    expect((await page(h.one.ana, ticket.id)).messages[0]?.reactions.map(r => r.type)).toContain('😂')
  })

  const numberOf = async (id: number) => {
    const [row] = await h.db.select().from(contacts).where(eq(contacts.id, id))
    return { number: row?.number ?? '', isGroup: false }
  }

  it('an ack leaves the reactions where they are', async () => {
    const ticket = await mine()
    const [id = '', plain = ''] = await h.newMessages(ticket, ['um', 'dois'], true)
    const { whatsappId } = h.one
    const from = await numberOf(ticket.contactId)
    await h.running.sink.reaction({ whatsappId, messageId: id, from, type: '😂' })
    const ana = await h.connect(h.one.ana, [String(ticket.id)])
    await h.channel.sink.acks([id, plain].map(messageId => ({ whatsappId, messageId, ack: 3 })))
    const told = () => ana.of('appMessage').map(({ message }) => message as Msg)
    await ana.until(() => told().length === 2)
    expect(new Map(told().map(one => [one.id, one.reactions.map(r => r.type)]))).toEqual(
      new Map([
        [id, ['😂']],
        [plain, []],
      ]),
    )
    ana.close()
  })

  it('forwards into the contact’s own ticket, marked; not twice; not into a ticket that is hidden', async () => {
    const ticket = await mine()
    const [id] = await h.newMessages(ticket, ['o endereço é Rua 1'])
    const target = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    const clientId = crypto.randomUUID()
    const forward = (contactId: number, extra = {}) =>
      h.call<{ message: Msg; ticket: { id: number; status: string; userId: number }; error: string }>(
        h.one.ana,
        'messages.forward',
        { body: { messageId: id, contactId, ...extra } },
      )
    const done = await forward(target.contactId, { signMessage: true, clientId })
    expect(done.body.message).toMatchObject({ body: 'o endereço é Rua 1', isForwarded: true })
    expect(done.body.ticket.id).toBe(target.id)
    expect((await forward(target.contactId, { signMessage: true, clientId })).body.message.id).toBe(
      done.body.message.id,
    )
    const fresh = await h.newContact(h.one, 'Sem ticket')
    expect((await forward(fresh)).body.ticket).toMatchObject({ status: 'open', userId: h.one.ana.id })
    // A colleague has taken the conversation since; whoever knows that forwards into it all the same.
    const theirs = await h.newTicket(h.one, { status: 'open', userId: h.one.bia.id })
    const believed = (userId: number) => ({ expected: { userId, status: 'open' } })
    expect((await forward(theirs.contactId, believed(h.one.ana.id))).body).toMatchObject({
      error: 'ERR_TICKET_CHANGED',
      user: { id: h.one.bia.id },
    })
    expect((await forward(theirs.contactId, believed(h.one.bia.id))).body.ticket.id).toBe(theirs.id)
    const hidden = await h.newTicket(h.one, { queueId: h.one.vendas, status: 'open', userId: h.one.caio.id })
    expect((await forward(hidden.contactId)).body.error).toBe('ERR_OTHER_OPEN_TICKET')
    expect((await forward(await h.newContact(h.two, 'Alheio'))).body.error).toBe('ERR_NO_CONTACT_FOUND')
  })

  it('signs a forward once, with the name in bold, and never the words of a customer', async () => {
    const ticket = await mine()
    const target = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    const [theirs] = await h.newMessages(ticket, ['Fechado, como pago?'])
    const own = async (body: string) => (await send(h.one.ana, ticket.id, { body })).body.message.id
    const forwarded = async (messageId: string | undefined): Promise<string> =>
      (
        await h.call<{ message: Msg }>(h.one.ana, 'messages.forward', {
          body: { messageId, contactId: target.contactId, signMessage: true },
        })
      ).body.message.body
    expect(await forwarded(theirs)).toBe('Fechado, como pago?')
    expect(await forwarded(await own('Segue o boleto'))).toBe('*Ana:*\nSegue o boleto')
    const signed = await own('*Ana:*\nOlá, tudo bem?')
    expect(await forwarded(signed)).toBe('*Ana:*\nOlá, tudo bem?')
  })
})

describe('customers write', () => {
  it('unknown number: contact, pending ticket in the connection’s only queue, waiting clock, events only to viewers', async () => {
    const agent = await h.connect(h.one.ana)
    const outsider = await h.connect(h.one.caio)
    const stranger = await h.connect(h.two.admin)
    const number = '5511988887777'
    const at = new Date().toISOString()
    const id = await h.customer(h.one, number, 'Olá, tudo bem?', { at })
    await h.customer(h.one, number, 'ainda esperando')
    await h.customer(h.one, number, 'Olá, tudo bem?', { id })
    const heard = await agent.until(
      e => e.event.endsWith('appMessage') && (e.payload.message as Msg).body === 'ainda esperando',
    )
    const seen = heard.payload.ticket as { id: number; unreadMessages: number; status: string }
    expect(seen).toMatchObject({ unreadMessages: 2, status: 'pending' })
    expect(await h.ticket(seen.id)).toMatchObject({
      waitingSince: at,
      queueId: h.one.suporte,
      lastMessage: 'ainda esperando',
    })
    expect(await rowsOf(seen.id)).toHaveLength(2)
    expect(agent.of('ticket').map(p => p.action)).toEqual(['create'])
    await outsider.settled()
    await stranger.settled()
    expect(outsider.heard.filter(e => /ticket|appMessage/.test(e.event))).toEqual([])
    expect(stranger.heard.map(e => e.event).filter(name => !/^ready$|^company-2-user$/.test(name))).toEqual(
      [],
    )
    for (const w of [agent, outsider, stranger]) w.close()
  })

  it('to a closed ticket: a new one begins, the old one stays closed', async () => {
    const { id, contactId } = await h.newTicket(h.one, { status: 'closed' })
    const contact = await h.row(contacts, eq(contacts.id, contactId))
    await h.customer(h.one, contact?.number ?? '', 'voltei')
    const all = await h.rows(tickets, eq(tickets.contactId, contactId), asc(tickets.id))
    expect(all.map(t => [t.id === id, t.status])).toEqual([
      [true, 'closed'],
      [false, 'pending'],
    ])
  })

  it('that comes late does not push itself before what was written since in the list', async () => {
    const number = '5511933334444'
    const at = (seconds: number) =>
      new Date(Date.parse('2026-05-01T12:00:00.000Z') + seconds * 1_000).toISOString()
    await h.customer(h.one, number, 'a segunda', { at: at(10) })
    await h.customer(h.one, number, 'a primeira, atrasada', { at: at(0) })
    const [row] = await h.db.select().from(messages).where(eq(messages.body, 'a primeira, atrasada'))
    const shown = { lastMessage: 'a segunda', lastMessageAt: at(10), updatedAt: at(10) }
    expect(await h.ticket(row?.ticketId ?? 0)).toMatchObject({ ...shown, unreadMessages: 2 })
    await h.customer(h.one, number, 'a terceira', { at: at(20) })
    expect(await h.ticket(row?.ticketId ?? 0)).toMatchObject({
      lastMessage: 'a terceira',
      lastMessageAt: at(20),
    })
  })

  it('group messages are dropped while the setting says to ignore them', async () => {
    await h.setting(h.one, 'CheckMsgIsGroup', 'enabled')
    const from = { number: '120363000000000001', name: 'Grupo', isGroup: true }
    await h.customer(h.one, from.number, 'no grupo', { from })
    expect(await h.db.select().from(contacts).where(eq(contacts.number, from.number))).toEqual([])
    await h.setting(h.one, 'CheckMsgIsGroup', 'disabled')
    const participant = { number: '5511944443333', name: 'Membro' }
    await h.customer(h.one, from.number, 'no grupo', { from, participant })
    const [row] = await h.db.select().from(messages).where(eq(messages.body, 'no grupo'))
    const [author] = await h.db
      .select()
      .from(contacts)
      .where(eq(contacts.id, row?.contactId ?? 0))
    expect(author?.name).toBe('Membro')
    expect(await h.ticket(row?.ticketId ?? 0)).toMatchObject({ isGroup: true, status: 'pending' })
  })

  it('a thousand messages in one go are stored once each, in order, in reasonable transactions', async () => {
    const batch = Array.from({ length: 1_000 }, (_, i) => ({
      whatsappId: h.one.whatsappId,
      id: `flood-${i}`,
      from: { number: `55117${String(i % 50).padStart(8, '0')}`, name: `Cheio ${i % 50}`, isGroup: false },
      body: `mensagem ${i}`,
      mediaType: 'conversation',
      at: new Date().toISOString(),
    }))
    await Promise.all(batch.map(message => h.running.sink.incoming([message])))
    const rows = await h.db
      .select()
      .from(messages)
      .where(eq(messages.companyId, h.one.id))
      .orderBy(messages.seq)
    expect(rows.filter(r => r.id.startsWith('flood-')).map(r => r.id)).toEqual(batch.map(m => m.id))
    const flooded = await h.db.select().from(tickets).where(eq(tickets.companyId, h.one.id))
    expect(flooded.filter(t => t.unreadMessages === 20)).toHaveLength(50)
  })
})

describe('who of the team wrote', () => {
  const told = async (ticketId: number): Promise<Told> => {
    const { body } = await h.call<{ tickets: (Told['ticket'] & { id: number })[] }>(
      h.one.admin,
      'tickets.list',
      {
        query: { status: 'open', showAll: true },
      },
    )
    const ticket = body.tickets.find(({ id }) => id === ticketId)
    const message = (await page(h.one.admin, ticketId)).messages.at(-1) as Told['message'] | undefined
    if (!ticket || !message) throw new Error('not there')
    return { ticket, message }
  }

  it('is said of a message, of the one it quotes and of the last one of a ticket; nobody, of automatic words and customers', async () => {
    const ticket = await mine()
    const sent = await send(h.one.ana, ticket.id, { body: 'Já vejo' })
    expect(await told(ticket.id)).toMatchObject({
      ticket: { lastAuthorId: h.one.ana.id, fromMe: true },
      message: { userId: h.one.ana.id },
    })
    await send(h.one.admin, ticket.id, { body: 'Eu respondo', quotedMsg: { id: sent.body.message.id } })
    expect(await told(ticket.id)).toMatchObject({
      ticket: { lastAuthorId: h.one.admin.id },
      message: { userId: h.one.admin.id, quotedMsg: { userId: h.one.ana.id } },
    })
    const [contact] = await h.db.select().from(contacts).where(eq(contacts.id, ticket.contactId))
    await h.customer(h.one, contact?.number ?? '', 'obrigada')
    expect(await told(ticket.id)).toMatchObject({ ticket: { lastAuthorId: null, fromMe: false } })
    const own = { companyId: h.one.id, body: 'Avalie o atendimento', userId: null }
    await h.db.company(h.one.id).write(tx => storeOwn(h.running.app, tx, ticket.id, own))
    expect(await told(ticket.id)).toMatchObject({
      ticket: { lastAuthorId: null, fromMe: true },
      message: { userId: null },
    })
  })
})
