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

const NULL_BODY = new Set([101, 103, 204, 205, 304])

/**
 * A stream of the network as a body. Node's own bridge throws past everybody when a piece comes after the body was
 * given up, which ends the program; here such a piece is dropped.
 */
function bodyOf(source: Readable): ReadableStream<Uint8Array> {
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
        control.enqueue(piece)
        if ((control.desiredSize ?? 0) <= 0) source.pause()
      })
      source.once('end', () => once(() => control.close()))
      source.once('error', error => once(() => control.error(error)))
      source.once('close', () => once(() => control.error(new Error('the answer was cut off'))))
      source.pause()
    },
    pull: () => void source.resume(),
    cancel: () => once(() => source.destroy()),
  })
}

function answerOf(message: Message, method: string): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one)
  }
  const source = message as unknown as Readable
  const empty = method === 'HEAD' || NULL_BODY.has(message.statusCode)
  if (empty) source.resume()
  const body = empty ? null : bodyOf(source)
  return new Response(body, { status: message.statusCode, statusText: message.statusMessage, headers })
}

/** What a request that is asked for a password does. */
export type Login = (call: Call, info: AuthInfo, answer: (name?: string, password?: string) => void) => void

/**
 * @param open `net.request`.
 * @param login without it nobody gets a password: the request fails and says so.
 */
export function requestFetch(open: OpenCall, login: Login = (_call, _info, answer) => answer()): FetchLike {
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
      const stop = () => {
        call.abort()
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', stop, { once: true })
      const over = () => signal?.removeEventListener('abort', stop)

      call.on('redirect', (status, _method, target) => {
        over()
        if (init.redirect === 'error') reject(new TypeError('the server redirects'))
        else resolve(new Response(null, { status, headers: { location: target } }))
      })
      call.on('response', message => {
        const source = message as unknown as Readable
        source.once('close', () => {
          over()
          // Thrown away before its end (a page that left, a video that was closed): only this stops the server.
          if (!source.readableEnded) call.abort()
        })
        resolve(answerOf(message, wanted.method))
      })
      call.on('error', error => {
        over()
        reject(error)
      })
      call.on('login', (info, answer) => login(call, info, answer))

      if (!wanted.body) {
        call.end()
        return
      }
      call.chunkedEncoding = init.body instanceof ReadableStream
      pipeline(Readable.fromWeb(wanted.body as NodeStream<Uint8Array>), call).catch(error => {
        over()
        call.abort()
        reject(error)
      })
    })
}
