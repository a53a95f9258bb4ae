/** What a delivery of the Cloud API says, as single events. Pure; what is not understood is left out, not refused. */
import { z } from 'zod'
import { nameOfFile } from '../file-names'
import { placeBody } from '../places'

const digits = z.string().regex(/^\d{5,20}$/)
const seconds = z.coerce.number().int().positive()
const file = z.object({
  id: z.string(),
  mime_type: z.string().catch('application/octet-stream'),
  caption: z.string().catch(''),
  filename: z.string().catch(''),
})
const phone = z.object({ phone: z.string().catch(''), wa_id: z.string().optional().catch(undefined) })
const person = z.object({
  name: z.object({ formatted_name: z.string().catch('') }).catch({ formatted_name: '' }),
  phones: z.array(phone).catch([]),
})
/** What was pressed: the whole title is the description where the row had no room for it (contract, pressedMenu). */
const choice = z
  .object({ title: z.string(), description: z.string().optional().catch(undefined) })
  .transform(({ title, description }) => description || title)
  .optional()
  .catch(undefined)

const message = z.object({
  id: z.string().min(1).max(300),
  from: digits,
  timestamp: seconds,
  type: z.string(),
  text: z.object({ body: z.string() }).optional().catch(undefined),
  image: file.optional().catch(undefined),
  video: file.optional().catch(undefined),
  audio: file.optional().catch(undefined),
  document: file.optional().catch(undefined),
  sticker: file.optional().catch(undefined),
  location: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.string().catch(''),
      address: z.string().catch(''),
    })
    .optional()
    .catch(undefined),
  contacts: z.array(person).optional().catch(undefined),
  reaction: z
    .object({ message_id: z.string(), emoji: z.string().catch('') })
    .optional()
    .catch(undefined),
  button: z.object({ text: z.string() }).optional().catch(undefined),
  interactive: z.object({ list_reply: choice, button_reply: choice }).optional().catch(undefined),
  context: z
    .object({
      id: z.string().optional().catch(undefined),
      forwarded: z.boolean().optional().catch(undefined),
      frequently_forwarded: z.boolean().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})
type Message = z.output<typeof message>

const status = z.object({
  id: z.string().min(1).max(300),
  status: z.string(),
  biz_opaque_callback_data: z.string().max(512).optional().catch(undefined),
  errors: z.array(z.object({ code: z.number() })).catch([]),
})

const value = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: z
    .array(z.object({ wa_id: z.string(), profile: z.object({ name: z.string().catch('') }).optional() }))
    .catch([]),
  messages: z.array(z.unknown()).catch([]),
  statuses: z.array(z.unknown()).catch([]),
})
const delivery = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.object({ changes: z.array(z.object({ field: z.string(), value: z.unknown() })).catch([]) }),
  ),
})

export const cloudEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('message'),
    id: z.string(),
    from: z.string(),
    name: z.string(),
    at: z.string(),
    body: z.string(),
    mediaType: z.string(),
    quoted: z.string().nullable(),
    isForwarded: z.boolean(),
    file: z.object({ id: z.string(), mime: z.string(), name: z.string() }).nullable(),
  }),
  z.object({ kind: z.literal('reaction'), from: z.string(), to: z.string(), emoji: z.string() }),
  z.object({
    kind: z.literal('status'),
    wamid: z.string(),
    status: z.string(),
    /** Our own id of the message, when it was sent with one. */
    messageId: z.string().nullable(),
    error: z.number().nullable(),
  }),
])
export type CloudEvent = z.output<typeof cloudEvent>

export interface Delivered {
  phoneNumberId: string
  /** What a second delivery of the same thing has too. */
  key: string
  /** The conversation; "" for what belongs to none. */
  chat: string
  event: CloudEvent
}

const cardOf = ({ name, phones }: z.output<typeof person>): string =>
  [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${name.formatted_name.replace(/[\r\n]/g, ' ')}`,
    ...phones.map(
      ({ phone, wa_id }) => `TEL;TYPE=CELL${wa_id ? `;waid=${wa_id}` : ''}:${phone.replace(/[\r\n]/g, ' ')}`,
    ),
    'END:VCARD',
  ].join('\n')

/** Words in the place of what this way does not bring along. */
const NOT_SHOWN = '_O cliente enviou algo que este número não recebe. Peça que envie de outra forma._'

/** Body and kind of a message without a file. */
function wordsOf(sent: Message): { body: string; mediaType: string } {
  const { text, location, contacts, button, interactive } = sent
  if (text) return { body: text.body, mediaType: 'conversation' }
  if (location) {
    const { latitude, longitude, name, address } = location
    const words = [name, address].filter(part => part !== '').join(', ')
    return { body: placeBody(latitude, longitude, words), mediaType: 'locationMessage' }
  }
  if (contacts?.length) return { body: contacts.map(cardOf).join('\n'), mediaType: 'contactMessage' }
  const chosen = button?.text ?? interactive?.list_reply ?? interactive?.button_reply
  return { body: chosen ?? NOT_SHOWN, mediaType: 'conversation' }
}

function messageEvent(sent: Message, name: string): CloudEvent {
  const found = (['image', 'video', 'audio', 'document', 'sticker'] as const).flatMap(kind => {
    const one = sent[kind]
    return one ? [{ kind, one }] : []
  })[0]
  const { body, mediaType } = found
    ? { body: found.one.caption, mediaType: found.kind === 'document' ? 'application' : found.kind }
    : wordsOf(sent)
  return {
    kind: 'message',
    id: sent.id,
    from: sent.from,
    name,
    at: new Date(sent.timestamp * 1_000).toISOString(),
    body,
    mediaType,
    quoted: sent.context?.id ?? null,
    isForwarded: (sent.context?.forwarded || sent.context?.frequently_forwarded) ?? false,
    file: found
      ? {
          id: found.one.id,
          mime: found.one.mime_type,
          name: found.one.filename || nameOfFile(found.kind, found.one.mime_type),
        }
      : null,
  }
}

function ofValue(raw: unknown): Delivered[] {
  const parsed = value.safeParse(raw)
  if (!parsed.success) return []
  const { metadata, contacts, messages, statuses } = parsed.data
  const phoneNumberId = metadata.phone_number_id
  const names = new Map(contacts.map(({ wa_id, profile }) => [wa_id, profile?.name ?? '']))
  const written = messages.flatMap((one): Delivered[] => {
    const sent = message.safeParse(one)
    if (!sent.success) return []
    const { id, from, reaction } = sent.data
    const event: CloudEvent = reaction
      ? { kind: 'reaction', from, to: reaction.message_id, emoji: reaction.emoji }
      : messageEvent(sent.data, names.get(from) ?? '')
    return [{ phoneNumberId, key: id, chat: from, event }]
  })
  const receipts = statuses.flatMap((one): Delivered[] => {
    const said = status.safeParse(one)
    if (!said.success) return []
    const { id, status: word, biz_opaque_callback_data, errors } = said.data
    const event: CloudEvent = {
      kind: 'status',
      wamid: id,
      status: word,
      messageId: biz_opaque_callback_data ?? null,
      error: errors[0]?.code ?? null,
    }
    return [{ phoneNumberId, key: `${id}:${word}`, chat: '', event }]
  })
  return [...written, ...receipts]
}

/** The events of one delivery, in its order. @param body JSON. @returns null when it is no delivery of WhatsApp's. */
export function readDelivery(body: string): Delivered[] | null {
  let raw: unknown
  try {
    raw = JSON.parse(body)
  } catch {
    return null
  }
  const parsed = delivery.safeParse(raw)
  if (!parsed.success) return null
  return parsed.data.entry.flatMap(({ changes }) =>
    changes.filter(({ field }) => field === 'messages').flatMap(change => ofValue(change.value)),
  )
}
