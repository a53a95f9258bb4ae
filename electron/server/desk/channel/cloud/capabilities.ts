/** The provider value of numbers of the Cloud API, and what they can do. */
import type { ChannelCapability } from '@contract'

/** The provider value of a connection hosted by Meta. */
export const CLOUD = 'cloud'

export const CLOUD_CAPABILITIES: readonly ChannelCapability[] = [
  'text',
  'image',
  'audio',
  'video',
  'document',
  'reactions',
  'location',
  'contactCard',
  // If Meta offers them for the number.
  'groups',
  'readReceipts',
  'typing',
  'menus',
  'contactRequest',
  'directSend',
  'pricedMessages',
  'templates',
  'credentials',
]
