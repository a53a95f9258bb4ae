/**
 * Calls over a message port, in both directions; errors cross with their fields. Used by the server (./supervise) and
 * by the thread of a connection (./serve); loads nothing.
 */

/** The part of a message port that is used; a Worker and its parentPort have it. */
export interface Port {
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}

/** Why a call has no answer: it took too long, the thread ended, or there is none at this moment. */
type LostWhy = 'timeout' | 'ended' | 'away'

/** A call that ended without an answer. */
export class CallLost extends Error {
  constructor(
    readonly why: LostWhy,
    /** Whether the other side may have carried it out, at least partly; false: it never began. */
    readonly mayHaveRun: boolean,
  ) {
    super(`no answer: ${why}`)
    this.name = 'CallLost'
  }
}

/** An error as it crosses. */
interface PlainError {
  name: string
  message: string
  stack: string
  fields: Record<string, unknown>
}
/** A class of errors that crosses the port as itself; identified by the name in its errors. */
export type ErrorClass = abstract new (...args: never[]) => Error

const isPlain = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)

function packed(thrown: unknown): PlainError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  // Fields with live objects (a socket, a response) would make the message impossible to send.
  const fields = Object.fromEntries(Object.entries(error).filter(([, value]) => isPlain(value)))
  return { name: error.name, message: error.message, stack: error.stack ?? '', fields }
}

function unpacked({ name, message, stack, fields }: PlainError, classes: readonly ErrorClass[]): Error {
  const found = classes.find(one => one.name === name)
  const error: Error = found ? Object.create(found.prototype as Error) : new Error(message)
  for (const [field, value] of Object.entries({ message, stack, name }))
    Object.defineProperty(error, field, { value, configurable: true, writable: true, enumerable: false })
  return Object.assign(error, fields)
}

type Message =
  | { type: 'call'; id: number; method: string; args: unknown[] }
  | { type: 'done'; id: number; value: unknown }
  | { type: 'failed'; id: number; error: PlainError }

type Call = (method: string, args: unknown[]) => Promise<unknown>

/** The functions of a side, each called by its name. Arguments and results are structured clones. */
export const callsOf = <Side extends object>(call: Call): Side =>
  new Proxy({} as Side, {
    get: (_target, method) =>
      // Names every object has are not calls: `await` looks for a `then`.
      typeof method === 'string' && method !== 'then'
        ? (...args: unknown[]) => call(method, args)
        : undefined,
  })

export interface Peer {
  /**
   * Calls the other side.
   * @param timeoutMs until the call counts as lost; without it, it ends with the port.
   * @throws CallLost, or what the other side threw.
   */
  call(method: string, args: unknown[], timeoutMs?: number): Promise<unknown>
  /** Takes a message of the port. @returns whether it was one of a call. */
  take(message: unknown): boolean
  /** Ends every open call as lost. @param began whether the other side has begun the call with this number. */
  close(began: (id: number) => boolean): void
}

export interface PeerOptions {
  port: Port
  /** Functions of this side, by the names they are called with. */
  handlers: object
  /** Classes of errors the other side throws. */
  errors?: readonly ErrorClass[]
  /** Called with the number of each call before it is carried out. */
  begins?: (id: number) => void
}

/** Makes one end. Calls are numbered from 1 upwards. */
export function createPeer({ port, handlers, errors = [], begins }: PeerOptions): Peer {
  let serial = 0
  let closed = false
  const open = new Map<number, { resolve(value: unknown): void; reject(reason: unknown): void }>()
  const post = (message: Message, transfer: readonly ArrayBuffer[] = []): void => {
    if (!closed) port.postMessage(message, transfer)
  }

  const carryOut = async (id: number, method: string, args: unknown[]): Promise<void> => {
    begins?.(id)
    try {
      if (!Object.hasOwn(handlers, method)) throw new TypeError(`no call ${method}`)
      const value = await (handlers as Record<string, (...all: unknown[]) => unknown>)[method]?.(...args)
      // Bytes with their own buffer are transferred instead of copied.
      const isMoved = value instanceof Uint8Array && value.byteLength === value.buffer.byteLength
      post({ type: 'done', id, value }, isMoved ? [value.buffer as ArrayBuffer] : [])
    } catch (error) {
      post({ type: 'failed', id, error: packed(error) })
    }
  }

  return {
    call(method, args, timeoutMs) {
      if (closed) return Promise.reject(new CallLost('away', false))
      const id = ++serial
      let timer: NodeJS.Timeout | undefined
      return new Promise<unknown>((resolve, reject) => {
        // It may be queued on the other side and begin later.
        if (timeoutMs !== undefined)
          timer = setTimeout(() => reject(new CallLost('timeout', true)), timeoutMs)
        open.set(id, { resolve, reject })
        post({ type: 'call', id, method, args })
      }).finally(() => {
        clearTimeout(timer)
        open.delete(id)
      })
    },
    take(raw) {
      const message = raw as Message
      if (message.type === 'call') void carryOut(message.id, message.method, message.args)
      else if (message.type === 'done') open.get(message.id)?.resolve(message.value)
      else if (message.type === 'failed') open.get(message.id)?.reject(unpacked(message.error, errors))
      else return false
      return true
    },
    close(began) {
      closed = true
      for (const [id, { reject }] of open) reject(new CallLost('ended', began(id)))
    },
  }
}
