/** Messages with buttons, a list or a link that are being written, by ticket: their dialog is open where that ticket is. */
import type { MenuParts } from '@contract'
import { createSessionStore } from './session-end'

export interface MenuDraft {
  /** Above the menu. */
  text: string
  /** null: nothing is chosen yet. */
  menu: MenuParts | null
  /** A person wrote it and it is nowhere else: it is asked about before it is lost. */
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

/** Opens the dialog of a ticket with what it begins with. */
export const openMenu = (ticketId: number, draft: MenuDraft): void =>
  change(open => open.set(ticketId, draft))

/** It was sent, or given up. */
export const closeMenu = (ticketId: number): void => change(open => open.delete(ticketId))
