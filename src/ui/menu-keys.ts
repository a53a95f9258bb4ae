import type { KeyboardEvent } from 'react'

/**
 * For the `menu` of a Dropdown: the Enter that takes an entry ends there. Without it the press goes on to whatever has
 * the focus next, and a dialog that opens with the focus on its close button closes in the same stroke.
 */
export const MENU_KEYS = {
  onKeyDown: (event: KeyboardEvent): void => {
    if (event.key === 'Enter') event.preventDefault()
  },
} as const
