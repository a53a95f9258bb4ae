/** The REST side of the replay server: the routes a real legacy server has, and no others. */
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-error'
import type { Row } from './records'
import { registerAdministration } from './routes-administration'
import { registerMore } from './routes-more'
import { registerOutreach } from './routes-outreach'
import { registerPlatform } from './routes-platform'
import { registerService } from './routes-service'
import type { Context } from './socket'
import { accessToken, personOf, refreshToken } from './tokens'
import type { MessageRow, Person, TicketRow } from './world'

const NOT_OURS = 'Não é possível consultar registros de outra empresa'
const BAD_TOKEN = "Invalid token. We'll try to assign a new one on next request"

const json = (value: unknown): number[] =>
  typeof value === 'string' && value ? (JSON.parse(value) as number[]) : []
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Registers everything below the API base. */
export function registerRoutes(app: FastifyInstance, ctx: Context): void {
  const { world, live, has } = ctx
  const notes: Row[] = []
  /** Tickets whose customer was asked for a rating. */
  const asked = new Set<number>()
  let sinceLastOwn = new Map<number, number>()

  const caller = async (request: FastifyRequest): Promise<Person> => {
    const header = request.headers.authorization
    if (!header) throw new ApiError(401, 'ERR_SESSION_EXPIRED')
    const id = await personOf(header.split(' ')[1], world.at())
    const person = world.people.find(p => p.id === id)
    if (!person) throw new ApiError(403, BAD_TOKEN)
    return person
  }
  const admin = async (request: FastifyRequest): Promise<Person> => {
    const person = await caller(request)
    if (person.profile !== 'admin') throw new ApiError(403, 'ERR_NO_PERMISSION')
    return person
  }
  const cookieOf = (request: FastifyRequest) =>
    /(?:^|;\s*)jrt=([^;]+)/.exec(request.headers.cookie ?? '')?.[1]
  const giveCookie = async (reply: FastifyReply, person: Person): Promise<void> => {
    // The reply is a thenable: returned from here it would wait for itself.
    reply.header('set-cookie', `jrt=${await refreshToken(person, world.at())}; Path=/; HttpOnly`)
  }

  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof ApiError) return reply.status(error.status).send({ error: error.message })
    return reply.status(500).send({ error: 'Internal server error' })
  })

  /* -------------------------------------------------------------- session */

  app.post('/auth/login', async (request, reply) => {
    const { email, password } = request.body as Row
    const person = world.checkPassword(text(email), text(password))
    if (!person) throw new ApiError(401, 'ERR_INVALID_CREDENTIALS')
    live.signedInAgain(person)
    await giveCookie(reply, person)
    return { token: await accessToken(person, world.at()), user: world.wirePerson(person, true) }
  })
  app.post('/auth/refresh_token', async (request, reply) => {
    const id = await personOf(cookieOf(request), world.at())
    const person = world.people.find(p => p.id === id)
    if (!person) throw new ApiError(401, 'ERR_SESSION_EXPIRED')
    await giveCookie(reply, person)
    return {
      token: await accessToken(person, world.at()),
      user: world.wirePerson(person, !has('thinRefresh')),
    }
  })
  app.get('/auth/me', async request => {
    const person = await caller(request)
    if (has('thinMe')) {
      if (!cookieOf(request)) throw new Error('the legacy server reads the cookie here')
      return { id: person.id, profile: person.profile, super: person.super }
    }
    return world.wirePerson(person, true)
  })
  app.delete('/auth/logout', async (_request, reply) =>
    reply.header('set-cookie', 'jrt=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT').send(),
  )
  app.get('/version', () => ({ version: '4.8.5' }))
  app.get('/companies/listPlan/:id', async request => {
    await caller(request)
    const on = { useCampaigns: true, useKanban: true, useOpenAi: false, useIntegrations: false }
    return {
      id: 1,
      name: 'Empresa 1',
      plan: {
        id: 1,
        name: 'Completo',
        ...on,
        useSchedules: true,
        useInternalChat: true,
        useExternalApi: true,
      },
    }
  })
  app.get('/settings', async request => {
    await caller(request)
    return Object.entries(world.settings).map(([key, value], i) => ({ id: i + 1, key, value, companyId: 1 }))
  })
  app.put('/settings/:key', async request => {
    await admin(request)
    const key = text((request.params as Row).key)
    world.settings[key] = text((request.body as Row).value)
    return { id: 99, key, value: world.settings[key], companyId: 1 }
  })

  /* -------------------------------------------------------------- tickets */

  const visible = (ticket: TicketRow, person: Person, query: Row): boolean => {
    const queues = json(query.queueIds)
    if (ticket.queueId !== null && !queues.includes(ticket.queueId)) return false
    if (query.withUnreadMessages === 'true') return ticket.unreadMessages > 0
    const search = text(query.searchParam).trim().toLowerCase()
    if (query.status && ticket.status !== query.status) return false
    const users = json(query.users)
    if (users.length > 0 && users.some(id => ticket.userId !== id)) return false
    const tags = json(query.tags)
    if (tags.some(tag => !ticket.tagIds.includes(tag))) return false
    if (search) {
      const contact = world.contact(ticket.contactId)
      const inThread = () => world.threadOf(ticket.id).some(m => m.body.toLowerCase().includes(search))
      return Boolean(
        contact?.name.toLowerCase().includes(search) || contact?.number.includes(search) || inThread(),
      )
    }
    return query.showAll === 'true' || ticket.status === 'pending' || ticket.userId === person.id
  }

  const pageOf = (person: Person, query: Row, statuses: readonly string[]) => {
    const page = Number(query.pageNumber ?? 1)
    if (!(page >= 1)) throw new Error('the legacy server divides by it')
    const all = world.tickets
      .filter(t => statuses.includes(t.status) && visible(t, person, query))
      .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
    // LIMIT/OFFSET over the join with tags and matching messages: two of them count twice, so pages come short and
    // overlap.
    const search = text(query.searchParam).trim().toLowerCase()
    const matches = (t: TicketRow) =>
      search ? world.threadOf(t.id).filter(m => m.body.toLowerCase().includes(search)).length : 0
    const rowsOf = (t: TicketRow) => Math.max(1, t.tagIds.length) * Math.max(1, matches(t))
    const joined = has('brokenPaging') ? all.flatMap(t => Array<TicketRow>(rowsOf(t)).fill(t)) : all
    const rows = [...new Set(joined.slice((page - 1) * 40, page * 40))]
    const hasMore = has('brokenPaging')
      ? all.length > (page - 1) * 40 + rows.length + 3
      : all.length > page * 40
    return { tickets: rows.map(t => world.wireTicket(t)), count: all.length, hasMore }
  }
  app.get('/tickets', async request =>
    pageOf(await caller(request), request.query as Row, ['pending', 'open', 'closed']),
  )
  // The status that is asked for is ignored there.
  app.get('/ticket/kanban', async request => {
    const { status: _ignored, ...query } = request.query as Row
    return pageOf(await caller(request), query, ['pending', 'open'])
  })
  const ticketOr = (id: unknown): TicketRow => {
    const ticket = world.ticket(Number(id))
    if (!ticket) throw new ApiError(400, NOT_OURS)
    return ticket
  }
  app.get('/tickets/:id', async request => {
    await caller(request)
    return world.wireTicket(ticketOr((request.params as Row).id), true)
  })
  app.get('/tickets/u/:uuid', async request => {
    await caller(request)
    const uuid = text((request.params as Row).uuid)
    if (!/^[0-9a-f-]{36}$/.test(uuid)) throw new Error('not a uuid')
    const ticket = world.tickets.find(t => t.uuid === uuid)
    if (!ticket) throw new ApiError(404, 'ERR_NO_TICKET_FOUND')
    return world.wireTicket(ticket, true)
  })
  app.post('/tickets', async request => {
    await caller(request)
    const body = request.body as Row
    if (body.whatsappId === undefined) throw new Error('the legacy server needs a connection')
    if (world.tickets.some(t => t.contactId === body.contactId && t.status !== 'closed'))
      throw new ApiError(400, 'ERR_OTHER_OPEN_TICKET')
    const known = world.tickets.find(t => t.contactId === body.contactId)
    const ticket: TicketRow = known ?? {
      id: Math.max(...world.tickets.map(t => t.id)) + 1,
      uuid: crypto.randomUUID(),
      status: 'open',
      unreadMessages: 0,
      lastMessage: '',
      fromMe: false,
      userId: null,
      contactId: Number(body.contactId),
      queueId: null,
      tagIds: [],
      createdAt: world.at(),
      updatedAt: world.at(),
    }
    Object.assign(ticket, {
      status: 'open',
      userId: body.userId ?? null,
      queueId: body.queueId ?? null,
      updatedAt: world.at(),
    })
    if (!known) world.tickets.push(ticket)
    if (!has('silentCreate'))
      live.ticketUpdated(ticket, { status: 'pending', userId: null, queueId: ticket.queueId })
    const { user: _user, whatsapp: _whatsapp, tags: _tags, ...created } = world.wireTicket(ticket)
    return { ...created, unreadMessages: null }
  })
  app.put('/tickets/:id', async request => {
    await caller(request)
    const body = request.body as Row
    const ticket = world.ticket(Number((request.params as Row).id))
    if (!ticket) {
      if (has('blindUpdates')) throw new Error('swallowed')
      throw new ApiError(404, 'ERR_NO_TICKET_FOUND')
    }
    const others = world.tickets.filter(t => t !== ticket && t.contactId === ticket.contactId)
    if (body.status === 'open' && ticket.status === 'closed' && others.some(t => t.status !== 'closed')) {
      if (has('blindUpdates')) throw new Error('swallowed')
      throw new ApiError(400, 'ERR_OTHER_OPEN_TICKET')
    }
    const before = { status: ticket.status, userId: ticket.userId, queueId: ticket.queueId }
    if (
      !has('blindUpdates') &&
      body.status === 'open' &&
      ticket.status === 'open' &&
      ticket.userId !== body.userId
    ) {
      throw new ApiError(409, 'ERR_TICKET_TAKEN')
    }
    ticket.unreadMessages = 0
    live.updateUnread(ticket.id)
    if (
      has('ratingFirst') &&
      world.settings.userRating === 'enabled' &&
      body.status === 'closed' &&
      !asked.has(ticket.id)
    ) {
      asked.add(ticket.id)
      live.ticketRemoved(ticket)
      return { ...world.wireTicket(ticket), whatsapp: { id: 1, name: 'Principal' } }
    }
    for (const key of ['status', 'userId', 'queueId'] as const) {
      if (body[key] !== undefined) Object.assign(ticket, { [key]: body[key] })
    }
    ticket.updatedAt = world.at()
    live.ticketUpdated(ticket, before)
    return { ...world.wireTicket(ticket), whatsapp: { id: 1, name: 'Principal' } }
  })
  app.delete('/tickets/:id', async request => {
    await caller(request)
    const ticket = ticketOr((request.params as Row).id)
    world.tickets.splice(world.tickets.indexOf(ticket), 1)
    live.ticketRemoved(ticket)
    return { message: 'ticket deleted' }
  })

  /* ------------------------------------------------------------- messages */

  app.get('/messages/:ticketId', async request => {
    const person = await caller(request)
    const ticket = ticketOr((request.params as Row).ticketId)
    const page = Number((request.query as Row).pageNumber ?? 1)
    const hidden = (m: MessageRow) =>
      has('queueMessagesOnly') &&
      person.profile !== 'admin' &&
      m.queueId !== null &&
      !person.queueIds.includes(m.queueId)
    const thread = world.threadOf(ticket.id).filter(m => !hidden(m))
    if (has('readMarksOnGet')) {
      ticket.unreadMessages = 0
      for (const message of thread) message.read = true
      live.updateUnread(ticket.id)
    }
    const end = thread.length - (page - 1) * 20
    const rows = thread.slice(Math.max(0, end - 20), Math.max(0, end))
    return {
      count: thread.length,
      messages: rows.map(m => world.wireMessage(m, has('secrets'))),
      ticket: world.wireTicket(ticket, true),
      hasMore: end > 20,
    }
  })

  const acknowledge = (message: MessageRow): void => {
    for (const [ack, after] of [
      [2, 60],
      [3, 160],
      [4, 320],
    ] as const) {
      setTimeout(() => {
        message.ack = ack
        live.messageUpdated(message)
      }, after)
    }
  }
  const customerAnswers = (ticket: TicketRow): void => {
    if (ctx.replyAfterMs === 0) return
    setTimeout(() => {
      const unread = has('unreadJumps') ? (sinceLastOwn.get(ticket.id) ?? 0) + 4 : ticket.unreadMessages + 1
      sinceLastOwn = new Map(sinceLastOwn).set(ticket.id, unread)
      ticket.unreadMessages = unread
      live.messageCreated(world.say(ticket, 'Certo, obrigado pela ajuda!', false))
    }, ctx.replyAfterMs)
  }
  const sent = (ticket: TicketRow, message: MessageRow): void => {
    sinceLastOwn.delete(ticket.id)
    ticket.unreadMessages = 0
    live.updateUnread(ticket.id)
    // The stored message comes back as WhatsApp's echo, a little after the answer.
    setTimeout(() => live.messageCreated(message), 40)
    acknowledge(message)
    customerAnswers(ticket)
  }

  app.post('/messages/:ticketId', async (request, reply) => {
    await caller(request)
    const ticket = ticketOr((request.params as Row).ticketId)
    const made: MessageRow[] = []
    if (request.isMultipart()) {
      let caption = ''
      for await (const part of request.parts()) {
        if (part.type === 'field') {
          if (part.fieldname === 'body') caption = text(part.value)
        } else {
          if (part.fieldname !== 'medias') throw new Error('unexpected field')
          const file = `${Date.now()}_${part.filename.replaceAll(' ', '_')}`
          await pipeline(part.file, createWriteStream(join(ctx.mediaDir, file)))
          const kind = part.mimetype.split('/')[0] ?? 'application'
          const url = `http://${request.headers.host}/public/${file}`
          made.push(world.say(ticket, caption || file, true, { mediaType: kind, mediaUrl: url }))
        }
      }
    } else {
      const body = request.body as Row
      if (body?.body === undefined) throw new ApiError(400, 'ERR_SENDING_WAPP_MSG')
      const quoted = (body.quotedMsg as Row | null)?.id
      made.push(
        world.say(ticket, text(body.body), true, { quotedMsgId: typeof quoted === 'string' ? quoted : null }),
      )
    }
    for (const message of made) sent(ticket, message)
    if (has('emptySendBody')) return reply.status(200).send()
    return { message: made[0] ? world.wireMessage(made[0], false) : null }
  })
  const messageOr = (id: unknown): MessageRow => {
    const message = world.messages.find(m => m.id === id)
    if (!message) throw new ApiError(400, 'No message found with this ID.')
    return message
  }
  app.post('/messages/edit/:id', async (request, reply) => {
    await caller(request)
    const message = messageOr((request.params as Row).id)
    Object.assign(message, { body: text((request.body as Row).body), isEdited: true })
    live.messageEdited(message)
    return reply.send()
  })
  app.delete('/messages/:id', async (request, reply) => {
    await caller(request)
    const message = messageOr((request.params as Row).id)
    message.isDeleted = true
    live.messageUpdated(message)
    return reply.send()
  })

  /* ---------------------------------------------------- the smaller rooms */

  app.get('/contacts', async request => {
    await caller(request)
    const query = request.query as Row
    const search = text(query.searchParam).toLowerCase()
    const page = Number(query.pageNumber ?? 1)
    const all = world.contacts.filter(c => c.name.toLowerCase().includes(search) || c.number.includes(search))
    const rows = all.slice((page - 1) * 30, page * 30)
    return {
      contacts: rows.map(c => world.wireContact(c)),
      count: all.length,
      hasMore: all.length > page * 30,
    }
  })
  app.get('/contacts/list', async request => {
    await caller(request)
    return world.contacts.map(c => world.wireContact(c))
  })
  app.get('/contacts/:id', async request => {
    await caller(request)
    const contact = world.contact(Number((request.params as Row).id))
    if (!contact) throw new ApiError(400, 'Não é possível excluir registro de outra empresa')
    return {
      ...world.wireContact(contact),
      extraInfo: contact.extraInfo ?? [],
      whatsapp: world.wireConnection(has('secrets')),
    }
  })
  app.post('/contacts', async request => {
    await caller(request)
    const body = request.body as Row
    const number = text(body.number).replace(/\D/g, '')
    if (world.contacts.some(c => c.number === number)) throw new ApiError(400, 'ERR_DUPLICATED_CONTACT')
    const contact = { id: world.contacts.length + 1, name: text(body.name), number, email: text(body.email) }
    world.contacts.push(contact)
    return { ...world.wireContact(contact), extraInfo: [] }
  })
  app.put('/contacts/:id', async request => {
    await caller(request)
    const contact = world.contact(Number((request.params as Row).id))
    if (!contact) throw new ApiError(400, 'Não é possível excluir registro de outra empresa')
    const body = request.body as Row
    if (text(body.number) === '') throw new Error('the legacy server needs the number')
    Object.assign(contact, { name: text(body.name), number: text(body.number), email: text(body.email) })
    if (Array.isArray(body.extraInfo)) contact.extraInfo = body.extraInfo as Row[]
    // Its answer and its event carry these members and no others (tests/samples/contact-update.json).
    const { id, name, number, email } = contact
    const saved = { id, name, number, email, companyId: 1, profilePicUrl: '', updatedAt: world.at() }
    const whole = { ...saved, extraInfo: contact.extraInfo ?? [] }
    live.contactUpdated(whole)
    return whole
  })
  app.get('/tags', async request => {
    await caller(request)
    const { searchParam = '' } = request.query as { searchParam?: string }
    const tags = world.tags.filter(t => t.name.includes(searchParam))
    const count = (id: number) => world.tickets.filter(ticket => ticket.tagIds.includes(id)).length
    return {
      tags: tags.map(({ id, name, color }) => ({ id, name, color, ticketsCount: String(count(id)) })),
      count: tags.map(({ id }) => ({ id, count: String(count(id)) })),
      hasMore: false,
    }
  })
  app.get('/tags/list', async request => {
    await caller(request)
    return world.tags.map(t => world.wireTag(t))
  })
  app.get('/tags/kanban', async request => {
    await caller(request)
    return { lista: world.tags.map(t => world.wireTag(t)).filter(tag => tag.kanban === 1) }
  })
  app.delete('/ticket-tags/:ticketId', async request => {
    await caller(request)
    ticketOr((request.params as Row).ticketId).tagIds = []
    return { message: 'Ticket tags removed successfully.' }
  })
  app.put('/ticket-tags/:ticketId/:tagId', async (request, reply) => {
    await caller(request)
    const ids = request.params as { ticketId: string; tagId: string }
    const [ticketId, tagId] = [Number(ids.ticketId), Number(ids.tagId)]
    if (!world.tags.some(tag => tag.id === tagId))
      return reply.code(500).send({ error: 'Failed to store ticket tag.' })
    ticketOr(ticketId).tagIds.push(tagId)
    return reply.code(201).send({ ticketId, tagId })
  })
  app.post('/tags', async request => {
    await caller(request)
    const tag = { id: world.tags.length + 1, name: text((request.body as Row).name), color: '#A4CCCC' }
    world.tags.push(tag)
    live.tagChanged(world.wireTag(tag))
    return world.wireTag(tag)
  })
  app.post('/tags/sync', async request => {
    await caller(request)
    const body = request.body as { ticketId: number; tags: { id: number }[] }
    const ticket = ticketOr(body.ticketId)
    const stale = world.wireTicket(ticket)
    ticket.tagIds = body.tags.map(t => t.id)
    return stale
  })
  app.put('/tags/:id', async request => {
    await admin(request)
    const tag = world.tags.find(one => one.id === Number((request.params as Row).id))
    if (!tag) throw new ApiError(404, 'ERR_NO_TAG_FOUND')
    const { name, color } = request.body as Row
    Object.assign(tag, { name, color })
    live.tagChanged(world.wireTag(tag))
    return world.wireTag(tag)
  })
  const quickMessagesOf = (person: Person): Row[] => [
    {
      id: 1,
      shortcode: 'ola',
      message: 'Olá {{firstName}}, em que posso ajudar?',
      companyId: 1,
      userId: person.id,
      mediaPath: null,
      mediaName: null,
    },
  ]
  app.get('/quick-messages/list', async request => {
    const person = await caller(request)
    const query = request.query as Row
    if (!query.companyId || !query.userId) throw new Error('the legacy server needs both')
    return quickMessagesOf(person)
  })
  app.get('/quick-messages', async request => {
    const person = await caller(request)
    const { userId, pageNumber = '1' } = request.query as Row
    if (!userId) throw new Error('the legacy server needs it')
    const records = pageNumber === '1' ? quickMessagesOf(person) : []
    return { records, count: 1, hasMore: false }
  })
  app.get('/users/list', async request => {
    await caller(request)
    return world.people.map(p => world.wirePerson(p, false))
  })
  app.get('/users', async request => {
    await caller(request)
    const page = Number((request.query as Row).pageNumber ?? 1)
    // Rows of the list lack what only the single record has.
    const rows = world.people.slice((page - 1) * 20, page * 20).map(p => {
      const { allTicket: _all, whatsappId: _connection, super: _super, ...row } = world.wirePerson(p, false)
      return row
    })
    return {
      users: rows,
      count: has('textCounts') ? rows.length * 2 + 1 : rows.length,
      hasMore: has('textCounts'),
    }
  })
  app.get('/ticket-notes/list', async request => {
    await caller(request)
    const query = request.query as Row
    if (!query.ticketId || !query.contactId) throw new Error('the legacy server needs both')
    return notes.filter(n => n.ticketId === Number(query.ticketId))
  })
  app.post('/ticket-notes', async request => {
    const person = await caller(request)
    const { note, ticketId, contactId } = request.body as Row
    if (text(note).length < 3) throw new ApiError(400, 'ERR_TICKETNOTE_INVALID_NAME')
    const row = {
      id: notes.length + 1,
      note,
      ticketId,
      contactId,
      userId: person.id,
      createdAt: world.at(),
      updatedAt: world.at(),
    }
    notes.push({ ...row, user: { id: person.id, name: person.name, email: person.email } })
    return row
  })
  app.delete('/ticket-notes/:id', async request => {
    await admin(request)
    const at = notes.findIndex(note => note.id === Number((request.params as Row).id))
    if (at < 0) throw new ApiError(404, 'ERR_NO_TICKETNOTE_FOUND')
    notes.splice(at, 1)
    return { message: 'Observação removida' }
  })
  registerMore(app, ctx, { caller, admin })
  registerAdministration(app, caller)
  registerService(app, ctx, caller)
  registerOutreach(app, ctx, caller)
  registerPlatform(app, ctx, caller)
  app.get('/chats', async request => {
    await caller(request)
    return { records: [], count: has('textCounts') ? 4 : 0, hasMore: has('textCounts') }
  })
  app.get('/dashboard', async request => {
    await caller(request)
    const of = (status: string) => world.tickets.filter(t => t.status === status).length
    const counters = {
      leads: 3,
      avgWaitTime: null,
      avgSupportTime: 12,
      supportPending: of('pending'),
      supportHappening: of('open'),
    }
    return {
      counters: { ...counters, supportFinished: of('closed'), totalCompanies: 1, totalWhatsappSessions: 1 },
      // Without ratings the mean is 0.
      attendants: world.people.map((one, at) => ({
        id: one.id,
        name: one.name,
        online: false,
        rating: at === 0 ? 2.5 : 0,
        tickets: 3,
        avgSupportTime: 12,
      })),
    }
  })
  app.get('/dashboard/ticketsUsers', () => ({
    data: world.people.map(p => ({ nome: p.name, quantidade: '3' })),
  }))
  app.get('/dashboard/ticketsDay', () => ({ count: 3, data: [{ total: '3', data: '01/11/2026' }] }))

  app.get('/public/*', (request, reply) => {
    const file = join(ctx.mediaDir, text((request.params as Row)['*']).replaceAll('..', ''))
    if (!existsSync(file)) throw new ApiError(404, 'not found')
    // By its ending, as that server does: voice that is kept as .mp4 is served as a video.
    const types: Record<string, string> = {
      jpg: 'image/jpeg',
      png: 'image/png',
      mp4: 'video/mp4',
      pdf: 'application/pdf',
    }
    const type = types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    return reply.type(type).send(createReadStream(file))
  })
}
