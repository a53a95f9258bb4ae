/** Longest excerpt that is laid out in a row. */
const MOST_CHARS = 160

/** A text as one line: without line breaks, and without the marks that would stand for bold, italic and struck out. */
export function oneLine(text: string): string {
  const line = text
    .slice(0, MOST_CHARS * 2)
    .replace(/\s+/g, ' ')
    .replace(/(^|[\s(])([*_~])(\S(?:[^*_~]*\S)?)\2(?=$|[\s).,!?:;])/g, '$1$3')
    .trim()
  return line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS)}…` : line
}
