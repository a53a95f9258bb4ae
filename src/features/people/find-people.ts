/** Contacts for every picker: what this computer has seen at once, what the server finds below it. */
import {
  addressIn,
  CONTACT_SEARCH_MIN_CHARS,
  type Contact,
  type Findable,
  rankLocalFirst,
  SEARCH_MAX_CHARS,
} from '@contract'
import { call, isAborted } from '@/api'
import type { Where } from '@/stores/commands'

/** Contacts of this computer shown for one text. */
const MOST_LOCAL = 20

/** What a contact is found by. */
export const findableContact = (contact: Contact): Findable => ({
  name: contact.name,
  number: addressIn(contact.number) ? null : contact.number,
  others: [contact.email, contact.username && `@${contact.username}`].filter(Boolean).join(' '),
})

/** Contacts a text finds so far. */
export interface PeopleFound {
  /** Ranked: local hits, then those of the server. */
  contacts: readonly Contact[]
  /** The server has answered for this text, or refused. */
  complete: boolean
  /** What the server refused with; local hits are shown all the same. */
  error: unknown
}

/** Contacts seen here; a cache that cannot be read finds nothing, the server still answers. */
async function seenHere(text: string): Promise<readonly Contact[]> {
  const answer = await window.turno.search.local({ text: text.slice(0, SEARCH_MAX_CHARS), limit: MOST_LOCAL })
  return answer.ok ? answer.value.contacts.map(hit => hit.contact) : []
}

/** Whether a text is asked of the server: everybody for the empty one, from three characters on otherwise. */
export const isAsked = (text: string): boolean => text === '' || text.length >= CONTACT_SEARCH_MIN_CHARS

/**
 * Active contacts the palette offers for a typed text, best first.
 * @param most rows answered. @param where `here` leaves the server alone.
 * @throws ApiError when the server refuses and nobody was seen here.
 */
export async function findContacts(
  typed: string,
  most: number,
  signal: AbortSignal,
  where: Where = 'everywhere',
): Promise<Contact[]> {
  let last: PeopleFound = { contacts: [], complete: true, error: null }
  await findPeople(
    typed.trim().slice(0, SEARCH_MAX_CHARS),
    signal,
    found => {
      last = found
    },
    where,
  )
  const contacts = last.contacts.filter(contact => contact.active)
  if (contacts.length === 0 && last.error !== null) throw last.error
  return contacts.slice(0, most)
}

/**
 * Finds contacts for a trimmed text.
 * @param onFound called with each better answer until the signal says stop; the last one is complete, unless only this
 *   computer was asked and the server would know more.
 */
export async function findPeople(
  text: string,
  signal: AbortSignal,
  onFound: (found: PeopleFound) => void,
  where: Where = 'everywhere',
): Promise<void> {
  let local: readonly Contact[] = []
  let server: readonly Contact[] = []
  const publishFound = (complete: boolean, error: unknown): void => {
    if (signal.aborted) return
    const ranked = rankLocalFirst(local, server, text, findableContact, contact => contact.id)
    onFound({ contacts: ranked.map(({ row }) => row), complete, error })
  }
  const here =
    text === ''
      ? undefined
      : seenHere(text)
          .then(contacts => {
            local = contacts
          })
          .catch(() => undefined)
  if (where === 'here' || !isAsked(text)) {
    await here
    publishFound(!isAsked(text), null)
    return
  }
  let answered = false
  void here?.then(() => {
    if (!answered && local.length > 0) publishFound(false, null)
  })
  try {
    const answer = await call('contacts.list', { query: { searchParam: text, pageNumber: 1 }, signal })
    server = answer.contacts
    await here
    answered = true
    publishFound(true, null)
  } catch (error) {
    if (isAborted(error)) return
    await here
    answered = true
    publishFound(true, error)
  }
}
