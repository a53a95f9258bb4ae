/** Where a text may be parted, best first: between paragraphs, lines, sentences, words. */
const SEAMS = [/\n\s*\n/g, /\n/g, /[.!?…]["”’)]*\s/g, /\s/g]

/** The last place of a text to part it at; its length when there is none, but never between the halves of a character. */
function seamOf(text: string): number {
  for (const seam of SEAMS) {
    const last = [...text.matchAll(seam)].at(-1)
    // A first message of a few words would be an odd one.
    if (last && last.index + last[0].length > text.length / 4) return last.index + last[0].length
  }
  return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length
}

/**
 * A long text as messages that a number takes, one after another: parted between paragraphs or sentences where it can be.
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
