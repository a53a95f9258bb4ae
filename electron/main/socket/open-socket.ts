/**
 * One attempt to connect to the server: socket.io over Chromium's network instead of Node's, so that the system's proxy, its
 * sign-in and the company's certificates hold for the socket as they do for requests (session/request-fetch.ts).
 */
import { inflateSync } from 'node:zlib'
import { WebSocket as WebSocketTransport } from 'engine.io-client'
import { io, type Socket } from 'socket.io-client'
import {
  COMPUTER_EVENT,
  type ComputerState,
  computerEvent,
  logMark,
  logPosition,
  MISSED_DICTIONARY,
  MISSED_EVENT,
  missedEvents,
  READY_EVENT,
  readyPayload,
} from '../../../src/contract'
import { CONNECT_TIMEOUT_MS } from './machine'
import type { Event } from './machine-types'

/** More than any server sends. */
const MOST_BYTES = 64 * 1024 * 1024

const dictionary = Buffer.from(MISSED_DICTIONARY)

/**
 * Reads what a server sends to a console that comes back, in one piece (`MISSED_EVENT`).
 * @returns the events in their order, each with its name, payload and mark; null where they cannot be read.
 */
export function unpackMissed(packed: unknown): ReturnType<typeof missedEvents.parse> | null {
  try {
    const json = inflateSync(packed as Buffer, { maxOutputLength: MOST_BYTES, dictionary })
    return missedEvents.safeParse(JSON.parse(json.toString())).data ?? null
  } catch {
    return null
  }
}

/** socket.io's reason for a closed socket when the server closed it. */
const CLOSED_BY_SERVER = 'io server disconnect'

/** Opens a WHATWG WebSocket: `net.WebSocket` in the program. It cannot ping; liveness.ts asks otherwise. */
export type OpenSocket = (url: string) => unknown

/** The transport that socket.io is given. */
export const transportOver = (open: OpenSocket) =>
  class extends WebSocketTransport {
    override createSocket(url: string): unknown {
      return open(url)
    }
  }

/**
 * Connects; what happens to the socket is sent to the machine.
 * @param token for legacy servers, which read the query. @param auth for the others, asked at the handshake.
 * @param onFailed called when it could not connect. @param onReady called when the server lets it in. @param onGone called when a
 * colleague's computer says that it will not answer any more.
 */
export function connect(o: {
  attemptId: number
  origin: string
  transport: ReturnType<typeof transportOver>
  token: string
  auth: () => object
  send: (event: Event) => void
  onFailed: () => void
  onReady: () => void
  onGone: (state: ComputerState) => void
}): Socket {
  const { attemptId, send, onFailed, onReady } = o
  const socket = io(o.origin, {
    transports: [o.transport],
    reconnection: false,
    forceNew: true,
    timeout: CONNECT_TIMEOUT_MS,
    query: { token: o.token },
    auth: give => give(o.auth()),
  })
  socket.on('connect_error', error => {
    send({ type: 'lost', attemptId, why: `connect_error: ${error.message}` })
    onFailed()
  })
  socket.on('disconnect', reason =>
    send({
      type: 'closed',
      attemptId,
      why: `disconnect: ${reason}`,
      byServer: reason === CLOSED_BY_SERVER,
    }),
  )
  socket.on(READY_EVENT, (payload: unknown) => {
    onReady()
    const { resumed = false, ...position } = readyPayload.safeParse(payload).data ?? {}
    send({
      type: 'ready',
      attemptId,
      resumed,
      position: logPosition.safeParse(position).data ?? null,
    })
  })
  const received = (name: string, payload: unknown, mark: unknown): void =>
    send({ type: 'received', attemptId, name, payload, mark: logMark.safeParse(mark).data ?? {} })
  socket.onAny((name: string, payload: unknown, mark: unknown) => {
    if (name === COMPUTER_EVENT) {
      const state = computerEvent.safeParse(payload).data?.state
      return state && o.onGone(state)
    }
    if (name !== MISSED_EVENT) return received(name, payload, mark)
    const missed = unpackMissed(payload)
    if (!missed) return send({ type: 'renew', why: 'what was missed cannot be read' })
    for (const event of missed) received(...event)
  })
  socket.io.on('ping', () => send({ type: 'ping', attemptId }))
  return socket
}
