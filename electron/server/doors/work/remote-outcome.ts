/** Carries errors from the process that works to the one that asked, with the same class and fields. */
import { z } from 'zod'
import { ChannelBusy, ChannelError, ChannelUnsure } from '../../desk/channel/channel'
import { ApiError } from '../../errors'
import { reasonOf } from '../../log'

type Code = ConstructorParameters<typeof ChannelError>[0]

const packed = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('channel'), code: z.string() }),
  z.object({
    kind: z.literal('busy'),
    scope: z.enum(['conversation', 'number']),
    retryAfterMs: z.number(),
    reason: z.string(),
  }),
  z.object({ kind: z.literal('unsure'), askAgainMs: z.number() }),
  z.object({
    kind: z.literal('api'),
    code: z.string(),
    details: z.record(z.string(), z.unknown()),
    status: z.number(),
  }),
  z.object({ kind: z.literal('other'), reason: z.string() }),
])
type Packed = z.output<typeof packed>

function packedOf(error: unknown): Packed {
  if (error instanceof ChannelError) return { kind: 'channel', code: error.code }
  if (error instanceof ChannelUnsure) return { kind: 'unsure', askAgainMs: error.askAgainMs }
  if (error instanceof ChannelBusy) {
    const { scope, retryAfterMs, message } = error
    return { kind: 'busy', scope, retryAfterMs, reason: message }
  }
  if (error instanceof ApiError) {
    const { code, details, status } = error
    return { kind: 'api', code, details, status }
  }
  return { kind: 'other', reason: reasonOf(error) }
}

function errorOf(from: Packed): Error {
  switch (from.kind) {
    case 'channel':
      return new ChannelError(from.code as Code)
    case 'busy':
      return new ChannelBusy(from.scope, from.retryAfterMs, from.reason)
    case 'unsure':
      return new ChannelUnsure(from.askAgainMs)
    case 'api':
      return new ApiError(from.code as ApiError['code'], from.details, from.status)
    default:
      return new Error(from.reason)
  }
}

/** `away`: the process that answered no longer has the work, or not at this moment. */
const outcome = z.union([
  z.object({ away: z.literal(true) }),
  z.object({ error: packed }),
  z.object({ value: z.unknown() }),
])
type Outcome = z.output<typeof outcome>

/** Nothing was done. */
export const AWAY: Outcome = { away: true }

/** Does something for another process. @returns its outcome for `opened`. Never rejects. */
export async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: (await work()) ?? null }
  } catch (error) {
    return { error: packedOf(error) }
  }
}

/** The value of an outcome; AWAY when there is none. @throws what was thrown in the other process. */
export function unpackOutcome(raw: unknown): unknown {
  const found = outcome.parse(raw)
  if ('away' in found) return AWAY
  if ('error' in found) throw errorOf(found.error)
  return found.value
}
