/**
 * The way to the customers' phones. The workspace knows WhatsApp only through this interface, whichever provider is
 * behind a number: the demo's simulator (electron/demo), a real one, or none (./none).
 *
 * Down: the workspace calls a Channel. Up: the channel calls the ChannelSink it was made with. The channel keeps
 * connection states and delivery; the workspace keeps rows, rules and events.
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

/** Who is written to. */
export interface Recipient {
  /** Digits only, or a group's id; where no phone is known, an address this number can write to. */
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
  /** The id the message will have on both sides: the workspace makes it, so that no echo has to be guessed. */
  messageId: string
  to: Recipient
  body: string
  /** null for text; else image, audio, video, application, sticker; without a file locationMessage, contactMessage, vcard, contactRequest, utilityText. */
  mediaType: string | null
  media: ChannelMedia | null
  quotedMsgId: string | null
  isForwarded: boolean
  /** The same words as a menu to be pressed, for numbers that can show one; null for anything else. */
  menu: PressedMenu | null
  /** Made from a template: its file and these parts leave, and not the body, which is what the customer reads. */
  template?: OutgoingTemplate | null
}

/** What happens to a message that already exists on the other side. */
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
  /** The channel's message id; the same id twice is one message. */
  id: string
  /** The chat: the customer, or the group. */
  from: ChannelIdentity & { name: string; isGroup: boolean; profilePicUrl?: string | null }
  /** The member who wrote, in a group. */
  participant?: ChannelIdentity & { name: string }
  body: string
  /** conversation, image, audio, video, application, locationMessage, contactMessage, call_log, ... */
  mediaType: string
  /** Its file, or where that has been kept already (`ChannelSink.keep`). */
  media?: IncomingMedia
  kept?: KeptFile
  /** A file that is heavier than the platform takes and was left where it is; bytes where they are known. */
  tooLarge?: { name: string; bytes: number | null }
  quotedMsgId?: string | null
  isForwarded?: boolean
  /** What brought the customer to write it. */
  referral?: Referral | null
  /** Who answers the conversation it was written in, null for this workspace; left out where the number knows nobody else. */
  heldBy?: ThreadHolder | null
  /** When it was written, ISO-8601. */
  at: string
}

/** Delivery of one own message, 0 to 5 (ACK in src/contract/constants.ts). */
export interface AckUpdate {
  whatsappId: number
  messageId: string
  ack: number
  /** Set when the other side refused it: an error code; the message stays visible as failed. */
  failure?: string
}

/** Somebody else answers a conversation from now on, or this workspace does (`by` null). */
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
  /** Text of the QR code while status is `qrcode`; the code to type into the phone while it is `PAIRING`; else "". */
  qrcode?: string
  /** When that code ends, ISO-8601; left out where the provider does not say. */
  qrcodeUntil?: string
  retries?: number
  /** Why it is down; left out while it is not. */
  reason?: ConnectionReason
  /** The phone's number once it is connected. */
  number?: string | null
  /** What WhatsApp lets it begin with strangers, null: nothing holds it back; left out where nothing new is known. */
  newChats?: NewChats | null
}

/** Errors a channel may answer with, each with status 400. */
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
 * The other side did not take a message and may take it later: too many at once, or nobody answered the door. It goes
 * back into the outbox (outgoing/send-to-channel.ts) and nothing overtakes it.
 */
export class ChannelBusy extends Error {
  constructor(
    /** What has to wait: the conversation, or everything of the number. */
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
 * Nobody knows yet whether a message was taken: the answer was lost. It is never handed over again by itself; the
 * channel is asked about it until it knows (`askAbout`).
 */
export class ChannelUnsure extends Error {
  /** @param askAgainMs milliseconds until it is worth asking. */
  constructor(readonly askAgainMs: number) {
    super('no answer')
    this.name = 'ChannelUnsure'
  }
}

/** Calls upwards. All may be batched; each resolves when rows are stored and events are sent. */
export interface ChannelSink {
  /** Customers wrote. Order inside the batch is order in the thread. Automatic answers follow by themselves. */
  incoming(batch: readonly IncomingMessage[]): Promise<void>
  /**
   * Takes a file of a customer's over before its message is reported.
   * @throws Error when it cannot be kept now: nothing is lost to whoever can fetch it again.
   */
  keep(whatsappId: number, media: IncomingMedia): Promise<KeptFile>
  /**
   * What became of the file of a message that was reported without it: `body` and `mediaType` are what the message is with
   * it, or the words instead when there is no `kept`; a file over the limit is worded, and the customer notified, as where a
   * message comes in with it. Nothing happens where it has its file, was deleted or is gone.
   */
  fileCame(
    update: Pick<IncomingMessage, 'whatsappId' | 'id' | 'body' | 'mediaType' | 'kept' | 'tooLarge'>,
  ): Promise<void>
  acks(batch: readonly AckUpdate[]): Promise<void>
  status(update: StatusUpdate): Promise<void>
  /** Somebody wrote on our own phone, past the workspace: `from` is whom it was written to. */
  echoed(batch: readonly IncomingMessage[]): Promise<void>
  /** A customer reacted, or our own phone (`fromMe`); "" takes the reaction back. */
  reaction(update: {
    whatsappId: number
    messageId: string
    from: Recipient
    type: string
    fromMe?: boolean
  }): Promise<void>
  /** A customer edited or deleted an own message, or our own phone (`fromMe`) one of ours. */
  edited(update: { whatsappId: number; messageId: string; body: string; fromMe?: boolean }): Promise<void>
  revoked(update: { whatsappId: number; messageId: string; fromMe?: boolean }): Promise<void>
  /** A customer begins or stops writing to us, where the number learns of it. Never fails. */
  typing(update: { whatsappId: number; from: Recipient; writes: boolean }): Promise<void>
  /** What became known of a person: another picture, or the number behind the one that was known so far. */
  person(update: PersonUpdate): Promise<void>
  /** Who answers a conversation is another one now. */
  handover(update: HandoverUpdate): Promise<void>
}

/** For which companies the process of a channel works (db/work-ownership.ts). */
export type ChannelWork = Pick<WorkOwnership, 'isFenced' | 'ownedCompanies'>

export interface ChannelComponent {
  inUse(): boolean
  /** Looks for what was installed, and takes it into use: numbers that waited for it come up. */
  use(): Promise<void>
  /** Uses it no longer: its numbers stop, and stay paired. */
  leave(): Promise<void>
}

export interface Channel {
  /** Whom its numbers reach: simulated customers, nobody (no provider is installed), or people. */
  readonly kind: 'simulated' | 'none' | 'real'
  /** Providers people may choose for a connection; left out where there is nothing to choose. */
  readonly providers?: readonly string[]
  /** Those of them whose package is not installed on this server. */
  readonly missing?: readonly string[]
  /** The component its numbers need, where people put it in and take it away while the server runs. */
  readonly component?: ChannelComponent
  /** What numbers of a provider (column of `whatsapps`) can do; null: nothing is known of them. */
  capabilitiesOf(provider: string): readonly ChannelCapability[] | null
  /** Puts the addresses into the server that the provider calls. Called once, before the server listens. */
  serve?(http: FastifyInstance): void
  /** Looks for what has been delivered to another process and is stored. */
  wake?(): void
  /**
   * Brings back the connections of companies that were connected before, and ends those of others without signing them out.
   * Called after the server listens, and again whenever the companies are others.
   * @param mine whether a company's connections belong here; all do unless given.
   */
  start(mine?: (companyId: number) => boolean): Promise<void>
  /** Connects a number: OPENING, then qrcode or CONNECTED. Returns at once; states come through the sink. */
  connect(whatsappId: number): Promise<void>
  /** Forgets the paired phone and asks for a new QR code. */
  newQr(whatsappId: number): Promise<void>
  /**
   * Forgets the paired phone and asks for a code that is typed into this one; left out where no number can (capability
   * `pairingCode`). @param phone digits.
   */
  pairByCode?(whatsappId: number, phone: string): Promise<void>
  /** Ends the connection and begins it again with the same phone: OPENING, then as connect. */
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
   * What became of a message that was handed over, perhaps by an earlier life of the server: how far it got, or null
   * when it was never taken and may be handed over. Throws ChannelError when the other side cannot be asked now, and
   * ChannelUnsure while it does not know.
   */
  askAbout(message: MessageRef): Promise<Pick<AckUpdate, 'ack' | 'failure'> | null>
  edit(message: MessageRef, body: string): Promise<void>
  /** Deletes for everyone. */
  revoke(message: MessageRef): Promise<void>
  /**
   * Takes a conversation over from whoever else answers it, or gives it back to the number's own agent; left out where no
   * number of the channel is routed so. Doing it twice is harmless. Throws ChannelError when the other side does not allow it.
   */
  controlThread?(at: Omit<MessageRef, 'messageId'>, act: 'take' | 'release'): Promise<void>
  /** Sets ("" removes) our reaction. */
  react(message: MessageRef, type: string): Promise<void>
  /** Sends the customer's phone a read receipt. Never called for readers who leave no trace. */
  markRead(chat: {
    companyId: number
    whatsappId: number
    from: Recipient
    messageIds: readonly string[]
  }): Promise<void>
  /**
   * Shows on the customer's phone for a while that somebody writes; fails silently. Left out where no number of the
   * channel can (capability `typing`).
   * @param at the customer and the last message of theirs, which is read by whoever answers it.
   */
  showTyping?(at: MessageRef): Promise<void>
  /** Whether a number exists there; `number` is its canonical form. Throws ChannelError when it cannot ask. */
  checkNumber(whatsappId: number, number: string): Promise<{ exists: boolean; number: string }>
  phoneContacts(whatsappId: number): Promise<PhoneContact[]>
  /** Ends timers and connections. */
  stop(): Promise<void>
}
