/**
 * Calls over a message port, in both directions: what one side calls, the other answers, and errors cross with their
 * fields. Used by the server (./supervise) and by the thread of a connection (./serve); loads nothing.
 */

/** The part of a message port that is used; a Worker and its parentPort have it. */
export interface Port {
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}

/** Names of the calls of a side; it is described by an interface of functions. */
type CallOf<Side> = Extract<keyof Side, string>
type ArgsOf<Side, M extends keyof Side> = Side[M] extends (...args: infer A) => unknown ? A : never
type AnswerOf<Side, M extends keyof Side> = Side[M] extends (...args: never[]) => infer R ? Awaited<R> : never

/** What a side answers its calls with; each call has a signal as last argument that ends when nobody waits any longer. */
export type Handlers<Side> = {
  [M in CallOf<Side>]: (
    ...args: [...ArgsOf<Side, M>, AbortSignal]
  ) => Promise<AnswerOf<Side, M>> | AnswerOf<Side, M>
}

interface CallOptions {
  /** Milliseconds until the call ends as lost. */
  timeoutMs?: number
  /** Ends the call with the signal's reason. */
  signal?: AbortSignal
  /** Buffers that go over instead of being copied. */
  transfer?: readonly ArrayBuffer[]
}

/** Why a call has no answer: it took too long, the thread ended, or there is none at this moment. */
type LostWhy = 'timeout' | 'ended' | 'away'

/** A call that ended without an answer. */
export class CallLost extends Error {
  constructor(
    readonly why: LostWhy,
    /** Whether the other side may have carried it out, in whole or in part; false: it never began. */
    readonly mayHaveRun: boolean,
  ) {
    super(`no answer: ${why}`)
    this.name = 'CallLost'
  }
}

const MOVED = Symbol('moved')
interface Moved {
  [MOVED]: readonly ArrayBuffer[]
  value: unknown
}

/** An answer whose buffers go over instead of being copied. */
export function moving<T>(value: T, transfer: readonly ArrayBuffer[]): T {
  const moved: Moved = { [MOVED]: transfer, value }
  return moved as unknown as T
}
const isMoved = (value: unknown): value is Moved =>
  typeof value === 'object' && value !== null && MOVED in value

/** An error as it crosses. */
interface PlainError {
  name: string
  message: string
  stack: string
  fields: Record<string, unknown>
}
/** A class of errors that comes out of the port as itself; looked up by the name its errors carry. */
export type ErrorClass = abstract new (...args: never[]) => Error

const isPlain = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)

function packed(thrown: unknown): PlainError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  // Fields that hold something alive (a socket, a response) would make the whole message impossible to send.
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
  | { type: 'cancel'; id: number }
  | { type: 'done'; id: number; value: unknown }
  | { type: 'failed'; id: number; error: PlainError }

export interface Peer<Theirs> {
  /**
   * Calls the other side. Arguments and answer cross as structured clones.
   * @throws CallLost, the signal's reason, or what the other side threw.
   */
  call<M extends CallOf<Theirs>>(
    method: M,
    args: ArgsOf<Theirs, M>,
    options?: CallOptions,
  ): Promise<AnswerOf<Theirs, M>>
  /** Takes a message of the port. @returns whether it was one of a call. */
  take(message: unknown): boolean
  /** Ends every open call as lost. @param began whether the other side has begun the call with this number. */
  close(began: (id: number) => boolean): void
}

export interface PeerOptions<Ours> {
  port: Port
  handlers: Handlers<Ours>
  /** Classes of errors the other side throws. */
  errors?: readonly ErrorClass[]
  /** Called with the number of each call of the other side, before it is carried out. */
  begins?: (id: number) => void
}

/** Makes one end. Calls are numbered from 1 upwards. */
export function createPeer<Theirs, Ours>({
  port,
  handlers,
  errors = [],
  begins,
}: PeerOptions<Ours>): Peer<Theirs> {
  let serial = 0
  let closed = false
  const open = new Map<number, { resolve(value: unknown): void; reject(reason: unknown): void }>()
  const running = new Map<number, AbortController>()
  const post = (message: Message, transfer: readonly ArrayBuffer[] = []): void => {
    if (!closed) port.postMessage(message, transfer)
  }

  const carryOut = async (id: number, method: string, args: unknown[]): Promise<void> => {
    begins?.(id)
    const ending = new AbortController()
    running.set(id, ending)
    try {
      if (!Object.hasOwn(handlers, method)) throw new TypeError(`no call ${method}`)
      const handler = handlers[method as CallOf<Ours>] as (...all: unknown[]) => unknown
      const answer = await handler(...args, ending.signal)
      if (ending.signal.aborted) return
      if (isMoved(answer)) post({ type: 'done', id, value: answer.value }, answer[MOVED])
      else post({ type: 'done', id, value: answer })
    } catch (error) {
      if (!ending.signal.aborted) post({ type: 'failed', id, error: packed(error) })
    } finally {
      running.delete(id)
    }
  }

  return {
    call(method, args, { timeoutMs, signal, transfer } = {}) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(new CallLost('away', false))
        if (signal?.aborted) return reject(signal.reason)
        const id = ++serial
        const over = (): void => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', leave)
          open.delete(id)
        }
        const leave = (): void => {
          over()
          post({ type: 'cancel', id })
          reject(signal?.reason)
        }
        const timer =
          timeoutMs === undefined
            ? undefined
            : setTimeout(() => {
                over()
                // It may stand in the other side's queue and be begun before the word that nobody waits.
                post({ type: 'cancel', id })
                reject(new CallLost('timeout', true))
              }, timeoutMs)
        signal?.addEventListener('abort', leave, { once: true })
        open.set(id, {
          resolve(value) {
            over()
            resolve(value as AnswerOf<Theirs, typeof method>)
          },
          reject(reason) {
            over()
            reject(reason)
          },
        })
        try {
          post({ type: 'call', id, method, args: [...args] }, transfer)
        } catch (error) {
          // Not to be cloned: nothing went over.
          open.get(id)?.reject(error)
        }
      })
    },
    take(raw) {
      const message = raw as Message
      if (message.type === 'call') void carryOut(message.id, message.method, message.args)
      else if (message.type === 'cancel') running.get(message.id)?.abort()
      else if (message.type === 'done') open.get(message.id)?.resolve(message.value)
      else if (message.type === 'failed') open.get(message.id)?.reject(unpacked(message.error, errors))
      else return false
      return true
    },
    close(began) {
      closed = true
      for (const one of running.values()) one.abort()
      for (const [id, { reject }] of [...open]) reject(new CallLost('ended', began(id)))
    },
  }
}
