/**
 * The list of contacts: by name, searched by name and number, with the
 * last interaction kept true by messages.
 */
import { addressIn, type Contact, type ContactUpdate, type FeedEvent, fold, phoneOf } from '@contract'
import { mergeContact } from './contact-update'
import { byText, type Change, createPagedList, pagesOf } from './paged-list'

/** Whether a contact answers a typed search: part of the name or user name without accents, or digits of the number. */
export function matchesSearch(
  { name, number, username }: Pick<Contact, 'name' | 'number'> & Partial<Pick<Contact, 'username'>>,
  search: string,
): boolean {
  const term = fold(search.trim())
  if (term === '') return true
  if (fold(`${name} ${username ? `@${username}` : ''}`).includes(term)) return true
  const digits = /\p{L}/u.test(term) || addressIn(number) ? '' : term.replace(/\D/g, '')
  return digits !== '' && number.includes(digits)
}

/** When somebody wrote last: a message touches the contact's ticket. */
function written(
  contact: Contact,
  { id, uuid, status }: { id: number; uuid: string; status: string },
  at: string,
): Contact {
  const last = contact.tickets[0]
  if (last && last.updatedAt >= at) return contact
  return { ...contact, tickets: [{ id, uuid, status, updatedAt: at }] }
}

/** What a live event means for the list. Exported for tests. */
export function contactChanges(event: FeedEvent): readonly Change<Contact>[] {
  if (event.channel === 'appMessage') {
    const { action, message, ticket, contact } = event.data
    const id = ticket?.contactId ?? contact?.id
    if (action !== 'create' || !ticket || !id) return []
    return [{ patch: id, with: known => written(known, ticket, message.createdAt) }]
  }
  if (event.channel !== 'contact') return []
  const { data } = event
  if (data.action === 'delete') return [{ remove: data.contactId }]
  const records: readonly ContactUpdate[] = 'records' in data ? data.records : [data.contact]
  return records.map(put => ({ put, fresh: data.action === 'create' }))
}

export const contactsList = createPagedList<Contact>({
  name: 'contacts',
  // As the server keeps them (electron/server/platform/db/search, contactSearchText).
  order: byText(({ name, number, email }) => `${name} ${phoneOf(String(number))} ${email ?? ''}`),
  matches: matchesSearch,
  merge: mergeContact,
  read: pagesOf('contacts.list'),
  onEvent: contactChanges,
})
