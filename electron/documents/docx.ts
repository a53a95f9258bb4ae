/** The words of a Word document: a ZIP with one XML file that holds them. */
import { StringDecoder } from 'node:string_decoder'
import { SaxesParser } from 'saxes'
import type { Block } from './blocks'
import { filesOf } from './zip'

const WORDS = 'word/document.xml'
/** Bytes of the XML, unpacked: a book of a thousand pages. */
const MOST_BYTES = 32 * 1024 * 1024
/** Elements that stand for a sign. */
const SIGNS: Readonly<Record<string, string>> = {
  'w:tab': '\t',
  'w:br': '\n',
  'w:cr': '\n',
  'w:noBreakHyphen': '-',
}
/** "Heading1", in Portuguese and Spanish "Ttulo1"; "Title" is the first. */
const levelOf = (style: string): number => {
  const [, level] = /^(?:heading|t[ií]?tulo|title)\s*(\d)?/i.exec(style) ?? []
  return /^(?:heading|t[ií]?tulo|title)/i.test(style) ? Number(level ?? 1) : 0
}

/** @throws TooMuch, or what is wrong with the file. */
export async function blocksOfDocx(bytes: Uint8Array): Promise<Block[]> {
  const blocks: Block[] = []
  /** The paragraphs that are open: one in a text box stands inside another. */
  const open: { level: number; text: string; isItem: boolean }[] = []
  let inWords = false
  /** Open elements that say again, for older programs, what stands before them. */
  let repeated = 0
  let inTabStops = false
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    const value = String(attributes['w:val'] ?? '')
    if (name === 'mc:Fallback') repeated += 1
    if (repeated > 0) return
    if (name === 'w:p') open.push({ level: 0, text: '', isItem: false })
    if (name === 'w:tabs') inTabStops = true
    if (name === 'w:t') inWords = true
    const paragraph = open.at(-1)
    if (!paragraph) return
    if (name === 'w:pStyle') paragraph.level = levelOf(value)
    else if (name === 'w:outlineLvl' && paragraph.level === 0 && /^[0-5]$/.test(value))
      paragraph.level = Number(value) + 1
    else if (name === 'w:numPr') paragraph.isItem = true
    else if (!inTabStops) paragraph.text += SIGNS[name] ?? ''
  })
  parser.on('text', words => {
    const paragraph = open.at(-1)
    if (inWords && paragraph) paragraph.text += words
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'mc:Fallback') repeated -= 1
    if (repeated > 0) return
    if (name === 'w:tabs') inTabStops = false
    if (name === 'w:t') inWords = false
    const paragraph = name === 'w:p' ? open.pop() : undefined
    if (!paragraph) return
    const { level, text, isItem } = paragraph
    if (text.trim() !== '') blocks.push({ level, text: isItem && level === 0 ? `- ${text}` : text })
  })
  const letters = new StringDecoder('utf8')
  for await (const { chunks } of filesOf(bytes, name => name === WORDS, MOST_BYTES)) {
    for await (const chunk of chunks) parser.write(letters.write(chunk))
    parser.close()
    return blocks
  }
  throw new Error(`no ${WORDS}`)
}
