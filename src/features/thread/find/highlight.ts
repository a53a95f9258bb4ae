/** Marks of a searched text in what is drawn, by the browser's own highlights: no row is drawn anew for them. */
import { fold } from '@contract'

/** The name in `::highlight()` of find-bar.module.css. */
const NAME = 'thread-found'

/** Where a text contains another, case and accents disregarded: start and end of each, in UTF-16 units. Pure. */
export function occurrences(text: string, searched: string): [number, number][] {
  const wanted = fold(searched)
  if (wanted === '') return []
  // Folding may change the length of a text: characters are folded one by one, and their places kept.
  const startOf: number[] = []
  const endOf: number[] = []
  let folded = ''
  let at = 0
  for (const character of text) {
    const piece = fold(character)
    for (let unit = 0; unit < piece.length; unit += 1) {
      startOf.push(at)
      endOf.push(at + character.length)
    }
    folded += piece
    at += character.length
  }
  const found: [number, number][] = []
  for (let from = folded.indexOf(wanted); from >= 0; from = folded.indexOf(wanted, from + wanted.length))
    found.push([startOf[from] ?? 0, endOf[from + wanted.length - 1] ?? text.length])
  return found
}

/** Marks a text in the messages drawn inside `root`; an empty one takes the marks away. */
export function markFound(root: HTMLElement | null, searched: string): void {
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return
  const ranges: Range[] = []
  for (const words of searched === '' ? [] : (root?.querySelectorAll('[data-row-key] bdi') ?? [])) {
    const nodes = document.createTreeWalker(words, NodeFilter.SHOW_TEXT)
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      for (const [start, end] of occurrences(node.nodeValue ?? '', searched)) {
        const range = document.createRange()
        range.setStart(node, start)
        range.setEnd(node, end)
        ranges.push(range)
      }
    }
  }
  if (ranges.length === 0) CSS.highlights.delete(NAME)
  else CSS.highlights.set(NAME, new Highlight(...ranges))
}
