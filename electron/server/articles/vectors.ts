/** Articles in pieces, and the vectors of their meaning: pure. */

/** Letters of a piece: about 400 tokens, which small models take too. */
export const PIECE_CHARS = 1_500
/** From so many on a heading begins a piece of its own. */
const WITH_HEADING = 500

export interface Piece {
  /** The letter of the article's text it begins at. */
  at: number
  /** What its vector is made of: the article's title and its words. */
  text: string
}

/** A paragraph or heading in parts of at most PIECE_CHARS, cut between words where there are some. */
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

/** @returns an article by its paragraphs and headings, in order; at least one piece. */
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

/**
 * A vector with a byte for each number, the greatest being 127. What is compared is its direction, which this changes by less
 * than a hundredth, in a quarter of the room.
 */
export function packed(vector: Float32Array): Buffer {
  const greatest = vector.reduce((most, one) => Math.max(most, Math.abs(one)), 0)
  return Buffer.from(Int8Array.from(vector, one => Math.round((one / greatest) * 127)).buffer)
}

/**
 * @returns how alike the directions are, 1 for the same (cosine), of a vector and packed ones; 0 for one of another length, which
 *   no vector of the same model has.
 */
export function likenessTo(vector: Float32Array): (other: Uint8Array) => number {
  const norm = Math.hypot(...vector)
  return bytes => {
    if (bytes.length !== vector.length) return 0
    const other = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
    let product = 0
    let square = 0
    for (let at = 0; at < other.length; at += 1) {
      const one = other[at] as number
      product += one * (vector[at] as number)
      square += one * one
    }
    return square === 0 ? 0 : product / (norm * Math.sqrt(square))
  }
}

/** How much the first places of a list are above later ones. */
const RANKS = 60

/** Several lists as one, best first (reciprocal rank fusion). @param lists each best first. */
export function fused(lists: readonly (readonly number[])[], most: number): number[] {
  const scores = new Map<number, number>()
  for (const list of lists)
    for (const [at, id] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (RANKS + at + 1))
  return [...scores]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([id]) => id)
}
