/** Queues, chatbots, connections and the call for other programs on the replay server (docs/legacy-server.md 5, 6.2, 6.3). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from './api-error'
import type { Row } from './records'
import type { Context } from './socket'
import type { Person } from './world'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const idOf = (request: FastifyRequest): unknown => (request.params as Row).id
const OF_ANOTHER = 'Não é possível consultar registros de outra empresa'

/** @param caller finds who asks, or refuses. */
export function registerService(
  app: FastifyInstance,
  { world, has }: Context,
  caller: (request: FastifyRequest) => Promise<Person>,
): void {
  const { records } = world
  const { options, connections, served } = records

  /* --------------------------------------------------------------- queues */

  const queueOr = (id: unknown) => {
    const queue = world.queues.find(one => one.id === Number(id))
    if (!queue) throw new ApiError(400, OF_ANOTHER)
    return queue
  }
  app.get('/queue', async request => {
    await caller(request)
    return world.queues.map(q => world.wireQueue(q))
  })
  app.get('/queue/:id', async request => {
    await caller(request)
    return world.wireQueue(queueOr(idOf(request)))
  })
  app.post('/queue', async request => {
    await caller(request)
    const body = request.body as Row
    const queue = {
      id: Math.max(...world.queues.map(one => one.id)) + 1,
      name: text(body.name),
      color: text(body.color),
    }
    world.queues.push(queue)
    return world.wireQueue(queue)
  })
  app.put('/queue/:id', async (request, reply) => {
    await caller(request)
    const body = request.body as Row
    if (!/^#[0-9a-f]{3,6}$/i.test(text(body.color))) throw new ApiError(400, 'ERR_QUEUE_INVALID_COLOR')
    Object.assign(queueOr(idOf(request)), body)
    return reply.status(201).send(world.wireQueue(queueOr(idOf(request))))
  })
  app.delete('/queue/:id', async (request, reply) => {
    await caller(request)
    world.queues.splice(world.queues.indexOf(queueOr(idOf(request))), 1)
    return reply.send()
  })
  app.get('/queue-options', async request => {
    await caller(request)
    const { queueId, parentId } = request.query as Row
    return options.rows.filter(
      one =>
        (!queueId || one.queueId === Number(queueId)) &&
        (!parentId || (one.parentId ?? -1) === Number(parentId)),
    )
  })
  const optionOr = (id: unknown): Row => {
    const option = options.find(id)
    if (!option) throw new ApiError(400, 'ERR_QUEUE_NOT_FOUND')
    return option
  }
  app.get('/queue-options/:id', async request => {
    await caller(request)
    return optionOr(idOf(request))
  })
  // It numbers nothing by itself: a number that was not sent is none.
  app.post('/queue-options', async request => {
    await caller(request)
    const { queueId, title, message, option, parentId } = request.body as Row
    if (!title) throw new Error('the legacy server needs a title')
    return options.add({
      queueId,
      title,
      message: message ?? null,
      option: option ?? null,
      parentId: parentId ?? null,
      mediaPath: '',
      mediaName: '',
    })
  })
  app.put('/queue-options/:id', async request => {
    await caller(request)
    const { title, message, option, parentId } = request.body as Row
    return options.change(optionOr(idOf(request)), { title, message, option, parentId })
  })
  app.delete('/queue-options/:id', async request => {
    await caller(request)
    const option = optionOr(idOf(request))
    for (const below of options.rows.filter(one => one.parentId === option.id)) below.parentId = null
    options.remove(option)
    return { message: 'Option Delected' }
  })

  /* ---------------------------------------------------------- connections */

  const wire = (row: Row, secrets: boolean): Row => ({
    ...row,
    ...(secrets ? { session: '{"creds":{"noiseKey":{}}}' } : {}),
    queues: world.queues
      .filter(queue => served.get(Number(row.id))?.includes(queue.id))
      .map(queue => ({
        ...world.wireQueue(queue),
        WhatsappQueue: { whatsappId: row.id, queueId: queue.id },
      })),
  })
  const connectionOr = (id: unknown): Row => {
    const row = connections.find(id)
    if (!row) throw new ApiError(400, 'Não é possível acessar registros de outra empresa')
    return row
  }
  const secrets = (request: FastifyRequest) => has('secrets') && (request.query as Row).session !== '0'
  const idsIn = (body: Row): number[] => (Array.isArray(body.queueIds) ? body.queueIds.map(Number) : [])
  app.get('/whatsapp', async request => {
    await caller(request)
    return connections.rows.map(row => wire(row, secrets(request)))
  })
  app.get('/whatsapp/:id', async request => {
    await caller(request)
    return wire(connectionOr(idOf(request)), secrets(request))
  })
  app.post('/whatsapp', async request => {
    await caller(request)
    const {
      ratingMessage: _rating,
      provider: _provider,
      queueIds: _queues,
      isDefault: _default,
      ...body
    } = request.body as Row
    if (idsIn(request.body as Row).length > 1 && !body.greetingMessage)
      throw new ApiError(400, 'ERR_WAPP_GREETING_REQUIRED')
    const row = connections.add({ status: 'OPENING', token: '', isDefault: false, companyId: 1, ...body })
    served.set(Number(row.id), idsIn(request.body as Row))
    return wire(row, has('secrets'))
  })
  app.put('/whatsapp/:id', async request => {
    await caller(request)
    const row = connectionOr(idOf(request))
    const { queueIds: _queues, ...body } = request.body as Row
    connections.change(row, body)
    // Queues that are left out are taken away there.
    served.set(Number(row.id), idsIn(request.body as Row))
    return wire(row, has('secrets'))
  })
  app.delete('/whatsapp/:id', async request => {
    await caller(request)
    connections.remove(connectionOr(idOf(request)))
    return { message: 'Whatsapp deleted.' }
  })

  /* ------------------------------------------------------- other programs */

  // The one call below /api. An empty header is compared with the tokens like any other: '' finds one that is ''.
  app.post('/api/messages/send', async request => {
    const token = (request.headers.authorization ?? '').split(' ')[1] ?? ''
    if (!connections.rows.some(row => (row.token ?? null) === token))
      throw new ApiError(401, 'Acesso não permitido')
    const { number, body } = request.body as Row
    records.sent.push({ number: text(number), text: text(body) })
    return { mensagem: 'Mensagem enviada' }
  })
}
