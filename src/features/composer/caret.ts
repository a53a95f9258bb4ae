/** Text and caret as one value, and what typing aids do to it. Pure. */
export interface Typed {
  text: string
  /** Characters before the caret. */
  caret: number
}

/** Replaces the characters from `from` to the caret; the caret is behind what was put in. */
export function replaceBefore({ text, caret }: Typed, from: number, insert: string): Typed {
  return { text: `${text.slice(0, from)}${insert}${text.slice(caret)}`, caret: from + insert.length }
}

/** Puts text in place of a selection. */
export function insertAt(text: string, start: number, end: number, insert: string): Typed {
  return { text: `${text.slice(0, start)}${insert}${text.slice(end)}`, caret: start + insert.length }
}

/** What is between the last word start and the caret when it begins with a sign. */
export interface Trigger {
  /** Where the sign stands. */
  from: number
  /** What was typed behind the sign. */
  query: string
}

/** The word the caret is in, when it begins with `sign`; null otherwise. A sign inside a word ("http://") is none. */
export function triggerAt({ text, caret }: Typed, sign: '/' | ':' | '?'): Trigger | null {
  const before = text.slice(0, caret)
  const start = Math.max(before.lastIndexOf(' '), before.lastIndexOf('\n'), before.lastIndexOf('\t')) + 1
  if (before[start] !== sign) return null
  return { from: start, query: before.slice(start + 1) }
}
