/**
 * Who is behind WhatsApp's addresses. A person has a phone number and an anonymous number (LID), and messages may use
 * either; the workspace has one contact by phone number where that can be learned.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { BaileysEventMap } from '@whiskeysockets/baileys'
import { isAnonymous, isChat, isGroup, isPhone, numberOf, plain } from './jids'
import type { WebSocketOf } from './library'
import type { WebPerson, Who } from './wire'

/** How long a group's name is cached, milliseconds. */
const GROUP_NAME_MS = 30 * 60_000
/** How long an unacknowledged message waits for the name of its group, milliseconds. */
const GROUP_NAME_WAIT_MS = 5_000

type Source = Pick<WebSocketOf, 'groupMetadata' | 'signalRepository'>

/** What a message says about a person besides the address. */
interface Said {
  /** The same one's other address. */
  other?: string | null | undefined
  /** The name the person chose. */
  name?: string | null | undefined
  username?: string | null | undefined
}

export interface People {
  /** The person or group behind an address. */
  of(jid: string, said?: Said): Promise<Who>
  forgetGroup(jid: string): void
}

/** A user name without the "@"; null for none. */
const userNameOf = (said: string | null | undefined): string | null => said?.trim().replace(/^@/, '') || null

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
  /** The phone's address; the anonymous one when the number cannot be learned. */
  const phoneOf = async (jid: string, other: string | null | undefined): Promise<string> => {
    if (!isAnonymous(jid)) return jid
    if (other && isPhone(other)) return other
    const found = await source.signalRepository.lidMapping.getPNForLID(jid).catch(() => null)
    return found ?? jid
  }
  return {
    async of(jid, { other, name, username } = {}) {
      if (isGroup(jid))
        return {
          jid: plain(jid),
          number: numberOf(jid),
          name: await groupName(jid),
          isGroup: true,
          lid: null,
          username: null,
        }
      const found = plain(await phoneOf(jid, other))
      const hidden = isPhone(found) ? [jid, other].find(one => one && isAnonymous(one)) : undefined
      const lid = hidden ? numberOf(hidden) : null
      return {
        jid: found,
        number: numberOf(found),
        name: name ?? '',
        isGroup: false,
        lid,
        username: userNameOf(username),
      }
    },
    forgetGroup: jid => void groups.delete(jid),
  }
}

/** Names and user names of the address book, and numbers found to be one person's. */
export function namedIn(events: Partial<BaileysEventMap>): WebPerson[] {
  const contacts = [
    ...(events['contacts.upsert'] ?? []),
    ...(events['contacts.update'] ?? []),
    ...(events['messaging-history.set']?.contacts ?? []),
  ]
  const named = contacts.flatMap((one): WebPerson[] => {
    const phone = [one.phoneNumber, one.id].find(each => each && isChat(each) && isPhone(each))
    const hidden = [one.lid, one.id].find(each => each && isAnonymous(each))
    const username = userNameOf(one.username)
    // Without a saved name the library fills in the user name.
    const name = phone && one.name && userNameOf(one.name) !== username ? one.name : ''
    const jid = phone ?? (username === null ? undefined : hidden)
    const lid = phone && hidden ? numberOf(hidden) : null
    return jid && (name || lid || username)
      ? [{ number: numberOf(jid), jid: plain(jid), name, lid, username }]
      : []
  })
  const known = events['lid-mapping.update'] ? [events['lid-mapping.update']] : []
  const mapped = [...known, ...(events['messaging-history.set']?.lidPnMappings ?? [])]
  const met = mapped.flatMap(({ lid, pn }): WebPerson[] =>
    isAnonymous(lid) && isPhone(pn)
      ? [{ number: numberOf(pn), jid: plain(pn), name: '', lid: numberOf(lid), username: null }]
      : [],
  )
  return [...named, ...met]
}
