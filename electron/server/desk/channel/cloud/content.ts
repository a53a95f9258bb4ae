/** The content of one Cloud API message, as the workspace shows it. Pure. */
import { notReceivedWords, type Referral, type Unreceived, wellFormed } from '@contract'
import { z } from 'zod'
import { nameOfFile } from '../file-names'
import { formBody } from '../form-answers'
import { placeBody } from '../places'
import { callPermission, permissionWords } from './calls'

/** Text of a customer as it can be stored. */
export const words = z.string().transform(wellFormed)
const some = words.catch('')
/** A number or a text, as text. */
const loose = z
  .union([words, z.number().transform(String)])
  .optional()
  .catch(undefined)

/** A member of a message that may be missing or malformed. */
const part = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)

/** The valid members of a list; a missing list is empty. */
export const members = <S extends z.ZodType>(schema: S) =>
  z
    .array(z.unknown())
    .catch([])
    .transform(all =>
      all.flatMap(one => {
        const read = schema.safeParse(one)
        return read.success ? [read.data] : []
      }),
    )

const file = z.object({
  id: words,
  mime_type: words.catch('application/octet-stream'),
  caption: some,
  filename: some,
})
const phone = z.object({ phone: some, wa_id: part(words) })
const person = z.object({
  /** The origin of a card; `contact_request`: it is the sender's own, in answer to our request. */
  origin: some,
  name: z.object({ formatted_name: some }).catch({ formatted_name: '' }),
  phones: members(phone),
})
/** The pressed title; the description has the whole title when the row was too short for it (contract, pressedMenu). */
const choice = part(
  z
    .object({ title: words, description: part(words) })
    .transform(({ title, description }) => description || title),
)
const item = z.object({
  product_retailer_id: loose,
  quantity: loose,
  item_price: loose,
  currency: some,
})

const MEDIA = ['image', 'video', 'audio', 'document', 'sticker'] as const

/** The parts of a message that carry its content. */
export const content = z.object({
  type: some,
  text: part(z.object({ body: words })),
  image: part(file),
  video: part(file),
  audio: part(file),
  document: part(file),
  sticker: part(file),
  location: part(
    z.object({ latitude: z.coerce.number(), longitude: z.coerce.number(), name: some, address: some }),
  ),
  contacts: part(members(person)),
  origin: some,
  button: part(z.object({ text: words })),
  interactive: part(
    z.object({
      list_reply: choice,
      button_reply: choice,
      call_permission_reply: part(callPermission),
      nfm_reply: part(z.object({ body: some, response_json: z.unknown().optional() })),
    }),
  ),
  order: part(z.object({ text: some, product_items: members(item) })),
  /** A call that is over (./calls). */
  call: part(z.object({ words })),
  unsupported: part(z.object({ type: words })),
  referral: part(z.object({ source_url: some, source_type: some, headline: some, body: some })),
  context: part(
    z.object({
      id: part(words),
      forwarded: part(z.boolean()),
      frequently_forwarded: part(z.boolean()),
      referred_product: part(z.object({ product_retailer_id: loose })),
    }),
  ),
})
export type Content = z.output<typeof content>

export interface MessageContent {
  body: string
  mediaType: string
  file: { id: string; mime: string; name: string } | null
}

const line = (text: string): string => text.replace(/[\r\n]/g, ' ')

const cardOf = ({ name, phones }: z.output<typeof person>): string =>
  [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${line(name.formatted_name)}`,
    ...phones.map(
      ({ phone: number, wa_id }) => `TEL;TYPE=CELL${wa_id ? `;waid=${wa_id}` : ''}:${line(number)}`,
    ),
    'END:VCARD',
  ].join('\n')

/**
 * An order in numbers and names only, readable in every language: `2 × SKU-1 · BRL 19.90`, the sum, the customer's
 * text.
 */
function orderBody({ text, product_items: items }: NonNullable<Content['order']>): string {
  const currency = items.find(one => one.currency !== '')?.currency ?? ''
  const amounts = items.map(one => Number(one.item_price ?? Number.NaN) * Number(one.quantity ?? 1))
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  const lines = items.map(({ product_retailer_id: product, quantity, item_price: price, currency: own }) =>
    [
      `${quantity ?? '1'} × ${line(product ?? '?')}`,
      price === undefined ? '' : [own, price].filter(Boolean).join(' '),
    ]
      .filter(Boolean)
      .join(' · '),
  )
  const total = items.length > 0 && Number.isFinite(sum) ? `= ${`${currency} ${sum.toFixed(2)}`.trim()}` : ''
  return [...lines, total, text].filter(Boolean).join('\n')
}

/** Kinds Meta does not pass on, by their names. */
const UNSUPPORTED: Readonly<Record<string, Unreceived>> = {
  poll_creation: 'poll',
  poll_update: 'vote',
  group_invite: 'invitation',
  gif: 'gif',
  product: 'product',
  order: 'order',
  list: 'list',
  event: 'event',
  event_creation: 'event',
  edit: 'edit',
  pin: 'pin',
  keep_in_chat: 'kept',
  view_once: 'viewOnce',
  media_placeholder: 'media',
}

/** Body, kind and file of a message. An unknown one has the kind `unsupported` and no text. */
export function messageContentOf(sent: Content): MessageContent {
  const kind = MEDIA.find(one => sent[one])
  const found = kind && sent[kind]
  if (kind && found)
    return {
      body: found.caption,
      mediaType: kind === 'document' ? 'application' : kind,
      file: {
        id: found.id,
        mime: found.mime_type,
        name: found.filename || nameOfFile(kind, found.mime_type),
      },
    }
  const without = (body: string, mediaType: string): MessageContent => ({ body, mediaType, file: null })
  const { text, location, contacts, button, interactive, order } = sent
  if (text) return without(text.body, 'conversation')
  if (location && Number.isFinite(location.latitude) && Number.isFinite(location.longitude)) {
    const { latitude, longitude, name, address } = location
    const place = [name, address].filter(one => one !== '').join(', ')
    return without(placeBody(latitude, longitude, place), 'locationMessage')
  }
  if (contacts?.length) return without(contacts.map(cardOf).join('\n'), 'contactMessage')
  if (order) return without(orderBody(order), 'orderMessage')
  if (sent.call) return without(sent.call.words, 'call_log')
  if (interactive?.call_permission_reply)
    return without(permissionWords(interactive.call_permission_reply), 'call_log')
  if (interactive?.nfm_reply)
    return without(formBody(interactive.nfm_reply.body, interactive.nfm_reply.response_json), 'formReply')
  const chosen = button?.text ?? interactive?.list_reply ?? interactive?.button_reply
  if (chosen !== undefined) return without(chosen, 'conversation')
  const named = UNSUPPORTED[sent.unsupported?.type ?? '']
  return named
    ? without(notReceivedWords({ what: 'named', kind: named }), 'conversation')
    : without('', 'unsupported')
}

/** The advertisement, post or product a message comes from; null for none. */
export function referralIn({ referral, context }: Content): Referral | null {
  if (referral) {
    const { source_url: url, source_type: kind, headline, body } = referral
    return {
      kind: kind === 'post' ? 'post' : 'ad',
      title: headline || body,
      text: headline === '' ? '' : body,
      url: /^https?:\/\//i.test(url) ? url : '',
    }
  }
  const product = context?.referred_product?.product_retailer_id
  return product === undefined ? null : { kind: 'product', title: product, text: '', url: '' }
}
