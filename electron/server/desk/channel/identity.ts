/** Who is behind a number, as a channel reports it. */
import type { Address } from '@contract'
import type { IncomingMedia } from '../../platform/media/kept-file'

/** Everything a channel knows about a person. */
export interface ChannelIdentity {
  /** The phone's digits, or an address in its place (src/contract/addresses.ts); a group's id. */
  number: string
  /** Other addresses of the same person. */
  addresses?: readonly Address[] | undefined
  /** Their public user name, without the "@". */
  username?: string | null | undefined
}

/** News about a person. */
export interface PersonUpdate extends ChannelIdentity {
  whatsappId: number
  /** Their former number. */
  formerly?: string
  /** Their former addresses. */
  former?: readonly Address[]
  /** They have another phone that is not visible: the known one is no longer theirs. */
  isPhoneGone?: boolean
  /** The customer's own notice of it, shown in the open conversation: the channel's id and when, ISO-8601. */
  told?: { messageId: string; at: string }
  /** A picture, to be stored in the company's media folder. */
  picture?: IncomingMedia
}
