/** WhatsApp's addresses. Pure; the library has the like, but the server reads them without it. */

const userOf = (jid: string): string => (jid.split('@')[0] ?? '').split(':')[0]?.split('_')[0] ?? ''
const serverOf = (jid: string): string => jid.split('@')[1] ?? ''

export const isGroup = (jid: string): boolean => serverOf(jid) === 'g.us'
/** An anonymous number: it names a person without the phone number. */
export const isAnonymous = (jid: string): boolean => ['lid', 'hosted.lid'].includes(serverOf(jid))
export const isPhone = (jid: string): boolean => ['s.whatsapp.net', 'c.us', 'hosted'].includes(serverOf(jid))

/** Whether conversations happen there: not statuses, broadcasts, channels or WhatsApp's own robots. */
export const isChat = (jid: string): boolean =>
  userOf(jid) !== '' && userOf(jid) !== '0' && (isGroup(jid) || isAnonymous(jid) || isPhone(jid))

/** The address that stands for a phone (src/contract/addresses.ts), whoever hosts the person. */
const anonymousOf = (jid: string): string => `${userOf(jid)}@lid`

/** What the workspace knows it by: digits, a group's id, or an anonymous number, which no digits of a phone are. */
export const numberOf = (jid: string): string => (isAnonymous(jid) ? anonymousOf(jid) : userOf(jid))

/** Without the device, and phones under one server's name. */
export const plain = (jid: string): string =>
  `${userOf(jid)}@${serverOf(jid) === 'c.us' ? 's.whatsapp.net' : serverOf(jid)}`

/** Where a number or group is written to when nothing else is known of it. */
export const jidOf = (number: string, group: boolean): string =>
  isAnonymous(number) ? number : `${number}@${group ? 'g.us' : 's.whatsapp.net'}`
