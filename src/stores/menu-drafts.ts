/** The dialogs of buttons, lists and links that are open, by ticket. */
import type { MenuParts } from '@contract'
import { createSessionStore } from './session-end'

export interface MenuDraft {
  /** The message text. */
  text: string
  /** null: an empty form. */
  menu: MenuParts | null
  /** Taken back from the outbox and stored nowhere else: closing the dialog asks first. */
  isTyped: boolean
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

/** Opens the dialog of a ticket. */
export const openMenu = (ticketId: number, draft: MenuDraft): void =>
  change(open => open.set(ticketId, draft))

/** Closes the dialog of a ticket. */
export const closeMenu = (ticketId: number): void => change(open => open.delete(ticketId))
