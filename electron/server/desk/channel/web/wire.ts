/**
 * What a number's session (./session.ts) and the server say to each other. Plain data only: the session runs in its own
 * thread, which has no database.
 */
import type { ConnectionReason, ConnectionStatus, NewChats } from '@contract'
import { z } from 'zod'
import type { ChannelMedia } from '../channel'
import { isAnonymous, numberOf } from './jids'

/**
 * A chat or a person. `number` is the workspace's name: digits, a group's id, or the anonymous number when no phone is
 * known; `lid` is the anonymous number if also known.
 */
const who = z
  .object({
    jid: z.string(),
    number: z.string(),
    name: z.string(),
    isGroup: z.boolean(),
    lid: z.string().nullable().default(null),
    /** Their public user name, without the "@". */
    username: z.string().nullable().default(null),
  })
  // Earlier versions stored bare digits.
  .transform(one => (isAnonymous(one.jid) ? { ...one, number: numberOf(one.jid) } : one))
export type Who = z.output<typeof who>

const file = z.object({
  mime: z.string(),
  name: z.string(),
  /** Bytes, as the sender states; 0 when not stated. */
  size: z.number(),
  seconds: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
})
export type WebFile = z.output<typeof file>

/** A report about an existing message: by whom, and in which chat. */
const about = {
  id: z.string(),
  chat: z.string(),
  author: z.string().nullable(),
  fromMe: z.boolean(),
}

export const webEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('message'),
    id: z.string(),
    chat: who,
    /** The member who wrote, in a group. */
    author: who.nullable(),
    /** Written on the phone itself, or on another device of the same number. */
    fromMe: z.boolean(),
    body: z.string(),
    mediaType: z.string(),
    file: file.nullable(),
    quoted: z.string().nullable(),
    isForwarded: z.boolean(),
    /** ISO-8601. */
    at: z.string(),
    /** The message's content in WhatsApp's own encoding, base64. */
    content: z.string(),
  }),
  z.object({ kind: z.literal('ack'), id: z.string(), ack: z.number() }),
  z.object({ kind: z.literal('failed'), id: z.string(), code: z.string() }),
  z.object({ kind: z.literal('reaction'), ...about, emoji: z.string(), from: who }),
  z.object({ kind: z.literal('edit'), ...about, body: z.string() }),
  z.object({ kind: z.literal('revoke'), ...about }),
  z.object({
    kind: z.literal('call'),
    id: z.string(),
    chat: who,
    video: z.boolean(),
    refused: z.boolean(),
    at: z.string(),
  }),
])
export type WebEvent = z.output<typeof webEvent>

export interface WebDelivered {
  /** Identifies a repeated delivery of the same event. */
  key: string
  /** The chat it is processed in order with; "" for none. */
  chat: string
  event: WebEvent
}

export interface WebStatus {
  status: ConnectionStatus
  qrcode?: string
  qrcodeUntil?: string
  pairingCode?: string
  retries?: number
  reason?: ConnectionReason
  number?: string
  newChats?: NewChats | null
}

export interface KeyChange {
  type: string
  id: string
  /** JSON; null removes it. */
  value: string | null
}

/** An entry of the address book, or another name (LID, user name) of a number. */
export interface WebPerson {
  number: string
  jid: string
  /** As the phone's owner saved it; "" when not saved. */
  name: string
  /** The anonymous number of the same person; null if unknown. */
  lid: string | null
  /** Their public user name, without the "@"; null if unknown. */
  username: string | null
}

/** A message's key for WhatsApp. */
export interface WebKey {
  id: string
  chat: string
  fromMe: boolean
  participant: string | null
}

export interface WebParcel {
  messageId: string
  jid: string
  body: string
  mediaType: string | null
  media: ChannelMedia | null
  isForwarded: boolean
  quoted: (WebKey & { content: string }) | null
}

/** What the session asks the server. */
export interface WebUp {
  loadKeys(type: string, ids: readonly string[]): Promise<Record<string, string>>
  /** Resolves when they are on the disk. */
  storeKeys(changes: readonly KeyChange[]): Promise<void>
  forgetKeys(): Promise<void>
  /** Resolves when they are on the disk. */
  deliver(delivered: readonly WebDelivered[]): Promise<void>
  status(update: WebStatus): Promise<void>
  people(people: readonly WebPerson[]): Promise<void>
  /** Somebody begins or stops writing to us. */
  typing(number: string, writes: boolean): Promise<void>
  /** Content of an own message that a phone asks for again; null when not stored. */
  contentOf(messageId: string): Promise<string | null>
  /** Whether the company takes no calls (setting `call`). */
  refusesCalls(): Promise<boolean>
  log(level: 'info' | 'warn' | 'error', words: string, data: Record<string, string | number>): Promise<void>
}

/** What the server asks the session. Errors are those of ../channel.ts. */
export interface WebDown {
  /** Begins to connect. @param pairing the phone number to pair by a code; null for the QR code. */
  open(pairing: string | null): Promise<void>
  /** Removes the device from the phone and forgets its keys; reports no status. */
  signOut(): Promise<void>
  /** Ends without signing out. */
  close(): Promise<void>
  /** Resolves when WhatsApp has accepted it, with its content for phones that ask for it again (base64). */
  send(parcel: WebParcel): Promise<string>
  edit(key: WebKey, body: string): Promise<void>
  revoke(key: WebKey): Promise<void>
  react(key: WebKey, emoji: string): Promise<void>
  read(keys: readonly WebKey[]): Promise<void>
  /** Shows for a while that somebody writes. */
  typing(jid: string): Promise<void>
  check(number: string): Promise<{ exists: boolean; number: string }>
  /** Downloads the file of a message. @throws ChannelError ERR_WAPP_MEDIA when it is longer than `most` bytes. */
  file(content: string, key: WebKey, most: number): Promise<Uint8Array>
  /** Somebody's picture; null without one that we may see. */
  picture(jid: string): Promise<{ bytes: Uint8Array; mime: string } | null>
}
