/** People at a console of several servers, as far as these tests go: a socket that comes back elsewhere, calls that insist. */
import { setTimeout as delay } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'

export interface Credentials {
  email: string
  password: string
}

/** How long one try may take, milliseconds. */
const TRY_MS = 5_000

export class Agent {
  /** Where its socket is, and where its calls go first. */
  place: number
  token = ''
  /** Milliseconds from each loss of the socket until another one was ready. */
  readonly back: number[] = []
  private socket: Socket | null = null
  private ended = false

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

  private async fetch(place: number, method: string, path: string, body: unknown): Promise<Response | null> {
    return fetch(`${this.urls[place]}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      },
      body: JSON.stringify(body),
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
    let first = true
    while (!this.ended) {
      const place = this.place
      const socket = io(this.urls[place] ?? '', {
        auth: { token: this.token },
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        timeout: 1_000,
      })
      const ready = await new Promise<boolean>(resolve => {
        socket.once('ready', () => resolve(true))
        socket.once('connect_error', () => resolve(false))
        socket.once('disconnect', () => resolve(false))
      })
      if (!ready) {
        socket.disconnect()
        this.next()
        if (!first) await delay(50)
        first = false
        continue
      }
      if (lost) this.back.push(performance.now() - from)
      this.socket = socket
      socket.onAny((event: string, payload: unknown) => this.heard(event, payload, place))
      socket.emit('joinNotification')
      for (const status of ['pending', 'open']) socket.emit('joinTickets', status)
      socket.once('disconnect', () => {
        if (this.ended) return
        this.next()
        void this.connect()
      })
      return
    }
  }

  leave(): void {
    this.ended = true
    this.socket?.disconnect()
  }
}
