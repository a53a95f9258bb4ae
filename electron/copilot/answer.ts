/** What a model answers, read while it comes: marks are put back, numbers of sources are taken out. */
import { type Masking, seen } from './masking'

/** Longest mark in square brackets, in characters; what is longer is text. */
const MARK_CHARS = 16
const SOURCES = /^\[\d{1,2}(?:\s*,\s*\d{1,2})*\]$/
/** How a model says that nothing it was given answers the customer. */
export const UNKNOWN = '[?]'

export interface AnswerReader {
  /** @returns what can be shown of the answer since the last piece. */
  push(piece: string): string
  /** @returns what was held back. */
  end(): string
  /** Numbers of the sources the answer names, in their order. */
  cited(): number[]
  /** Whether it says that nothing it was given answers. */
  isUnknown(): boolean
}

export function answerReader({ restore }: Pick<Masking, 'restore'>): AnswerReader {
  let held = ''
  let unknown = false
  let isFirst = true
  const sources = new Set<number>()
  const shown = (text: string): string => {
    // What a mark at the beginning leaves behind.
    const out = isFirst ? text.trimStart() : text
    if (out !== '') isFirst = false
    return out
  }
  /** @returns null where the bracket is text. */
  const read = (mark: string): string | null => {
    if (mark === UNKNOWN) {
      unknown = true
      return ''
    }
    if (SOURCES.test(mark)) {
      for (const number of mark.match(/\d+/g) ?? []) sources.add(Number(number))
      return ''
    }
    return restore(mark)
  }
  const take = (isEnd: boolean): string => {
    let out = ''
    for (;;) {
      const from = held.indexOf('[')
      // A blank before a source goes with it.
      const ready = from < 0 ? held.length - (isEnd ? 0 : held.length - held.trimEnd().length) : from
      if (from < 0) {
        out += held.slice(0, ready)
        held = held.slice(ready)
        return shown(out)
      }
      const to = held.indexOf(']', from)
      if (to < 0 && held.length - from <= MARK_CHARS && !isEnd) {
        const blanks = from - held.slice(0, from).trimEnd().length
        out += held.slice(0, from - blanks)
        held = held.slice(from - blanks)
        return shown(out)
      }
      const mark = to < 0 ? '' : held.slice(from, to + 1)
      const value = mark !== '' && mark.length <= MARK_CHARS ? read(mark) : null
      if (value === null) {
        out += held.slice(0, from + 1)
        held = held.slice(from + 1)
      } else {
        const before = held.slice(0, from)
        out += (value === '' ? before.trimEnd() : before) + value
        held = held.slice(to + 1)
      }
    }
  }
  return {
    push(piece) {
      held += seen(piece)
      return take(false)
    },
    end: () => take(true),
    cited: () => [...sources],
    isUnknown: () => unknown,
  }
}
