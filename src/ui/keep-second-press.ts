/** What a press can be meant for; text fields and their labels take every click, as text is chosen by them. */
const CONTROLS =
  'a, button, summary, [role=button], [role=row], [role=listitem], [role^=menuitem], [role=option]'

interface Pressed {
  control: Element | null
  name: string
}

const pressedBy = ({ target }: Event): Pressed => {
  const control = target instanceof Element ? target.closest(CONTROLS) : null
  return { control, name: control?.getAttribute('aria-label') ?? control?.textContent ?? '' }
}

/**
 * Keeps the second press of a double click for what the first one met. Where the first has put something else in its place
 * ("Resolve" where "Accept" was, the page behind a dialog that went), nobody meant that, and the press does nothing.
 * @returns ends it.
 */
export function keepSecondPress(page: Document): () => void {
  let first: Pressed = { control: null, name: '' }
  const onClick = (event: MouseEvent): void => {
    const pressed = pressedBy(event)
    // By a key or a script it is 0; the browser counts by time and place, as the system's double click does.
    if (event.detail < 2) first = pressed
    else if (pressed.control !== first.control || pressed.name !== first.name) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  }
  page.addEventListener('click', onClick, true)
  return () => page.removeEventListener('click', onClick, true)
}
