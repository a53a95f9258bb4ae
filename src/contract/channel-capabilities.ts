/**
 * What a WhatsApp number can do. It differs from provider to provider, so a connection says it of itself and the console
 * offers nothing else. What a server can do is in ./capabilities.
 */
export const CHANNEL_CAPABILITIES = [
  'text',
  'image',
  'audio',
  'video',
  'document',
  'reactions',
  /** The text of a message that has left is changed on the customer's phone too. */
  'edit',
  /** A message that has left is taken away from the customer's phone. */
  'delete',
  'location',
  'contactCard',
  'groups',
  'typing',
  /** The customer's phone learns that a message was read. */
  'readReceipts',
  /** It can be asked whether a number exists. */
  'numberCheck',
  /** The phone's address book can be imported. */
  'phoneContacts',
  'profilePictures',
  'templates',
  /** A menu can be pressed, the chatbot's and an agent's: buttons, a list, a link. */
  'menus',
  /** A customer who shows no phone can be asked for it, and answers with one press. */
  'contactRequest',
  /** Text for utility leaves without a template where only templates would, if Meta lets the account. */
  'directSend',
  /** Each message has a price of its own, so that texts may be joined into one. */
  'pricedMessages',
  'pairingQr',
  'pairingCode',
  /** It is set up by identifiers and secrets instead of being paired. */
  'credentials',
] as const
export type ChannelCapability = (typeof CHANNEL_CAPABILITIES)[number]

/** Whether a connection says of itself that it can do something: for what other numbers do not have at all. */
export const numberOffers = (
  connection: { capabilities: readonly string[] | null } | undefined,
  capability: ChannelCapability,
): boolean => connection?.capabilities?.includes(capability) ?? false

/**
 * Whether a connection can do something. One that says nothing of itself (a legacy server's, or one that is not known
 * yet) is not held back.
 */
export const numberCan = (
  connection: { capabilities: readonly string[] | null } | undefined,
  capability: ChannelCapability,
): boolean => !connection?.capabilities || connection.capabilities.includes(capability)
