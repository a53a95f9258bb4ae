/** The words of a PDF, which knows no headings: what is larger than the rest is one. */
import { getDocumentProxy } from 'unpdf'
import { type Block, MOST_CHARS } from './blocks'

const MOST_PAGES = 300
/** How much larger than most of the text a heading is. */
const LARGER = 1.15
const HEADING_CHARS = 120
/** Lines further apart than so many heights of a letter belong to two paragraphs. */
const APART = 1.7

interface Line {
  text: string
  height: number
  y: number
}

async function linesOf(bytes: Uint8Array): Promise<{ lines: Line[]; isCut: boolean }> {
  // It refuses what only looks like plain bytes; what it mends of a damaged file it would print.
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  const lines: Line[] = []
  let chars = 0
  for (let number = 1; number <= Math.min(pdf.numPages, MOST_PAGES) && chars < MOST_CHARS; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    let line: Line = { text: '', height: 0, y: 0 }
    const end = (): void => {
      if (line.text.trim() !== '') lines.push({ ...line, text: line.text.replace(/\s+/g, ' ').trim() })
      line = { text: '', height: 0, y: 0 }
    }
    for (const item of items) {
      if (!('str' in item)) continue
      line.text += item.str
      chars += item.str.length
      line.height = Math.max(line.height, item.height)
      line.y = Number(item.transform[5] ?? 0)
      if (item.hasEOL) end()
    }
    end()
    page.cleanup()
  }
  const isCut = pdf.numPages > MOST_PAGES
  await pdf.destroy()
  return { lines, isCut }
}

/** Parts behind a hyphen of their own in Portuguese and Spanish: pronouns behind a verb, days of the week. */
const OWN_HYPHEN = /^(?:[mts]e|l[aoe]s?|lhes?|n[ao]s?|vos|feiras?)$/

/** All words with a hyphen inside a line, in lower case: where one of them is cut at its hyphen, that stays. */
const hyphenated = (lines: readonly Line[]): ReadonlySet<string> =>
  new Set(lines.flatMap(({ text }) => text.toLowerCase().match(/\p{L}+-\p{L}+/gu) ?? []))

/**
 * A line and the one behind it. A word that was cut at the line's end becomes whole again, so that a search finds it.
 * @param compounds words whose hyphen is their own.
 */
export function joinedLines(text: string, next: string, compounds: ReadonlySet<string>): string {
  if (text.endsWith('\u00ad')) return text.slice(0, -1) + next
  const [, head = ''] = /(\p{L}+)-$/u.exec(text) ?? []
  if (head === '') return text.endsWith('-') ? text + next : `${text} ${next}`
  // Some repeat the hyphen of a compound at the beginning of the next line.
  if (/^-\p{L}/u.test(next)) return text + next.slice(1)
  const [tail = ''] = /^\p{Ll}+/u.exec(next) ?? []
  const isOwn = tail === '' || OWN_HYPHEN.test(tail) || compounds.has(`${head}-${tail}`.toLowerCase())
  return (isOwn ? text : text.slice(0, -1)) + next
}

/** The height that most letters have. */
function usualHeight(lines: readonly Line[]): number {
  const letters = new Map<number, number>()
  for (const { height, text } of lines) {
    const rounded = Math.round(height * 2) / 2
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length)
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

/** @returns `isCut`: it has more pages than are read. */
export async function blocksOfPdf(bytes: Uint8Array): Promise<{ blocks: Block[]; isCut: boolean }> {
  const { lines, isCut } = await linesOf(bytes)
  const usual = usualHeight(lines)
  const compounds = hyphenated(lines)
  const blocks: Block[] = []
  let before: Line | null = null
  for (const line of lines) {
    const isHeading = line.height > usual * LARGER && line.text.length <= HEADING_CHARS
    const last = blocks.at(-1)
    const gap = before ? Math.abs(before.y - line.y) : 0
    const goesOn = last && last.level > 0 === isHeading && gap <= line.height * APART
    if (goesOn)
      last.text = isHeading ? `${last.text} ${line.text}` : joinedLines(last.text, line.text, compounds)
    else blocks.push({ level: isHeading ? 1 : 0, text: line.text })
    before = line
  }
  return { blocks, isCut }
}
