/** What a channel brings of the phone that a number is answered on as well (inbound/phone-data.ts). */
import type { Address } from '@contract'
import type { ChannelIdentity } from './identity'

/** An entry of the phone's address book as it is now. */
export interface PhoneEntry {
  /** The phone's digits, or an address in its place. */
  number: string
  addresses: readonly Address[]
  username: string | null
  /** "" for one that was removed. */
  name: string
  /** When it was changed there, ISO-8601. */
  at: string
}

/** A message of before. */
export interface EarlierMessage {
  id: string
  /** The customer, whoever wrote. */
  from: ChannelIdentity & { name: string }
  body: string
  mediaType: string
  quotedMsgId: string | null
  isForwarded: boolean
  /** ISO-8601. */
  at: string
  fromMe: boolean
  /** How far an own one got. */
  ack: number
}

export type PhoneData = { whatsappId: number } & (
  | { kind: 'contacts'; entries: readonly PhoneEntry[] }
  /** How much came in per cent, or the provider's number for why none will. */
  | { kind: 'progress'; progress: number; code: number | null }
  /** Of one customer, in order of time. */
  | { kind: 'history'; messages: readonly EarlierMessage[] }
)
