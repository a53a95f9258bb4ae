/** An outgoing message in the Cloud API's format. Pure. */
import {
  addressIn,
  metaKindOf,
  NUMBER_TEXT_CHARS,
  type PressedMenu,
  readWholeCards,
  UTILITY_TEXT,
} from '@contract'
import { ChannelError, type OutgoingMessage } from '../channel'
import { placeIn } from '../places'
import { templateContent } from './template'

/** Longest text the Cloud API accepts, in characters; captions have the limit of every channel. */
export const TEXT_MAX = NUMBER_TEXT_CHARS

/** People out of vCards; an empty list when there is none with a name and a number. */
const peopleOf = (body: string) =>
  readWholeCards(body)
    .filter(({ phones }) => phones.length > 0)
    .map(({ name, phones }) => ({
      name: { formatted_name: name, first_name: name.split(' ')[0] ?? name },
      phones: phones.map(({ digits, written, isWhatsApp }) => ({
        phone: written,
        type: 'CELL',
        ...(isWhatsApp ? { wa_id: digits } : {}),
      })),
    }))

/** The label of the button that opens a list, at most 20 characters, in the product's language. */
const OPEN_LIST = 'Ver opções'

/** A chatbot menu. The ids mean nothing: a press comes back with its title (./webhook). */
function menuOf({ kind, opening, entries }: PressedMenu): Record<string, unknown> {
  const rows = entries.map((entry, index) => ({ id: `entry-${index + 1}`, ...entry }))
  const action =
    kind === 'list'
      ? { button: OPEN_LIST, sections: [{ rows }] }
      : { buttons: rows.map(({ id, title }) => ({ type: 'reply', reply: { id, title } })) }
  return { type: 'interactive', interactive: { type: kind, body: { text: opening }, action } }
}

/** A request for the phone number, with a button that answers it. */
const contactRequest = (text: string) => {
  const name = 'request_contact_info'
  return { type: 'interactive', interactive: { type: name, body: { text }, action: { name } } }
}

function contentOf(
  message: OutgoingMessage,
  mediaId: string | null,
  isVoiceNote: boolean,
): Record<string, unknown> {
  const { body, media, mediaType } = message
  if (message.template) return templateContent(message.template, media, mediaId)
  if (mediaId && isVoiceNote) return { type: 'audio', audio: { id: mediaId, voice: true } }
  if (media && mediaId) {
    // Unsupported kinds were refused before the upload.
    const type = metaKindOf(media, mediaType, body !== '') ?? 'document'
    const caption = body === '' || type === 'audio' || type === 'sticker' ? {} : { caption: body }
    const filename = type === 'document' ? { filename: media.name } : {}
    return { type, [type]: { id: mediaId, ...caption, ...filename } }
  }
  const place = mediaType === 'locationMessage' ? placeIn(body) : null
  if (place) return { type: 'location', location: place }
  const people = mediaType === 'contactMessage' || mediaType === 'vcard' ? peopleOf(body) : []
  if (people.length > 0) return { type: 'contacts', contacts: people }
  if (mediaType === 'contactRequest') return contactRequest(body)
  if (mediaType === UTILITY_TEXT) return { type: 'text', text: { body }, category: 'utility' }
  if (message.menu) return menuOf(message.menu)
  return { type: 'text', text: { body, preview_url: /https?:\/\//.test(body) } }
}

/**
 * The recipient of a call. People without a visible number have an id.
 * @throws ChannelError ERR_WAPP_NO_ADDRESS for a person Meta does not know by it.
 */
export function addressOf({ number, isGroup }: OutgoingMessage['to']) {
  if (isGroup) return { recipient_type: 'group', to: number }
  const address = addressIn(number)
  if (address?.kind === 'lid') throw new ChannelError('ERR_WAPP_NO_ADDRESS')
  return { recipient_type: 'individual', ...(address ? { recipient: number } : { to: number }) }
}

/**
 * The body of a call that sends a message.
 * @param mediaId of its uploaded file; null without one.
 * @param quoted the provider's id of the quoted message; null for none.
 * @param isVoiceNote the uploaded file is a voice note, shown as such.
 */
export function bodyOf(
  message: OutgoingMessage,
  mediaId: string | null,
  quoted: string | null,
  isVoiceNote = false,
) {
  return {
    messaging_product: 'whatsapp',
    ...addressOf(message.to),
    ...(quoted ? { context: { message_id: quoted } } : {}),
    ...contentOf(message, mediaId, isVoiceNote),
    // Comes back with each status, so that a message is found even if its answer was lost.
    biz_opaque_callback_data: message.messageId,
  }
}
