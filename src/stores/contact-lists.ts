/** Contact lists of campaigns and the contacts of one of them. */
import { type ContactList, type ContactListItem, fold, type NumberState, numberStateOf } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'
import { eventsOf, registerFeed } from './feed'
import { byText, changesOf, createPagedList, pagesOf } from './paged-list'
import { createSessionStore } from './session-end'

/** Every list, for pickers. */
export const contactListsDirectory = createDirectory<ContactList>({
  name: 'campaign contact lists',
  read: () => call('contactLists.list'),
  order: byText(list => list.name),
  // Events of some servers do not count.
  merge: (known, update) =>
    update.validCount === null && update.contactsCount === 0
      ? { ...update, contactsCount: known.contactsCount }
      : update,
  onEvent: changesOf('ContactList', 'record', 'id'),
})

export const contactListsList = createPagedList<ContactList>({
  name: 'contactLists',
  directory: contactListsDirectory,
  matches: (list, search) => fold(list.name).includes(fold(search)),
  read: pagesOf('contactLists.page'),
})

export type ItemFilters = { contactListId: number; state: NumberState | null }

/** What the server sorts items by and searches in. */
const textOf = ({ name, number, email }: ContactListItem): string => `${name} ${number} ${email}`

export const contactListItemsList = createPagedList<ContactListItem, ItemFilters>({
  name: 'contactListItems',
  filters: { contactListId: 0, state: null },
  order: byText(textOf),
  matches: (item, search, { contactListId, state }) => {
    if (item.contactListId !== contactListId || (state !== null && numberStateOf(item) !== state))
      return false
    // A typed number may be decorated, and then only the server finds it.
    return search === '' || fold(textOf(item)).includes(fold(search)) || (/\d/.test(search) ? null : false)
  },
  read: pagesOf('contactListItems.page'),
  onEvent: ({ channel, data }, { filters }) => {
    if (channel !== 'ContactListItem') return null
    const ours = (item: ContactListItem): boolean => item.contactListId === filters.contactListId
    if (data.action === 'reload') return data.contactListId === filters.contactListId ? { stale: true } : null
    if (data.action === 'delete') return { remove: data.id }
    if ('record' in data)
      return ours(data.record) ? { put: data.record, fresh: data.action === 'create' } : null
    const changed = data.records.filter(ours)
    if (changed.length === 0) return null
    // Numbers that were asked about, hundreds at once: those in sight change where they stand.
    return filters.state === null
      ? changed.map(item => ({ patch: item.id, with: () => item }))
      : { stale: true }
  },
})

export interface OneContactList {
  id: number
  list: ContactList | null
  status: 'loading' | 'ready' | 'gone' | 'failed'
  error: unknown
}

const NONE: OneContactList = { id: 0, list: null, status: 'loading', error: null }

/** The list whose contacts are shown. */
export const useContactList = createSessionStore<OneContactList>('contactList', () => NONE)

/** Reads the list of the screen again; what is shown stays until the answer is here. */
export async function readContactList(): Promise<void> {
  const { id } = useContactList.getState()
  if (id === 0) return
  try {
    const list = await call('contactLists.get', { params: { id } })
    if (useContactList.getState().id === id) useContactList.setState({ list, status: 'ready', error: null })
  } catch (error) {
    if (useContactList.getState().id !== id) return
    useContactList.setState(({ status }) => (status === 'ready' ? { error } : { status: 'failed', error }))
  }
}

/** Reads a list and keeps it true until the returned function is called. */
export function followContactList(id: number): () => void {
  useContactList.setState({ ...NONE, id })
  void readContactList()
  return () => {
    if (useContactList.getState().id === id) useContactList.setState(NONE, true)
  }
}

registerFeed({
  name: 'contactList',
  applyEvents(events) {
    const { id, status } = useContactList.getState()
    if (id === 0 || status === 'loading') return
    for (const changed of eventsOf(events, 'ContactList').reverse()) {
      if (changed.action === 'delete' ? changed.id !== id : changed.record.id !== id) continue
      if (changed.action === 'delete') useContactList.setState({ list: null, status: 'gone' })
      else useContactList.setState({ list: changed.record, status: 'ready', error: null })
      return
    }
  },
  refetch: () => readContactList(),
})
