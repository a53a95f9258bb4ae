/**
 * What the session of a number (./session.ts) and the server say to one another. Everything is plain data: the session runs
 * in a thread of its own, which knows no database.
 */
import type { ConnectionReason, ConnectionStatus, NewChats } from '@contract'
import { z } from 'zod'
import type { ChannelMedia } from '../channel'
import { isAnonymous, numberOf } from './jids'

/**
 * A chat or a person. `number` is what the workspace knows it by: digits, a group's id, or the anonymous number where no phone is
 * known; `lid` is the anonymous number that is known besides.
 */
const who = z
  .object({
    jid: z.string(),
    number: z.string(),
    name: z.string(),
    isGroup: z.boolean(),
    lid: z.string().nullable().default(null),
    /** As they call themselves to everybody, without the "@". */
    username: z.string().nullable().default(null),
  })
  // What was stored by earlier versions has bare digits.
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

/** A report about a message that exists already: by whom, and in which chat. */
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
  /** What a second delivery of the same thing has too. */
  key: string
  /** The chat whose turn it is part of; "" for what belongs to none. */
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

/** Somebody of the address book, or a number that is known by another name (LID, user name) too. */
export interface WebPerson {
  number: string
  jid: string
  /** As the phone's owner saved it; "" when not saved. */
  name: string
  /** The anonymous number of the same person; null where none is known. */
  lid: string | null
  /** As they call themselves to everybody, without the "@"; null where that is not known. */
  username: string | null
}

/** The key of a message as WhatsApp needs it. */
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

/** What the session asks of the server. */
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
  /** Content of an own message that a phone asks for again; null when it is not kept. */
  contentOf(messageId: string): Promise<string | null>
  /** Whether the company takes no calls (setting `call`). */
  refusesCalls(): Promise<boolean>
  log(level: 'info' | 'warn' | 'error', words: string, data: Record<string, string | number>): Promise<void>
}

/** What the server asks of the session. Errors are those of ../channel.ts. */
export interface WebDown {
  /** Begins to connect. @param pairing number of the phone that is paired by a code; null for the QR code. */
  open(pairing: string | null): Promise<void>
  /** Takes the number off the phone's list of devices and forgets its keys; reports no status. */
  signOut(): Promise<void>
  /** Ends without signing out. */
  close(): Promise<void>
  /** Resolves when WhatsApp has taken it, with its content for a phone that asks for it again (base64). */
  send(parcel: WebParcel): Promise<string>
  edit(key: WebKey, body: string): Promise<void>
  revoke(key: WebKey): Promise<void>
  react(key: WebKey, emoji: string): Promise<void>
  read(keys: readonly WebKey[]): Promise<void>
  /** Shows for a while that somebody writes. */
  typing(jid: string): Promise<void>
  check(number: string): Promise<{ exists: boolean; number: string }>
  /** Fetches the file of a message. @throws ChannelError ERR_WAPP_MEDIA when it is longer than `most` bytes. */
  file(content: string, key: WebKey, most: number): Promise<Uint8Array>
  /** Somebody's picture; null without one that we may see. */
  picture(jid: string): Promise<{ bytes: Uint8Array; mime: string } | null>
}
