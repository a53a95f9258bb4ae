/**
 * Whether a composer that has just appeared may take the focus. Somebody who clicks a ticket and types wants those
 * keys in it; somebody who is in the middle of a word when the ticket changes meanwhile (a deep link, the next
 * ticket after a resolve) does not, nor does who has gone on by Tab while it was drawn.
 */
const TYPING_MS = 600

let typedAt = Number.NEGATIVE_INFINITY
let choseAt = Number.NEGATIVE_INFINITY
let movedAt = Number.NEGATIVE_INFINITY
let watching = false

const isTextField = (element: Element | null): boolean =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'button', 'range', 'submit'].includes(element.type)) ||
  (element instanceof HTMLElement && element.isContentEditable)

function onKeyDown(event: KeyboardEvent): void {
  const command = event.ctrlKey || event.metaKey || event.altKey
  const printable = event.key.length === 1 || event.key === 'Backspace' || event.key === 'Process'
  if (printable && !command) typedAt = event.timeStamp
  else if (event.key === 'Tab' && !command) movedAt = event.timeStamp
  else if (command || event.key === 'Enter') choseAt = event.timeStamp
}

/** Assistive programs click without pressing anything. */
function onPress(event: Event): void {
  choseAt = event.timeStamp
}

/** Starts watching what the hands do; once per window. */
export function watchHands(): void {
  if (watching) return
  watching = true
  document.addEventListener('keydown', onKeyDown, true)
  document.addEventListener('pointerdown', onPress, true)
  document.addEventListener('click', onPress, true)
}

/** @param now the same clock as event time stamps, milliseconds. */
export function mayTakeFocus(now: number = performance.now()): boolean {
  if (isTextField(document.activeElement)) return false
  if (movedAt > choseAt && document.activeElement !== document.body) return false
  if (document.querySelector('[role=dialog][aria-modal=true], .ant-modal-wrap:not([style*="display: none"])'))
    return false
  return choseAt >= typedAt || now - typedAt > TYPING_MS
}
