/** Answers streamed as lines of JSON. */
import { PassThrough } from 'node:stream'
import type { ServerErrorCode } from '@contract'
import type { FastifyReply } from 'fastify'
import { ApiError } from '../../errors'

export interface Lines<Line> {
  /** Makes the answer. @param write sends a line. @param signal the caller has left. @returns the last line. */
  make(write: (line: Line) => void, signal: AbortSignal): Promise<Line>
  /** The error code of a failure. */
  codeOf(error: unknown): ServerErrorCode
}

/**
 * @returns a signal that fires when the caller leaves; also at the end of an answer, when there is nothing left to
 *   abort.
 */
export function leaving({ raw }: FastifyReply): AbortSignal {
  const given = new AbortController()
  raw.once('close', () => given.abort())
  // The caller left before the handler began.
  if (raw.destroyed) given.abort()
  return given.signal
}

/**
 * Streams an answer. A failure before the first line refuses the call; a later one ends the answer with a line that
 * says so. A caller who leaves aborts it.
 * @returns the body of a `raw` endpoint.
 * @throws ApiError what `make` threw, or its code.
 */
export async function inLines<Line>(
  reply: FastifyReply,
  { make, codeOf }: Lines<Line>,
): Promise<PassThrough> {
  const signal = leaving(reply)
  const lines = new PassThrough()
  let began: () => void = () => undefined
  const beginning = new Promise<void>(resolve => {
    began = resolve
  })
  // The first line is sent at once: a window receives what follows only 50 ms later.
  let held = ''
  const leave = (): void => {
    if (held !== '') lines.write(held)
    held = ''
  }
  const write = (line: Line | { error: ServerErrorCode }): void => {
    if (held === '') queueMicrotask(leave)
    held += `${JSON.stringify(line)}\n`
    began()
  }
  const work = make(write, signal)
  const refusal = (error: unknown): ServerErrorCode =>
    error instanceof ApiError ? error.code : codeOf(error)
  try {
    await Promise.race([beginning, work])
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(codeOf(error))
  }
  void work
    .then(write, (error: unknown) => write({ error: refusal(error) }))
    .finally(() => {
      leave()
      lines.end()
    })
  reply.type('application/x-ndjson; charset=utf-8')
  return lines
}
