/** Documents as people have them: what they say, within bounds. Whoever calls it has a thread for it (read.ts). */
import { basename, extname } from 'node:path'
import { ARTICLE_LIMITS } from '../../src/contract/articles'
import { decodeText } from '../../src/contract/decode-text'
import { type Block, MOST_CHARS, type Section, sectionsOf } from './blocks'
import { blocksOfDocx } from './docx'
import { readMarkdown } from './front-matter'
import { blocksOfHtml } from './html'
import { blocksOfPdf } from './pdf'
import { TooMuch } from './too-much'
import { filesOf } from './zip'

export interface Document {
  /** With its ending, which says what it is. */
  name: string
  bytes: Uint8Array
}

export type ReadDocument = { sections: Section[]; isCut: boolean } | { fault: 'unreadable' | 'tooLarge' }

export type ReadText = { text: string; isCut: boolean } | { fault: 'unreadable' | 'tooLarge' }

/** Old editors of Windows write no UTF-8. What has zero bytes was read as UTF-8 all the same. */
const textOf = (bytes: Uint8Array): string => decodeText(bytes) ?? new TextDecoder().decode(bytes)

/** Paragraphs of a plain text; of Markdown its headings as well. */
function blocksOfText(text: string, isMarkdown: boolean): Block[] {
  const paragraphs = text.replaceAll('\r\n', '\n').split(/\n\s*\n|(?=^#{1,6} )/m)
  return paragraphs.flatMap(paragraph => {
    const [, marks = '', heading = ''] = (isMarkdown && /^(#{1,6}) +(.+)/.exec(paragraph)) || []
    if (marks === '') return [{ level: 0, text: paragraph }]
    const below = paragraph.slice(paragraph.indexOf(heading) + heading.length)
    return [
      { level: marks.length, text: heading.replace(/ #+$/, '') },
      { level: 0, text: below },
    ]
  })
}

async function blocksOf({ name, bytes }: Document): Promise<{ blocks: Block[]; isCut: boolean }> {
  const kind = extname(name).toLowerCase()
  if (kind === '.pdf') return await blocksOfPdf(bytes)
  if (kind === '.docx') return { blocks: await blocksOfDocx(bytes), isCut: false }
  const text = textOf(bytes)
  const isPage = kind === '.html' || kind === '.htm'
  const isMarkdown = kind === '.md' || kind === '.markdown'
  return { blocks: isPage ? blocksOfHtml(text) : blocksOfText(text, isMarkdown), isCut: false }
}

/** @returns all that a PDF says, or why nothing is read; "" for pictures of pages. Never throws. */
export async function readWhole(bytes: Uint8Array): Promise<ReadText> {
  try {
    const { blocks, isCut } = await blocksOfPdf(bytes)
    return { text: blocks.map(({ text }) => text).join('\n\n'), isCut }
  } catch (error) {
    return { fault: error instanceof TooMuch ? 'tooLarge' : 'unreadable' }
  }
}

/** Bytes of all files of a ZIP of articles, unpacked, and the articles that are read of it. */
const ZIP_LIMITS = { bytes: 16 * 1024 * 1024, articles: 1_000 }

/** One article for a file that says what it is for, as they are exported; null for any other one. */
function articleOf(text: string): Section | null {
  const read = readMarkdown(text)
  if (!read) return null
  const { about } = read
  return {
    title: about.title.slice(0, ARTICLE_LIMITS.title.max),
    text: read.text.slice(0, ARTICLE_LIMITS.text),
    about,
  }
}

/** The articles of a ZIP of Markdown files. */
async function articlesOfZip(bytes: Uint8Array): Promise<ReadDocument> {
  const sections: Section[] = []
  let isCut = false
  const isArticle = (name: string): boolean => /\.(?:md|markdown)$/i.test(name)
  for await (const { name, chunks } of filesOf(bytes, isArticle, ZIP_LIMITS.bytes)) {
    if (sections.length >= ZIP_LIMITS.articles) {
      isCut = true
      break
    }
    const parts: Buffer[] = []
    for await (const chunk of chunks) parts.push(chunk)
    const file = { name: basename(name), bytes: Buffer.concat(parts) }
    const article = articleOf(textOf(file.bytes))
    const read: ReadDocument = article ? { sections: [article], isCut: false } : await readDocument(file)
    if ('sections' in read) sections.push(...read.sections.filter(({ text }) => text !== ''))
  }
  return sections.length === 0 ? { fault: 'unreadable' } : { sections, isCut }
}

/** @returns the articles a document makes, or why it makes none. Never throws. */
export async function readDocument(document: Document): Promise<ReadDocument> {
  try {
    const kind = extname(document.name).toLowerCase()
    if (kind === '.zip') return await articlesOfZip(document.bytes)
    const article = kind === '.md' ? articleOf(textOf(document.bytes)) : null
    if (article && article.text !== '') return { sections: [article], isCut: false }
    const blocks: Block[] = []
    let chars = 0
    const all = await blocksOf(document)
    for (const block of all.blocks) {
      chars += block.text.length
      if (chars > MOST_CHARS) break
      blocks.push(block)
    }
    const name = document.name.replace(/\.\w+$/, '').trim() || document.name
    const { sections, isCut } = sectionsOf(blocks, name)
    if (sections.length === 0) return { fault: 'unreadable' }
    return { sections, isCut: isCut || all.isCut || chars > MOST_CHARS }
  } catch (error) {
    return { fault: error instanceof TooMuch ? 'tooLarge' : 'unreadable' }
  }
}
