/** Names in the words of a note: which begins at the caret, whom a text names, and where. Pure. */
import { fold, type Mentioned, MOST_MENTIONED } from '@contract'

/** Longest name that is looked for behind the sign, in characters. */
const LONGEST = 60
/** Most names offered at once. */
const MOST_OFFERED = 8

/**
 * What is typed of a name at the caret: behind an "@" that begins a word; names have blanks in them.
 * @param caret characters before it.
 */
export function nameAt(text: string, caret: number): { from: number; query: string } | null {
  const from = text.lastIndexOf('@', caret - 1)
  if (from < 0 || caret - from > LONGEST || /[\p{L}\p{N}]/u.test(text[from - 1] ?? '')) return null
  const query = text.slice(from + 1, caret)
  return /^\s|\n/.test(query) ? null : { from, query }
}

/** Whose name, or a further part of it, begins so; people before queues, as they come. */
export function offered<T extends Mentioned>(known: readonly T[], query: string): T[] {
  const wanted = fold(query)
  return known
    .filter(({ name }) => {
      const folded = fold(name)
      return folded.startsWith(wanted) || folded.includes(` ${wanted}`)
    })
    .slice(0, MOST_OFFERED)
}

interface Place {
  start: number
  end: number
  of: Mentioned
}

/** Where names of some stand in a text, in order; the longer name wins. Of namesakes each is named. */
function placesOf(text: string, known: readonly Mentioned[]): Place[] {
  const byLength = [...known].sort((a, b) => b.name.length - a.name.length)
  const taken: Place[] = []
  for (const of of byLength) {
    if (of.name === '') continue
    const sign = `@${of.name}`
    for (let start = text.indexOf(sign); start >= 0; start = text.indexOf(sign, start + 1)) {
      const end = start + sign.length
      const isWhole = !/[\p{L}\p{N}]/u.test(text[start - 1] ?? '') && !/[\p{L}\p{N}_]/u.test(text[end] ?? '')
      const free = taken.every(
        one => end <= one.start || start >= one.end || (one.start === start && one.of.name === of.name),
      )
      if (isWhole && free) taken.push({ start, end, of })
    }
  }
  return taken.sort((a, b) => a.start - b.start)
}

/** Ids of the people and queues whom a text names, each once. */
export function namedIn(text: string, known: readonly Mentioned[]): { users: number[]; queues: number[] } {
  const ids = (kind: Mentioned['kind']): number[] => {
    const found = placesOf(text, known).flatMap(({ of }) => (of.kind === kind ? [of.id] : []))
    return [...new Set(found)].slice(0, MOST_MENTIONED)
  }
  return { users: ids('user'), queues: ids('queue') }
}

/**
 * Names of colleagues whom a text means to mention, by the whole name or the first one, and cannot: they are not among those
 * who may be named.
 * @param known who may be named; a first name that one of them has means that one.
 */
export function unreachedIn(
  text: string,
  colleagues: readonly { id: number; name: string }[],
  known: readonly Mentioned[],
): string[] {
  const reached = known.filter(({ kind }) => kind === 'user')
  const folded = fold(text)
  const signs = (name: string): boolean => {
    const at = folded.indexOf(`@${name}`)
    return at >= 0 && !/[\p{L}\p{N}_]/u.test(folded[at + name.length + 1] ?? '')
  }
  const first = (name: string): string => fold(name).split(' ')[0] ?? ''
  return colleagues
    .filter(({ id, name }) => {
      if (name.trim() === '' || reached.some(one => one.id === id)) return false
      const shared = reached.some(one => first(one.name) === first(name))
      return signs(fold(name)) || (!shared && signs(first(name)))
    })
    .map(({ name }) => name)
}

/** A text in pieces: words, and names with whose they are. */
export function piecesOf(
  text: string,
  mentions: readonly Mentioned[],
): { text: string; of: Mentioned | null }[] {
  const pieces: { text: string; of: Mentioned | null }[] = []
  let at = 0
  for (const { start, end, of } of placesOf(text, mentions)) {
    if (start < at) continue
    if (start > at) pieces.push({ text: text.slice(at, start), of: null })
    pieces.push({ text: text.slice(start, end), of })
    at = end
  }
  if (at < text.length) pieces.push({ text: text.slice(at), of: null })
  return pieces
}
