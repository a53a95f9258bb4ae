/** A channel for tests: remembers what was asked of it, and does what a test tells it to. */
import {
  type Channel,
  ChannelError,
  type ChannelSink,
  type MessageRef,
  type OutgoingMessage,
  type PhoneContact,
} from '../../../electron/server/desk/channel/channel'

export class FakeChannel implements Channel {
  readonly kind = 'simulated'
  /** What its numbers say that they can do. */
  capabilities: ReturnType<Channel['capabilitiesOf']> = null
  capabilitiesOf = (): ReturnType<Channel['capabilitiesOf']> => this.capabilities
  readonly sent: OutgoingMessage[] = []
  readonly edits: { ref: MessageRef; body: string }[] = []
  readonly revoked: MessageRef[] = []
  readonly reactions: { ref: MessageRef; type: string }[] = []
  readonly read: string[][] = []
  /** Connections that are down. */
  readonly down = new Set<number>()
  readonly invalidNumbers = new Set<string>()
  /** Numbers that cannot be asked about. */
  readonly silentNumbers = new Set<string>()
  /** Numbers the channel writes in another way. */
  readonly writtenAs = new Map<string, string>()
  phoneBook: PhoneContact[] = []
  /** Sends, deletions and reactions are refused with this code. */
  refuseWith: ConstructorParameters<typeof ChannelError>[0] | null = null

  constructor(readonly sink: ChannelSink) {}

  async start(): Promise<void> {}
  async stop(): Promise<void> {}
  async connect(whatsappId: number): Promise<void> {
    this.down.delete(whatsappId)
    await this.sink.status({ whatsappId, status: 'CONNECTED' })
  }
  async newQr(whatsappId: number): Promise<void> {
    const qrcodeUntil = '2099-01-01T00:00:20.000Z'
    await this.sink.status({ whatsappId, status: 'qrcode', qrcode: 'code', qrcodeUntil })
  }
  async restart(whatsappId: number): Promise<void> {
    await this.sink.status({ whatsappId, status: 'OPENING' })
    await this.connect(whatsappId)
  }
  async disconnect(whatsappId: number): Promise<void> {
    this.down.add(whatsappId)
    await this.sink.status({ whatsappId, status: 'DISCONNECTED', reason: 'signedOut' })
  }
  isConnected(whatsappId: number): boolean {
    return !this.down.has(whatsappId)
  }
  async send(message: OutgoingMessage): Promise<void> {
    if (this.refuseWith) throw new ChannelError(this.refuseWith)
    this.sent.push(message)
  }
  /** What an earlier life handed over: id and what became of it. */
  readonly taken = new Map<string, { ack: number; failure?: string }>()
  readonly asked: string[] = []
  async askAbout({ messageId }: MessageRef): Promise<{ ack: number; failure?: string } | null> {
    this.asked.push(messageId)
    if (this.refuseWith) throw new ChannelError(this.refuseWith)
    return this.taken.get(messageId) ?? (this.sent.some(m => m.messageId === messageId) ? { ack: 1 } : null)
  }
  async edit(ref: MessageRef, body: string): Promise<void> {
    this.edits.push({ ref, body })
  }
  async revoke(ref: MessageRef): Promise<void> {
    if (this.refuseWith) throw new ChannelError(this.refuseWith)
    this.revoked.push(ref)
  }
  async react(ref: MessageRef, type: string): Promise<void> {
    if (this.refuseWith) throw new ChannelError(this.refuseWith)
    this.reactions.push({ ref, type })
  }
  async markRead(chat: { messageIds: readonly string[] }): Promise<void> {
    this.read.push([...chat.messageIds])
  }
  async checkNumber(_whatsappId: number, number: string): Promise<{ exists: boolean; number: string }> {
    const digits = number.replace(/\D/g, '')
    if (this.silentNumbers.has(digits)) throw new ChannelError('ERR_WAPP_CHECK_CONTACT')
    return { exists: !this.invalidNumbers.has(digits), number: this.writtenAs.get(digits) ?? digits }
  }
  async phoneContacts(): Promise<PhoneContact[]> {
    return this.phoneBook
  }
}
