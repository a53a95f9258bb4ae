/**
 * Events for the sockets of all processes, over a stream in Redis. Everything goes into the stream and is carried out
 * when it comes back, by its sender too: so all processes see one order, and who was sent where before whose rooms changed
 * is the same for all. While Redis is away each process serves its own sockets; afterwards every console catches up.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { Namespace, Server } from 'socket.io'
import { type Log, reasonOf } from '../log'
import type { Everywhere, Order } from '../realtime/orders'
import type { RowMark } from '../realtime/row-order'
import type { Mark } from '../realtime/ticket-order'
import type { Cluster, SocketsHere } from './cluster'
import type { RedisClient } from './redis'
import { turnOf } from './turn'

/** Entries the stream keeps: what a process that reads slowly may lag behind. */
const KEPT = 20_000
/** How long the stream is waited for at the start, and how often it is tried, milliseconds. */
const START_MS = 10_000
const AGAIN_MS = 50
/** How long whoever gives an order waits for it here, and how long it may hold up the events behind it, milliseconds. */
const ORDER_MS = 3_000
/** Processes come back one after another: consoles catch up once, when all are there, milliseconds. */
const GATHER_MS = 1_500

/** Kinds of messages of socket.io's adapters that are used here (socket.io-adapter's MessageType). */
const BROADCAST = 3
const LEAVE = 5
const DISCONNECT = 6
/** A room nobody is in: an entry for it is an order. */
const ORDERS = 'turno:orders'

interface Options {
  rooms: Set<string>
  except: Set<string>
  flags?: { local?: boolean }
}
interface Message {
  uid: string
  nsp: string
  type: number
  data: { opts: { rooms: string[]; except: string[]; flags?: object }; [member: string]: unknown }
}
/** The part of socket.io's cluster adapter that is used or replaced here. */
interface StreamAdapter {
  readonly uid: string
  onMessage(message: Message, offset?: string): void
  publishAndReturnOffset(message: Omit<Message, 'uid' | 'nsp'>): Promise<string>
  broadcast(packet: unknown, opts: Options): Promise<void>
  delSockets(opts: Options, rooms: string[]): Promise<void>
  disconnectSockets(opts: Options, close: boolean): Promise<void>
}

/** The client as the adapter needs it: what it opens waits for Redis, never spins, and ends with the cluster. */
function clientOf(cluster: Cluster): RedisClient {
  const reader = (): RedisClient => {
    const client = cluster.further()
    const xRead = async (...args: Parameters<RedisClient['xRead']>): Promise<unknown> => {
      for (;;) {
        // The adapter asks again at once whatever happens: of a connection that ended it gets no answer.
        if (!client.isOpen) return await new Promise(() => {})
        try {
          return await client.xRead(...args)
        } catch {
          await delay(AGAIN_MS)
        }
      }
    }
    // What ends while it connects is never open.
    const connect = () => client.connect().catch(() => new Promise(() => {}))
    return Object.create(client, {
      connect: { value: connect },
      xRead: { value: xRead },
      disconnect: { value: async () => {} },
    }) as RedisClient
  }
  return Object.create(cluster.client, { duplicate: { value: reader } }) as RedisClient
}

/**
 * Joins the sockets of this process with those of the others.
 * @returns once events of the others arrive.
 * @throws Error when the stream does not answer.
 */
export async function joinSockets(
  io: Server,
  cluster: Cluster,
  { carryOut, order: ticketOrder, rows, log }: SocketsHere & { log: Log },
): Promise<Everywhere> {
  const { client, prefix } = cluster
  const create = createAdapter(clientOf(cluster), {
    streamName: `${prefix}events`,
    channelPrefix: `${prefix}sockets`,
    maxLen: KEPT,
    readCount: 500,
    blockTimeInMs: 5_000,
    onlyPlaintext: true,
  })
  let adapter: StreamAdapter | undefined
  // It is called with `new`.
  io.adapter(function made(nsp: Namespace) {
    const one = create(nsp)
    adapter ??= one as unknown as StreamAdapter
    return one
  } as never)
  if (!adapter) throw new Error('socket.io made no adapter')
  const { uid } = adapter
  const stream = adapter

  /** Own orders, and what waits for them. */
  const given = new Map<string, () => void>()
  const original = stream.onMessage.bind(stream)
  const perform = async (id: string, order: Order): Promise<void> => {
    await turnOf(() => carryOut(order), ORDER_MS, {
      late: () => log.warn('an order takes long', { order: order.do }),
      failed: error => log.error('an order failed', { order: order.do, reason: reasonOf(error) }),
    })
    given.get(id)?.()
    given.delete(id)
  }
  /** @returns a promise when what comes after has to wait. */
  const apply = (message: Message): Promise<void> | undefined => {
    if (message.type !== BROADCAST || message.data.opts.rooms[0] !== ORDERS) {
      const { mark, row, packet } = message.data as {
        mark?: Mark
        row?: RowMark
        packet?: { data: unknown[] }
      }
      if (row && packet) {
        const said = rows.passing(row, packet.data[1])
        if (said === null) return
        packet.data[1] = said
      }
      // The adapter passes over what its own process sent.
      original(message.uid === uid ? { ...message, uid: '' } : message)
      if (mark) ticketOrder.delivered(mark, packet?.data[1])
      return
    }
    const { id, order } = message.data as unknown as { id: string; order: Order }
    return perform(id, order)
  }
  const waiting: Message[] = []
  let busy = false
  const take = (message: Message): void => {
    if (busy) return void waiting.push(message)
    const going = apply(message)
    if (!going) return
    busy = true
    void going.then(() => {
      busy = false
      while (!busy) {
        const following = waiting.shift()
        if (!following) return
        take(following)
      }
    })
  }
  stream.onMessage = take

  let missed = false
  const everywhere: Everywhere = order =>
    new Promise(resolve => {
      const id = randomUUID()
      given.set(id, resolve)
      setTimeout(() => {
        resolve()
        given.delete(id)
      }, ORDER_MS).unref()
      spread({ type: BROADCAST, data: { id, order, opts: { rooms: [ORDERS], except: [] } } })
    })
  const spread = (message: Omit<Message, 'uid' | 'nsp'>): void => {
    const here = (): void => {
      missed = true
      take({ ...message, uid: '', nsp: '/' })
    }
    if (!client.isReady) {
      here()
      return
    }
    stream.publishAndReturnOffset(message).then(
      () => {
        if (missed) void everywhere({ do: 'catchUp' })
        missed = false
      },
      error => {
        log.warn('an event did not reach the other processes', { reason: reasonOf(error) })
        // Whether it is in the stream is not known when the line broke: then consoles catch up.
        if (client.isReady) here()
        else missed = true
      },
    )
  }
  const options = ({ rooms, except, flags }: Options): Message['data']['opts'] => ({
    rooms: [...rooms],
    except: [...except],
    flags: { ...flags },
  })
  const only = (opts: Options, message: Omit<Message, 'uid' | 'nsp'>): void => {
    if (opts.flags?.local) original({ ...message, uid: '', nsp: '/' })
    else spread(message)
  }
  stream.broadcast = async (packet, opts) => {
    const payload = (packet as { data?: unknown[] }).data?.[1]
    const marks = { mark: ticketOrder.markOf(payload), row: rows.markOf(payload) }
    only(opts, { type: BROADCAST, data: { packet, opts: options(opts), ...marks } })
  }
  stream.delSockets = async (opts, rooms) => only(opts, { type: LEAVE, data: { rooms, opts: options(opts) } })
  stream.disconnectSockets = async (opts, close) =>
    only(opts, { type: DISCONNECT, data: { close, opts: options(opts) } })

  cluster.onReturn(() => {
    setTimeout(() => {
      missed = false
      void everywhere({ do: 'catchUp' })
    }, GATHER_MS).unref()
  })
  await readingStarted(stream, take)
  return everywhere
}

/** Waits until entries come back: from then on none is missed, for the reader knows where it stands. */
async function readingStarted(stream: StreamAdapter, take: (message: Message) => void): Promise<void> {
  const mark = `turno:start:${stream.uid}`
  let seen = false
  stream.onMessage = message => {
    if (message.data.opts.rooms[0] === mark) seen = true
    else take(message)
  }
  const until = performance.now() + START_MS
  while (!seen) {
    if (performance.now() > until) throw new Error('Redis (REDIS_URL) takes events but gives none back')
    await stream.publishAndReturnOffset({
      type: LEAVE,
      data: { rooms: [], opts: { rooms: [mark], except: [] } },
    })
    await delay(AGAIN_MS)
  }
  stream.onMessage = take
}
