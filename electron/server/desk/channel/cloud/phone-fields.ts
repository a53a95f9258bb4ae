/**
 * What is delivered of the Business app on the phone of a number: its contacts (`smb_app_state_sync`) and what was said
 * before (`history`). Pure.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { members, words } from './content'
import { idsIn, metaId, optional, phoneNumber } from './people'

/** Contacts or messages in one event. */
const SLICE = 200

export const bookEvent = z.object({
  kind: z.literal('book'),
  entries: z.array(
    z.object({
      number: z.string(),
      ids: z.array(z.string()),
      username: z.string().nullable(),
      /** "" for one that was removed. */
      name: z.string(),
      at: z.string(),
    }),
  ),
})
export const historyStep = z.object({
  kind: z.literal('historyStep'),
  /** Per cent. */
  progress: z.number(),
  /** Meta's number for a refusal; null for none. */
  error: z.number().nullable(),
})
export const historyEvent = z.object({
  kind: z.literal('history'),
  /** When the first of its messages was written: an inbox takes what it has of a conversation in this order. */
  at: z.string(),
  /** Events of the kind `message`, each with how far an own one got. */
  messages: z.array(z.object({ event: z.unknown(), ack: z.string() })),
})
export type BookEvent = z.output<typeof bookEvent>
export type HistoryStep = z.output<typeof historyStep>
export type HistoryEvent = z.output<typeof historyEvent>

interface Noticed {
  phoneNumberId: string
  key: string
  chat: string
  event: BookEvent | HistoryStep | HistoryEvent
}

const number = z.union([words, z.number().transform(String)])
const metadata = z.object({ phone_number_id: number, display_phone_number: number.catch('') })
const word = words.pipe(z.string().max(512)).catch('')

const stateSync = z.object({
  metadata,
  state_sync: members(
    z.object({
      type: z.literal('contact'),
      action: word,
      contact: z.object({
        full_name: word,
        first_name: word,
        phone_number: optional(phoneNumber),
        user_id: optional(metaId),
        username: word,
      }),
      metadata: z.object({ timestamp: z.unknown() }).catch({ timestamp: undefined }),
    }),
  ),
})

const history = z.object({
  metadata,
  messages: z.array(z.unknown()).catch([]),
  history: members(
    z.object({
      metadata: z
        .object({ phase: z.unknown(), chunk_order: z.unknown(), progress: z.coerce.number().min(0).max(100) })
        .optional()
        .catch(undefined),
      threads: members(
        z.object({
          id: z.union([phoneNumber, metaId]),
          messages: z.array(z.unknown()),
        }),
      ),
      errors: members(z.object({ code: z.coerce.number().int() })),
    }),
  ),
})

/** A message of a thread, as far as it says who wrote it and what became of it. */
const threadMessage = z.looseObject({
  from: optional(z.union([phoneNumber, metaId])),
  from_user_id: optional(metaId),
  to: z.unknown().optional(),
  type: word,
  history_context: z.object({ status: word }).catch({ status: '' }),
})

const hashOf = (parts: unknown): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)

const sliced = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / SLICE) }, (_, at) => all.slice(at * SLICE, (at + 1) * SLICE))

/** What the reader of messages makes of one (./webhook). */
export type ReadMessage = (
  raw: unknown,
  fromMe: boolean,
) => { kind: string; at?: string | null; id?: string } | null

function bookIn(raw: unknown, instantOf: (raw: unknown) => string): Noticed[] | null {
  const read = stateSync.safeParse(raw)
  if (!read.success || read.data.state_sync.length === 0) return null
  const { metadata: of, state_sync: all } = read.data
  const entries = all.flatMap(({ action, contact, metadata: { timestamp } }) => {
    const [id] = idsIn([contact.user_id])
    const known = contact.phone_number ?? id
    if (known === undefined) return []
    return [
      {
        number: known,
        ids: idsIn([contact.user_id]).filter(one => one !== known),
        username: contact.username.replace(/^@/, '') || null,
        name: action === 'remove' ? '' : contact.full_name || contact.first_name,
        at: instantOf(timestamp),
      },
    ]
  })
  return sliced(entries).map(part => ({
    phoneNumberId: of.phone_number_id,
    key: `book:${hashOf(part)}`,
    chat: 'book',
    event: { kind: 'book', entries: part },
  }))
}

function historyIn(raw: unknown, message: ReadMessage): Noticed[] | null {
  const read = history.safeParse(raw)
  if (!read.success) return null
  const { metadata: of, history: chunks, messages: files } = read.data
  // Ids of files follow apart; the files stay on the phone.
  if (chunks.length === 0) return files.length > 0 ? [] : null
  const phoneNumberId = of.phone_number_id
  const own = of.display_phone_number.replace(/\D/g, '')
  return chunks.flatMap((chunk): Noticed[] => {
    const [error] = chunk.errors
    const progress = chunk.metadata?.progress ?? 0
    const step: HistoryStep = { kind: 'historyStep', progress, error: error?.code ?? null }
    const slices = chunk.threads.flatMap(({ id, messages }): Noticed[] => {
      const found = messages.flatMap(one => {
        const sent = threadMessage.safeParse(one)
        if (!sent.success) return []
        const { from, to, from_user_id: fromId, history_context: context, ...rest } = sent.data
        const writer = from ?? fromId
        const fromMe =
          writer === undefined ? to !== undefined : writer === own || (writer !== id && to !== undefined)
        const event = message(
          {
            ...rest,
            from: id,
            // Files stay on the phone; what they were is said.
            ...(rest.type === 'media_placeholder' ? { unsupported: { type: rest.type } } : {}),
          },
          fromMe,
        )
        return event?.kind === 'message' ? [{ event, ack: context.status }] : []
      })
      const instant = (one: (typeof found)[number]) => one.event.at ?? ''
      const ordered = found.toSorted((a, b) =>
        instant(a) < instant(b) ? -1 : Number(instant(a) > instant(b)),
      )
      return sliced(ordered).map(part => ({
        phoneNumberId,
        key: `history:${hashOf([id, part.map(({ event }) => event.id)])}`,
        chat: id,
        event: { kind: 'history', at: part[0]?.event.at ?? '', messages: part },
      }))
    })
    const key = `historyStep:${hashOf([chunk.metadata ?? null, step.error, slices.map(({ key: one }) => one)])}`
    return [...slices, { phoneNumberId, key, chat: '', event: step }]
  })
}

/**
 * The events of a field about what is on the phone.
 * @param instantOf the instant of a time stamp, ISO-8601. @param message reads one message.
 * @returns null for what is another field, or cannot be read.
 */
export function phoneDataIn(
  field: string,
  raw: unknown,
  { instantOf, message }: { instantOf: (raw: unknown) => string; message: ReadMessage },
): Noticed[] | null {
  if (field === 'smb_app_state_sync') return bookIn(raw, instantOf)
  if (field === 'history') return historyIn(raw, message)
  return null
}
