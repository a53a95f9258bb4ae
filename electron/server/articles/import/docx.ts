/** The words of a Word document: a ZIP with one XML file that holds them. */
import { StringDecoder } from 'node:string_decoder'
import { SaxesParser } from 'saxes'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import type { Block } from './blocks'
import { TooMuch } from './too-much'

const WORDS = 'word/document.xml'
/** Bytes of the XML, unpacked: a book of a thousand pages. What says less than it holds is refused while it is unpacked. */
const MOST_BYTES = 32 * 1024 * 1024
/** Files in the ZIP that are looked at. */
const MOST_ENTRIES = 5_000

const opened = (bytes: Uint8Array): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (error, zip) =>
      zip ? resolve(zip) : reject(error ?? new Error('no zip')),
    )
  })

const entryOf = (zip: ZipFile, name: string): Promise<Entry> =>
  new Promise((resolve, reject) => {
    let seen = 0
    zip.on('entry', (entry: Entry) => {
      seen += 1
      if (entry.fileName === name) resolve(entry)
      else if (seen > MOST_ENTRIES) reject(new TooMuch())
      else zip.readEntry()
    })
    zip.once('end', () => reject(new Error(`no ${name}`)))
    zip.once('error', reject)
    zip.readEntry()
  })

/** "Heading1", in Portuguese and Spanish "Ttulo1"; "Title" is the first. */
const levelOf = (style: string): number => {
  const [, level] = /^(?:heading|t[ií]?tulo|title)\s*(\d)?/i.exec(style) ?? []
  return /^(?:heading|t[ií]?tulo|title)/i.test(style) ? Number(level ?? 1) : 0
}

/** @throws TooMuch, or what is wrong with the file. */
export async function blocksOfDocx(bytes: Uint8Array): Promise<Block[]> {
  const zip = await opened(bytes)
  const entry = await entryOf(zip, WORDS)
  if (entry.uncompressedSize > MOST_BYTES) throw new TooMuch()
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
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, found) =>
      found ? resolve(found) : reject(error ?? new Error('no words')),
    )
  })
  const letters = new StringDecoder('utf8')
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_BYTES) throw new TooMuch()
    parser.write(letters.write(chunk))
  }
  parser.close()
  return blocks
}
