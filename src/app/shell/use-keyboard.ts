import { useEffect } from 'react'
import { offerKeyAction, runKeyAction } from '@/stores/key-actions'
import { actionOfPress } from '@/stores/key-bindings'
import { focusPane, rememberFocus } from '../panes'

/** Whether something above the screens (a dialog, a menu) has the keyboard. */
const covered = (): boolean =>
  [...document.querySelectorAll('[role=dialog][aria-modal=true]')].some(
    dialog => dialog.getClientRects().length > 0,
  )

/** Keys that make sense above a dialog as well. */
const ALWAYS = new Set(['palette', 'overview'])

/** The one listener of the keyboard map; also goes through the panes on F6. */
export function useKeyboard(): void {
  useEffect(() => {
    const leave = [
      offerKeyAction('nextPane', () => focusPane(1)),
      offerKeyAction('previousPane', () => focusPane(-1)),
    ]
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return
      const action = actionOfPress(event)
      if (!action || (covered() && !ALWAYS.has(action))) return
      if (runKeyAction(action)) event.preventDefault()
    }
    const onFocus = (event: FocusEvent): void => rememberFocus(event.target)
    window.addEventListener('keydown', onKeyDown)
    document.addEventListener('focusin', onFocus)
    return () => {
      for (const withdraw of leave) withdraw()
      window.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('focusin', onFocus)
    }
  }, [])
}
