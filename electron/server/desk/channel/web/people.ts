/**
 * Who is behind WhatsApp's addresses. A person has a phone number and an anonymous number (LID), and messages may come
 * under either; the workspace knows one contact by the phone number wherever that can be learned.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { BaileysEventMap } from '@whiskeysockets/baileys'
import { isAnonymous, isChat, isGroup, isPhone, numberOf, plain } from './jids'
import type { WebSocketOf } from './library'
import type { WebPerson, Who } from './wire'

/** How long the name of a group is taken as it was, in milliseconds. */
const GROUP_NAME_MS = 30 * 60_000
/** How long a message waits for the name of its group, in milliseconds: it is not acknowledged before. */
const GROUP_NAME_WAIT_MS = 5_000

type Source = Pick<WebSocketOf, 'groupMetadata' | 'signalRepository'>

export interface People {
  /**
   * The person or group behind an address.
   * @param other the same one's other address, when the message names it.
   * @param name as the person calls himself.
   */
  of(jid: string, other?: string | null, name?: string | null): Promise<Who>
  forgetGroup(jid: string): void
}

export function createPeople(source: Source): People {
  const groups = new Map<string, { name: string; at: number }>()

  const groupName = async (jid: string): Promise<string> => {
    const known = groups.get(jid)
    if (known && performance.now() - known.at < GROUP_NAME_MS) return known.name
    const waited = new AbortController()
    const asked = source.groupMetadata(jid).then(({ subject }) => subject)
    const name = await Promise.race([asked, delay(GROUP_NAME_WAIT_MS, '', { signal: waited.signal })])
      .catch(() => '')
      .then(found => found || (known?.name ?? ''))
    waited.abort()
    groups.set(jid, { name, at: performance.now() })
    return name
  }
  /** The phone's address; the anonymous one where no phone number can be learned. */
  const phoneOf = async (jid: string, other: string | null | undefined): Promise<string> => {
    if (!isAnonymous(jid)) return jid
    if (other && isPhone(other)) return other
    const found = await source.signalRepository.lidMapping.getPNForLID(jid).catch(() => null)
    return found ?? jid
  }
  return {
    async of(jid, other, name) {
      if (isGroup(jid))
        return {
          jid: plain(jid),
          number: numberOf(jid),
          name: await groupName(jid),
          isGroup: true,
          lid: null,
        }
      const found = plain(await phoneOf(jid, other))
      const hidden = isPhone(found) ? [jid, other].find(one => one && isAnonymous(one)) : undefined
      const lid = hidden ? numberOf(hidden) : null
      return { jid: found, number: numberOf(found), name: name ?? '', isGroup: false, lid }
    },
    forgetGroup: jid => void groups.delete(jid),
  }
}

/** Names of the address book, and numbers that turn out to be one person's. */
export function namedIn(events: Partial<BaileysEventMap>): WebPerson[] {
  const contacts = [
    ...(events['contacts.upsert'] ?? []),
    ...(events['contacts.update'] ?? []),
    ...(events['messaging-history.set']?.contacts ?? []),
  ]
  const named = contacts.flatMap((one): WebPerson[] => {
    const jid = [one.phoneNumber, one.id].find(each => each && isChat(each) && isPhone(each))
    const hidden = [one.lid, one.id].find(each => each && isAnonymous(each))
    const lid = hidden ? numberOf(hidden) : null
    return jid && (one.name || lid)
      ? [{ number: numberOf(jid), jid: plain(jid), name: one.name ?? '', lid }]
      : []
  })
  const known = events['lid-mapping.update'] ? [events['lid-mapping.update']] : []
  const mapped = [...known, ...(events['messaging-history.set']?.lidPnMappings ?? [])]
  const met = mapped.flatMap(({ lid, pn }): WebPerson[] =>
    isAnonymous(lid) && isPhone(pn)
      ? [{ number: numberOf(pn), jid: plain(pn), name: '', lid: numberOf(lid) }]
      : [],
  )
  return [...named, ...met]
}
