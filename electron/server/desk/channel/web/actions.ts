/** What an open connection can do: send, change, read, look up, download. */
import { access, constants } from 'node:fs/promises'
import type { WAMessageKey } from '@whiskeysockets/baileys'
import { within } from '../../../../time-limit'
import { ChannelBusy, ChannelError, ChannelUnsure } from '../channel'
import type { VoicePackages } from '../voice/packages'
import { voiceNoteFrom } from '../voice/voice'
import { contentOf, keyOf, quotedOf } from './compose'
import { FileAway, fetchFile } from './file'
import { isGroup, numberOf } from './jids'
import type { WebLibrary, WebSocketOf } from './library'
import { contentIn, filePartOf } from './read'
import type { WebDown, WebKey, WebParcel } from './wire'

export interface ActionsTuning {
  /** How long WhatsApp may take to acknowledge a message, milliseconds. */
  ackMs: number
  /** When to ask again about a message with a lost answer, milliseconds. */
  unsureMs: number
  /** Pause before a message that could not leave is retried, milliseconds. */
  busyMs: number
}

/** HTTP-like code of the library's errors. */
export const codeOf = (error: unknown): number | null => {
  const output = (error as { output?: { statusCode?: unknown } } | null)?.output
  return typeof output?.statusCode === 'number' ? output.statusCode : null
}

/** WhatsApp refused a message to a stranger: the account may not start conversations. */
export const NEW_CHAT_REFUSED = '463'

/** What WhatsApp's refusal of a message means. */
export const refusalOf = (code: string): 'ERR_WAPP_NEW_CHATS' | 'ERR_SENDING_WAPP_MSG' =>
  code === NEW_CHAT_REFUSED ? 'ERR_WAPP_NEW_CHATS' : 'ERR_SENDING_WAPP_MSG'

const CONNECTION_CLOSED = 428
const TIMED_OUT = 408
/** Longest picture of a person, in bytes. */
const PICTURE_MOST = 2 * 1024 * 1024
const PICTURE_MS = 15_000
/** Time limit of a download, milliseconds; the caller has given up by then. */
const FILE_MS = 150_000

/** The actions except those of the connection's life, and what its events report to them. */
export interface Actions
  extends Pick<
    WebDown,
    'send' | 'edit' | 'revoke' | 'react' | 'read' | 'typing' | 'check' | 'file' | 'picture'
  > {
  /** WhatsApp acknowledged a message. @param error its code; null when it was accepted. */
  answered(messageId: string, error: string | null): void
  /** The connection is gone: waiting answers will not come. */
  closed(): void
}

export interface ActionsDeps {
  library: WebLibrary
  /** Where the voice note packages are; null when not installed: recordings go as files. */
  voice: VoicePackages | null
  /** The connection as it is now; null while there is none that is open. */
  socket(): WebSocketOf | null
  tuning: ActionsTuning
}

/** Makes the actions of one session. */
export function createActions({ library, voice: packages, socket, tuning: t }: ActionsDeps): Actions {
  const waiting = new Map<string, (answer: string | null | undefined) => void>()

  const open = (): WebSocketOf => {
    const now = socket()
    if (!now) throw new ChannelBusy('number', t.busyMs, 'not connected')
    return now
  }
  /** Resolves with WhatsApp's answer: an error code, null for accepted, undefined for none. */
  const answerFor = (id: string): Promise<string | null | undefined> =>
    new Promise(resolve => {
      const settle = (answer: string | null | undefined): void => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(answer)
      }
      const timer = setTimeout(() => settle(undefined), t.ackMs)
      waiting.set(id, settle)
    })

  /** Whether an error proves that nothing has left. Only a timeout leaves that open. */
  const meaningOf = (error: unknown): Error => {
    if (error instanceof ChannelError) return error
    const code = codeOf(error)
    if (code === TIMED_OUT) return new ChannelUnsure(t.unsureMs)
    const words = error instanceof Error ? error.message : String(error)
    if (code === CONNECTION_CLOSED || /upload/i.test(words))
      return new ChannelBusy('number', t.busyMs, words.slice(0, 200))
    return new ChannelError('ERR_SENDING_WAPP_MSG')
  }

  const send = async (parcel: WebParcel): Promise<string> => {
    const sock = open()
    const { media, quoted, messageId } = parcel
    if (media)
      await access(media.path, constants.R_OK).catch(() => {
        throw new ChannelError('ERR_WAPP_MEDIA')
      })
    const voice =
      media && parcel.mediaType === 'audio' && parcel.body === ''
        ? await voiceNoteFrom(packages, media).catch(() => null)
        : null
    const content = contentOf(parcel, voice)
    const answer = answerFor(messageId)
    try {
      const sent = await sock.sendMessage(parcel.jid, content, {
        messageId,
        ...(quoted ? { quoted: quotedOf(library, quoted) } : {}),
      })
      const error = await answer
      if (error === undefined) throw new ChannelUnsure(t.unsureMs)
      if (error !== null) throw new ChannelError(refusalOf(error))
      return sent?.message
        ? Buffer.from(library.proto.Message.encode(sent.message).finish()).toString('base64')
        : ''
    } catch (error) {
      waiting.get(messageId)?.(undefined)
      throw error instanceof ChannelUnsure ? error : meaningOf(error)
    }
  }

  /** Changes an existing message: the caller gets an error at once. */
  const change = async (
    code: 'ERR_FETCH_WAPP_MSG' | 'ERR_DELETE_WAPP_MSG' | 'ERR_SENDING_WAPP_REACTION',
    work: (sock: WebSocketOf) => Promise<unknown>,
  ): Promise<void> => {
    const sock = socket()
    if (!sock) throw new ChannelError('ERR_WAPP_NOT_INITIALIZED')
    try {
      await work(sock)
    } catch {
      throw new ChannelError(code)
    }
  }
  /** People whose typing WhatsApp reports to this connection. */
  const followed = new Set<string>()
  /** Somebody answers there: subscribes to the customer's typing, once per connection. */
  const follow = (jid: string): void => {
    if (isGroup(jid) || followed.has(jid)) return
    followed.add(jid)
    void Promise.resolve(socket()?.presenceSubscribe(jid)).catch(() => undefined)
  }
  const chatOf = (key: WebKey): [string, WAMessageKey] => [key.chat, keyOf(key)]

  return {
    send,
    edit: (key, body) =>
      change('ERR_FETCH_WAPP_MSG', sock => {
        const [jid, edit] = chatOf(key)
        return sock.sendMessage(jid, { text: body, edit, linkPreview: null })
      }),
    revoke: key =>
      change('ERR_DELETE_WAPP_MSG', sock => {
        const [jid, gone] = chatOf(key)
        return sock.sendMessage(jid, { delete: gone })
      }),
    react: (key, emoji) =>
      change('ERR_SENDING_WAPP_REACTION', sock => {
        const [jid, to] = chatOf(key)
        return sock.sendMessage(jid, { react: { text: emoji, key: to } })
      }),
    async read(keys) {
      await socket()?.readMessages(keys.map(keyOf))
      for (const { chat } of keys) follow(chat)
    },
    async typing(jid) {
      await socket()?.sendPresenceUpdate('composing', jid)
      follow(jid)
    },
    async check(number) {
      const sock = socket()
      if (!sock) throw new ChannelError('ERR_WAPP_NOT_INITIALIZED')
      const found = await sock.onWhatsApp(number).catch(() => {
        throw new ChannelError('ERR_WAPP_CHECK_CONTACT')
      })
      const one = found?.[0]
      return one?.exists ? { exists: true, number: numberOf(one.jid) } : { exists: false, number }
    },
    async file(content, key, most) {
      const sock = open()
      const message = library.proto.Message.decode(Buffer.from(content, 'base64'))
      const found = filePartOf(contentIn(library, message) ?? {})
      if (!found) throw new ChannelError('ERR_WAPP_MEDIA')
      return await within(FILE_MS, async signal => {
        const fetched = (part: typeof found.part) => fetchFile(library, part, found.kind, most, signal)
        // A file WhatsApp has archived is requested from the sender's phone.
        return await fetched(found.part).catch(async error => {
          if (!(error instanceof FileAway)) throw error
          const renewed = await sock.updateMediaMessage({ key: keyOf(key), message })
          const again = filePartOf(contentIn(library, renewed.message) ?? {})
          return fetched(again?.part ?? found.part)
        })
      })
    },
    async picture(jid) {
      const url = await socket()?.profilePictureUrl(jid, 'image')
      if (!url) return null
      return await within(PICTURE_MS, async signal => {
        const answer = await fetch(url, { signal, redirect: 'error' })
        const mime = answer.headers.get('content-type') ?? ''
        const parts: Uint8Array[] = []
        let size = answer.ok && mime.startsWith('image/') && answer.body ? 0 : Number.POSITIVE_INFINITY
        if (size === 0)
          for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
            size += part.length
            // Breaking out of the loop ends the rest of the stream.
            if (size > PICTURE_MOST) break
            parts.push(part)
          }
        else await answer.body?.cancel()
        return size > PICTURE_MOST ? null : { bytes: Uint8Array.from(Buffer.concat(parts)), mime }
      })
    },
    answered: (messageId, error) => waiting.get(messageId)?.(error),
    closed() {
      followed.clear()
      for (const settle of [...waiting.values()]) settle(undefined)
    },
  }
}
