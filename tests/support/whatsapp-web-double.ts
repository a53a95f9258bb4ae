/**
 * WhatsApp Web in the place of the library's socket: one phone, its people, and the server between them, with the library's
 * own message types, event buffer and protobufs. Nothing of the network is loaded. A test moves the phone and the people;
 * sessions open and close against it as against the real one.
 */
import { EventEmitter } from 'node:events'
import type {
  AnyMessageContent,
  AuthenticationCreds,
  BaileysEventMap,
  GroupMetadata,
  proto as Proto,
  WACallEvent,
  WAMessage,
  WAMessageKey,
} from '@whiskeysockets/baileys'
import * as baileys from '@whiskeysockets/baileys'
import type { WebLibrary } from '../../electron/server/desk/channel/web/library'
import { silentLogger } from './silent-logger'
import { mediaOf } from './web-media.mjs'

const { proto } = baileys

export const PHONE = '551140028922'
const PHONE_JID = `${PHONE}:7@s.whatsapp.net`
export const CUSTOMER = '5511987654321@s.whatsapp.net'
export const GROUP = '120363041234567890@g.us'

interface Boom extends Error {
  output: { statusCode: number }
}
/** An error with the code the library's have. */
const boom = (statusCode: number, words = 'ended'): Boom =>
  Object.assign(new Error(words), { output: { statusCode } })

type Config = Parameters<WebLibrary['makeWASocket']>[0]
type Options = { messageId?: string; quoted?: WAMessage }

/** What the server took. */
export interface Taken {
  jid: string
  id: string
  message: WAMessage
}

/** One connection of a session. */
class DoubleSocket {
  readonly ev = baileys.makeEventBuffer(silentLogger)
  readonly ws = new EventEmitter()
  readonly creds: AuthenticationCreds
  isOpen = false
  over = false

  constructor(
    private readonly at: WhatsAppWebDouble,
    readonly config: Config,
  ) {
    this.creds = config.auth.creds
    setImmediate(() => this.begin())
  }

  get user() {
    return this.creds.me
  }
  readonly signalRepository = {
    lidMapping: {
      getPNForLID: async (lid: string): Promise<string | null> => this.at.lids.get(lid) ?? null,
    },
  }

  private begin(): void {
    if (this.over) return
    this.ev.emit('connection.update', { connection: 'connecting' })
    if (this.creds.account) this.at.welcome(this)
    else this.showCode()
  }
  showCode(): void {
    this.at.codes += 1
    this.ev.emit('connection.update', { qr: `2@code-${this.at.codes}` })
  }
  open(): void {
    if (this.over) return
    this.isOpen = true
    this.ev.emit('connection.update', { connection: 'open' })
    this.at.flushTo(this)
  }
  /** The server, or the network, ends the connection. */
  fail(statusCode: number): void {
    if (this.over) return
    this.over = true
    this.isOpen = false
    const lastDisconnect = { error: boom(statusCode), date: new Date() }
    this.ev.emit('connection.update', { connection: 'close', lastDisconnect })
  }
  async end(): Promise<void> {
    this.over = true
    this.isOpen = false
  }
  async logout(): Promise<void> {
    this.at.devices.delete(String(this.creds.account?.details))
    this.fail(401)
  }
  async requestPairingCode(phone: string): Promise<string> {
    this.at.asksForCode.push(phone)
    this.creds.me = { id: `${phone}@s.whatsapp.net`, name: '~' }
    this.ev.emit('creds.update', { me: this.creds.me })
    return 'TURN2026'
  }

  async sendMessage(jid: string, content: AnyMessageContent, options: Options = {}) {
    if (!this.isOpen) throw boom(428, 'Connection Closed')
    const { refuseSends } = this.at
    if (refuseSends.length > 0) throw refuseSends.shift()
    const id = options.messageId ?? `3EB0${Math.random().toString(16).slice(2)}`
    // As the library does: the ratchet moves on before anything leaves.
    await this.config.auth.keys.set({ session: { [`${jid}.0`]: Buffer.from(`${id} ${Date.now()}`) } })
    // The library's own hand makes the message out of it, so that what it does not understand is found out.
    const sent = await baileys.generateWAMessage(jid, content, {
      logger: silentLogger,
      userJid: PHONE_JID,
      messageId: id,
      upload: async () => ({ mediaUrl: 'https://mmg.invalid/file', directPath: '/file' }),
      ...(options.quoted ? { quoted: options.quoted } : {}),
    })
    if (this.at.onSend) await this.at.onSend(id)
    this.at.taken.push({ jid, id, message: sent })
    const { answers } = this.at
    if (answers !== 'none')
      setImmediate(() => {
        if (!this.over)
          this.ws.emit('CB:ack,class:message', {
            tag: 'ack',
            attrs: { id, class: 'message', from: jid, ...(answers === 'taken' ? {} : { error: answers }) },
          })
      })
    return sent
  }
  async readMessages(keys: WAMessageKey[]): Promise<void> {
    this.at.read.push(...keys)
  }
  async sendPresenceUpdate(word: string, jid: string): Promise<void> {
    this.at.presences.push(`${word} ${jid}`)
  }
  async presenceSubscribe(jid: string): Promise<void> {
    this.at.followed.push(jid)
  }
  async onWhatsApp(number: string) {
    return this.at.unknown.has(number) ? [] : [{ jid: `${number}@s.whatsapp.net`, exists: true }]
  }
  async rejectCall(id: string): Promise<void> {
    this.at.rejected.push(id)
  }
  /** As the library does, it tells whoever listens as well. */
  async fetchAccountReachoutTimelock() {
    if (this.at.lock === null) throw new Error('not answered')
    this.ev.emit('connection.update', { reachoutTimeLock: this.at.lock })
    return this.at.lock
  }
  async fetchNewChatMessageCap() {
    return this.at.cap
  }
  async groupMetadata(jid: string): Promise<GroupMetadata> {
    return { id: jid, subject: 'Família Aurora', participants: [], owner: undefined } as GroupMetadata
  }
  async profilePictureUrl(jid: string): Promise<string | undefined> {
    return this.at.pictures.get(jid)
  }
  async updateMediaMessage(message: WAMessage): Promise<WAMessage> {
    return message
  }
}

type Events = Partial<BaileysEventMap>

export class WhatsAppWebDouble {
  /** Messages and changes the server took, in their order. */
  readonly taken: Taken[] = []
  readonly read: WAMessageKey[] = []
  readonly rejected: string[] = []
  readonly presences: string[] = []
  /** Whose writing is to be told. */
  readonly followed: string[] = []
  readonly asksForCode: string[] = []
  readonly unknown = new Set<string>()
  /** Phone numbers behind anonymous ones. */
  readonly lids = new Map<string, string>()
  /** Devices the phone has in its list, by a name of their own. */
  readonly devices = new Set<string>()
  readonly pictures = new Map<string, string>()
  /** Bytes of files, by their direct path. */
  readonly files = new Map<string, Uint8Array>()
  /** So many of the next fetches of files are cut in the middle. */
  cutFiles = 0
  /** Errors of the next sends, before anything leaves. */
  readonly refuseSends: Error[] = []
  /** What the server answers to what it takes: taken, an error's code, or nothing. */
  answers: 'taken' | 'none' | string = 'taken'
  /** Runs between the keys and the taking of each message. */
  onSend: ((id: string) => Promise<void>) | null = null
  /** What fetches of files wait for, by their direct path. */
  readonly slowFiles = new Map<string, Promise<void>>()
  /** Whether the account may write to strangers, and how many it has left. */
  lock: { isActive: boolean; timeEnforcementEnds?: Date } | null = { isActive: false }
  cap: BaileysEventMap['message-capping.update'] = {}
  codes = 0
  sockets: DoubleSocket[] = []
  private serial = 0
  /** What came while nobody was connected. */
  private waiting: Events[] = []

  /** What a session loads in the place of the library. */
  readonly library: WebLibrary = {
    ...baileys,
    makeWASocket: ((config: Config) => {
      const socket = new DoubleSocket(this, config)
      this.sockets.push(socket)
      return socket
    }) as unknown as WebLibrary['makeWASocket'],
    ...mediaOf(async (path, answer) => {
      await this.slowFiles.get(path)
      if (this.cutFiles > 0) {
        this.cutFiles -= 1
        answer.writeHead(200, { 'content-length': 1_000 }).write('x', () => answer.destroy())
        return null
      }
      const bytes = this.files.get(path)
      if (!bytes) answer.writeHead(404).end()
      return bytes ?? null
    }),
  }

  /** The socket that counts. @throws when there is none. */
  get socket(): DoubleSocket {
    const socket = this.sockets.findLast(one => !one.over)
    if (!socket) throw new Error('nobody is connected')
    return socket
  }
  get isConnected(): boolean {
    return this.sockets.some(one => one.isOpen)
  }

  /** A session with a paired phone comes back. */
  welcome(socket: DoubleSocket): void {
    if (this.devices.has(String(socket.creds.account?.details))) socket.open()
    else socket.fail(401)
  }

  /** A person scans the code, or types it: the phone takes the session in, and the server wants it anew. */
  pair(): void {
    const { socket } = this
    const name = `device-${++this.serial}`
    this.devices.add(name)
    const update = {
      me: { id: PHONE_JID, lid: '99887766554433:7@lid', name: 'Padaria Aurora' },
      account: { details: Buffer.from(name) },
    } as Partial<AuthenticationCreds>
    Object.assign(socket.creds, update)
    socket.ev.emit('creds.update', update)
    socket.ev.emit('connection.update', { isNewLogin: true, qr: undefined })
    setImmediate(() => socket.fail(515))
  }

  /** Tells the session, or keeps it until it comes back. */
  tell(events: Events): void {
    const socket = this.sockets.findLast(one => one.isOpen)
    if (!socket) return void this.waiting.push(events)
    for (const [name, value] of Object.entries(events))
      socket.ev.emit(name as keyof BaileysEventMap, value as never)
  }
  flushTo(_socket: DoubleSocket): void {
    const waiting = this.waiting
    this.waiting = []
    setImmediate(() => {
      for (const events of waiting) this.tell(events)
    })
  }

  /** A message as the library hands it on. */
  message(
    message: Proto.IMessage,
    more: Partial<WAMessageKey> & { name?: string; at?: Date } = {},
  ): WAMessage {
    const { name, at, ...key } = more
    return proto.WebMessageInfo.fromObject({
      key: { remoteJid: CUSTOMER, fromMe: false, id: `WA${++this.serial}`, ...key },
      message,
      messageTimestamp: Math.floor((at ?? new Date()).getTime() / 1_000),
      pushName: name ?? 'Maria Souza',
    }) as WAMessage & { key: WAMessageKey }
  }
  /** Somebody writes. @returns the message. */
  write(
    message: Proto.IMessage | string,
    more: Partial<WAMessageKey> & { name?: string; at?: Date } = {},
  ): WAMessage {
    const content = typeof message === 'string' ? { conversation: message } : message
    const sent = this.message(content, more)
    // The library's own fields that are no part of the protobuf.
    for (const name of [
      'remoteJidAlt',
      'participantAlt',
      'remoteJidUsername',
      'participantUsername',
    ] as const)
      if (more[name]) sent.key[name] = more[name]
    this.tell({ 'messages.upsert': { messages: [sent], type: 'notify' } })
    return sent
  }
  /** A receipt for a message of ours. */
  receipt(id: string, status: number, jid = CUSTOMER): void {
    this.tell({ 'messages.update': [{ key: { id, remoteJid: jid, fromMe: true }, update: { status } }] })
  }
  react(to: WAMessageKey, emoji: string, by: Partial<WAMessageKey> = {}): void {
    const key = { remoteJid: CUSTOMER, fromMe: false, id: `RE${++this.serial}`, ...by }
    this.tell({ 'messages.reaction': [{ key: to, reaction: { text: emoji, key } }] })
  }
  edit(key: WAMessageKey, text: string): void {
    this.tell({
      'messages.update': [
        {
          key,
          update: {
            message: { editedMessage: { message: { conversation: text } } },
            messageTimestamp: 1_700_000_000 + ++this.serial,
          },
        },
      ],
    })
  }
  revoke(key: WAMessageKey): void {
    const messageStubType = proto.WebMessageInfo.StubType.REVOKE
    this.tell({ 'messages.update': [{ key, update: { message: null, messageStubType } }] })
  }
  call(call: Partial<WACallEvent> = {}): void {
    const whole = { id: `CALL${++this.serial}`, chatId: CUSTOMER, from: CUSTOMER, status: 'offer', ...call }
    const { id, chatId, from, status, isVideo } = whole
    const attrs = { 'call-id': id, 'call-creator': from }
    this.socket.ws.emit('CB:call', {
      tag: 'call',
      attrs: { id, from: chatId, t: String(Math.floor(Date.now() / 1_000)) },
      content: [{ tag: status, attrs, content: isVideo ? [{ tag: 'video', attrs: {} }] : [] }],
    })
  }
}
