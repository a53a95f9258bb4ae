/**
 * Between a key that opens something and the moment that has the keyboard, what is typed belongs to what opens. It must not
 * fall into the field one was in: there the next Enter would send it to a customer.
 */

/** What opens has taken the keyboard by then, or it never will. Milliseconds. */
const HOLD_MS = 2_000

const isTextField = (element: EventTarget | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement

let release: () => void = () => {}

/**
 * Keeps what is typed out of a text field, until something else takes the keyboard; where that is a text field, it gets
 * what was typed meanwhile. A press of the pointer, Escape, or two seconds end it.
 * @param field what has the keyboard at the press of the key; anything but a text field needs no keeping.
 */
export function holdTyping(field: Element | null): void {
  release()
  if (!isTextField(field)) return
  let typed = ''
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== field) return
    if (event.key === 'Escape') {
      release()
      return
    }
    const command = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
    if (command || (event.key.length > 1 && !['Enter', 'Backspace', 'Delete'].includes(event.key))) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
  }
  const onFocus = (event: FocusEvent): void => {
    if (event.target === field) return
    const { target } = event
    const text = typed
    release()
    if (text === '' || !isTextField(target)) return
    // After the handlers of this focus, so that nothing they do to the field takes the words away again.
    queueMicrotask(() => {
      if (document.activeElement === target) document.execCommand('insertText', false, text)
    })
  }
  const end = (): void => release()
  const timer = setTimeout(end, HOLD_MS)
  window.addEventListener('keydown', onKeyDown, true)
  document.addEventListener('focusin', onFocus)
  document.addEventListener('pointerdown', end, true)
  release = () => {
    clearTimeout(timer)
    window.removeEventListener('keydown', onKeyDown, true)
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('pointerdown', end, true)
    release = () => {}
  }
}
