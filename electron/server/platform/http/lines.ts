/** Answers that come as lines of JSON while they are made. */
import { PassThrough } from 'node:stream'
import type { ServerErrorCode } from '@contract'
import type { FastifyReply } from 'fastify'
import { ApiError } from '../../errors'

export interface Lines<Line> {
  /**
   * Makes the answer.
   * @param write hands a line over. @param signal the caller has left.
   * @returns the last line.
   */
  make(write: (line: Line) => void, signal: AbortSignal): Promise<Line>
  /** What a caller reads of a failure. */
  codeOf(error: unknown): ServerErrorCode
}

/** @returns a signal that a caller has left; it fires at the end of an answer as well, when there is nothing to give up. */
export function leaving({ raw }: FastifyReply): AbortSignal {
  const given = new AbortController()
  raw.once('close', () => given.abort())
  // Who left before has said so already.
  if (raw.destroyed) given.abort()
  return given.signal
}

/**
 * What fails before the first line refuses the call; what fails later ends the answer with a line that says so. A caller who
 * leaves gives it up.
 * @returns the body of a `raw` endpoint.
 * @throws ApiError what `make` threw, or with the code of it.
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
  // What is said at once leaves at once: a window hears of what comes next only 50 ms later.
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
