/** Words that an ellipsis cuts short. */

/** How far above what the pointer is on the cut box may be: an icon or a mark inside of it. */
const LEVELS = 3
/** Longer words are read where they stand whole. */
const LONGEST = 400

const isCut = (element: Element): boolean => {
  if (element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight + 2)
    return false
  const { textOverflow, webkitLineClamp } = getComputedStyle(element)
  return (
    (textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth) ||
    (webkitLineClamp !== 'none' && webkitLineClamp !== '' && element.scrollHeight > element.clientHeight + 2)
  )
}

const wordsOf = (element: Element): string => (element.textContent ?? '').trim().slice(0, LONGEST)

/** The box that cuts the words under the pointer, if one does. */
function cutAt(target: Element): Element | null {
  let element: Element | null = target
  for (let level = 0; element && level < LEVELS; level += 1) {
    if (isCut(element)) return wordsOf(element) === '' ? null : element
    element = element.parentElement
  }
  return null
}

/**
 * Gives cut words a title, once the pointer is on them: the system shows it, and nothing of Turno lies over the row
 * below. What has a title of its own keeps it; words that are whole again lose theirs.
 */
export function titleCutWords(target: Element): void {
  if (!target.isConnected) return
  const titled = target.closest('[title]')
  if (titled && !titled.hasAttribute('data-cut-words')) return
  const cut = cutAt(target)
  if (titled && titled !== cut) {
    titled.removeAttribute('title')
    titled.removeAttribute('data-cut-words')
  }
  if (!cut) return
  cut.setAttribute('title', wordsOf(cut))
  cut.setAttribute('data-cut-words', '')
}

/** What is cut inside of a row or a button that has the focus, in reading order; '' where all of it is seen. */
export function cutWordsIn(focused: Element): string {
  return [focused, ...focused.querySelectorAll('*')]
    .filter(element => isCut(element) && wordsOf(element) !== '')
    .map(wordsOf)
    .join(' · ')
}
