/** People at a console of several servers, as far as these tests go: a socket that comes back elsewhere, calls that insist. */
import { setTimeout as delay } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { unpackMissed } from '../../../electron/main/socket/open-socket'
import {
  type LogPosition,
  MISSED_EVENT,
  READY_EVENT,
  type ResumeRequest,
  type readyPayload,
} from '../../../src/contract'

export interface Credentials {
  email: string
  password: string
}

/** How long one try may take, milliseconds. */
const TRY_MS = 5_000
/** How long a server may take to be ready once it is connected to, milliseconds. */
const READY_MS = 5_000
const TOPICS: ResumeRequest['topics'] = ['pending', 'open', 'closed', 'notification']

type ReadyPayload = ReturnType<typeof readyPayload.parse>

export class Agent {
  /** Where its socket is, and where its calls go first. */
  place: number
  token = ''
  /** Milliseconds from each loss of the socket until another one was ready. */
  readonly back: number[] = []
  private socket: Socket | null = null
  /** How far it is among the events. */
  private position: LogPosition | null = null
  private ended = false
  /** Called each time it is connected. @param _resumed whether it was told all that it missed. */
  came: (_resumed: boolean) => void = () => {}

  /** @param urls addresses of the servers. @param heard receives every event, with where it came by. */
  constructor(
    readonly urls: readonly string[],
    readonly who: Credentials,
    place: number,
    private readonly heard: (event: string, payload: unknown, place: number) => void,
  ) {
    this.place = place
  }

  private next(): void {
    this.place = (this.place + 1) % this.urls.length
  }

  isConnected(): boolean {
    return this.socket?.connected ?? false
  }

  /** Asks the server it is at. @returns null where there is no answer. */
  async read<T>(path: string): Promise<T | null> {
    const answer = await this.fetch(this.place, 'GET', path)
    if (answer?.ok) return (await answer.json().catch(() => null)) as T | null
    await answer?.body?.cancel().catch(() => {})
    if (answer?.status === 401 || answer?.status === 403) await this.signIn()
    return null
  }

  private async fetch(place: number, method: string, path: string, body?: unknown): Promise<Response | null> {
    return fetch(`${this.urls[place]}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TRY_MS),
    }).catch(() => null)
  }

  async signIn(): Promise<void> {
    for (let tries = 0; tries < 100; tries++) {
      const answer = await this.fetch(
        (this.place + tries) % this.urls.length,
        'POST',
        '/auth/login',
        this.who,
      )
      if (answer?.ok) {
        this.token = ((await answer.json()) as { token: string }).token
        return
      }
      await answer?.body?.cancel()
      await delay(200)
    }
    throw new Error(`${this.who.email} cannot sign in`)
  }

  /**
   * Calls until it is done, at one server after the other.
   * @returns where the call went that was answered, and how many there were before it.
   */
  async insist(method: string, path: string, body: unknown): Promise<{ place: number; tries: number }> {
    let said = ''
    for (let tries = 0; tries < 300; tries++) {
      const place = (this.place + tries) % this.urls.length
      const answer = await this.fetch(place, method, path, body)
      const status = answer?.status ?? 0
      const text = (await answer?.text().catch(() => '')) ?? ''
      if (status >= 200 && status < 300) return { place, tries }
      said = `${status} ${text}`
      if (status === 401 || status === 403) await this.signIn()
      else if (status >= 400 && status < 500 && !text.includes('ERR_WAPP_NOT_INITIALIZED'))
        throw new Error(`${method} ${path}: ${status} ${text}`)
      await delay(50)
    }
    throw new Error(`${method} ${path} was never answered: ${said}`)
  }

  /** Goes to a server, as whoever spreads people over them sends it; stays where it is while it has no socket. */
  async moveTo(place: number): Promise<void> {
    const before = this.socket
    if (this.place === place || !before?.connected) return
    before.off('disconnect')
    before.offAny()
    this.place = place
    const there = this.connect(false)
    before.disconnect()
    await there
  }

  /**
   * Connects, and again elsewhere whenever the line breaks, until `leave`. @returns when it is connected first.
   * @param lost whether it counts as coming back.
   */
  async connect(lost = true): Promise<void> {
    const from = performance.now()
    for (let first = true; !this.ended; first = false) {
      const place = this.place
      const resume = this.position && { ...this.position, topics: TOPICS, chatBoxes: [] }
      const socket = io(this.urls[place] ?? '', {
        auth: { token: this.token, ...(resume ? { resume } : {}) },
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        timeout: 1_000,
      })
      const heard = (event: string, payload: unknown, mark: unknown): void => {
        if (this.position) this.position = { ...this.position, ...(mark as object) }
        this.heard(event, payload, place)
      }
      // What was missed comes before it is ready, in one piece.
      socket.onAny((event: string, payload: unknown, mark: unknown) => {
        if (event === READY_EVENT) return
        if (event !== MISSED_EVENT) return heard(event, payload, mark)
        const missed = unpackMissed(payload)
        if (!missed) throw new Error('what a console missed cannot be read')
        for (const one of missed) heard(...one)
      })
      const ready = await new Promise<ReadyPayload | null>(resolve => {
        const late = setTimeout(() => resolve(null), READY_MS)
        socket.once(READY_EVENT, (said: ReadyPayload) => resolve(said))
        socket.once('connect_error', () => resolve(null))
        socket.once('disconnect', () => resolve(null))
        socket.once('disconnect', () => clearTimeout(late))
      })
      if (!ready || !socket.connected) {
        socket.offAny()
        socket.disconnect()
        this.next()
        if (!first) await delay(50)
        continue
      }
      if (lost) this.back.push(performance.now() - from)
      this.socket = socket
      socket.once('disconnect', () => {
        if (this.ended) return
        this.next()
        void this.connect()
      })
      const { resumed, ...position } = ready
      this.position = position
      // The server starts over where it keeps what was missed no longer.
      socket.on(READY_EVENT, ({ resumed: _, ...at }: ReadyPayload) => {
        this.position = at
        this.came(false)
      })
      if (!resumed) {
        const joins = [['joinNotification'], ...TOPICS.slice(0, 3).map(topic => ['joinTickets', topic])]
        for (const [event = '', ...args] of joins)
          await socket
            .timeout(READY_MS)
            .emitWithAck(event, ...args)
            .catch(() => undefined)
      }
      this.came(resumed)
      return
    }
  }

  leave(): void {
    this.ended = true
    this.socket?.disconnect()
  }
}
