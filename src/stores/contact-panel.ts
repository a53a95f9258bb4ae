/**
 * What is beside a conversation: the contact in full, the notes of the ticket and of the contact's other tickets,
 * earlier tickets, media. One ticket at a time; leaving it forgets.
 */
import type { Contact, TicketNote } from '@contract'
import { call, isAborted } from '@/api'
import { applyPanelEvents, type PanelData, withNoteOnTop } from './contact-panel-data'
import { PANEL_LISTS, type PanelListName } from './contact-panel-lists'
import { registerFeed } from './feed'
import { askNotes, forgetNotes, type Named, NOBODY, naming } from './notes-request'
import { capability } from './servers'
import { atSessionEnd, createSessionStore } from './session-end'
import { onThreadAnswer } from './thread-answers'
import { hasStayed, newestSettled } from './thread-notes'

export interface PanelState extends PanelData {
  contactError: unknown
  /** `loading` until the notes are here. */
  notesStatus: 'loading' | 'ready' | 'failed'
  notesError: unknown
}

const EMPTY: PanelState = {
  ticketId: null,
  contactId: null,
  contact: null,
  contactError: null,
  notes: [],
  notesStatus: 'loading',
  notesError: null,
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

/** How long the contact that came with a page of messages is as good as one that was asked for. Milliseconds. */
const BROUGHT_MS = 5_000

/** The contact that the page of messages read last brought along. */
let brought: { ticketId: number; contact: Contact; at: number } | null = null
onThreadAnswer(answer => {
  if ('ticket' in answer && answer.ticket?.contact)
    brought = { ticketId: answer.ticketId, contact: answer.ticket.contact, at: Date.now() }
})

/**
 * The contact of a conversation that was just opened, with its additional information: where one question is answered after
 * the other, nobody asks for it again.
 */
function broughtBy(ticketId: number, contactId: number): Contact | null {
  if (capability('parallelReads') === 'native' || brought?.ticketId !== ticketId) return null
  return brought.contact.id === contactId && Date.now() - brought.at < BROUGHT_MS ? brought.contact : null
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
  forgetLists()
  const mine = new AbortController()
  asking = mine
  setState({ ...EMPTY, ticketId, contactId }, true)
  // The messages come first: the list knows enough of the contact until then.
  const load = async (): Promise<void> => {
    await newestSettled(ticketId)
    if (mine.signal.aborted) return
    const known = contactId === null ? null : broughtBy(ticketId, contactId)
    if (known) setState({ contact: known })
    const came = performance.now()
    if (!(await hasStayed(() => (mine.signal.aborted ? null : came)))) return
    if (!known && contactId !== null) void loadContact(contactId, mine.signal)
    void loadNotes(ticketId, contactId, mine.signal)
  }
  void load()
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
  forgetLists()
  setState(EMPTY, true)
}

/** Forgets everything (sign-out, tests). */
export function resetContactPanel(): void {
  closeContactPanel()
  drafts.clear()
  brought = null
}
atSessionEnd('contact panel', resetContactPanel)

/** Lists somebody has looked at, by how they are closed; they stay until the panel shows another ticket. */
const looked = new Map<PanelListName, () => void>()

function forgetLists(): void {
  for (const leave of looked.values()) leave()
  looked.clear()
}

/** Reads a list of the panel, which happens only once somebody looks at it. */
export function lookAtPanelList(name: PanelListName): void {
  const { contactId, ticketId } = getState()
  if (contactId === null || ticketId === null || looked.has(name)) return
  looked.set(name, PANEL_LISTS[name].open({ contactId, ticketId }))
}

/**
 * Leaves a note on the ticket.
 * @throws ApiError when the server refuses it.
 */
export async function addNote(
  ticketId: number,
  contactId: number,
  note: string,
  mentions: Named = NOBODY,
): Promise<TicketNote> {
  const saved = await call('notes.create', { body: { note, ticketId, contactId, ...naming(mentions) } })
  forgetNotes()
  if (getState().ticketId === ticketId) setState({ notes: withNoteOnTop(getState().notes, saved) })
  return saved
}

/** Deletes a note. @throws ApiError */
export async function deleteNote(id: number): Promise<void> {
  await call('notes.remove', { params: { id } })
  forgetNotes()
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
