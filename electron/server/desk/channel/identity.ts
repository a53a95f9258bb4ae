/** Who is behind a number, as a channel tells it. */
import type { Address } from '@contract'
import type { IncomingMedia } from '../../platform/media/kept-file'

/** Who somebody is, by everything the channel learns at once. */
export interface ChannelIdentity {
  /** The phone's digits, or an address in its place (src/contract/addresses.ts); a group's id. */
  number: string
  /** What the same person is known by besides. */
  addresses?: readonly Address[] | undefined
  /** As they call themselves to everybody, without the "@". */
  username?: string | null | undefined
}

/** What a channel learns of a person. */
export interface PersonUpdate extends ChannelIdentity {
  whatsappId: number
  /** What the same person was known by before; it is theirs no longer. */
  formerly?: string
  /** Addresses that are theirs no longer. */
  former?: readonly Address[]
  /** They have another phone, and do not show it: the one that is known is theirs no longer. */
  isPhoneGone?: boolean
  /** The customer's own notice of it, which the running conversation shows: the channel's id and when, ISO-8601. */
  told?: { messageId: string; at: string }
  /** A picture, to be kept in the company's media folder. */
  picture?: IncomingMedia
}
