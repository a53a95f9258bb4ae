/** Forwarding on the legacy servers, which have no call for it. */
import { captionOf, readContactCards, readLocation } from '../../../../src/contract'
import {
  ApiError,
  type Ask,
  answer,
  errorAnswer,
  type Json,
  type LegacyApi,
  record,
  type SeenMessage,
} from './call'
import { defaultConnection } from './connections'
import { outgoingText } from './messages'
import { searchedTickets } from './tickets'

/** The words of a message that is sent as text: a place by its map, contacts by name and number. */
function wordsIn({ mediaType, body }: SeenMessage): string {
  if (/location/i.test(mediaType ?? '')) {
    const { title, url, coordinates } = readLocation(body)
    return [title, url ?? coordinates ?? ''].filter(Boolean).join('\n') || body
  }
  if (!/^contact/i.test(mediaType ?? '')) return body
  const cards = readContactCards(body).map(({ name, numbers }) =>
    [name, ...numbers.map(number => `+${number}`)].filter(Boolean).join('\n'),
  )
  return cards.join('\n\n') || body
}

/** No forwarding there: the message is sent again to the contact's ticket, which is opened when there is none. */
export async function forwardMessage(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const message = legacy.seen.get(String(ask.body?.messageId ?? ''))
  if (!message) return errorAnswer(404, 'ERR_NO_MESSAGE_FOUND')
  const ticket = await ticketFor(legacy, Number(ask.body?.contactId), ask.signal)
  const ticketId = ticket?.id
  if (typeof ticketId !== 'number') return errorAnswer(400, 'ERR_SENDING_WAPP_MSG')
  if (message.mediaUrl?.startsWith('/public/'))
    await resendFile(legacy, ticketId, message.mediaUrl, message, ask.signal)
  else
    await legacy.json('POST', `/messages/${ticketId}`, { body: outgoingText(wordsIn(message)) }, ask.signal)
  // Which message it became is not answered there; where it went is, so that it can be looked for.
  return answer({ message: null, ticket })
}

async function ticketFor(legacy: LegacyApi, contactId: number, signal?: AbortSignal): Promise<Json | null> {
  const whatsappId = await defaultConnection(legacy)
  try {
    return record(
      await legacy.json(
        'POST',
        '/tickets',
        { contactId, whatsappId, userId: legacy.user()?.id ?? null, queueId: null, status: 'open' },
        signal,
      ),
    )
  } catch (error) {
    if (!(error instanceof ApiError) || !error.text.startsWith('ERR_OTHER_OPEN_TICKET')) throw error
  }
  const found = await searchedTickets(legacy, contactId, signal)
  return found.find(t => t.status !== 'closed') ?? null
}

/** Kinds that server tells apart by the type of the part; it serves files by their endings: voice as `.mp4`, like a video. */
const KINDS = new Set(['image', 'video', 'audio'])

function typeOf(kind: string | null, served: string, name: string): string {
  if (kind === null || !KINDS.has(kind) || served.startsWith(`${kind}/`)) return served
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return `${kind}/${ending === 'jpg' ? 'jpeg' : ending || '*'}`
}

async function resendFile(
  legacy: LegacyApi,
  ticketId: number,
  address: string,
  message: SeenMessage,
  signal?: AbortSignal,
): Promise<void> {
  const file = await legacy.client.fetchFromOrigin(address, signal ? { signal } : {})
  if (!file.ok) throw new ApiError(400, 'ERR_WAPP_DOWNLOAD_MEDIA')
  const blob = await file.blob()
  const name = decodeURIComponent(address.split('/').at(-1) ?? 'arquivo').replace(/^\d{13}_/, '')
  const typed = new Blob([blob], { type: typeOf(message.mediaType, blob.type, name) })
  const form = () => {
    const data = new FormData()
    data.set('body', outgoingText(captionOf({ ...message, mediaName: null })))
    data.set('medias', typed, name)
    return data
  }
  const sent = await legacy.client.fetch(`/messages/${ticketId}`, {
    method: 'POST',
    body: form,
    ...(signal ? { signal } : {}),
  })
  if (!sent.ok) throw new ApiError(sent.status, 'ERR_SENDING_WAPP_MSG')
  await sent.body?.cancel()
}
