import { useEffect } from 'react'
import { useTexts } from '@/i18n'
import { runKeyAction, useKeyActions } from '@/stores/key-actions'
import { actionOfPress, keyText } from '@/stores/key-bindings'
import { KEY_MAP, type KeyActionId } from '@/stores/key-map'
import { usePreferences } from '@/stores/preferences'
import { toasts } from '@/stores/toasts'
import { holdTyping } from './hold-typing'

/** F6 and Shift+F6: from pane to pane. A pane is any element with `data-pane`. */
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [tabindex]:not([tabindex="-1"])'

/** Where the focus last was in each pane. */
const lastFocused = new WeakMap<Element, HTMLElement>()

/** Remembers where the focus is; the shell calls it on every focus change. */
function rememberFocus(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement)) return
  const pane = target.closest('[data-pane]')
  if (pane) lastFocused.set(pane, target)
}

const shown = (element: HTMLElement): boolean => element.isConnected && element.getClientRects().length > 0

/**
 * Moves the focus one pane on, or back.
 * @returns false when there is no other pane.
 */
function focusPane(step: 1 | -1, root: ParentNode = document): boolean {
  const panes = [...root.querySelectorAll<HTMLElement>('[data-pane]')].filter(shown)
  if (panes.length === 0) return false
  const current = document.activeElement?.closest<HTMLElement>('[data-pane]')
  const at = current ? panes.indexOf(current) : step > 0 ? -1 : 0
  const pane = panes[(at + step + panes.length) % panes.length]
  if (!pane) return false
  const known = lastFocused.get(pane)
  const first = [...pane.querySelectorAll<HTMLElement>(FOCUSABLE)].find(shown)
  const target = known && pane.contains(known) && shown(known) ? known : first
  if (target) target.focus()
  else {
    pane.tabIndex = -1
    pane.focus()
  }
  return true
}

/** Whether something above the screens (a dialog, a menu) has the keyboard. */
const covered = (): boolean =>
  [...document.querySelectorAll('[role=dialog][aria-modal=true]')].some(
    dialog => dialog.getClientRects().length > 0,
  )

/** What takes letters itself: what one writes in, chooses from, or asks something. */
const TAKES_LETTERS =
  'input, textarea, select, [contenteditable=true], [role=combobox], [role=listbox], [role=menu], [role=dialog]'

const isAlone = ({ target }: KeyboardEvent): boolean =>
  !(target instanceof Element && target.closest(TAKES_LETTERS))

/** Keys that make sense above a dialog as well. */
const ALWAYS = new Set<KeyActionId>(['palette', 'overview'])

/** An act on a customer waits for the server's answer. */
let acting = false

/** What a press of a key of the map does, by what its action is: the one place that knows of held keys. */
function press(action: KeyActionId, event: KeyboardEvent, nothing: (action: KeyActionId) => void): void {
  const { does } = KEY_MAP[action]
  const once = does !== 'moves'
  if ((once && event.repeat) || (does === 'acts' && acting)) {
    event.preventDefault()
    return
  }
  const from = document.activeElement
  const answer = runKeyAction(action)
  if (answer !== false || once) event.preventDefault()
  if (does === 'opens') holdTyping(from)
  if (answer === false) {
    if (once) nothing(action)
  } else if (does === 'acts' && answer instanceof Promise) {
    acting = true
    const end = (): void => {
      acting = false
    }
    answer.then(end, end)
  }
}

/** Where a held Enter means something: new lines, and the next place found. */
const TAKES_HELD_ENTER = 'textarea, [contenteditable=true], search'

/**
 * A held Enter presses a button and sends a form once: what comes after the first belongs to nobody, least of all to
 * whatever the first one has brought under the keyboard.
 */
function stopHeldEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !event.repeat) return
  const field = event.target instanceof Element ? event.target.closest(TAKES_HELD_ENTER) : null
  if (field && !event.ctrlKey && !event.metaKey) return
  event.preventDefault()
  event.stopPropagation()
}

/** The one listener of the keyboard map; also goes through the panes on F6. */
export function useKeyboard(): void {
  const { t } = useTexts()
  useKeyActions('panes', { nextPane: () => focusPane(1), previousPane: () => focusPane(-1) })
  useEffect(() => {
    const nothing = (action: KeyActionId): void => {
      const name = t(keyText(action, usePreferences.getState()))
      toasts.info(t('shell.keys.notHere', { name }))
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return
      const action = actionOfPress(event, isAlone(event))
      if (!action || (covered() && !ALWAYS.has(action))) return
      press(action, event, nothing)
    }
    const onFocus = (event: FocusEvent): void => rememberFocus(event.target)
    window.addEventListener('keydown', stopHeldEnter, true)
    window.addEventListener('keydown', onKeyDown)
    document.addEventListener('focusin', onFocus)
    return () => {
      window.removeEventListener('keydown', stopHeldEnter, true)
      window.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('focusin', onFocus)
    }
  }, [t])
}
