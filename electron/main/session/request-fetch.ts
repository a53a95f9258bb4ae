/**
 * Fetch over Electron's `net.request`. `net.fetch` itself cannot hand back a redirect instead of following or failing
 * (electron#43715) and collects an upload in memory before it sends it; and with its credential modes a Cookie header
 * of our own is not certain to leave. Requests made here send no cookie but ours and follow nothing by themselves.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { AuthInfo } from 'electron'
import type { FetchLike } from './http'

/** The part of Electron's ClientRequest used here. */
export interface Call extends NodeJS.WritableStream {
  chunkedEncoding: boolean
  setHeader(name: string, value: string): void
  abort(): void
  on(event: 'response', listener: (message: Message) => void): this
  on(
    event: 'redirect',
    listener: (status: number, method: string, target: string, headers: Record<string, string[]>) => void,
  ): this
  on(event: 'error', listener: (error: Error) => void): this
  on(
    event: 'login',
    listener: (info: AuthInfo, answer: (name?: string, password?: string) => void) => void,
  ): this
}
interface Message {
  statusCode: number
  statusMessage: string
  headers: Record<string, string | string[] | undefined>
}
export type OpenCall = (options: { method: string; url: string; redirect: 'manual' }) => Call

/**
 * Nothing moved for so long, neither way: the call ends, milliseconds. What a server works at meanwhile (a company that is
 * deleted, an import) sends nothing until it is done.
 */
const IDLE_TIMEOUT_MS = 300_000

/** Ends a call on which nothing has moved for a time. */
interface IdleTimer {
  restart(): void
  /** Does not count just now: the reader is slow, or a person is asked. */
  pause(): void
  end(): void
}

function idleTimer(ms: number, onTimeout: (error: Error) => void): IdleTimer {
  let timer: NodeJS.Timeout | undefined
  let over = false
  const pause = (): void => clearTimeout(timer)
  const end = (): void => {
    over = true
    pause()
  }
  return {
    restart() {
      pause()
      if (over) return
      timer = setTimeout(() => {
        end()
        onTimeout(Object.assign(new Error(`nothing received for ${ms} ms`), { name: 'TimeoutError' }))
      }, ms)
      timer.unref()
    },
    pause,
    end,
  }
}

const NULL_BODY = new Set([101, 103, 204, 205, 304])

/**
 * A stream of the network as a body. Node's own bridge throws past everybody when a piece comes after the body was
 * given up, which ends the program; here such a piece is dropped.
 */
function bodyOf(source: Readable, idle: IdleTimer): ReadableStream<Uint8Array> {
  let over = false
  const once = (work: () => void) => {
    if (over) return
    over = true
    work()
  }
  return new ReadableStream<Uint8Array>({
    start(control) {
      source.on('data', (piece: Uint8Array) => {
        if (over) return
        idle.restart()
        control.enqueue(piece)
        if ((control.desiredSize ?? 0) > 0) return
        idle.pause()
        source.pause()
      })
      source.once('end', () => once(() => control.close()))
      source.once('error', error => once(() => control.error(error)))
      source.once('close', () => once(() => control.error(new Error('the answer was cut off'))))
      source.pause()
    },
    pull() {
      if (!over) idle.restart()
      source.resume()
    },
    cancel: () => once(() => source.destroy()),
  })
}

function answerOf(message: Message, method: string, idle: IdleTimer): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one)
  }
  const source = message as unknown as Readable
  const empty = method === 'HEAD' || NULL_BODY.has(message.statusCode)
  if (empty) source.resume()
  const body = empty ? null : bodyOf(source, idle)
  return new Response(body, { status: message.statusCode, statusText: message.statusMessage, headers })
}

/** What a request that is asked for a password does. */
export type Login = (call: Call, info: AuthInfo, answer: (name?: string, password?: string) => void) => void

/**
 * @param open `net.request`.
 * @param login without it nobody gets a password: the request fails with an error.
 * @param idleTimeoutMs IDLE_TIMEOUT_MS unless given.
 * @returns what rejects, or whose body fails, with a TimeoutError when nothing moves any more.
 */
export function requestFetch(
  open: OpenCall,
  login: Login = (_call, _info, answer) => answer(),
  idleTimeoutMs = IDLE_TIMEOUT_MS,
): FetchLike {
  return (url, init) =>
    new Promise<Response>((resolve, reject) => {
      const signal = init.signal ?? null
      if (signal?.aborted) return reject(signal.reason)
      // Gives bodies of every kind their bytes and content type.
      const wanted = new Request(url, { ...init, signal: null, redirect: 'follow' })
      const call = open({ method: wanted.method, url, redirect: 'manual' })
      wanted.headers.forEach((value, name) => {
        call.setHeader(name, value)
      })
      let source: Readable | null = null
      const fail = (error: unknown) => {
        over()
        source?.destroy(error instanceof Error ? error : undefined)
        call.abort()
        reject(error)
      }
      const stop = () => fail(signal?.reason)
      const idle = idleTimer(idleTimeoutMs, error => fail(error))
      signal?.addEventListener('abort', stop, { once: true })
      const over = () => {
        idle.end()
        signal?.removeEventListener('abort', stop)
      }

      call.on('redirect', (status, _method, target) => {
        over()
        if (init.redirect === 'error') reject(new TypeError('the server redirects'))
        else resolve(new Response(null, { status, headers: { location: target } }))
      })
      call.on('response', message => {
        const body = message as unknown as Readable
        source = body
        idle.restart()
        body.once('close', () => {
          over()
          // Thrown away before its end (a page that left, a video that was closed): only this stops the server.
          if (!body.readableEnded) call.abort()
        })
        resolve(answerOf(message, wanted.method, idle))
      })
      call.on('error', error => {
        over()
        reject(error)
      })
      call.on('login', (info, answer) => {
        idle.pause()
        login(call, info, (name, password) => {
          idle.restart()
          answer(name, password)
        })
      })

      idle.restart()
      if (!wanted.body) {
        call.end()
        return
      }
      call.chunkedEncoding = init.body instanceof ReadableStream
      const leaving = async function* (parts: AsyncIterable<Uint8Array>) {
        for await (const part of parts) {
          idle.restart()
          yield part
        }
      }
      pipeline(Readable.fromWeb(wanted.body as NodeStream<Uint8Array>), leaving, call).catch(fail)
    })
}
