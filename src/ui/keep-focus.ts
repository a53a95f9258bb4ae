/** Elements remembered, newest last; more would only be older than anybody's memory. */
const REMEMBERED = 8

/** A dialog, and the frame around it that takes the focus when nothing inside does. */
const DIALOG = '[role=dialog], .ant-modal-wrap'
/** A dialog that lets nobody work behind it. */
const MODAL = '[role=dialog][aria-modal=true]'
const PASSING = '[role=menu], [role=listbox], [role=tooltip]'

const isShown = (one: Element): boolean => one.getClientRects().length > 0

/**
 * Gives the keyboard its place back: when a dialog goes and takes the focus with it (it was opened from a menu that is
 * gone as well, or simply taken out of the page), the focus returns to where it was before, instead of to the top of
 * the page. A focus that is anywhere else is left alone.
 * @returns ends it.
 */
export function keepFocus(page: Document): () => void {
  const before: WeakRef<HTMLElement>[] = []
  let inDialog = false
  const remember = (event: FocusEvent): void => {
    const { target } = event
    if (!(target instanceof HTMLElement) || target === page.body) return
    // A round of Tab leaves a modal dialog for what lies first behind it, and is led back in: nobody was there.
    if (!target.closest(DIALOG) && [...page.querySelectorAll(MODAL)].some(isShown)) return
    inDialog = target.closest(DIALOG) !== null
    if (inDialog || target.closest(PASSING)) return
    before.push(new WeakRef(target))
    if (before.length > REMEMBERED) before.shift()
  }
  const restore = (): void => {
    if (!inDialog || (page.activeElement !== null && page.activeElement !== page.body)) return
    if ([...page.querySelectorAll('[role=dialog]')].some(isShown)) return
    inDialog = false
    for (const known of before.toReversed()) {
      const element = known.deref()
      if (!element?.isConnected) continue
      // What is not shown takes no focus: the one before it is tried.
      element.focus({ preventScroll: true })
      if (page.activeElement === element) return
    }
  }
  // The places dialogs are drawn in are children of the body, and empty when they go: nothing deeper is watched.
  const observer = new MutationObserver(changes => {
    if (inDialog && changes.some(change => change.removedNodes.length > 0)) setTimeout(restore)
  })
  page.addEventListener('focusin', remember)
  observer.observe(page.body, { childList: true })
  return () => {
    observer.disconnect()
    page.removeEventListener('focusin', remember)
  }
}
