/** F6 and Shift+F6: from pane to pane (docs/look.md section 8). A pane is any element with `data-pane`. */

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [tabindex]:not([tabindex="-1"])'

/** Where the focus last was in each pane. */
const lastFocused = new WeakMap<Element, HTMLElement>()

/** Remembers where the focus is; the shell calls it on every focus change. */
export function rememberFocus(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement)) return
  const pane = target.closest('[data-pane]')
  if (pane) lastFocused.set(pane, target)
}

const shown = (element: HTMLElement): boolean => element.isConnected && element.getClientRects().length > 0

/**
 * Moves the focus one pane on, or back.
 * @returns false when there is no other pane.
 */
export function focusPane(step: 1 | -1, root: ParentNode = document): boolean {
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
