/** Frames within which a row that scrolls into view is drawn and measured; until then it cannot take the focus. */
const ROW_FRAMES = 12
/** Frames within which a list that is asked for first has mostly come. */
const LIST_FRAMES = 120

let latest = 0

/**
 * Focuses an element as soon as it can take the focus. Whoever asks later for another one is given that alone.
 * @param goesOn asked before each try.
 */
export function focusSoon(
  find: () => HTMLElement | null,
  frames: number = ROW_FRAMES,
  goesOn: () => boolean = () => true,
): void {
  latest += 1
  const asked = latest
  const attempt = (left: number): void =>
    void requestAnimationFrame(() => {
      if (asked !== latest || !goesOn()) return
      const element = find()
      element?.focus({ preventScroll: true })
      if ((!element || document.activeElement !== element) && left > 0) attempt(left - 1)
    })
  attempt(frames)
}

/**
 * Gives the keyboard to the list on screen: its tab stop once there is a row, until then the chosen tab. Whoever puts the
 * focus elsewhere meanwhile keeps it there. A dialog that is open now is taken for one that goes, with what it had.
 */
export function enterList(): void {
  const pane = (): Element | null => document.querySelector('[data-pane=list]')
  const going = [...document.querySelectorAll('[role=dialog]')]
  const left = document.activeElement
  let tab: HTMLElement | null = null
  // What a dialog gives the focus back to: the first place outside that has it.
  let back: Element | null = null
  const isOnTheWay = (active: Element | null): boolean => {
    if (active === document.body || going.some(dialog => dialog.contains(active))) return true
    if (going.length > 0) back ??= active
    return [left, tab, back].includes(active) || active?.matches('[data-row-button]') === true
  }
  focusSoon(
    () => {
      const row = pane()?.querySelector<HTMLElement>('[data-row-button][tabindex="0"]') ?? null
      if (row) return row
      const tabs = pane()?.querySelectorAll<HTMLElement>('[role=tab][aria-selected=true]') ?? []
      tab = [...tabs].at(-1) ?? null
      tab?.focus({ preventScroll: true })
      return null
    },
    LIST_FRAMES,
    () => isOnTheWay(document.activeElement),
  )
}
