/**
 * The list of contacts as one screen shows it: searched, page by page, kept true by live events (specification 1
 * section 2, "Contacts list"). The pure part that lays pages and events over the rows is in contacts-rows.ts.
 */
import { type Contact, DEBOUNCE_MS } from '@contract'
import { call, isAborted } from '@/api'
import { applyContactEvents, type ContactRows, mergePage, NO_ROWS, nextPage } from './contacts-rows'
import { registerFeed } from './feed'
import { atSessionEnd, createSessionStore } from './session-end'

export interface ContactsState extends ContactRows {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** What was thrown when the first page could not be had. */
  error: unknown
  /** The next page is on its way. */
  more: 'idle' | 'loading' | 'failed'
}

const EMPTY: ContactsState = { ...NO_ROWS, status: 'idle', error: null, more: 'idle' }

export const useContacts = createSessionStore<ContactsState>('contacts', () => EMPTY)
const { getState, setState } = useContacts

/** Pages read again at most after a gap; whoever scrolled further scrolls again. */
const DEEPEST_RELOAD = 20
/** Pages without a new row that are skipped before the list is believed to be at its end. */
const REPEATED_PAGES = 3

let asking: AbortController | null = null
let staleTimer: ReturnType<typeof setTimeout> | null = null

async function page(search: string, pageNumber: number, signal: AbortSignal) {
  return call('contacts.list', {
    query: { pageNumber, ...(search === '' ? {} : { searchParam: search }) },
    signal,
  })
}

/**
 * Asks for the list of a search, replacing whatever is on its way.
 * @param search typed text; "" is everybody.
 */
export async function searchContacts(search: string): Promise<void> {
  asking?.abort()
  const controller = new AbortController()
  asking = controller
  const same = getState().search === search && getState().status === 'ready'
  setState(
    same
      ? { more: 'idle' }
      : { ...EMPTY, search, rows: getState().search === search ? getState().rows : [], status: 'loading' },
  )
  try {
    const answer = await page(search, 1, controller.signal)
    if (controller.signal.aborted) return
    setState({
      ...mergePage({ ...NO_ROWS, search }, answer, 1),
      status: 'ready',
      error: null,
      more: 'idle',
    })
  } catch (error) {
    if (controller.signal.aborted || isAborted(error)) return
    setState(getState().rows.length > 0 ? { status: 'ready', error } : { status: 'failed', error })
  }
}

/** Asks for the page below the last row; a second call while one is on its way does nothing. */
export async function moreContacts(): Promise<void> {
  const { status, more, hasMore, search } = getState()
  if (status !== 'ready' || more !== 'idle' || !hasMore) return
  const signal = asking?.signal ?? new AbortController().signal
  setState({ more: 'loading' })
  try {
    let number = nextPage(getState())
    for (let repeated = 0; ; repeated += 1, number += 1) {
      const answer = await page(search, number, signal)
      if (signal.aborted || getState().search !== search) return
      const before = getState()
      const after = mergePage(before, answer, number)
      const ended = repeated >= REPEATED_PAGES
      setState(ended ? { ...after, hasMore: false } : after)
      if (after.rows.length > before.rows.length || !answer.hasMore || ended) break
    }
    setState({ more: 'idle' })
  } catch (error) {
    if (signal.aborted || isAborted(error)) return
    setState({ more: 'failed' })
  }
}

/** Tries the next page again after it failed. */
export function retryMoreContacts(): void {
  if (getState().more !== 'failed') return
  setState({ more: 'idle' })
  void moreContacts()
}

/** Reads the shown depth again; what is shown stays until all of it is here. */
export async function reloadContacts(): Promise<void> {
  const { search, rows, pageSize, status } = getState()
  if (status === 'idle') return
  if (status === 'failed' || pageSize === 0) return searchContacts(search)
  asking?.abort()
  const controller = new AbortController()
  asking = controller
  setState({ more: 'idle' })
  const pages = Math.min(DEEPEST_RELOAD, Math.max(1, Math.ceil(rows.length / pageSize)))
  let fresh: ContactRows = { ...NO_ROWS, search }
  try {
    for (let number = 1; number <= pages; number += 1) {
      const answer = await page(search, number, controller.signal)
      if (controller.signal.aborted) return
      fresh = mergePage(fresh, answer, number)
      if (!answer.hasMore) break
    }
    setState({ ...fresh, status: 'ready', error: null })
  } catch (error) {
    if (!controller.signal.aborted && !isAborted(error)) setState({ error })
  }
}

/** Takes a contact out at once; the event that tells of it finds nothing left to do. */
export function dropContact(id: number): void {
  const { rows } = applyContactEvents(getState(), [
    { channel: 'contact', data: { action: 'delete', contactId: id } },
  ])
  setState(rows)
}

/** Lays a contact that was saved here over the list: replaced where it stands, or put in its place. */
export function keepContact(contact: Contact): void {
  const before = getState()
  if (before.status !== 'ready') return
  const action = before.rows.some(row => row.id === contact.id) ? 'update' : 'create'
  setState(applyContactEvents(before, [{ channel: 'contact', data: { action, contact } }]).rows)
}

/** Forgets everything (the screen was left, sign-out, tests). */
export function resetContacts(): void {
  asking?.abort()
  asking = null
  if (staleTimer) clearTimeout(staleTimer)
  staleTimer = null
  setState(EMPTY, true)
}
atSessionEnd('contacts', resetContacts)

/** Once a burst of foreign changes is over (an import), the list is read again. */
function reloadSoon(): void {
  if (staleTimer) clearTimeout(staleTimer)
  staleTimer = setTimeout(() => {
    staleTimer = null
    void reloadContacts()
  }, DEBOUNCE_MS)
}

registerFeed({
  name: 'contacts',
  applyEvents(events) {
    const before = getState()
    if (before.status !== 'ready') return
    const { rows, stale } = applyContactEvents(before, events)
    if (rows !== before) setState(rows)
    if (stale) reloadSoon()
  },
  refetch: () => reloadContacts(),
})
