/** Articles in pieces, and the vectors of their meaning: pure. */

/** Letters of a piece: about 400 tokens, which small models take too. */
export const PIECE_CHARS = 1_500
/** From this length on a heading begins a new piece. */
const WITH_HEADING = 500

export interface Piece {
  /** The position in the article's text where it begins. */
  at: number
  /** The text its vector is made of: the article's title and the words of the piece. */
  text: string
}

/** Splits a paragraph or heading into parts of at most PIECE_CHARS, between words where possible. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  for (let rest = text; rest !== ''; ) {
    const space = rest.length > PIECE_CHARS ? rest.slice(0, PIECE_CHARS).search(/\s\S*$/) : -1
    const part = rest.slice(0, space > PIECE_CHARS / 2 ? space + 1 : PIECE_CHARS)
    parts.push(part)
    rest = rest.slice(part.length)
  }
  return parts
}

/** Splits an article at its paragraphs and headings. @returns the pieces in order, at least one. */
export function piecesOf({ title, text }: { title: string; text: string }): Piece[] {
  const blocks = text.split(/(?<=\n\s*\n)|(?<=\n)(?=#{1,6} )/).flatMap(partsOf)
  const pieces = ['']
  for (const block of blocks) {
    const last = pieces.at(-1) ?? ''
    const isFull = last.length + block.length > PIECE_CHARS
    if (last !== '' && (isFull || (block.startsWith('#') && last.length >= WITH_HEADING))) pieces.push(block)
    else pieces[pieces.length - 1] = last + block
  }
  let at = 0
  return pieces.map(piece => {
    const found = { at, text: `${title}\n${piece.trim()}` }
    at += piece.length
    return found
  })
}

/** Scales a vector to length 1: the product of two such vectors is their likeness (cosine). */
export function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return vector.map(one => one / length)
}

/** How much the first places of a list outweigh later ones. */
const RANKS = 60

/** Merges several lists into one, best first (reciprocal rank fusion). @param lists each best first. */
export function fused(lists: readonly (readonly number[])[], most: number): number[] {
  const scores = new Map<number, number>()
  for (const list of lists)
    for (const [at, id] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (RANKS + at + 1))
  return [...scores]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([id]) => id)
}
