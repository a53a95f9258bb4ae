/** The provider values of connections, and what the numbers of each can do. */
import { CHANNEL_CAPABILITIES, type ChannelCapability } from '@contract'

/** A connection hosted by Meta: the WhatsApp Business Cloud API. */
export const CLOUD = 'cloud'
/** A connection paired with its phone like a browser: WhatsApp Web. */
export const WEB = 'web'
type Provider = typeof CLOUD | typeof WEB

/** Whose numbers can do it. docs/whatsapp.md says since when, and by which source. */
const OFFERED: Readonly<Record<ChannelCapability, readonly Provider[]>> = {
  text: [CLOUD, WEB],
  image: [CLOUD, WEB],
  audio: [CLOUD, WEB],
  video: [CLOUD, WEB],
  document: [CLOUD, WEB],
  reactions: [CLOUD, WEB],
  edit: [WEB],
  delete: [WEB],
  location: [CLOUD, WEB],
  contactCard: [CLOUD, WEB],
  // On the Cloud API if Meta offers them for the number.
  groups: [CLOUD, WEB],
  typing: [CLOUD, WEB],
  readReceipts: [CLOUD, WEB],
  numberCheck: [WEB],
  phoneContacts: [WEB],
  profilePictures: [WEB],
  templates: [CLOUD],
  menus: [CLOUD],
  contactRequest: [CLOUD],
  directSend: [CLOUD],
  pricedMessages: [CLOUD],
  pairingQr: [WEB],
  pairingCode: [WEB],
  credentials: [CLOUD],
}

/** What the numbers of a provider can do. */
export const offeredBy = (provider: Provider): readonly ChannelCapability[] =>
  CHANNEL_CAPABILITIES.filter(one => OFFERED[one].includes(provider))
