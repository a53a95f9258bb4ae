/**
 * The network side of the Cloud API: one question over HTTP and its whole answer. Runs in the thread of a connection
 * (./cloud-thread); every connection loads it, so it imports next to nothing.
 */
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { AnswerTooLong, guardedRequest } from '../../providers/guarded-request'
import { FileGone } from './graph-errors'

export interface NetQuestion {
  url: string
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  /** Words, and files of this machine by their path, one after the other; null for no body. */
  parts: readonly (string | { path: string })[] | null
  /** Whether a double on this computer may be asked. */
  local: boolean
  /** Most bytes of the answer. */
  most: number
}

export interface NetAnswer {
  status: number
  /** Header retry-after. */
  retryAfter: string | null
  bytes: Uint8Array<ArrayBuffer>
}

/** Asks, and reads the answer. @throws what `ask` says. */
export type Ask = (question: NetQuestion, signal: AbortSignal) => Promise<NetAnswer>

async function bytesOf(response: IncomingMessage, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let length = 0
  const tooLong = (): never => {
    response.destroy()
    throw new AnswerTooLong()
  }
  if (Number(response.headers['content-length'] ?? 0) > most) tooLong()
  // Throws when the answer breaks off.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > most) tooLong()
    chunks.push(chunk)
  }
  // Of its own, not of the pool that small buffers share: it goes over to the server.
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** @throws AddressRefused, AnswerTooLong, FileGone, the reason of the signal, or as the connection failed. */
export const askNetwork: Ask = async ({ url, method, headers, parts, local, most }, signal) => {
  const partOf = async (part: string | { path: string }): Promise<Buffer> => {
    if (typeof part === 'string') return Buffer.from(part)
    return readFile(part.path).catch(() => {
      throw new FileGone()
    })
  }
  const body = parts && (await Promise.all(parts.map(partOf)))
  const response = await guardedRequest(new URL(url), { method, headers, body, local, signal })
  return {
    status: response.statusCode ?? 502,
    retryAfter: response.headers['retry-after'] ?? null,
    bytes: await bytesOf(response, most),
  }
}
