/** What files are, by their first bytes. */
import { describe, expect, it } from 'vitest'
import { inspectFile } from '../../../electron/file-kinds'
import { nameOfFile } from '../../../electron/server/desk/channel/file-names'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
/** A box of ISO media: its length, its name, what is in it. */
const box = (name: string, content: string) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(8 + content.length)
  return `${length.toString('latin1')}${name}${content}`
}
const ftyp = (main: string, ...others: string[]) => box('ftyp', `${main}\0\0\0\0${others.join('')}`)
const track = (kind: 'soun' | 'vide') => box('hdlr', `\0\0\0\0\0\0\0\0${kind}\0\0\0\0`)

describe('a file of ISO media is what its brands say', () => {
  it.each([
    ['a photograph of an iPhone', ftyp('heic', 'mif1', 'heic'), '.heic', 'image/heic', 'application'],
    ['one that names the general brand first', ftyp('mif1', 'heix'), '.heic', 'image/heic', 'application'],
    ['a series of them', ftyp('msf1', 'hevc'), '.heic', 'image/heic', 'application'],
    ['AVIF', ftyp('avif', 'mif1', 'miaf'), '.avif', 'image/avif', 'image'],
    ['AVIF whose first brand is the general one', ftyp('mif1', 'avif'), '.avif', 'image/avif', 'image'],
    ['AVIF that moves', ftyp('avis', 'iso8'), '.avif', 'image/avif', 'image'],
    ['a raw photograph', ftyp('crx ', 'isom'), '.cr3', 'image/x-canon-cr3', 'application'],
    ['a film', ftyp('isom', 'mp42'), '.mp4', 'video/mp4', 'video'],
    ['a film with sound', ftyp('mp42') + track('vide') + track('soun'), '.mp4', 'video/mp4', 'video'],
    ['sound in a general container', ftyp('isom') + track('soun'), '.m4a', 'audio/mp4', 'audio'],
    ['sound of Apple', ftyp('M4A '), '.m4a', 'audio/mp4', 'audio'],
    ['a film of QuickTime', ftyp('qt  '), '.mov', 'video/quicktime', 'video'],
    ['3GP', ftyp('3gp4', 'isom'), '.3gp', 'video/3gpp', 'video'],
    ['3GP with sound alone', ftyp('3gp4') + track('soun'), '.3ga', 'audio/3gpp', 'application'],
    ['a brand nobody knows', ftyp('zzzz'), '.bin', 'application/octet-stream', 'application'],
  ])('%s', (_what, head, extension, mime, mediaType) => {
    expect(inspectFile(bytes(head), 'arquivo.mp4')).toEqual({ extension, mime, mediaType })
  })

  it('3GP that its sender calls sound is sound', () => {
    expect(inspectFile(bytes(ftyp('3gp4')), 'voz.3gp', 'audio/3gpp').mime).toBe('audio/3gpp')
  })
})

it.each([
  ['\u001aE\u00df\u00a3\u0001B\u0082\u0084webm', '.webm', 'video'],
  ['\u001aE\u00df\u00a3\u0001B\u0082\u0088matroska', '.mkv', 'application'],
  [`OggS${'\0'.repeat(24)}\u0001vorbis`, '.ogg', 'audio'],
  [`OggS${'\0'.repeat(24)}\u0080theora`, '.ogv', 'application'],
])('a container is by what is in it: %j', (head, extension, mediaType) =>
  expect(inspectFile(bytes(head), 'filme.webm')).toMatchObject({ extension, mediaType }),
)

it('a PDF may have other bytes before it, up to a thousand', () => {
  const kind = (before: string, name = 'boleto.pdf') =>
    inspectFile(bytes(`${before}%PDF-1.7 x`), name).extension
  expect([kind(''), kind('\r\n'), kind('\u00ef\u00bb\u00bf'), kind('x'.repeat(1_024))]).toEqual(
    new Array(4).fill('.pdf'),
  )
  expect(kind('\n', '')).toBe('.pdf')
  expect(kind('x'.repeat(1_025))).toBe('.bin')
  // A text that speaks of the mark stays a text; its type is said without how its letters are coded.
  expect(inspectFile(bytes('x%PDF-1.7'), 'notas.txt')).toMatchObject({
    extension: '.txt',
    mime: 'text/plain',
  })
})

it('a file of Office without a name gets its extension, from its type or its bytes', () => {
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  expect(nameOfFile('document', docx)).toBe('document.docx')
  expect(nameOfFile('document', 'application/vnd.ms-excel')).toBe('document.xls')
  expect(nameOfFile('audio', 'audio/ogg; codecs=opus')).toBe('audio.ogg')
  expect(nameOfFile('image', 'image/jpeg')).toBe('image.jpg')
  expect(nameOfFile('document', 'application/x-none')).toBe('document.bin')
  const zip = (entry: string) =>
    bytes(`PK\u0003\u0004${'\0'.repeat(26)}[Content_Types].xml…PK\u0003\u0004${'\0'.repeat(26)}${entry}`)
  expect(inspectFile(zip('xl/workbook.xml'), 'document.bin').extension).toBe('.xlsx')
  expect(inspectFile(zip('word/document.xml'), '').mime).toBe(docx)
  expect(inspectFile(zip('fotos/1.jpg'), '').extension).toBe('.zip')
  expect(inspectFile(zip('word/document.xml'), 'fotos.zip').extension).toBe('.zip')
})
