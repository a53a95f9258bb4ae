/** An outgoing message in the library's format. */
import { readWholeCards } from '@contract'
import type { AnyMessageContent, WAMessage, WAMessageKey } from '@whiskeysockets/baileys'
import { placeIn } from '../places'
import type { VoiceNote } from '../voice/voice'
import type { WebLibrary } from './library'
import type { WebKey, WebParcel } from './wire'

/** Pictures and videos WhatsApp displays; others go as documents. */
const SHOWN: Readonly<Record<string, RegExp>> = {
  image: /^image\/(jpeg|png)$/,
  video: /^video\/(mp4|3gpp)$/,
  audio: /^audio\//,
  sticker: /^image\/webp$/,
}

export const keyOf = ({ id, chat, fromMe, participant }: WebKey): WAMessageKey => ({
  id,
  remoteJid: chat,
  fromMe,
  ...(participant ? { participant } : {}),
})

const mimeOf = (mime: string): string => mime.split(';')[0]?.trim().toLowerCase() ?? ''

/** With a length the library draws no waveform: it is given one. */
const voiceContent = ({ bytes, mime, seconds, waveform }: VoiceNote): AnyMessageContent =>
  // The library passes `waveform` on, although its type lacks it.
  ({ audio: Buffer.from(bytes), mimetype: mime, ptt: true, seconds, waveform }) as AnyMessageContent

function fileContent(parcel: WebParcel, voice: VoiceNote | null): AnyMessageContent | null {
  const { media, mediaType, body } = parcel
  if (!media) return null
  const file = { url: media.path }
  const mimetype = mimeOf(media.mime)
  const shown = mediaType !== null && (SHOWN[mediaType]?.test(mimetype) ?? false)
  const caption = body === '' ? {} : { caption: body }
  // Sounds and stickers have no caption: with one they go as documents.
  if (shown && mediaType === 'image') return { image: file, mimetype, ...caption }
  if (shown && mediaType === 'video') return { video: file, mimetype, ...caption }
  if (shown && mediaType === 'sticker' && body === '') return { sticker: file, mimetype }
  if (shown && mediaType === 'audio' && body === '')
    return voice ? voiceContent(voice) : { audio: file, mimetype }
  return { document: file, mimetype, fileName: media.name, ...caption }
}

function dataContent({ body, mediaType }: WebParcel): AnyMessageContent | null {
  const place = mediaType === 'locationMessage' ? placeIn(body) : null
  if (place) {
    const { latitude, longitude, name } = place
    return {
      location: { degreesLatitude: latitude, degreesLongitude: longitude, ...(name ? { name } : {}) },
    }
  }
  if (mediaType !== 'contactMessage' && mediaType !== 'vcard') return null
  const contacts = readWholeCards(body).map(({ name, source }) => ({ displayName: name, vcard: source }))
  if (contacts.length === 0) return null
  return { contacts: { displayName: contacts[0]?.displayName ?? '', contacts } }
}

/**
 * A text without link previews: the server calls no address somebody wrote.
 * @param voice its sound as a voice note; null when there is none.
 */
export function contentOf(parcel: WebParcel, voice: VoiceNote | null): AnyMessageContent {
  const content = fileContent(parcel, voice) ??
    dataContent(parcel) ?? { text: parcel.body, linkPreview: null }
  return parcel.isForwarded ? { ...content, contextInfo: { isForwarded: true, forwardingScore: 1 } } : content
}

/** The quoted message, as far as it is stored. */
export function quotedOf(library: WebLibrary, quoted: NonNullable<WebParcel['quoted']>): WAMessage {
  const message = library.proto.Message.decode(Buffer.from(quoted.content, 'base64'))
  return { key: keyOf(quoted), message }
}
