/** Where a text may be split, best first: between paragraphs, lines, sentences, words. */
const SEAMS = [/\n\s*\n/g, /\n/g, /[.!?…]["”’)]*\s/g, /\s/g]

/** The last place where a text can be split; its length if there is none, but never inside a surrogate pair. */
function seamOf(text: string): number {
  for (const seam of SEAMS) {
    const last = [...text.matchAll(seam)].at(-1)
    // A first message of only a few words would look odd.
    if (last && last.index + last[0].length > text.length / 4) return last.index + last[0].length
  }
  return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length
}

/**
 * Splits a long text into messages that a number accepts, between paragraphs or sentences where possible.
 * @param most characters of one message.
 */
export function inMessages(text: string, most: number): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > most) {
    const at = seamOf(rest.slice(0, most))
    parts.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  return rest === '' ? parts : [...parts, rest]
}
