/**
 * The fields of a delivery that carry messages, each converted to the shape of the field `messages`. Pure. Meta routes
 * a conversation to one responder at a time; others receive it in `standby`.
 */
import { z } from 'zod'
import { callsIn } from './calls'
import { handoverValue } from './handover'

/** Facts about everything in such a field. */
export interface Manner {
  /** Another responder answers: we only read. */
  standby?: boolean
  /** Written on our side without the workspace: by Meta's agent, or on the phone. */
  fromMe?: boolean
}

export interface Part {
  /** As the value of the field `messages`. */
  value: unknown
  manner: Manner
}

const anything = z.unknown().optional()
const said = z.looseObject({
  metadata: anything,
  contacts: anything,
  messages: anything,
  statuses: anything,
  message_echoes: z.array(z.unknown()).catch([]),
})
/** Meta nests these messages in a member with the field's own name; its documentation shows them flat. */
const readAlong = z.object({ metadata: anything, standby: said.optional().catch(undefined) })

const echo = z.looseObject({
  to: anything,
  to_user_id: anything,
  to_parent_user_id: anything,
  /** Echoes of Meta's agent contain their content as it was sent. */
  message: z.looseObject({}).optional().catch(undefined),
})

/** An echo as a message whose sender is its recipient: that identifies the conversation. */
function asMessage(raw: unknown): unknown {
  const read = echo.safeParse(raw)
  if (!read.success) return raw
  const { message, ...own } = read.data
  const whole = { ...own, ...message } as Record<string, unknown>
  const to = whole.to ?? (typeof message?.recipient === 'string' ? message.recipient : undefined)
  return {
    ...whole,
    from: to,
    from_user_id: whole.to_user_id,
    from_parent_user_id: whole.to_parent_user_id,
  }
}

const echoes = ({ metadata, contacts, message_echoes }: z.output<typeof said>, standby: boolean): Part[] =>
  message_echoes.length === 0
    ? []
    : [
        {
          value: { metadata, contacts, messages: message_echoes.map(asMessage) },
          manner: { fromMe: true, ...(standby ? { standby } : {}) },
        },
      ]

function partsReadAlong(raw: unknown): Part[] {
  const outer = readAlong.safeParse(raw)
  const inner =
    outer.success && outer.data.standby ? { ...outer.data.standby, metadata: outer.data.metadata } : raw
  const read = said.safeParse(inner)
  if (!read.success) return [{ value: raw, manner: { standby: true } }]
  const { message_echoes, ...rest } = read.data
  const written = echoes(read.data, true)
  const isOnlyEchoes = message_echoes.length > 0 && rest.messages === undefined && rest.statuses === undefined
  return isOnlyEchoes ? written : [{ value: rest, manner: { standby: true } }, ...written]
}

function partsOfPhone(raw: unknown): Part[] {
  const read = said.safeParse(raw)
  const written = read.success ? echoes(read.data, false) : []
  return written.length > 0 ? written : [{ value: raw, manner: { fromMe: true } }]
}

/** A spoken message counts as ours: the customer waits for nobody. */
function partsOfCalls(raw: unknown): Part[] | null {
  const read = callsIn(raw)
  if (!read) return null
  const { metadata, contacts, told } = read
  return told.map(({ message, fromMe }) => ({
    value: { metadata, contacts, messages: [message] },
    manner: fromMe ? { fromMe } : {},
  }))
}

/** The messages of a field in the shape of `messages`; null for a field that carries none. */
export function messagesIn(field: string, raw: unknown): Part[] | null {
  if (field === 'messages') return [{ value: raw, manner: {} }]
  if (field === 'standby') return partsReadAlong(raw)
  if (field === 'smb_message_echoes') return partsOfPhone(raw)
  if (field === 'calls') return partsOfCalls(raw)
  const handover = field === 'messaging_handovers' ? handoverValue(raw) : null
  if (handover) return [{ value: handover, manner: {} }]
  return null
}
