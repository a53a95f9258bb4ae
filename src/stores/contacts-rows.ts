/** How pages of contacts and live events are laid over the rows on screen. Pure. */
import { type Contact, type FeedEvent, fold } from '@contract'
import { told } from './contact-told'

export interface ContactRows {
  /** What the rows answer; "" is everybody. */
  search: string
  rows: readonly Contact[]
  /** How many contacts the search has in all. */
  count: number
  hasMore: boolean
  /** Rows of a full page as this server cuts them; 0 until the first page is here. */
  pageSize: number
}

export const NO_ROWS: ContactRows = { search: '', rows: [], count: 0, hasMore: false, pageSize: 0 }

/** More new contacts than this in one batch come from an import: the list is read again instead of grown. */
const FEW = 20

/**
 * Lays one page over the rows: known contacts are replaced where they stand, new ones follow.
 * @param number of the page, 1 for the first.
 */
export function mergePage(
  rows: ContactRows,
  page: { contacts: readonly Contact[]; count: number; hasMore: boolean },
  number: number,
): ContactRows {
  const fresh = new Map(page.contacts.map(contact => [contact.id, contact]))
  const kept = rows.rows.map(row => fresh.get(row.id) ?? row)
  const known = new Set(rows.rows.map(row => row.id))
  const added = [...fresh.values()].filter(contact => !known.has(contact.id))
  const all = added.length > 0 ? [...kept, ...added] : kept
  return {
    search: rows.search,
    rows: all,
    count: Math.max(page.count, all.length),
    hasMore: page.hasMore,
    pageSize: number === 1 ? Math.max(page.contacts.length, 1) : rows.pageSize,
  }
}

/**
 * The page that follows the rows. Rows that came or went live shift the server's pages, so it is counted from the
 * rows and not from the pages asked for: a page read twice brings what slipped over its border.
 */
export const nextPage = ({ rows, pageSize }: Pick<ContactRows, 'rows' | 'pageSize'>): number =>
  pageSize > 0 ? Math.floor(rows.length / pageSize) + 1 : 1

/** Whether a contact answers a typed search: part of the name without accents, or digits of the number. */
export function matchesSearch(contact: Pick<Contact, 'name' | 'number'>, search: string): boolean {
  const term = fold(search.trim())
  if (term === '') return true
  if (fold(contact.name).includes(term)) return true
  const digits = /\p{L}/u.test(term) ? '' : term.replace(/\D/g, '')
  return digits !== '' && contact.number.includes(digits)
}

/** Puts a new contact where the order by name wants it; below the last loaded row it waits for its page. */
function inserted(rows: ContactRows, contact: Contact): ContactRows {
  const key = fold(contact.name)
  const place = rows.rows.findIndex(row => fold(row.name) > key)
  const count = rows.count + 1
  if (place < 0 && rows.hasMore) return { ...rows, count }
  return { ...rows, count, rows: rows.rows.toSpliced(place < 0 ? rows.rows.length : place, 0, contact) }
}

/** When somebody wrote last: a message touches the contact's ticket. */
function written(
  contact: Contact,
  ticket: { id: number; uuid: string; status: string },
  at: string,
): Contact {
  const last = contact.tickets[0]
  if (last && last.updatedAt >= at) return contact
  const { id, uuid, status } = ticket
  return { ...contact, tickets: [{ id, uuid, status, updatedAt: at }] }
}

/**
 * Lays a batch of live events over the rows.
 * @returns the same rows when nothing of them changed; `stale` when they have to be asked for again.
 */
export function applyContactEvents(
  before: ContactRows,
  events: readonly FeedEvent[],
): { rows: ContactRows; stale: boolean } {
  let rows = before
  let created = 0
  const place = new Map(before.rows.map((row, at) => [row.id, at]))
  const replaced = new Map<number, Contact>()
  const current = (id: number): Contact | undefined => {
    const at = place.get(id)
    return replaced.get(id) ?? (at === undefined ? undefined : before.rows[at])
  }
  const gone = new Set<number>()
  const fresh = new Map<number, Contact>()

  for (const event of events) {
    if (event.channel === 'appMessage') {
      const { message, ticket } = event.data
      const id = ticket?.contactId ?? event.data.contact?.id
      const known = id === undefined || id === null ? undefined : current(id)
      if (known && ticket && event.data.action === 'create')
        replaced.set(known.id, written(known, ticket, message.createdAt))
    }
    if (event.channel !== 'contact') continue
    const { data } = event
    if (data.action === 'delete') {
      fresh.delete(data.contactId)
      if (place.has(data.contactId)) gone.add(data.contactId)
      continue
    }
    for (const contact of 'records' in data ? data.records : [data.contact]) {
      const known = current(contact.id)
      if (known) replaced.set(contact.id, told(known, contact))
      else if (data.action === 'create' && matchesSearch(contact, before.search)) {
        if (!fresh.has(contact.id)) created += 1
        fresh.set(contact.id, told(null, contact))
      }
    }
  }

  if (replaced.size > 0 || gone.size > 0) {
    rows = {
      ...before,
      count: Math.max(0, before.count - gone.size),
      rows: before.rows.filter(row => !gone.has(row.id)).map(row => replaced.get(row.id) ?? row),
    }
  }
  if (created > FEW) return { rows: { ...rows, count: rows.count + fresh.size }, stale: true }
  for (const contact of fresh.values()) rows = inserted(rows, contact)
  return { rows, stale: false }
}
