/** What a document says, part by part, and the articles it makes. Pure. */
import { ARTICLE_LIMITS } from '../../src/contract/articles'
import type { About } from './front-matter'

/** A heading with its level (1 the highest), or words (level 0). */
export interface Block {
  level: number
  text: string
}

/** An article as it is proposed. */
export interface Section {
  title: string
  text: string
  /** Where the file says so. */
  about?: About
}

/** Characters of a document that stays one article, whatever headings it has. */
const SHORT = 1_500
/** Articles one document makes. */
const MOST_SECTIONS = 100
/** Characters that are read of a document. */
export const MOST_CHARS = 500_000

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** In parts that fit an article, parted at the ends of paragraphs where there are any. */
function fitting(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > ARTICLE_LIMITS.text) {
    const end = rest.lastIndexOf('\n\n', ARTICLE_LIMITS.text)
    const at = end > ARTICLE_LIMITS.text / 2 ? end : ARTICLE_LIMITS.text
    parts.push(rest.slice(0, at).trim())
    rest = rest.slice(at).trim()
  }
  return [...parts, rest]
}

/**
 * Cuts a document into articles: a short one is one, a long one has one for each heading that words stand below.
 * @param name what it is called where it has no heading.
 * @returns `isCut`: it is longer than what is taken.
 */
export function sectionsOf(blocks: readonly Block[], name: string): { sections: Section[]; isCut: boolean } {
  const short = blocks.reduce((sum, { text }) => sum + text.length, 0) <= SHORT
  const found: { title: string; texts: string[] }[] = []
  let open = { title: name, texts: [] as string[] }
  for (const { level, text } of blocks) {
    if (text.trim() === '') continue
    if (level > 0 && (!short || (found.length === 0 && open.texts.length === 0 && open.title === name))) {
      if (open.texts.length > 0) found.push(open)
      open = { title: oneLine(text), texts: [] }
    } else open.texts.push(text.trim())
  }
  if (open.texts.length > 0) found.push(open)
  const sections = found.flatMap(({ title, texts }) =>
    fitting(texts.join('\n\n')).map((text, at, all) => {
      const mark = all.length > 1 ? ` (${at + 1})` : ''
      const shown = title.length < ARTICLE_LIMITS.title.min ? name : title
      return { title: shown.slice(0, ARTICLE_LIMITS.title.max - mark.length) + mark, text }
    }),
  )
  return { sections: sections.slice(0, MOST_SECTIONS), isCut: sections.length > MOST_SECTIONS }
}
