/** Tallies as they are stored: JSON that is parsed number by number. */
import { addLevel, raise, type Tally } from './tally'

type WrittenSpread = [n: number, sum: number, bars: number[]] | 0
interface Written {
  c: number[]
  d: WrittenSpread[]
  h: number[]
  l?: Record<string, [number, number]>
}

/**
 * A list of mostly small numbers: the number of leading zeros, then the values; a run of zeros is a negative number.
 */
function dense(list: readonly number[]): number[] {
  const written: number[] = []
  let zeros = 0
  for (const n of list) {
    if (n === 0) zeros += 1
    else {
      if (written.length === 0) written.push(zeros)
      else if (zeros > 0) written.push(-zeros)
      written.push(n)
      zeros = 0
    }
  }
  return written
}

/** As it is kept. */
export function write(tally: Tally): string {
  const written: Written = {
    c: tally.counts,
    d: tally.spreads.map(({ n, sum, bars }) => (n === 0 ? 0 : [n, sum, dense(bars)])),
    h: dense(tally.hours),
    ...(tally.levels.size > 0 ? { l: Object.fromEntries(tally.levels) } : {}),
  }
  return JSON.stringify(written)
}

const [ZERO, NINE, COMMA, CLOSE, QUOTE, ESCAPE, END] = [...'09,]"\\}'].map(sign => sign.charCodeAt(0)) as [
  ...[number, number, number, number],
  ...[number, number, number, number],
]

/** A parser of a text from its beginning. All methods throw SyntaxError for unexpected input. */
class Reading {
  private at = 0
  constructor(private readonly text: string) {}

  get isOver(): boolean {
    return this.at >= this.text.length
  }

  /** Skips a character if it is next. */
  take(sign: number): boolean {
    if (this.text.charCodeAt(this.at) !== sign) return false
    this.at += 1
    return true
  }

  past(signs: string): void {
    if (!this.text.startsWith(signs, this.at)) throw new SyntaxError('this is no tally, or it is cut short')
    this.at += signs.length
  }

  number(): number {
    const { text, at: from } = this
    let n = 0
    let sign = text.charCodeAt(this.at)
    for (; sign >= ZERO && sign <= NINE; sign = text.charCodeAt(this.at)) {
      n = n * 10 + sign - ZERO
      this.at += 1
    }
    if ((sign === COMMA || sign === CLOSE) && this.at > from) return n
    // Negative, or a fraction of a millisecond.
    for (; sign !== COMMA && sign !== CLOSE && !this.isOver; sign = text.charCodeAt(this.at)) this.at += 1
    const read = this.at > from && !this.isOver ? Number(text.slice(from, this.at)) : Number.NaN
    if (Number.isNaN(read)) throw new SyntaxError('this is no number')
    return read
  }

  word(): string {
    const from = this.at
    this.past('"')
    while (!this.take(QUOTE)) {
      if (this.isOver) throw new SyntaxError('a word is cut short')
      this.at += this.text.charCodeAt(this.at) === ESCAPE ? 2 : 1
    }
    return JSON.parse(this.text.slice(from, this.at)) as string
  }

  /** Whether a list has another member; skips the comma before it, or its end. */
  more(place: number, end: number = CLOSE): boolean {
    if (this.take(end)) return false
    if (place > 0) this.past(',')
    return true
  }
}

function mergeDense(into: number[], text: Reading): void {
  text.past('[')
  let place = 0
  for (let read = 0; text.more(read); read += 1) {
    const n = text.number()
    if (read === 0) place = n
    else if (n < 0) place -= n
    else {
      raise(into, place, n)
      place += 1
    }
  }
}

/**
 * Adds stored tallies to a tally without building the lists it reads: a hundred people's year would be megabytes of
 * garbage.
 * @param text of one, or of several with commas between.
 * @throws SyntaxError when it is invalid or cut short.
 */
export function mergeWritten(into: Tally, written: string): void {
  const text = new Reading(written)
  for (let read = 0; !text.isOver; read += 1) {
    if (read > 0) text.past(',')
    text.past('{"c":[')
    for (let place = 0; text.more(place); place += 1)
      into.counts[place] = (into.counts[place] ?? 0) + text.number()
    text.past(',"d":[')
    for (let place = 0; text.more(place); place += 1) {
      if (text.take(ZERO)) continue
      const spread = into.spreads[place]
      if (!spread) throw new SyntaxError('there is no such duration')
      text.past('[')
      spread.n += text.number()
      text.past(',')
      spread.sum += text.number()
      text.past(',')
      mergeDense(spread.bars, text)
      text.past(']')
    }
    text.past(',"h":')
    mergeDense(into.hours, text)
    if (text.take(COMMA)) {
      text.past('"l":{')
      for (let place = 0; text.more(place, END); place += 1) {
        const key = text.word()
        text.past(':[')
        const kept = text.number()
        text.past(',')
        addLevel(into, key, kept, text.number())
        text.past(']')
      }
    }
    text.past('}')
  }
}
