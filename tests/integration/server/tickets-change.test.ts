import { NO_QUEUE_ID, RESOLVE_UNDO_MS, variablesFor } from '@contract'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sendClosingMessages } from '../../../electron/server/desk/tickets/closing-messages'
import {
  messages,
  ratings,
  resolveUndos,
  tickets,
  ticketTrackings,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()
beforeEach(async () => {
  h.channel.sent.length = 0
  for (const key of ['sendGreetingAccepted', 'sendMsgTransfTicket', 'userRating', 'groupsTab'])
    await h.setting(h.one, key, 'disabled')
})

const put = (who: Person, id: number, body: Record<string, unknown>) =>
  h.call(who, 'tickets.update', { params: { id }, body })
const tracking = async (ticketId: number) =>
  h.db.select().from(ticketTrackings).where(eq(ticketTrackings.ticketId, ticketId))

describe('accepting', () => {
  it('pending becomes open, mine and read; the wait goes on until somebody answers', async () => {
    await h.customer(h.one, '5511900000001', 'bom dia')
    const [row] = await h.db.select().from(tickets).where(eq(tickets.lastMessage, 'bom dia'))
    if (!row) throw new Error('no ticket')
    expect(row).toMatchObject({ status: 'pending', unreadMessages: 1, queueId: h.one.suporte, userId: null })
    const answer = await put(h.one.ana, row.id, { status: 'open', userId: h.one.ana.id })
    expect([answer.status, answer.body.status, answer.body.userId, answer.body.unreadMessages]).toEqual([
      200,
      'open',
      h.one.ana.id,
      0,
    ])
    expect((await h.ticket(row.id)).waitingSince).toBe(row.waitingSince)
    expect(h.channel.sent).toEqual([])
    const [cycle] = await tracking(row.id)
    expect(cycle?.startedAt).not.toBeNull()
    expect(cycle?.userId).toBe(h.one.ana.id)
  })

  it('two agents at the same moment: exactly one wins, the other hears who', async () => {
    for (let round = 0; round < 10; round++) {
      const ticket = await h.newTicket(h.one, {})
      const [a, b] = await Promise.all(
        [h.one.ana, h.one.bia].map(who => put(who, ticket.id, { status: 'open', userId: who.id })),
      )
      const [won, lost] = a?.status === 200 ? [a, b] : [b, a]
      expect([won?.status, lost?.status]).toEqual([200, 409])
      const holder = await h.ticket(ticket.id)
      expect(lost?.body).toEqual({
        error: 'ERR_TICKET_TAKEN',
        user: { id: holder.userId, name: holder.userId === h.one.ana.id ? 'Ana' : 'Bia' },
      })
    }
  })

  it('greets when the setting says so, by the clock of the company, but not groups', async () => {
    await h.setting(h.one, 'sendGreetingAccepted', 'enabled')
    const group = await h.newTicket(h.one, { isGroup: true })
    await put(h.one.ana, group.id, { status: 'open' })
    expect(h.channel.sent).toEqual([])
    const words = { morning: 'Bom dia', afternoon: 'Boa tarde', evening: 'Boa noite' }
    for (const zone of ['America/Sao_Paulo', 'Asia/Tokyo', 'Etc/GMT+6', 'no such zone']) {
      await h.setting(h.one, 'timezone', zone)
      const ticket = await h.newTicket(h.one, { name: 'Rosa Lima' })
      await put(h.one.ana, ticket.id, { status: 'open' })
      const { greeting } = variablesFor('Rosa', new Date(), words, zone)
      expect(h.channel.sent.at(-1)?.body).toContain(`${greeting}, Rosa! Meu nome é *Ana*`)
      expect((await h.ticket(ticket.id)).fromMe).toBe(true)
    }
  })

  it('accepting my own ticket again changes nothing', async () => {
    const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    expect((await put(h.one.ana, ticket.id, { status: 'open', userId: h.one.ana.id })).status).toBe(200)
    expect((await h.ticket(ticket.id)).updatedAt).toBe(ticket.updatedAt)
  })

  it('stands even when the greeting cannot leave', async () => {
    await h.setting(h.one, 'sendGreetingAccepted', 'enabled')
    h.channel.down.add(h.one.whatsappId)
    const ticket = await h.newTicket(h.one, {})
    expect((await put(h.one.ana, ticket.id, { status: 'open' })).status).toBe(200)
    h.channel.down.clear()
    expect((await h.ticket(ticket.id)).status).toBe('open')
  })
})

describe('returning, resolving, reopening', () => {
  it('return clears the user', async () => {
    const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    expect((await put(h.one.ana, ticket.id, { status: 'pending', userId: null })).body).toMatchObject({
      status: 'pending',
      userId: null,
      user: null,
    })
  })

  it('resolve sets the user, clears integration and waiting, and says goodbye unless justClose', async () => {
    const values = {
      status: 'open' as const,
      useIntegration: true,
      promptId: 3,
      integrationId: 4,
      waitingSince: new Date().toISOString(),
      handoverNote: 'n',
      handoverAt: new Date().toISOString(),
    }
    const silent = await h.newTicket(h.one, values)
    const spoken = await h.newTicket(h.one, values)
    await h.update((await import('../../../electron/server/platform/db/schema')).whatsapps, {
      complationMessage: 'Até logo! Protocolo {{protocol}}',
    })
    await put(h.one.ana, silent.id, { status: 'closed', userId: h.one.ana.id, justClose: true })
    expect(h.channel.sent).toEqual([])
    await put(h.one.ana, spoken.id, { status: 'closed' })
    expect(h.channel.sent.map(m => m.body)).toEqual([`Até logo! Protocolo ${spoken.code}`])
    for (const { id } of [silent, spoken]) {
      expect(await h.ticket(id)).toMatchObject({
        status: 'closed',
        userId: h.one.ana.id,
        useIntegration: false,
        promptId: null,
        integrationId: null,
        waitingSince: null,
        handoverNote: null,
        unreadMessages: 0,
      })
    }
    await h.update((await import('../../../electron/server/platform/db/schema')).whatsapps, {
      complationMessage: '',
    })
  })

  it('asks for a rating when the setting says so; the answer is kept, closes nothing and opens nothing', async () => {
    await h.setting(h.one, 'userRating', 'enabled')
    const number = '5511900000077'
    await h.customer(h.one, number, 'preciso de ajuda')
    const [ticket] = await h.db.select().from(tickets).where(eq(tickets.lastMessage, 'preciso de ajuda'))
    if (!ticket) throw new Error('no ticket')
    await put(h.one.ana, ticket.id, { status: 'open' })
    await put(h.one.ana, ticket.id, { status: 'closed' })
    expect(h.channel.sent.at(-1)?.body).toMatch(/Muito Satisfeito/)
    await h.customer(h.one, number, ' 3 ')
    expect(await h.db.select().from(ratings).where(eq(ratings.ticketId, ticket.id))).toMatchObject([
      { rate: 3, userId: h.one.ana.id },
    ])
    const all = await h.db.select().from(tickets).where(eq(tickets.contactId, ticket.contactId))
    expect(all.map(t => t.status)).toEqual(['closed'])
    await h.customer(h.one, number, '2')
    expect(await h.db.select().from(tickets).where(eq(tickets.contactId, ticket.contactId))).toHaveLength(2)
  })

  it('reopen assigns me and keeps integration, prompt and integration id', async () => {
    const ticket = await h.newTicket(h.one, {
      status: 'closed',
      useIntegration: true,
      promptId: 7,
      integrationId: 8,
      closedAt: new Date().toISOString(),
    })
    const answer = await put(h.one.bia, ticket.id, { status: 'open', userId: h.one.bia.id })
    expect(answer.body).toMatchObject({
      status: 'open',
      userId: h.one.bia.id,
      useIntegration: true,
      promptId: 7,
      integrationId: 8,
    })
    expect(await tracking(ticket.id)).toHaveLength(1)
  })

  it('reopening an unanswered ticket keeps its waiting clock and its unread messages; an answered one has none', async () => {
    const since = new Date(Date.now() - 2 * 3_600_000).toISOString()
    const ticket = await h.newTicket(h.one, {
      status: 'open',
      userId: h.one.ana.id,
      waitingSince: since,
      unreadMessages: 3,
    })
    const [id] = await h.newMessages(ticket, ['alguém aí?'])
    const stillUnread = async (): Promise<boolean | undefined> =>
      (
        await h.db
          .select()
          .from(messages)
          .where(eq(messages.id, id ?? ''))
      )[0]?.read
    const before = await stillUnread()
    const closed = await put(h.one.ana, ticket.id, { status: 'closed', justClose: true })
    expect(closed.body).toMatchObject({ waitingSince: null, unreadMessages: 0 })
    expect(await stillUnread()).toBe(before)
    const undone = await put(h.one.ana, ticket.id, { status: 'open', userId: h.one.ana.id })
    expect(undone.body).toMatchObject({ waitingSince: since, unreadMessages: 3 })

    await put(h.one.ana, ticket.id, { status: 'closed', justClose: true })
    await put(h.one.ana, ticket.id, { status: 'open', userId: h.one.ana.id })
    await h.call(h.one.ana, 'messages.send', {
      params: { ticketId: ticket.id },
      body: { body: 'Estou aqui' },
    })
    await put(h.one.ana, ticket.id, { status: 'closed', justClose: true })
    const answered = await put(h.one.ana, ticket.id, { status: 'open', userId: h.one.ana.id })
    expect(answered.body).toMatchObject({ waitingSince: null, unreadMessages: 0 })
  })

  it('a resolve is taken back whole by who did it: owner, status, unread, clock, card and cycle; nothing leaves', async () => {
    const undo = (who: Person, id: number) => h.call(who, 'tickets.undoResolve', { params: { id } })
    // Waiting, unread, with a prompt, in a queue: an admin resolves it.
    await h.customer(h.one, '5511900000731', 'alguém aí?')
    const [pending] = await h.db.select().from(tickets).where(eq(tickets.lastMessage, 'alguém aí?'))
    if (!pending) throw new Error('no ticket')
    await h.update(tickets, { promptId: 9, useIntegration: true }, eq(tickets.id, pending.id))
    const before = await h.ticket(pending.id)
    const [cycle] = await tracking(pending.id)
    await put(h.one.admin, pending.id, { status: 'closed', userId: h.one.admin.id, justClose: true })
    expect((await h.ticket(pending.id)).status).toBe('closed')
    expect((await undo(h.one.ana, pending.id)).body).toEqual({ error: 'ERR_NO_PERMISSION' })
    const sent = h.channel.sent.length
    const answer = await undo(h.one.admin, pending.id)
    expect(answer.body).toMatchObject({ status: 'pending', userId: null, unreadMessages: 1 })
    expect({ ...(await h.ticket(pending.id)), updatedAt: '' }).toEqual({ ...before, updatedAt: '' })
    expect(await tracking(pending.id)).toEqual([cycle])
    const [message] = await h.db.select().from(messages).where(eq(messages.ticketId, pending.id))
    expect(message?.read).toBe(false)

    // A colleague's, handed over: it is the colleague's again.
    const held = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    await put(h.one.ana, held.id, { status: 'open', userId: h.one.bia.id, handoverNote: 'cuida dela' })
    const handed = await h.ticket(held.id)
    await put(h.one.admin, held.id, { status: 'closed', userId: h.one.admin.id, justClose: true })
    expect((await undo(h.one.admin, held.id)).body).toMatchObject({ status: 'open', userId: h.one.bia.id })
    expect({ ...(await h.ticket(held.id)), updatedAt: '' }).toEqual({ ...handed, updatedAt: '' })
    expect(h.channel.sent.length).toBe(sent)
  })

  it('a resolve is taken back once, soon, and only while nothing followed', async () => {
    const undo = (id: number) => h.call(h.one.ana, 'tickets.undoResolve', { params: { id } })
    const resolved = async () => {
      const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
      await put(h.one.ana, ticket.id, { status: 'closed', userId: h.one.ana.id, justClose: true })
      return ticket
    }
    const late = { status: 409, body: { error: 'ERR_UNDO_TOO_LATE' } }
    const once = await resolved()
    expect((await undo(once.id)).status).toBe(200)
    expect(await undo(once.id)).toMatchObject(late)
    const old = await resolved()
    await h.update(
      resolveUndos,
      { at: new Date(Date.now() - RESOLVE_UNDO_MS - 1_000).toISOString() },
      eq(resolveUndos.ticketId, old.id),
    )
    expect(await undo(old.id)).toMatchObject(late)
    const reopened = await resolved()
    await put(h.one.ana, reopened.id, { status: 'open', userId: h.one.ana.id })
    expect(await undo(reopened.id)).toMatchObject(late)
    // The customer has come back meanwhile, to another ticket.
    const other = await resolved()
    const { contactId } = await h.ticket(other.id)
    await h.newTicket(h.one, { contactId, status: 'pending' })
    expect((await undo(other.id)).body).toMatchObject({ error: 'ERR_OTHER_OPEN_TICKET' })
  })

  it('what the customer is told of a resolve waits while it may be taken back, and is said of what stays resolved', async () => {
    await h.update(whatsapps, { complationMessage: 'Até logo!' })
    const later = async (ms: number) =>
      Promise.all(await sendClosingMessages(h.running.app, h.one.id, new Date(Date.now() + ms)))
    const resolve = async () => {
      const { id, contactId } = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
      await put(h.one.ana, id, { status: 'closed', userId: h.one.ana.id, sayAfterUndo: true })
      return { id, contactId }
    }
    const stays = await resolve()
    const back = await resolve()
    await h.call(h.one.ana, 'tickets.undoResolve', { params: { id: back.id } })
    const reopened = await resolve()
    await put(h.one.ana, reopened.id, { status: 'open', userId: h.one.ana.id })
    const cameBack = await resolve()
    await h.newTicket(h.one, { contactId: cameBack.contactId, status: 'pending' })
    await later(RESOLVE_UNDO_MS - 5_000)
    expect(h.channel.sent).toEqual([])
    await Promise.all([later(RESOLVE_UNDO_MS + 5_000), later(RESOLVE_UNDO_MS + 5_000)])
    await later(RESOLVE_UNDO_MS + 5_000)
    // Resolved while the clock was an hour ahead.
    const early = await resolve()
    await later(-3_600_000)
    const said = await h.db.select().from(messages).where(eq(messages.body, 'Até logo!'))
    expect(said.map(({ ticketId }) => ticketId)).toEqual([stays.id, early.id])
    expect(h.channel.sent.map(({ body }) => body)).toEqual(['Até logo!', 'Até logo!'])
    await h.update(whatsapps, { complationMessage: '' })
  })

  it('what the customer is told of a transition is stored with it or not at all, so that no end of a process comes between', async () => {
    await h.setting(h.one, 'sendGreetingAccepted', 'enabled')
    await h.update(whatsapps, { complationMessage: 'Até logo!' })
    const waiting = await h.newTicket(h.one, {})
    const over = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    await put(h.one.ana, over.id, { status: 'closed', userId: h.one.ana.id, sayAfterUndo: true })
    const accept = () => put(h.one.ana, waiting.id, { status: 'open' })
    const sayLast = async () =>
      Promise.all(
        await sendClosingMessages(h.running.app, h.one.id, new Date(Date.now() + RESOLVE_UNDO_MS + 5_000)),
      )
    const stopped = vi.spyOn(h.running.app.realtime, 'toViewers').mockImplementation((_seen, event) => {
      if (event === 'appMessage') throw new Error('stopped')
    })
    try {
      await accept()
      await sayLast()
    } finally {
      stopped.mockRestore()
    }
    expect(h.channel.sent).toEqual([])
    expect((await h.ticket(waiting.id)).status).toBe('pending')
    await accept()
    await sayLast()
    await sayLast()
    expect(h.channel.sent.map(({ body }) => body)).toEqual([
      expect.stringContaining('Meu nome é *Ana*'),
      'Até logo!',
    ])
    await h.update(whatsapps, { complationMessage: '' })
  })

  it('reopen is refused while the contact has another active ticket, and says who holds it', async () => {
    const closed = await h.newTicket(h.one, { status: 'closed' })
    const other = await h.newTicket(h.one, {
      status: 'open',
      userId: h.one.bia.id,
      contactId: closed.contactId,
    })
    const answer = await put(h.one.ana, closed.id, { status: 'open' })
    expect([answer.status, answer.body]).toEqual([
      409,
      {
        error: 'ERR_OTHER_OPEN_TICKET',
        status: 'open',
        ticketId: other.id,
        uuid: other.uuid,
        user: { id: h.one.bia.id, name: 'Bia' },
      },
    ])
    expect((await h.ticket(closed.id)).status).toBe('closed')
  })
})

describe('transfer', () => {
  it('to an agent: assigned; with a note: a handover card until it is closed', async () => {
    const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    const answer = await put(h.one.ana, ticket.id, {
      userId: h.one.bia.id,
      queueId: h.one.suporte,
      status: 'open',
      handoverNote: 'quer reembolso',
    })
    expect(answer.body).toMatchObject({
      status: 'open',
      userId: h.one.bia.id,
      handover: { note: 'quer reembolso', from: { id: h.one.ana.id, name: 'Ana' } },
    })
    expect((await put(h.one.bia, ticket.id, { status: 'closed' })).body.handover).toBeNull()
  })

  it('to a queue without agent: pending there, nobody assigned; the mover may lose sight of it', async () => {
    const { id } = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    const { body } = await put(h.one.ana, id, { queueId: h.one.vendas, userId: null })
    expect(body).toMatchObject({ status: 'pending', userId: null, queueId: h.one.vendas })
    expect((await h.call(h.one.ana, 'tickets.get', { params: { id } })).status).toBe(403)
    expect(h.channel.sent).toEqual([])
  })

  it('tells the customer when the setting says so', async () => {
    await h.setting(h.one, 'sendMsgTransfTicket', 'enabled')
    const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    await put(h.one.ana, ticket.id, { queueId: h.one.vendas })
    expect(h.channel.sent.at(-1)?.body).toContain('*Vendas*')
  })

  it('groups in group mode only by admins', async () => {
    await h.setting(h.one, 'groupsTab', 'enabled')
    const group = await h.newTicket(h.one, { isGroup: true, status: 'open' })
    expect((await put(h.one.ana, group.id, { queueId: h.one.vendas })).status).toBe(403)
    expect((await put(h.one.admin, group.id, { queueId: h.one.vendas })).status).toBe(200)
    // Where their messages are ignored the mode stays: the same rule as the console's (contract/group-rules).
    await h.setting(h.one, 'CheckMsgIsGroup', 'enabled')
    expect((await put(h.one.ana, group.id, { queueId: h.one.suporte })).status).toBe(403)
    await h.setting(h.one, 'CheckMsgIsGroup', 'disabled')
  })
})

describe('new tickets', () => {
  const create = (who: Person, body: Record<string, unknown>) => h.call(who, 'tickets.create', { body })

  it('open, mine, with uuid and protocol number; a pending one belongs to nobody', async () => {
    const contactId = await h.newContact(h.one, 'Nova')
    const made = await create(h.one.ana, {
      contactId,
      queueId: h.one.suporte,
      userId: h.one.ana.id,
      status: 'open',
    })
    expect(made.body).toMatchObject({
      status: 'open',
      userId: h.one.ana.id,
      whatsappId: h.one.whatsappId,
      contact: { name: 'Nova' },
    })
    expect(made.body.uuid).toMatch(/^[0-9a-f-]{36}$/)
    expect(made.body.code).toMatch(/^\d{14}\d+$/)
    const pending = await create(h.one.ana, {
      contactId: await h.newContact(h.one, 'Outra'),
      queueId: h.one.suporte,
      status: 'pending',
    })
    expect(pending.body).toMatchObject({ status: 'pending', userId: null })
  })

  it('agents choose one of their queues, admins need none', async () => {
    const contactId = await h.newContact(h.one, 'Fila')
    expect((await create(h.one.ana, { contactId })).body.error).toBe('ERR_NO_QUEUE_FOUND')
    expect((await create(h.one.ana, { contactId, queueId: h.one.vendas })).body.error).toBe(
      'ERR_NO_PERMISSION',
    )
    expect((await create(h.one.admin, { contactId })).status).toBe(200)
  })

  it('one active ticket per contact and connection, even when two are opened at once', async () => {
    const contactId = await h.newContact(h.one, 'Disputada')
    const answers = await Promise.all(
      [h.one.ana, h.one.bia].map(who => create(who, { contactId, queueId: h.one.suporte })),
    )
    expect(answers.map(a => a.status).sort()).toEqual([200, 409])
    const refusal = answers.find(a => a.status === 409)
    expect(refusal?.body).toMatchObject({
      error: 'ERR_OTHER_OPEN_TICKET',
      user: { name: expect.stringMatching(/Ana|Bia/) },
    })
    const hidden = await create(h.one.caio, { contactId, queueId: h.one.vendas })
    expect([hidden.body.error, hidden.body.uuid]).toEqual(['ERR_OTHER_OPEN_TICKET', undefined])
  })
})

describe('closing all and deleting', () => {
  it('closes only the status and queues chosen, only for admins, and says when there is nothing', async () => {
    await h.db.platform.delete(tickets)
    const suporte = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id, unreadMessages: 4 })
    const vendas = await h.newTicket(h.one, { status: 'open', queueId: h.one.vendas })
    const pending = await h.newTicket(h.one, {})
    const snoozed = await h.newTicket(h.one, { status: 'open', snoozedAt: new Date().toISOString() })
    const foreign = await h.newTicket(h.two, { status: 'open' })
    const body = { status: 'open', selectedQueueIds: [h.one.suporte, h.two.suporte] }
    expect((await h.call(h.one.sup, 'tickets.closeAll', { body })).status).toBe(403)
    const watcher = await h.connect(h.one.ana)
    // What the console counts before it asks: the chosen queues, less the tickets without one.
    const count = async (queueIds: number[]): Promise<number> =>
      (
        await h.call<{ count: number }>(h.one.admin, 'tickets.list', {
          query: { status: 'open', showAll: true, queueIds: JSON.stringify(queueIds) },
        })
      ).body.count
    const menu = await h.newTicket(h.one, { status: 'open', queueId: null })
    expect([await count([h.one.suporte]), await count([NO_QUEUE_ID])]).toEqual([2, 1])
    // Somebody wrote since the number was shown.
    expect(await h.call(h.one.admin, 'tickets.closeAll', { body: { ...body, most: 0 } })).toMatchObject({
      status: 409,
      body: { error: 'ERR_MORE_TO_CLOSE', count: 1 },
    })
    expect((await h.ticket(suporte.id)).status).toBe('open')
    const agreed = { ...body, most: 1 }
    expect((await h.call(h.one.admin, 'tickets.closeAll', { body: agreed })).body).toEqual({ closed: 1 })
    expect(await h.ticket(suporte.id)).toMatchObject({
      status: 'closed',
      userId: h.one.admin.id,
      unreadMessages: 0,
    })
    const left = [vendas, pending, snoozed, foreign, menu]
    const statuses = await Promise.all(left.map(async ({ id }) => (await h.ticket(id)).status))
    expect(statuses).toEqual(['open', 'pending', 'open', 'open', 'open'])
    await watcher.until(
      e => (e.payload.ticket as { id: number; status: string } | undefined)?.status === 'closed',
    )
    watcher.close()
    expect((await h.call(h.one.admin, 'tickets.closeAll', { body })).body).toEqual({
      error: 'ERR_EMPTY_TICKETS_CLOSEALL',
    })
    const close = (selectedQueueIds: number[]) =>
      h.call(h.one.admin, 'tickets.closeAll', { body: { status: 'open', selectedQueueIds } })
    expect((await close([])).body).toEqual({ error: 'ERR_EMPTY_TICKETS_CLOSEALL' })
    // Those without a queue are closed where they are chosen alone.
    expect((await close([NO_QUEUE_ID])).body).toEqual({ closed: 1 })
    expect((await h.ticket(menu.id)).status).toBe('closed')
    expect(h.channel.sent).toEqual([])
  })

  it('while customers go on writing: closes every ticket there was; only what began afterwards waits', async () => {
    await h.db.platform.delete(tickets)
    const people = Array.from({ length: 40 }, (_, i) => `55219700${String(i).padStart(5, '0')}`)
    for (const number of people.slice(0, 25)) await h.customer(h.one, number, 'Antes')
    const watcher = await h.connect(h.one.admin)
    let writing = true
    const customers = (async () => {
      for (let turn = 0; writing; turn += 1)
        await Promise.all(
          [0, 1, 2].map(i =>
            h.customer(h.one, people[(turn * 3 + i) % people.length] ?? '', `Turno ${turn}`),
          ),
        )
    })()
    const body = { status: 'pending', selectedQueueIds: [h.one.suporte] }
    // Three times, and until others have begun meanwhile, however long that takes here.
    for (let again = 0; again < 3 || (await h.db.$count(tickets)) <= 40; again += 1) {
      await expect.poll(() => h.db.$count(tickets, eq(tickets.status, 'pending'))).toBeGreaterThan(0)
      const before = await h.db.select({ id: tickets.id }).from(tickets).where(eq(tickets.status, 'pending'))
      const { status } = await h.call<{ closed: number }>(h.one.admin, 'tickets.closeAll', { body })
      expect(status).toBe(200)
      for (const { id } of before) expect([id, (await h.ticket(id)).status]).toEqual([id, 'closed'])
    }
    writing = false
    await customers
    await watcher.settled()
    // What a console has heard last of every ticket is what the ticket is: none is left waiting on screen alone.
    const told = new Map<number, string>()
    for (const { payload } of watcher.heard) {
      const ticket = payload.ticket as { id: number; status: string } | null | undefined
      if (ticket) told.set(ticket.id, ticket.status)
    }
    const rows = await h.db.select().from(tickets)
    expect(rows.length).toBeGreaterThan(40)
    expect(rows.filter(row => told.has(row.id)).map(row => [row.id, told.get(row.id)])).toEqual(
      rows.filter(row => told.has(row.id)).map(row => [row.id, row.status]),
    )
    watcher.close()
  })

  it('deletes with messages, by permission, and tells those who saw it', async () => {
    const ticket = await h.newTicket(h.one, {})
    await h.newMessages(ticket, ['um', 'dois'])
    expect((await h.call(h.one.ana, 'tickets.remove', { params: { id: ticket.id } })).status).toBe(403)
    const watcher = await h.connect(h.one.ana)
    const outsider = await h.connect(h.one.caio)
    expect((await h.call(h.one.admin, 'tickets.remove', { params: { id: ticket.id } })).status).toBe(200)
    await watcher.until(e => e.payload.action === 'delete' && e.payload.ticketId === ticket.id)
    await outsider.settled()
    expect(outsider.of('ticket')).toEqual([])
    expect(
      await h.db
        .select()
        .from(messages)
        .where(and(eq(messages.ticketId, ticket.id))),
    ).toEqual([])
    watcher.close()
    outsider.close()
  })
})
