/** Elements remembered, newest last; more would only be older than anybody's memory. */
const REMEMBERED = 8

/** A dialog, and the frame around it that takes the focus when nothing inside does. */
const DIALOG = '[role=dialog], .ant-modal-wrap'
/** A dialog that lets nobody work behind it. */
const MODAL = '[role=dialog][aria-modal=true]'
const PASSING = '[role=menu], [role=listbox], [role=tooltip]'

const isShown = (one: Element): boolean => one.getClientRects().length > 0
const isNowhere = ({ activeElement, body }: Document): boolean =>
  activeElement === null || activeElement === body

/** How often, and how many times, is looked whether the focus is nowhere: screens and what closes softly take their time. */
const LOOK_MS = 100
const LOOKS = 15

/** Puts a keyboard that is nowhere, or will be in a moment, into the screen: a reader says its name. */
export function enterScreen(page: Document = document, looks = LOOKS): void {
  const screen = isNowhere(page) ? page.querySelector<HTMLElement>('#content main') : null
  if (screen) {
    screen.tabIndex = -1
    screen.focus({ preventScroll: true })
  }
  if (looks > 1) setTimeout(enterScreen, LOOK_MS, page, looks - 1)
}

/**
 * Gives the keyboard its place back: when a dialog goes and takes the focus with it (it was opened from a menu that is
 * gone as well, or simply taken out of the page), or a key closes what had it, the focus returns to where it was before,
 * instead of to the top of the page; where nothing of that is left, into the screen. A focus that is anywhere else is left alone.
 * @returns ends it.
 */
export function keepFocus(page: Document): () => void {
  const before: WeakRef<HTMLElement>[] = []
  let inDialog = false
  let last: WeakRef<HTMLElement> | null = null
  const remember = (event: FocusEvent): void => {
    const { target } = event
    if (!(target instanceof HTMLElement) || target === page.body) return
    last = new WeakRef(target)
    // A round of Tab leaves a modal dialog for what lies first behind it, and is led back in: nobody was there.
    if (!target.closest(DIALOG) && [...page.querySelectorAll(MODAL)].some(isShown)) return
    inDialog = target.closest(DIALOG) !== null
    if (inDialog || target.closest(PASSING)) return
    before.push(new WeakRef(target))
    if (before.length > REMEMBERED) before.shift()
  }
  const restore = (): void => {
    if (!isNowhere(page)) return
    if ([...page.querySelectorAll('[role=dialog]')].some(isShown)) return
    inDialog = false
    for (const known of before.toReversed()) {
      const element = known.deref()
      if (!element?.isConnected) continue
      // What is not shown takes no focus: the one before it is tried.
      element.focus({ preventScroll: true })
      if (page.activeElement === element) return
    }
    enterScreen(page)
  }
  const onKeyUp = (): void => {
    // Whoever pressed beside everything is there on purpose.
    const restoreLost = (): void => {
      const had = last?.deref()
      if (last && isNowhere(page) && !(had?.isConnected && isShown(had))) restore()
    }
    setTimeout(restoreLost)
    setTimeout(restoreLost, 3 * LOOK_MS)
  }
  // The places dialogs are drawn in are children of the body, and empty when they go: nothing deeper is watched.
  const observer = new MutationObserver(changes => {
    if (inDialog && changes.some(change => change.removedNodes.length > 0)) setTimeout(restore)
  })
  page.addEventListener('focusin', remember)
  page.addEventListener('keyup', onKeyUp)
  observer.observe(page.body, { childList: true })
  return () => {
    observer.disconnect()
    page.removeEventListener('focusin', remember)
    page.removeEventListener('keyup', onKeyUp)
  }
}
