/**
 * Which bodies a page may send to main's protocol handler. Electron's handler gets bytes as they are. A Blob or File
 * reaches it as a part of another kind, which earlier versions never passed on (the request hung) and later ones read
 * whole into main before the handler sees any of it; a stream shares one buffer between its pieces. Over the loopback
 * gateway all of them would arrive, so they are refused here, loudly, as everything that Electron does not promise.
 */

/** What such a body is, or null where it is bytes, text or nothing. */
export function unsureBody(body: unknown): string | null {
  if (body instanceof Blob) return body instanceof File ? 'a File' : 'a Blob'
  if (body instanceof ReadableStream) return 'a stream'
  if (body instanceof FormData && [...body.values()].some(value => typeof value !== 'string'))
    return 'a form with a file'
  return null
}

function refuseUnsure(body: unknown): void {
  const kind = unsureBody(body)
  if (kind)
    throw new TypeError(`The stand-in does not carry ${kind} to a protocol handler: send its bytes instead`)
}

/** What of a page sends bodies. */
export interface Sender {
  fetch: typeof fetch
  XMLHttpRequest: { prototype: Pick<XMLHttpRequest, 'send'> }
}

/** Makes `fetch` and `XMLHttpRequest` refuse the bodies above with a TypeError. */
export function guardBodies(page: Sender): void {
  const realFetch = page.fetch.bind(page)
  page.fetch = async (input, init) => {
    refuseUnsure(init?.body)
    return await realFetch(input, init)
  }
  const { prototype } = page.XMLHttpRequest
  const send = prototype.send
  prototype.send = function (this: XMLHttpRequest, body) {
    refuseUnsure(body)
    send.call(this, body)
  }
}
