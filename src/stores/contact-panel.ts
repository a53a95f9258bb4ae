/**
 * What stands beside a conversation: the contact in full, the notes of the ticket and of the contact's other tickets,
 * earlier tickets, media (specification 1 section 2, contact side drawer). One ticket at a time; leaving it forgets.
 */
import type { Contact, Message, Ticket, TicketNote } from '@contract'
import { call, isAborted } from '@/api'
import { applyPanelEvents, type PanelData, withNoteOnTop } from './contact-panel-data'
import { registerFeed } from './feed'
import { askNotes } from './notes-request'
import { atSessionEnd, createSessionStore } from './session-end'

export interface PanelState extends PanelData {
  contactError: unknown
  /** `loading` until the notes are here. */
  notesStatus: 'loading' | 'ready' | 'failed'
  notesError: unknown
}

/** Part of the panel that is read page by page, and only once somebody looks. */
type Paged = 'earlier' | 'media'

const nothing = <T>(): PanelData['earlier'] & { items: readonly T[] } => ({
  items: [],
  page: 0,
  hasMore: false,
  status: 'idle',
  error: null,
})

const EMPTY: PanelState = {
  ticketId: null,
  contactId: null,
  contact: null,
  contactError: null,
  notes: [],
  notesStatus: 'loading',
  notesError: null,
  earlier: nothing<Ticket>(),
  media: nothing<Message>(),
}

export const useContactPanel = createSessionStore<PanelState>('contact panel', () => EMPTY)
const { getState, setState } = useContactPanel

let asking = new AbortController()

/** Notes begun and not yet saved, by ticket: switching tickets must not lose them. */
const drafts = new Map<number, string>()
export const noteDraft = (ticketId: number): string => drafts.get(ticketId) ?? ''
export function keepNoteDraft(ticketId: number, text: string): void {
  if (text === '') drafts.delete(ticketId)
  else drafts.set(ticketId, text)
}

async function loadContact(id: number, signal: AbortSignal): Promise<void> {
  try {
    const contact = await call('contacts.get', { params: { id }, signal })
    if (!signal.aborted) setState({ contact, contactError: null })
  } catch (error) {
    if (!signal.aborted && !isAborted(error)) setState({ contactError: error })
  }
}

async function loadNotes(ticketId: number, contactId: number | null, signal: AbortSignal): Promise<void> {
  try {
    const notes = await askNotes(ticketId, contactId)
    if (!signal.aborted) setState({ notes, notesStatus: 'ready', notesError: null })
  } catch (error) {
    if (signal.aborted || isAborted(error)) return
    setState(
      getState().notesStatus === 'ready'
        ? { notesError: error }
        : { notesStatus: 'failed', notesError: error },
    )
  }
}

/**
 * Shows a ticket's contact. What belongs to the ticket before is gone at once.
 * @returns how to close it again; a panel that was opened anew meanwhile, for the same ticket too, stays open (a
 *   conversation that is drawn again leaves after the new one has come).
 */
export function openContactPanel(ticketId: number, contactId: number | null): () => void {
  asking.abort()
  const mine = new AbortController()
  asking = mine
  setState({ ...EMPTY, ticketId, contactId }, true)
  if (contactId !== null) void loadContact(contactId, asking.signal)
  void loadNotes(ticketId, contactId, asking.signal)
  return () => {
    if (asking === mine) closeContactPanel()
  }
}

/** Asks again for whatever failed or may be old. */
export function reloadContactPanel(): void {
  const { ticketId, contactId, notesStatus } = getState()
  if (ticketId === null) return
  if (notesStatus === 'failed') setState({ notesStatus: 'loading' })
  if (contactId !== null) void loadContact(contactId, asking.signal)
  void loadNotes(ticketId, contactId, asking.signal)
}

/** Closes the panel's subject; drafts of notes stay. */
export function closeContactPanel(): void {
  asking.abort()
  setState(EMPTY, true)
}

/** Forgets everything (sign-out, tests). */
export function resetContactPanel(): void {
  closeContactPanel()
  drafts.clear()
}
atSessionEnd('contact panel', resetContactPanel)

const pages = {
  earlier: async (id: number, pageNumber: number, signal: AbortSignal) => {
    const answer = await call('contacts.tickets', { params: { id }, query: { pageNumber }, signal })
    return { items: answer.tickets, hasMore: answer.hasMore }
  },
  media: async (id: number, pageNumber: number, signal: AbortSignal) => {
    const answer = await call('contacts.media', { params: { id }, query: { pageNumber }, signal })
    return { items: answer.messages, hasMore: answer.hasMore }
  },
} as const

/** Reads the first or the next page of a part; a call while one is on its way does nothing. */
export async function loadPanelPage(part: Paged): Promise<void> {
  const { contactId } = getState()
  const before = getState()[part]
  if (contactId === null || before.status === 'loading' || (before.page > 0 && !before.hasMore)) return
  const { signal } = asking
  setState({ [part]: { ...before, status: 'loading' } })
  try {
    const answer = await pages[part](contactId, before.page + 1, signal)
    if (signal.aborted) return
    const { items } = getState()[part]
    const known = new Set<number | string>(items.map(item => item.id))
    setState({
      [part]: {
        items: [...items, ...answer.items.filter(item => !known.has(item.id))],
        page: before.page + 1,
        hasMore: answer.hasMore && answer.items.length > 0,
        status: 'ready',
        error: null,
      },
    })
  } catch (error) {
    if (signal.aborted || isAborted(error)) return
    setState({ [part]: { ...getState()[part], status: 'failed', error } })
  }
}

/**
 * Leaves a note on the ticket.
 * @throws ApiError when the server refuses it.
 */
export async function addNote(ticketId: number, contactId: number, note: string): Promise<TicketNote> {
  const saved = await call('notes.create', { body: { note, ticketId, contactId } })
  if (getState().ticketId === ticketId) setState({ notes: withNoteOnTop(getState().notes, saved) })
  return saved
}

/** Deletes a note. @throws ApiError */
export async function deleteNote(id: number): Promise<void> {
  await call('notes.remove', { params: { id } })
  setState({ notes: getState().notes.filter(note => note.id !== id) })
}

/** Lays a contact that was just saved over the panel. */
export function keepPanelContact(contact: Contact): void {
  if (getState().contactId === contact.id) setState({ contact, contactError: null })
}

registerFeed({
  name: 'contact-panel',
  applyEvents(events) {
    const before = getState()
    if (before.ticketId === null) return
    const after = applyPanelEvents(before, events)
    if (after !== before) setState(after)
  },
  refetch: reloadContactPanel,
})
