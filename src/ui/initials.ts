const segmenter =
  typeof Intl.Segmenter === 'function' ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null

const first = (word: string): string =>
  (segmenter ? segmenter.segment(word)[Symbol.iterator]().next().value?.segment : [...word][0]) ?? ''

/** Lists draw the same names again with every frame; segmenting a word costs a good part of a row. */
const REMEMBERED = 2_000
const known = new Map<string, string>()

/**
 * Up to two initials of a name: first and last word that begin with a letter.
 * @returns "" for phone numbers and names without letters; the avatar then shows a figure.
 */
export function initials(name: string): string {
  const answer = known.get(name)
  if (answer !== undefined) return answer
  if (known.size >= REMEMBERED) known.clear()
  const letters = lettersOf(name)
  known.set(name, letters)
  return letters
}

function lettersOf(name: string): string {
  const words = name
    .normalize('NFC')
    .split(/\s+/)
    .filter(word => /^\p{L}/u.test(word))
  const [head, tail] = [words[0], words.length > 1 ? words[words.length - 1] : undefined]
  return [head, tail].map(word => (word ? first(word).toLocaleUpperCase() : '')).join('')
}
