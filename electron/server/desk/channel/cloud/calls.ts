/** The field `calls`: a line in the conversation for each finished call. Pure. Calls are not answered here. */
import { type CallLine, callWords } from '@contract'
import { z } from 'zod'

const anything = z.unknown().optional()
const figure = z.coerce.number().optional().catch(undefined)
const first = z
  .union([z.string(), z.array(z.string()).transform(([one]) => one ?? '')])
  .optional()
  .catch(undefined)
const call = z.object({
  id: z.string(),
  event: z.string(),
  from: anything,
  to: anything,
  from_user_id: anything,
  to_user_id: anything,
  from_parent_user_id: anything,
  to_parent_user_id: anything,
  timestamp: anything,
  direction: first,
  status: first,
  start_time: figure,
  end_time: figure,
  duration: figure,
})
const field = z.looseObject({ metadata: anything, contacts: anything, calls: z.array(z.unknown()) })

/** A customer's answer to a call request, as Meta sends it. */
export const callPermission = z.object({
  response: z.string().catch(''),
  is_permanent: z.boolean().catch(false),
  expiration_timestamp: figure,
})

/** The words of such an answer. */
export function permissionWords(answer: z.output<typeof callPermission>): string {
  if (answer.response !== 'accept') return callWords({ what: 'declined' })
  const { expiration_timestamp: seconds, is_permanent: forGood } = answer
  const until = forGood || !seconds ? null : new Date(seconds * 1_000)
  return callWords({
    what: 'permitted',
    until: until === null || Number.isNaN(until.getTime()) ? null : until.toISOString(),
  })
}

type Over = z.output<typeof call>

function lineOf({ start_time: start, end_time: end, duration, status }: Over, ours: boolean): CallLine {
  const seconds = duration ?? (start !== undefined && end !== undefined ? end - start : 0)
  if (seconds > 0 && Number.isFinite(seconds)) return { what: 'talked', seconds, ours }
  if (ours) return { what: 'unanswered' }
  return { what: status?.toUpperCase() === 'REJECTED' ? 'refused' : 'missed', video: false }
}

interface Told {
  /** As a message of the field `messages`, from the customer. */
  message: Record<string, unknown>
  /** Whether somebody of the company spoke with the customer, or began the call. */
  fromMe: boolean
}

/** The finished calls in the field; a ringing call is ignored. @returns null when the value is not such a field. */
export function callsIn(raw: unknown): { metadata: unknown; contacts: unknown; told: Told[] } | null {
  const read = field.safeParse(raw)
  if (!read.success) return null
  const { metadata, contacts, calls } = read.data
  const told = calls.flatMap((one): Told[] => {
    const over = call.safeParse(one)
    if (!over.success || over.data.event !== 'terminate') return []
    const { id, from, to, from_user_id, to_user_id, from_parent_user_id, to_parent_user_id } = over.data
    const { end_time, timestamp, direction } = over.data
    const ours = direction === 'BUSINESS_INITIATED'
    const line = lineOf(over.data, ours)
    const customer = ours
      ? { from: to, from_user_id: to_user_id, from_parent_user_id: to_parent_user_id }
      : { from, from_user_id, from_parent_user_id }
    const message = {
      ...customer,
      id,
      timestamp: end_time ?? timestamp,
      type: 'call',
      call: { words: callWords(line) },
    }
    return [{ message, fromMe: ours || line.what === 'talked' }]
  })
  return { metadata, contacts, told }
}
