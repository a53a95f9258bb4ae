/** WhatsApp's addresses. Pure; the library has similar functions, but the server must work without it. */

const userOf = (jid: string): string => (jid.split('@')[0] ?? '').split(':')[0]?.split('_')[0] ?? ''
const serverOf = (jid: string): string => jid.split('@')[1] ?? ''

export const isGroup = (jid: string): boolean => serverOf(jid) === 'g.us'
/** An anonymous number: it identifies a person without the phone number. */
export const isAnonymous = (jid: string): boolean => ['lid', 'hosted.lid'].includes(serverOf(jid))
export const isPhone = (jid: string): boolean => ['s.whatsapp.net', 'c.us', 'hosted'].includes(serverOf(jid))

/** Whether conversations happen there: not statuses, broadcasts, channels or WhatsApp's robots. */
export const isChat = (jid: string): boolean =>
  userOf(jid) !== '' && userOf(jid) !== '0' && (isGroup(jid) || isAnonymous(jid) || isPhone(jid))

/** The address that replaces a phone (src/contract/addresses.ts). */
const anonymousOf = (jid: string): string => `${userOf(jid)}@lid`

/** The workspace's name for it: digits, a group's id, or an anonymous number, which never looks like a phone. */
export const numberOf = (jid: string): string => (isAnonymous(jid) ? anonymousOf(jid) : userOf(jid))

/** Without the device, and with one server name for phones. */
export const plain = (jid: string): string =>
  `${userOf(jid)}@${serverOf(jid) === 'c.us' ? 's.whatsapp.net' : serverOf(jid)}`

/** The address of a number or group when nothing else is known. */
export const jidOf = (number: string, group: boolean): string =>
  isAnonymous(number) ? number : `${number}@${group ? 'g.us' : 's.whatsapp.net'}`
