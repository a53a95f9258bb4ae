/** The dialogs of buttons, lists and links that are open, by ticket. */
import { type MenuParts, menuWords, type QuoteRef, tidyMenu } from '@contract'
import { draftOf, flushDrafts, saveDraft } from './drafts'
import { eventsOf, registerFeed } from './feed'
import { createSessionStore } from './session-end'
import { noteTyped, typedBefore } from './typed-forms'

/** A message and what stands below it; null: an empty form. */
export interface MenuContent {
  text: string
  menu: MenuParts | null
}

/** What the dialog began with. */
export interface MenuDraft extends MenuContent {
  /** What was typed since or taken back from the outbox, stored nowhere else: closing the dialog asks first. */
  typed: MenuContent | null
}

export const useMenuDrafts = createSessionStore<{ open: ReadonlyMap<number, MenuDraft> }>(
  'menu-drafts',
  () => ({ open: new Map() }),
)

const change = (edit: (open: Map<number, MenuDraft>) => void): void =>
  useMenuDrafts.setState(state => {
    const open = new Map(state.open)
    edit(open)
    return { open }
  })

/** Names the form of a ticket's dialog for `typed-forms`. */
export const menuFormKey = (ticketId: number): string => `menu ${ticketId}`

/** Opens the dialog of a ticket; one that is open stays as it is. */
export const openMenu = (ticketId: number, content: MenuContent): void =>
  change(open => void (open.has(ticketId) || open.set(ticketId, { ...content, typed: null })))

/** Closes the dialog of a ticket. */
export const closeMenu = (ticketId: number): void => change(open => open.delete(ticketId))

/** Notes what is typed in an open dialog: it is there when the ticket is shown again. null: nothing of its own. */
export const keepMenu = (ticketId: number, typed: MenuContent | null): void =>
  change(open => {
    const draft = open.get(ticketId)
    if (draft && (typed || draft.typed)) open.set(ticketId, { ...draft, typed })
  })

/** Notes what is in a dialog that is not on screen, for the same person's next session. */
export function noteMenu(ticketId: number): void {
  const typed = useMenuDrafts.getState().open.get(ticketId)?.typed
  if (typed) noteTyped(menuFormKey(ticketId), { values: { ...typed }, known: {} })
}

/** Takes the text a dialog began with out of the composer's, where it still stands first. */
export const withoutBegun = (now: string, begun: string): string => {
  if (now === begun) return ''
  return begun !== '' && now.startsWith(`${begun}\n`) ? now.slice(begun.length + 1) : now
}

/** What is written in a menu, in words: entries without any are left out. */
function wordsOf({ text, menu }: MenuContent): string {
  if (!menu) return text
  const tidy = tidyMenu(menu)
  const entries = tidy.entries.filter(entry => tidy.url || Object.values(entry).some(word => word !== ''))
  return menuWords({ ...tidy, entries, opening: text })
}

function putWords(ticketId: number, content: MenuContent, begun: string, quote: QuoteRef | null): void {
  const draft = draftOf(ticketId)
  const text = [withoutBegun(draft?.text ?? '', begun), wordsOf(content)]
    .filter(part => part !== '')
    .join('\n')
  saveDraft(ticketId, { text, quote: draft?.quote ?? quote, caret: text.length })
}

/**
 * Takes a menu back from the outbox: into the dialog of its ticket, or in words into the draft, where a text is stored.
 * @param shown whether its ticket is on screen. A dialog nobody sees is not opened, and one with anything in it not changed.
 */
export function takeMenuBack(
  ticketId: number,
  content: MenuContent,
  quote: QuoteRef | null,
  shown: boolean,
): void {
  const isFree = !useMenuDrafts.getState().open.has(ticketId) && typedBefore(menuFormKey(ticketId)) === null
  if (!shown || !isFree) {
    putWords(ticketId, content, '', quote)
    return
  }
  change(open => open.set(ticketId, { text: '', menu: null, typed: content }))
  noteMenu(ticketId)
  if (quote && !draftOf(ticketId)?.quote) saveDraft(ticketId, { quote })
}

function putAllIntoWords(): void {
  for (const [ticketId, { text, typed }] of useMenuDrafts.getState().open) {
    if (!typed) continue
    closeMenu(ticketId)
    putWords(ticketId, typed, text, null)
    flushDrafts(ticketId)
  }
}

/** From now on dialogs go into the drafts in words when the page goes, and with a customer who is erased. Idempotent. */
export function startMenuDrafts(): void {
  window.addEventListener('pagehide', putAllIntoWords)
  registerFeed({
    name: 'menu-drafts',
    applyEvents: events => {
      for (const data of eventsOf(events, 'contact'))
        if ('ticketIds' in data) for (const ticketId of data.ticketIds ?? []) closeMenu(ticketId)
    },
  })
}
