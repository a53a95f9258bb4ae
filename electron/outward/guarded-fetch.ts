/**
 * `fetch` for addresses an administrator typed (./guarded-request). Node's own fetch lets nobody look at the address it
 * connects to, so this is node:http underneath.
 */
import type { IncomingMessage } from 'node:http'
import { AnswerTooLong, guardedRequest } from './guarded-request'

const NO_BODY = new Set([101, 204, 205, 304])

/**
 * The body as it comes, no faster than it is read. Node's own bridge between its streams and these throws at nobody when
 * a reader cancels (`Readable.toWeb`): the process would end by it.
 */
function bodyStream(response: IncomingMessage, most: number): ReadableStream<Uint8Array> {
  let over = false
  let bytes = 0
  return new ReadableStream({
    start(controller) {
      const fail = (error: Error): void => {
        if (over) return
        over = true
        controller.error(error)
        response.destroy()
      }
      response.on('data', (chunk: Buffer) => {
        if (over) return
        bytes += chunk.length
        if (bytes > most) return fail(new AnswerTooLong())
        controller.enqueue(new Uint8Array(chunk))
        if ((controller.desiredSize ?? 1) <= 0) response.pause()
      })
      response.on('end', () => {
        if (over) return
        over = true
        controller.close()
      })
      response.on('error', fail)
      // Closed before its end: cut.
      response.on('close', () => fail(new Error('the answer broke off')))
    },
    pull: () => void response.resume(),
    cancel() {
      over = true
      response.destroy()
    },
  })
}

function answerOf(response: IncomingMessage, most: number): Response {
  const headers = new Headers()
  for (let at = 0; at < response.rawHeaders.length; at += 2)
    headers.append(response.rawHeaders[at] ?? '', response.rawHeaders[at + 1] ?? '')
  const status = response.statusCode ?? 502
  if (NO_BODY.has(status)) response.resume()
  const body = NO_BODY.has(status) ? null : bodyStream(response, most)
  return new Response(body, { status, headers })
}

async function bodyOf(init: RequestInit | undefined): Promise<Buffer | null> {
  const body = init?.body
  if (body === undefined || body === null) return null
  return Buffer.from(await new Response(body).arrayBuffer())
}

/**
 * @param local whether addresses of this network and plain http may be reached (setting `localProviders`).
 * @param most bytes of an answer.
 * @param silentMs as GuardedRequest.silentMs.
 * @returns a function with the shape of `fetch`. It rejects with AddressRefused, with the reason of the signal, or as the
 *   connection failed; reading its answer rejects with AnswerTooLong.
 */
export function guardedFetch(local: boolean, most: number, silentMs?: number): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const body = await bodyOf(init)
    const response = await guardedRequest(url, {
      method: init?.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: body ? [body] : null,
      local,
      signal: init?.signal ?? undefined,
      ...(silentMs === undefined ? {} : { silentMs }),
    })
    return answerOf(response, most)
  }
}
