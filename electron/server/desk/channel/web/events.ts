/** Translates the library's events to the workspace's (./wire.ts). */
import { ACK } from '@contract'
import type { BaileysEventMap, WAMessage, WAMessageKey } from '@whiskeysockets/baileys'
import { isChat, isGroup } from './jids'
import type { WebLibrary } from './library'
import type { People } from './people'
import { wordsOf } from './read'
import type { WebDelivered, WebEvent } from './wire'

type Events = Partial<BaileysEventMap>
type Update = BaileysEventMap['messages.update'][number]

export interface EventsDeps {
  library: WebLibrary
  people: People
}

/** WhatsApp's steps of a message (WebMessageInfo.Status) as ours. */
const ACKS: Readonly<Record<number, number>> = {
  2: ACK.server,
  3: ACK.delivered,
  4: ACK.read,
  5: ACK.played,
}

const secondsOf = (stamp: unknown): number => Number(stamp ?? 0)
const instantOf = (stamp: unknown): string => {
  const seconds = secondsOf(stamp)
  return new Date(seconds > 0 ? seconds * 1_000 : Date.now()).toISOString()
}

/** Reads them in the order of their dependencies. */
export function createEventReader({ library, people }: EventsDeps) {
  /** The author and chat of a message; null for statuses, channels and other non-conversations. */
  const placeOf = async (key: WAMessageKey, name?: string | null) => {
    const jid = key.remoteJid ?? ''
    if (!key.id || !isChat(jid)) return null
    const fromMe = key.fromMe ?? false
    const group = isGroup(jid)
    const chat = await people.of(jid, {
      other: key.remoteJidAlt,
      name: group || fromMe ? null : name,
      username: key.remoteJidUsername,
    })
    const author =
      group && key.participant
        ? await people.of(key.participant, {
            other: key.participantAlt,
            name: fromMe ? null : name,
            username: fromMe ? null : key.participantUsername,
          })
        : null
    return { id: key.id, chat, author, fromMe }
  }
  const aboutOf = async (key: WAMessageKey) => {
    const place = await placeOf(key)
    if (!place) return null
    const { id, chat, author, fromMe } = place
    return { id, chat: chat.jid, author: author?.jid ?? null, fromMe }
  }

  const messageOf = async (sent: WAMessage): Promise<WebDelivered | null> => {
    const words = wordsOf(library, sent.message)
    const place = words && (await placeOf(sent.key, sent.pushName))
    if (!words || !place || !sent.message) return null
    const content = Buffer.from(library.proto.Message.encode(sent.message).finish()).toString('base64')
    const at = instantOf(sent.messageTimestamp)
    return {
      key: `${place.chat.jid} ${place.id}`,
      chat: place.chat.jid,
      event: { kind: 'message', ...place, ...words, at, content },
    }
  }

  const updateOf = async ({ key, update }: Update): Promise<WebDelivered | null> => {
    const about = await aboutOf(key)
    if (!about) return null
    const { id, chat } = about
    const stamp = secondsOf(update.messageTimestamp)
    const edited = update.message?.editedMessage?.message
    if (edited) {
      const body = wordsOf(library, edited)?.body
      if (body === undefined) return null
      return { key: `${chat} ${id} edit ${stamp}`, chat, event: { kind: 'edit', ...about, body } }
    }
    if (update.messageStubType === library.proto.WebMessageInfo.StubType.REVOKE)
      return { key: `${chat} ${id} revoke`, chat, event: { kind: 'revoke', ...about } }
    if (!about.fromMe || typeof update.status !== 'number') return null
    if (update.status === library.proto.WebMessageInfo.Status.ERROR) {
      const code = String(update.messageStubParameters?.[0] ?? '')
      return { key: `${chat} ${id} failed`, chat: '', event: { kind: 'failed', id, code } }
    }
    const ack = ACKS[update.status]
    return ack === undefined ? null : receipt(id, ack)
  }

  const reactionOf = async ({
    key,
    reaction,
  }: BaileysEventMap['messages.reaction'][number]): Promise<WebDelivered | null> => {
    const by = reaction.key ? await placeOf(reaction.key) : null
    if (!by || !key.id) return null
    const from = by.author ?? by.chat
    const emoji = reaction.text ?? ''
    const event: WebEvent = {
      kind: 'reaction',
      id: key.id,
      chat: by.chat.jid,
      author: by.author?.jid ?? null,
      fromMe: by.fromMe,
      emoji,
      from,
    }
    return { key: `${by.chat.jid} ${by.id} reaction`, chat: by.chat.jid, event }
  }

  const receipt = (id: string, ack: number): WebDelivered => ({
    key: `ack ${id} ${ack}`,
    chat: '',
    event: { kind: 'ack', id, ack },
  })

  return {
    /** WhatsApp has accepted a message of ours. */
    taken: (id: string): WebDelivered => receipt(id, ACK.server),
    /** Reports about messages in a batch. */
    async read(events: Events): Promise<WebDelivered[]> {
      const found: (WebDelivered | null)[] = []
      for (const sent of events['messages.upsert']?.messages ?? []) found.push(await messageOf(sent))
      for (const update of events['messages.update'] ?? []) found.push(await updateOf(update))
      for (const one of events['messages.reaction'] ?? []) found.push(await reactionOf(one))
      // In a group members receive it one by one: it has arrived when the first has it.
      for (const { key } of events['message-receipt.update'] ?? [])
        if (key.id && key.fromMe) found.push(receipt(key.id, ACK.delivered))
      return found.filter(one => one !== null)
    },
    /** A call that begins to ring; null for its later events. */
    async call(call: BaileysEventMap['call'][number], refused: boolean): Promise<WebDelivered | null> {
      if (call.status !== 'offer' || call.isGroup || !isChat(call.from)) return null
      const chat = await people.of(call.from, { other: call.callerPn })
      const at = call.date.toISOString()
      const event: WebEvent = { kind: 'call', id: call.id, chat, video: call.isVideo ?? false, refused, at }
      return { key: `call ${chat.jid} ${call.id}`, chat: chat.jid, event }
    },
  }
}
