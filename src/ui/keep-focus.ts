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

/**
 * Puts a keyboard that is nowhere, or will be in a moment, into the screen: a reader says its name. It ends with the first
 * focus that something else takes: the way back to that is {@link keepFocus}'s.
 */
export function enterScreen(page: Document = document, looks = LOOKS): void {
  let screen: HTMLElement | null = null
  const taken = new AbortController()
  const look = (left: number): void => {
    if (taken.signal.aborted) return
    if (isNowhere(page)) {
      screen = page.querySelector<HTMLElement>('#content main')
      if (screen) screen.tabIndex = -1
      screen?.focus({ preventScroll: true })
    }
    if (left > 1) setTimeout(look, LOOK_MS, left - 1)
    else taken.abort()
  }
  const { signal } = taken
  page.addEventListener('focusin', ({ target }) => target !== screen && taken.abort(), { signal })
  look(looks)
}

/**
 * Gives the keyboard its place back: when what had it goes (a dialog, a menu, a field that a key closed, a row), the focus
 * returns to where it was before, instead of to the top of the page; where nothing of that is left, into the screen. A
 * focus that is anywhere else is left alone, and so is whoever pressed beside everything.
 * @returns ends it.
 */
export function keepFocus(page: Document): () => void {
  const before: WeakRef<HTMLElement>[] = []
  let last: WeakRef<HTMLElement> | null = null
  let looking: ReturnType<typeof setTimeout> | undefined
  const remember = (event: FocusEvent): void => {
    const { target } = event
    if (!(target instanceof HTMLElement) || target === page.body) return
    last = new WeakRef(target)
    // A round of Tab leaves a modal dialog for what lies first behind it, and is led back in: nobody was there.
    if (!target.closest(DIALOG) && [...page.querySelectorAll(MODAL)].some(isShown)) return
    if (target.closest(DIALOG) || target.closest(PASSING)) return
    before.push(new WeakRef(target))
    if (before.length > REMEMBERED) before.shift()
  }
  const isLost = (): boolean => {
    if (last === null || !isNowhere(page)) return false
    const had = last.deref()
    return !(had?.isConnected && isShown(had)) || had.matches(':disabled')
  }
  const restore = (): void => {
    if ([...page.querySelectorAll('[role=dialog]')].some(isShown)) return
    for (const known of before.toReversed()) {
      const element = known.deref()
      if (!element?.isConnected) continue
      // What is not shown takes no focus: the one before it is tried.
      element.focus({ preventScroll: true })
      if (page.activeElement === element) return
    }
    enterScreen(page)
  }
  // It looks on after it has given the focus back: what got it may go as well, as a row does whose ticket was handed on.
  const look = (left: number): void => {
    if (isLost()) restore()
    if (left > 1) looking = setTimeout(look, LOOK_MS, left - 1)
  }
  // What has only just gone may be followed by what takes the focus itself; of a dialog nothing follows.
  const watch = (event: Event | null): void => {
    const atOnce = event?.type === 'keyup' || last?.deref()?.closest(DIALOG)
    clearTimeout(looking)
    looking = setTimeout(look, atOnce ? 0 : LOOK_MS, LOOKS)
  }
  // The places dialogs are drawn in are children of the body, and empty when they go: nothing deeper is watched.
  const observer = new MutationObserver(changes => {
    if (changes.some(change => change.removedNodes.length > 0)) watch(null)
  })
  page.addEventListener('focusin', remember)
  page.addEventListener('keyup', watch)
  page.addEventListener('click', watch)
  observer.observe(page.body, { childList: true })
  return () => {
    clearTimeout(looking)
    observer.disconnect()
    page.removeEventListener('focusin', remember)
    page.removeEventListener('keyup', watch)
    page.removeEventListener('click', watch)
  }
}
