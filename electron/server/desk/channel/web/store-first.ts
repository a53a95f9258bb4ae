/**
 * Stores a message before it is acknowledged to WhatsApp. The library decrypts a message, writes the session's new
 * keys, sends its receipt, and only then passes it on: a kill in between would leave it on the phone alone. So
 * decryption is wrapped, and the message is stored in the same key transaction, before the keys are written. If killed
 * before that, nothing has changed, and WhatsApp delivers again; if killed after, the repetition is recognised by its
 * id. Without both on the disk the library does not continue. Acks of our messages and calls are treated the same way.
 */
import type {
  AuthenticationCreds,
  BaileysEventMap,
  BinaryNode,
  SignalKeyStoreWithTransaction,
  WAMessage,
} from '@whiskeysockets/baileys'
import { isGroup } from './jids'
import type { WebLibrary, WebSocketOf } from './library'

type Events = Partial<BaileysEventMap>
type Update = BaileysEventMap['messages.update'][number]
type MakeRepository = NonNullable<Parameters<WebLibrary['makeWASocket']>[0]['makeSignalRepository']>

export interface StoreFirstDeps {
  library: WebLibrary
  creds: Pick<AuthenticationCreds, 'me'>
  /** Stores what these events report; rejects when it could not, and then nothing may be acknowledged. */
  store(events: Events): Promise<void>
  /** A message came without a matching stanza: it will be acknowledged before it is stored. */
  missed(): void
}

/** What the library reports about a message after its receipt, beside the message itself. */
function eventsOfMessage(library: WebLibrary, { key, message, messageTimestamp }: WAMessage): Events {
  const content = library.normalizeMessageContent(message ?? undefined)
  const { protocolMessage: change, reactionMessage: reaction } = content ?? {}
  if (reaction?.key) return { 'messages.reaction': [{ key: reaction.key, reaction: { ...reaction, key } }] }
  if (!change) return {}
  const { Type } = library.proto.Message.ProtocolMessage
  const about = (update: Update['update']): Events => ({
    'messages.update': [{ key: { ...key, id: change.key?.id ?? '' }, update }],
  })
  if (change.type === Type.REVOKE)
    return about({ message: null, messageStubType: library.proto.WebMessageInfo.StubType.REVOKE })
  if (change.type === Type.MESSAGE_EDIT) {
    const stamp = change.timestampMs ? Math.floor(Number(change.timestampMs) / 1_000) : messageTimestamp
    const edited = { editedMessage: { message: change.editedMessage } }
    return about({ message: edited, ...(stamp ? { messageTimestamp: stamp } : {}) })
  }
  // The phone supplies what could not be decrypted here; nobody else may.
  const brought = key.fromMe
    ? (change.peerDataOperationRequestResponseMessage?.peerDataOperationResult ?? [])
    : []
  const messages = brought.flatMap(({ placeholderMessageResendResponse: found }) =>
    found?.webMessageInfoBytes
      ? [library.proto.WebMessageInfo.decode(found.webMessageInfoBytes) as WAMessage]
      : [],
  )
  return messages.length > 0 ? { 'messages.upsert': { messages, type: 'notify' } } : {}
}

/** The content of a decrypted part of a stanza, as the library makes it; null when unreadable. */
function eventsIn(
  library: WebLibrary,
  stanza: BinaryNode,
  plain: Uint8Array,
  { me }: StoreFirstDeps['creds'],
): Events | null {
  try {
    const { fullMessage } = library.decodeMessageNode(stanza, me?.id ?? '', me?.lid ?? '')
    const content = library.proto.Message.decode(library.unpadRandomMax16(plain))
    fullMessage.message = content.deviceSentMessage?.message ?? content
    library.cleanMessage(fullMessage, me?.id ?? '', me?.lid ?? '')
    return {
      'messages.upsert': { messages: [fullMessage], type: 'notify' },
      ...eventsOfMessage(library, fullMessage),
    }
  } catch {
    // The library fails on it, too, and requests it again.
    return null
  }
}

/** The library's events for a receipt about our messages. */
function eventsOfReceipt(
  library: WebLibrary,
  { attrs, content }: BinaryNode,
  { me }: StoreFirstDeps['creds'],
): Events {
  const { id = '', from = '', type, recipient, participant, t } = attrs
  const status = library.getStatusFromReceiptType(type)
  const self = from.includes('lid') ? me?.lid : me?.id
  // From another device of this account: it reports that others' messages were read.
  if (status === undefined || recipient || library.areJidsSameUser(participant ?? from, self)) return {}
  const items = (Array.isArray(content) ? content : []).flatMap(part =>
    Array.isArray(part.content) ? part.content.filter(({ tag }) => tag === 'item') : [],
  )
  const keys = [id, ...items.map(item => item.attrs.id ?? '')].map(one => ({
    remoteJid: from,
    id: one,
    fromMe: true,
  }))
  if (isGroup(from)) {
    if (!participant) return {}
    return { 'message-receipt.update': keys.map(key => ({ key, receipt: { userJid: participant } })) }
  }
  const update = { status, messageTimestamp: Number(t ?? 0) }
  return { 'messages.update': keys.map(key => ({ key, update })) }
}

/** The library's event for a ringing call. */
function eventsOfCall({ attrs, content }: BinaryNode): Events {
  const [info] = Array.isArray(content) ? content : []
  if (info?.tag !== 'offer' && info?.tag !== 'offer_notice') return {}
  const { 'call-id': id = '', 'call-creator': creator = '', from = creator, caller_pn, type } = info.attrs
  const group = info.attrs['group-jid']
  const parts = Array.isArray(info.content) ? info.content : []
  const call = {
    chatId: attrs.from ?? '',
    from,
    ...(caller_pn ? { callerPn: caller_pn } : {}),
    id,
    date: new Date(Number(attrs.t) * 1_000),
    offline: Boolean(attrs.offline),
    status: 'offer' as const,
    isVideo: parts.some(({ tag }) => tag === 'video'),
    isGroup: type === 'group' || Boolean(group),
  }
  return { call: [call] }
}

/** For one connection: a wrapper of decryption, and a listener for its stanzas. */
export function createStoreFirst({ library, creds, store, missed }: StoreFirstDeps) {
  /** Stanzas by the bytes of their encrypted parts, which the library passes on unchanged. */
  const stanzas = new WeakMap<Uint8Array, BinaryNode>()
  const keep = async (ciphertext: Uint8Array, plain: Uint8Array): Promise<void> => {
    const stanza = stanzas.get(ciphertext)
    if (!stanza) return missed()
    const events = eventsIn(library, stanza, plain, creds)
    if (events) await store(events)
  }

  const makeSignalRepository: MakeRepository = (auth, logger, pnToLid) => {
    const signal = library.DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, logger, pnToLid)
    const keys = auth.keys as SignalKeyStoreWithTransaction
    // The library's own transaction joins this one: its changes are written when the message is stored.
    const keeping = (jid: string, ciphertext: Uint8Array, decrypt: () => Promise<Uint8Array>) =>
      keys.transaction(async () => {
        const plain = await decrypt()
        await keep(ciphertext, plain)
        return plain
      }, jid)
    return {
      ...signal,
      decryptMessage: sent => keeping(sent.jid, sent.ciphertext, () => signal.decryptMessage(sent)),
      decryptGroupMessage: sent => keeping(sent.group, sent.msg, () => signal.decryptGroupMessage(sent)),
    }
  }
  return {
    makeSignalRepository,
    /** Before the first stanza comes. */
    listen(socket: Pick<WebSocketOf, 'ws'>): void {
      socket.ws.prependListener('CB:message', (stanza: BinaryNode) => {
        const { attrs, content } = stanza
        // Queued messages keep their order: in its own queue, the library lets new ones overtake.
        delete attrs.offline
        if (Array.isArray(content))
          for (const part of content)
            if (part.content instanceof Uint8Array) stanzas.set(part.content, stanza)
      })
      const first = (stanzas: 'CB:receipt' | 'CB:call', said: (stanza: BinaryNode) => Events): void => {
        const acknowledging = socket.ws.listeners(stanzas)
        socket.ws.removeAllListeners(stanzas)
        let last: Promise<void> = Promise.resolve()
        const handOn = async (stanza: BinaryNode): Promise<void> => {
          const events = said(stanza)
          if (Object.keys(events).length > 0) await store(events)
          for (const hear of acknowledging) hear(stanza)
        }
        socket.ws.on(stanzas, (stanza: BinaryNode) => {
          // A message that cannot be stored is not acknowledged, and has ended the connection: it comes again.
          last = last.then(() => handOn(stanza)).catch(() => undefined)
        })
      }
      first('CB:receipt', stanza => eventsOfReceipt(library, stanza, creds))
      first('CB:call', eventsOfCall)
    },
  }
}
