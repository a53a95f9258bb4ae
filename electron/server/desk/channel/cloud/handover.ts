/** The field `messaging_handovers`: who answers a conversation from now on. Pure. */
import { createHash } from 'node:crypto'
import { THREAD_HOLDERS, type ThreadHolder } from '@contract'
import { z } from 'zod'

/** Who answers the conversation now; null: this workspace. */
const by = z.enum(THREAD_HOLDERS).nullable()
export const handover = z.object({ by })
export const handoverEvent = z.object({
  kind: z.literal('handover'),
  from: z.string(),
  /** Meta's ids of the same person. */
  ids: z.array(z.string()).default([]),
  by,
  at: z.string(),
})

const anything = z.unknown().optional()
const control = z.object({ new_owner_role: anything }).optional().catch(undefined)
const notice = z.object({
  type: z.enum(['control_passed', 'control_taken']),
  timestamp: anything,
  sender: z.object({ phone_number: anything, wa_id: anything, user_id: anything, parent_user_id: anything }),
  recipient: z.object({ phone_number_id: anything }),
  control_passed: control,
  control_taken: control,
})

function holderOf({ type, ...of }: z.output<typeof notice>): ThreadHolder | null {
  // A notice of passed control goes to the new responder, one of taken control to the previous one.
  if (of[type]?.new_owner_role === 'ai_agent') return 'metaAgent'
  return type === 'control_passed' ? null : 'partner'
}

/**
 * Such a notice as the value of the field `messages`: a message that says only who answers.
 * @returns null for anything else.
 */
export function handoverValue(raw: unknown) {
  const read = notice.safeParse(raw)
  if (!read.success) return null
  const { sender, recipient, timestamp } = read.data
  const from = sender.phone_number ?? sender.wa_id
  const ids = { from_user_id: sender.user_id, from_parent_user_id: sender.parent_user_id }
  const holder = holderOf(read.data)
  const id = createHash('sha256')
    .update(JSON.stringify([from, sender.user_id, timestamp, holder]))
    .digest('hex')
  return {
    metadata: recipient,
    messages: [{ id: `handover.${id}`, from, ...ids, timestamp, handover: { by: holder } }],
  }
}
