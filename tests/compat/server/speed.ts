/**
 * How long a real legacy server takes: one request after the other, each as long as it was measured on one. Whoever asks
 * for much at once waits for all of it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Milliseconds of one answer, by what is asked for; what took no part in the measurement counts as a ticket. */
const MEASURED = { messages: 35, ticket: 12, list: 30, search: 150 } as const

/** One answered request, for who counts them. Times are the server's clock, in milliseconds. */
export interface Answered {
  /** `METHOD /path?query`. */
  request: string
  arrivedAt: number
  answeredAt: number
}

const costOf = ({ method, url }: FastifyRequest): number => {
  const [path = '', query = ''] = url.split('?', 2)
  if (method === 'GET' && /^\/messages\/\d+$/.test(path)) return MEASURED.messages
  if (method === 'GET' && path === '/tickets')
    return new URLSearchParams(query).get('searchParam') ? MEASURED.search : MEASURED.list
  return MEASURED.ticket
}

/** Gives a server that speed; to be registered before its routes. @returns what was answered, oldest first. */
export function registerSpeed(app: FastifyInstance): Answered[] {
  const answered: Answered[] = []
  const turns = new WeakMap<FastifyRequest, { arrivedAt: number; beganAt: number; end: () => void }>()
  let last = Promise.resolve()
  app.addHook('onRequest', async request => {
    const arrivedAt = Date.now()
    const before = last
    let end = (): void => {}
    last = new Promise<void>(resolve => {
      end = resolve
    })
    await before
    turns.set(request, { arrivedAt, beganAt: Date.now(), end })
  })
  // Whoever gave up is worked for all the same: such a server does not notice.
  app.addHook('onSend', async (request, _reply, payload) => {
    const turn = turns.get(request)
    if (!turn) return payload
    turns.delete(request)
    const left = turn.beganAt + costOf(request) - Date.now()
    if (left > 0) await new Promise(resolve => setTimeout(resolve, left))
    answered.push({
      request: `${request.method} ${request.url}`,
      arrivedAt: turn.arrivedAt,
      answeredAt: Date.now(),
    })
    turn.end()
    return payload
  })
  return answered
}
