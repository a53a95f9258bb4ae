import type { PointerEvent as ReactPointerEvent } from 'react'

/** What a press can be meant for. Where it met none of these, it was meant for the very element. */
const CONTROLS = 'a, button, input, label, summary, [role=button], [role=row], [role=listitem], [tabindex]'

/** Farthest the pointer may go between press and release. What goes farther is a drag or a change of mind. Pixels. */
const TOLERANCE_PX = 6

/** How far a control has to have moved by itself for its press to be put right. Pixels. */
const MOVED_PX = 1

/**
 * Keeps a press with what it met while rows scroll. A browser gives a click to the element that press and release have
 * in common; between the two the last turn of the wheel still moves rows, and the click would be nobody's (or, of a
 * button of a row, the row's). Such a click is taken back and given to what lay under the press, once. Nothing else is
 * touched: keyboard and screen reader clicks, the other buttons, touch (which scrolls and presses by rules of its own),
 * and a hand that went away from what it pressed.
 * @param event the press, on whatever holds the moving rows.
 */
export function keepPress(event: ReactPointerEvent<HTMLElement>): void {
  const { target, pointerId, clientX, clientY } = event
  if (event.button !== 0 || event.pointerType !== 'mouse' || !(target instanceof Element)) return
  const view = target.ownerDocument.defaultView
  if (!view) return
  const control = target.closest(CONTROLS) ?? target
  const place = control.getBoundingClientRect()
  const done = new AbortController()
  const options = { capture: true, signal: done.signal }
  const end = (): void => done.abort()

  const onClick = (click: MouseEvent): void => {
    // A key or a script pressed something meanwhile.
    if (click.detail === 0) return
    end()
    if (click.target instanceof Node && control.contains(click.target)) return
    const now = control.getBoundingClientRect()
    const rowsMoved = Math.hypot(now.left - place.left, now.top - place.top) >= MOVED_PX
    const handMoved = Math.hypot(click.clientX - clientX, click.clientY - clientY) > TOLERANCE_PX
    if (!rowsMoved || handMoved || !target.isConnected) return
    click.preventDefault()
    click.stopImmediatePropagation()
    target.dispatchEvent(new MouseEvent('click', repeated(click)))
  }
  view.addEventListener('click', onClick, options)
  // The next press, a drag and a pointer that the system took away each end this one.
  view.addEventListener('dragstart', end, options)
  view.addEventListener(
    'pointercancel',
    cancel => {
      if (cancel.pointerId === pointerId) end()
    },
    options,
  )
  // This one has passed the window already.
  view.addEventListener('pointerdown', end, options)
}

/** The same click for another element. */
function repeated(click: MouseEvent): MouseEventInit {
  const { view, detail, screenX, screenY, clientX, clientY, ctrlKey, shiftKey, altKey, metaKey } = click
  return {
    bubbles: true,
    cancelable: true,
    composed: true,
    view,
    detail,
    screenX,
    screenY,
    clientX,
    clientY,
    ctrlKey,
    shiftKey,
    altKey,
    metaKey,
  }
}
