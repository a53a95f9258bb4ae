/**
 * The interface to the customers' phones. The workspace knows WhatsApp only through it, whichever provider is behind a
 * number: the demo's simulator (electron/demo), a real one, or none (./none). The workspace calls a Channel; the
 * channel calls the ChannelSink it was made with. The channel owns connection states and delivery; the workspace owns
 * rows, rules and events.
 */
import type {
  ChannelCapability,
  ConnectionReason,
  ConnectionStatus,
  NewChats,
  PressedMenu,
  Referral,
  ServerErrorCode,
  ThreadHolder,
} from '@contract'
import type { FastifyInstance } from 'fastify'
import { AnsweredError } from '../../errors'
import type { OutgoingTemplate } from '../../platform/db/template'
import type { WorkOwnership } from '../../platform/db/work-ownership'
import type { IncomingMedia, KeptFile } from '../../platform/media/kept-file'
import type { ChannelIdentity, PersonUpdate } from './identity'
import type { PhoneData } from './phone-data'

/** The recipient. */
export interface Recipient {
  /** Digits, or a group's id; without a known phone, an address this number can write to. */
  number: string
  isGroup: boolean
}

/** A file that is already in the company's media folder. */
export interface ChannelMedia {
  /** Absolute path on this machine. */
  path: string
  mime: string
  name: string
  /** Bytes. */
  size: number
}

export interface OutgoingMessage {
  companyId: number
  whatsappId: number
  /** The id the message will have on both sides: the workspace chooses it, so that no echo has to be guessed. */
  messageId: string
  to: Recipient
  body: string
  /** null for text; else image, audio, video, application, sticker; without a file locationMessage, contactMessage, vcard, contactRequest, utilityText. */
  mediaType: string | null
  media: ChannelMedia | null
  quotedMsgId: string | null
  isForwarded: boolean
  /** The same text as a menu with buttons, for numbers that support it; null for anything else. */
  menu: PressedMenu | null
  /** Made from a template: its file and these parts are sent instead of the body, which is what the customer reads. */
  template?: OutgoingTemplate | null
}

/** A change of a message that exists on the other side. */
export interface MessageRef {
  companyId: number
  whatsappId: number
  messageId: string
  to: Recipient
}

/** A person of the phone's address book. */
export interface PhoneContact {
  number: string
  name: string
}

export interface IncomingMessage {
  whatsappId: number
  /** The channel's message id; a second message with it is the same message. */
  id: string
  /** The chat: the customer, or the group. */
  from: ChannelIdentity & { name: string; isGroup: boolean; profilePicUrl?: string | null }
  /** The member who wrote, in a group. */
  participant?: ChannelIdentity & { name: string }
  body: string
  /** conversation, image, audio, video, application, locationMessage, contactMessage, call_log, ... */
  mediaType: string
  /** Its file, or where it has been stored already (`ChannelSink.keep`). */
  media?: IncomingMedia
  kept?: KeptFile
  /** A file above the size limit that was not downloaded; bytes if known. */
  tooLarge?: { name: string; bytes: number | null }
  quotedMsgId?: string | null
  isForwarded?: boolean
  /** The advertisement or link that brought the customer. */
  referral?: Referral | null
  /** Who answers this conversation, null for this workspace; omitted when the number knows of nobody else. */
  heldBy?: ThreadHolder | null
  /** When it was written, ISO-8601. */
  at: string
}

/** Delivery of one own message, 0 to 5 (ACK in src/contract/constants.ts). */
export interface AckUpdate {
  whatsappId: number
  /** Of the number, where the channel has it at hand: it is looked up otherwise. */
  companyId?: number
  messageId: string
  ack: number
  /** Set when the other side refused it: an error code; the message stays visible as failed. */
  failure?: string
}

/** Somebody else now answers a conversation, or this workspace does (`by` null). */
export interface HandoverUpdate {
  whatsappId: number
  number: string
  by: ThreadHolder | null
  /** ISO-8601. */
  at: string
}

export interface StatusUpdate {
  whatsappId: number
  status: ConnectionStatus
  /**
   * Text of the QR code while the status is `qrcode`; the code to type into the phone while it is `PAIRING`; else "".
   */
  qrcode?: string
  /** When that code expires, ISO-8601; omitted when the provider does not say. */
  qrcodeUntil?: string
  retries?: number
  /** Why it is down; omitted while it is not. */
  reason?: ConnectionReason
  /** The phone's number once it is connected. */
  number?: string | null
  /** WhatsApp's limit for starting conversations, null: none; omitted when nothing new is known. */
  newChats?: NewChats | null
}

/** Errors of a channel, all with status 400. */
export class ChannelError extends AnsweredError {
  constructor(
    override readonly code: Extract<
      ServerErrorCode,
      | 'ERR_WAPP_NOT_INITIALIZED'
      | 'ERR_WAPP_CHECK_CONTACT'
      | 'ERR_WAPP_INVALID_CONTACT'
      | 'ERR_WAPP_UNSUPPORTED'
      | 'ERR_WAPP_WINDOW_CLOSED'
      | 'ERR_WAPP_UNDELIVERABLE'
      | 'ERR_WAPP_NOT_ALLOWED'
      | 'ERR_WAPP_NO_ADDRESS'
      | 'ERR_WAPP_MEDIA'
      | 'ERR_WAPP_ACCOUNT'
      | 'ERR_WAPP_UNSURE'
      | 'ERR_WAPP_PAYMENT'
      | 'ERR_WAPP_OPTED_OUT'
      | 'ERR_WAPP_NEEDS_PHONE'
      | 'ERR_WAPP_CONTENT'
      | 'ERR_WAPP_GROUP'
      | 'ERR_WAPP_COUNTRY'
      | 'ERR_WAPP_LIMIT'
      | 'ERR_WAPP_NOT_OFFERED'
      | 'ERR_WAPP_NO_DIRECT_SEND'
      | 'ERR_WAPP_HANDOVER'
      | 'ERR_WAPP_NEW_CHATS'
      | 'ERR_TEMPLATE_MISSING'
      | 'ERR_TEMPLATE_PARAMETERS'
      | 'ERR_TEMPLATE_TOO_LONG'
      | 'ERR_TEMPLATE_POLICY'
      | 'ERR_TEMPLATE_PAUSED'
      | 'ERR_TEMPLATE_DISABLED'
      | 'ERR_MESSAGE_TOO_LONG'
      | 'ERR_SENDING_WAPP_MSG'
      | 'ERR_DELETE_WAPP_MSG'
      | 'ERR_SENDING_WAPP_REACTION'
      | 'ERR_FETCH_WAPP_MSG'
    >,
  ) {
    super(code, {}, 400)
    this.name = 'ChannelError'
  }
}

/**
 * The other side may accept a message later: too many at once, or no answer. It goes back into the outbox
 * (outgoing/send-to-channel.ts) and keeps its place in the order.
 */
export class ChannelBusy extends Error {
  constructor(
    /** What has to wait: the conversation, or the whole number. */
    readonly scope: 'conversation' | 'number',
    /** Milliseconds until it may be tried again. */
    readonly retryAfterMs: number,
    /** For the log. */
    reason: string,
  ) {
    super(reason)
    this.name = 'ChannelBusy'
  }
}

/**
 * It is unknown whether a message was accepted: the answer was lost. It is never sent again automatically; the channel
 * is asked about it (`askAbout`).
 */
export class ChannelUnsure extends Error {
  /** @param askAgainMs milliseconds until asking again makes sense. */
  constructor(readonly askAgainMs: number) {
    super('no answer')
    this.name = 'ChannelUnsure'
  }
}

/** Calls from the channel. All may be batched; each resolves when rows are stored and events are sent. */
export interface ChannelSink {
  /** Customers wrote. The order inside the batch is the order in the thread. */
  incoming(batch: readonly IncomingMessage[]): Promise<void>
  /**
   * Stores a customer's file before its message is reported.
   * @throws Error when it cannot be stored now; the caller can download it again.
   */
  keep(whatsappId: number, media: IncomingMedia): Promise<KeptFile>
  /**
   * The file of a message that was reported without it: `body` and `mediaType` are those of the message with the file,
   * or the replacement text when there is no `kept`; for a file above the limit the customer is told. Does nothing when
   * the message has its file, was deleted or is gone.
   */
  fileCame(
    update: Pick<IncomingMessage, 'whatsappId' | 'id' | 'body' | 'mediaType' | 'kept' | 'tooLarge'>,
  ): Promise<void>
  acks(batch: readonly AckUpdate[]): Promise<void>
  status(update: StatusUpdate): Promise<void>
  /** Somebody wrote on our own phone: `from` is the recipient. */
  echoed(batch: readonly IncomingMessage[]): Promise<void>
  /** A customer or our own phone (`fromMe`) reacted; "" removes the reaction. */
  reaction(update: {
    whatsappId: number
    messageId: string
    from: Recipient
    type: string
    fromMe?: boolean
  }): Promise<void>
  /** A customer edited or deleted a message, or our own phone (`fromMe`) one of ours. */
  edited(update: { whatsappId: number; messageId: string; body: string; fromMe?: boolean }): Promise<void>
  revoked(update: { whatsappId: number; messageId: string; fromMe?: boolean }): Promise<void>
  /** A customer begins or stops writing, if the number learns of it. Never fails. */
  typing(update: { whatsappId: number; from: Recipient; writes: boolean }): Promise<void>
  /** News about a person: another picture, or the number behind a known address. */
  person(update: PersonUpdate): Promise<void>
  /** What the phone of a number has, as it comes. Nothing happens where nobody asked for it. */
  phoneData(data: PhoneData): Promise<void>
  /** Somebody else answers a conversation now. @returns false where there is no conversation yet. */
  handover(update: HandoverUpdate): Promise<boolean>
}

/** The companies the process of a channel works for (db/work-ownership.ts). */
export type ChannelWork = Pick<WorkOwnership, 'isFenced' | 'ownedCompanies'>

export interface ChannelComponent {
  inUse(): boolean
  /** Looks for an installed component and uses it: numbers that waited for it come up. */
  use(): Promise<void>
  /** Stops using it: its numbers go down and stay paired. */
  leave(): Promise<void>
}

export interface Channel {
  /** Whom its numbers reach: simulated customers, nobody (no provider is installed), or people. */
  readonly kind: 'simulated' | 'none' | 'real'
  /** Providers people may choose for a connection; omitted when there is no choice. */
  readonly providers?: readonly string[]
  /** Providers whose package is not installed on this server. */
  readonly missing?: readonly string[]
  /** The component its numbers need, if people can add and remove it while the server runs. */
  readonly component?: ChannelComponent
  /** What numbers of a provider (column of `whatsapps`) can do; null: unknown. */
  capabilitiesOf(provider: string): readonly ChannelCapability[] | null
  /** Registers the routes the provider calls. Called once, before the server listens. */
  serve?(http: FastifyInstance): void
  /** Processes what another process received and stored. */
  wake?(): void
  /**
   * Reconnects the connections of these companies, and ends those of others without signing them out. Called after the
   * server listens, and whenever the companies change.
   * @param mine whether a company's connections belong here; all do unless given.
   */
  start(mine?: (companyId: number) => boolean): Promise<void>
  /** Connects a number: OPENING, then qrcode or CONNECTED. Returns at once; states come through the sink. */
  connect(whatsappId: number): Promise<void>
  /** Forgets the paired phone and asks for a new QR code. */
  newQr(whatsappId: number): Promise<void>
  /**
   * Forgets the paired phone and asks for a code to type into the phone; omitted when no number supports it (capability
   * `pairingCode`).
   * @param phone digits.
   */
  pairByCode?(whatsappId: number, phone: string): Promise<void>
  /** Restarts the connection with the same phone: OPENING, then as connect. */
  restart(whatsappId: number): Promise<void>
  /** Signs the number out: DISCONNECTED. */
  disconnect(whatsappId: number): Promise<void>
  /** Whether a message could leave through this connection now. */
  isConnected(whatsappId: number): boolean
  /**
   * Hands one message over; acks follow through the sink. Throws ChannelError when it cannot leave, ChannelBusy when it
   * cannot leave now, ChannelUnsure when it may have left.
   */
  send(message: OutgoingMessage): Promise<void>
  /**
   * What became of a message that was handed over, perhaps before a restart: its ack, or null when it was never
   * accepted and may be sent again. Throws ChannelError when the other side cannot be asked now, and ChannelUnsure
   * while it does not know.
   */
  askAbout(message: MessageRef): Promise<Pick<AckUpdate, 'ack' | 'failure'> | null>
  edit(message: MessageRef, body: string): Promise<void>
  /** Deletes for everyone. */
  revoke(message: MessageRef): Promise<void>
  /**
   * Takes a conversation over, or gives it back to the number's own agent; omitted when no number supports it.
   * Repeating it is harmless. Throws ChannelError when the other side does not allow it.
   */
  controlThread?(at: Omit<MessageRef, 'messageId'>, act: 'take' | 'release'): Promise<void>
  /** Sets ("" removes) our reaction. */
  react(message: MessageRef, type: string): Promise<void>
  /** Sends the customer's phone a read receipt. Never called for people who must leave no trace. */
  markRead(chat: {
    companyId: number
    whatsappId: number
    from: Recipient
    messageIds: readonly string[]
  }): Promise<void>
  /**
   * Shows the customer for a while that somebody writes; fails silently. Omitted when no number supports it (capability
   * `typing`).
   * @param at the customer and their last message, which counts as read.
   */
  showTyping?(at: MessageRef): Promise<void>
  /** Whether a number exists on WhatsApp; `number` is its canonical form. Throws ChannelError when it cannot ask. */
  checkNumber(whatsappId: number, number: string): Promise<{ exists: boolean; number: string }>
  phoneContacts(whatsappId: number): Promise<PhoneContact[]>
  /** Ends timers and connections. */
  stop(): Promise<void>
}
