/** The words of a Word document: a ZIP with one XML file that holds them. */
import { StringDecoder } from 'node:string_decoder'
import { SaxesParser } from 'saxes'
import type { Block } from './blocks'
import { filesOf } from './zip'

const WORDS = 'word/document.xml'
/** Bytes of the XML, unpacked: a book of a thousand pages. */
const MOST_BYTES = 32 * 1024 * 1024
/** "Heading1", in Portuguese and Spanish "Ttulo1"; "Title" is the first. */
const levelOf = (style: string): number => {
  const [, level] = /^(?:heading|t[ií]?tulo|title)\s*(\d)?/i.exec(style) ?? []
  return /^(?:heading|t[ií]?tulo|title)/i.test(style) ? Number(level ?? 1) : 0
}

/** @throws TooMuch, or what is wrong with the file. */
export async function blocksOfDocx(bytes: Uint8Array): Promise<Block[]> {
  const blocks: Block[] = []
  let level = 0
  let text = ''
  let inWords = false
  let isItem = false
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    const value = String(attributes['w:val'] ?? '')
    if (name === 'w:pStyle') level = levelOf(value)
    else if (name === 'w:outlineLvl' && level === 0 && /^[0-5]$/.test(value)) level = Number(value) + 1
    else if (name === 'w:numPr') isItem = true
    else if (name === 'w:t') inWords = true
    else if (name === 'w:tab') text += '\t'
    else if (name === 'w:br') text += '\n'
  })
  parser.on('text', words => {
    if (inWords) text += words
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'w:t') inWords = false
    if (name !== 'w:p') return
    if (text.trim() !== '') blocks.push({ level, text: isItem && level === 0 ? `- ${text}` : text })
    level = 0
    text = ''
    isItem = false
  })
  const letters = new StringDecoder('utf8')
  for await (const { chunks } of filesOf(bytes, name => name === WORDS, MOST_BYTES)) {
    for await (const chunk of chunks) parser.write(letters.write(chunk))
    parser.close()
    return blocks
  }
  throw new Error(`no ${WORDS}`)
}
