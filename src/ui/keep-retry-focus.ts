import { type RefObject, useLayoutEffect } from 'react'

/** What stays while its content is loaded again: a dialog, or the frame the screens stand in. */
const PLACE = '[role=dialog], #content'

/** The place that keeps the keyboard for whoever pressed "try again". */
let keeping: Element | null = null

/**
 * What failed goes when it is tried again, and its button with it: the keyboard stays where it was on the page instead of
 * starting at its top, and is on the button again when it fails once more.
 * @param box around the button.
 */
export function useKeptRetryFocus(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const here = box.current
    const place = here?.closest<HTMLElement>(PLACE)
    if (!here || !place) return
    if (keeping === place && document.activeElement === place) here.querySelector('button')?.focus()
    return () => {
      if (!here.contains(document.activeElement)) return
      setTimeout(() => {
        if (!place.isConnected || (document.activeElement ?? document.body) !== document.body) return
        keeping = place
        place.focus({ preventScroll: true })
      })
    }
  }, [box])
}
