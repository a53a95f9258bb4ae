/** People, scheduled messages and contact files of the replay server (docs/legacy-server.md sections 3, 6.1 and 6.6). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from './api-error'
import type { Row } from './records'
import { peopleOf } from './routes-outreach'
import type { Context } from './socket'
import type { ContactRow, Person } from './world'

type Who = (request: FastifyRequest) => Promise<Person>
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [])

/** @param who finds the caller of a request, `admin` refuses anybody else. */
export function registerMore(app: FastifyInstance, ctx: Context, who: { caller: Who; admin: Who }): void {
  const { world, live, has } = ctx
  const personOr = (request: FastifyRequest): Person => {
    const person = world.people.find(p => p.id === Number((request.params as Row).id))
    if (!person) throw new ApiError(404, 'ERR_NO_USER_FOUND')
    return person
  }

  /* --------------------------------------------------------------- people */

  app.get('/users/:id', async request => {
    await who.caller(request)
    return world.wirePerson(personOr(request), false)
  })
  app.post('/users', async request => {
    await who.admin(request)
    const body = request.body as Row
    if (world.people.some(p => p.email === body.email))
      throw new ApiError(400, 'An user with this email already exists.')
    if (text(body.name).length < 2) throw new ApiError(400, 'name must be at least 2 characters')
    const person: Person = {
      id: Math.max(...world.people.map(p => p.id)) + 1,
      name: text(body.name),
      email: text(body.email),
      profile: text(body.profile) || (has('greedyUsers') ? 'admin' : 'user'),
      super: false,
      queueIds: numbers(body.queueIds),
      allTicket: text(body.allTicket) || 'desabled',
    }
    world.people.push(person)
    return world.wirePerson(person, false)
  })
  app.put('/users/:id', async request => {
    await who.admin(request)
    const person = personOr(request)
    const body = request.body as Row
    if (body.companyId !== 1) throw new ApiError(400, 'O usuário não pertence à esta empresa')
    if (has('greedyUsers') || body.queueIds !== undefined) person.queueIds = numbers(body.queueIds)
    for (const key of ['name', 'email', 'profile', 'allTicket'] as const)
      if (body[key] !== undefined) person[key] = String(body[key])
    return world.wirePerson(person, false)
  })
  app.delete('/users/:id', async request => {
    await who.admin(request)
    world.people.splice(world.people.indexOf(personOr(request)), 1)
    return { message: 'User deleted' }
  })

  /* --------------------------------------------------- scheduled messages */

  app.get('/schedules', async request => {
    await who.caller(request)
    const { contactId, pageNumber } = request.query as Row
    const all = world.schedules.filter(s => !contactId || s.contactId === Number(contactId)).toReversed()
    const page = Number(pageNumber ?? 1)
    return {
      schedules: all.slice((page - 1) * 20, page * 20),
      count: all.length,
      hasMore: all.length > page * 20,
    }
  })
  app.post('/schedules', async request => {
    await who.caller(request)
    const body = request.body as Row
    if (text(body.body).length < 5) throw new ApiError(400, 'body must be at least 5 characters')
    const contact = world.contact(Number(body.contactId))
    if (!contact) throw new Error('the legacy server stumbles over it')
    const row = {
      id: world.schedules.length + 1,
      body: body.body,
      sendAt: body.sendAt,
      sentAt: null,
      contactId: contact.id,
      ticketId: null,
      userId: Number(body.userId),
      companyId: 1,
      status: 'PENDENTE',
      mediaPath: null,
      mediaName: null,
      createdAt: world.at(),
      updatedAt: world.at(),
    }
    world.schedules.push(row)
    live.scheduleChanged({ action: 'create', schedule: row })
    return row
  })
  app.get('/schedules/:id', async request => {
    await who.caller(request)
    const found = world.schedules.find(s => s.id === Number((request.params as Row).id))
    if (!found) throw new ApiError(400, 'Não é possível acessar registro de outra empresa')
    const contact = world.contact(Number(found.contactId))
    return { ...found, contact: contact && { id: contact.id, name: contact.name } }
  })
  app.put('/schedules/:id', async request => {
    await who.admin(request)
    const row = world.schedules.find(s => s.id === Number((request.params as Row).id))
    if (!row) throw new ApiError(404, 'ERR_NO_SCHEDULE_FOUND')
    const { body, sendAt, contactId, userId } = request.body as Row
    Object.assign(row, { body, sendAt, contactId, userId, updatedAt: world.at() })
    live.scheduleChanged({ action: 'update', schedule: row })
    return row
  })
  app.delete('/schedules/:id', async request => {
    await who.caller(request)
    const id = text((request.params as Row).id)
    const at = world.schedules.findIndex(s => s.id === Number(id))
    if (at < 0) throw new ApiError(404, 'ERR_NO_SCHEDULE_FOUND')
    world.schedules.splice(at, 1)
    live.scheduleChanged({ action: 'delete', scheduleId: id })
    return { message: 'Schedule deleted' }
  })

  /* -------------------------------------------------------- contact files */

  app.post('/contacts/import', async request => {
    await who.caller(request)
    return { message: 'contacts imported' }
  })
  app.post('/contacts/upload', async request => {
    await who.caller(request)
    const file = await request.file()
    if (file?.fieldname !== 'file') throw new Error('unexpected field')
    const made: ContactRow[] = []
    for (const person of peopleOf(await file.toBuffer())) {
      if ([...world.contacts, ...made].some(known => known.number === person.number)) continue
      made.push({ ...person, id: world.contacts.length + made.length + 1 })
    }
    world.contacts.push(...made)
    return made.map(row => world.wireContact(row))
  })
}
