/** Which files the Cloud API takes, and as what. */
import { META_FILES, metaKindOf, metaMayTake } from '@contract'
import { describe, expect, it } from 'vitest'

const MB = 1024 * 1024
const kind = (mime: string, size = MB, mediaType: string | null = null, hasWords = false) =>
  metaKindOf({ mime, size }, mediaType, hasWords)

describe('a file for the Cloud API', () => {
  it('goes as its kind, and as a document where it does not fit it', () => {
    expect([kind('image/jpeg'), kind('video/mp4'), kind('audio/ogg; codecs=opus')]).toEqual([
      'image',
      'video',
      'audio',
    ])
    expect(kind('image/png', 6 * MB)).toBe('document')
    expect(kind('audio/mpeg', MB, 'audio', true)).toBe('document')
    expect([kind('image/webp', 1_000, 'sticker'), kind('image/webp', 1_000, 'image')]).toEqual([
      'sticker',
      'document',
    ])
    expect(kind('application/pdf')).toBe('document')
  })

  it('of another kind, or heavier than any may be, is not taken', () => {
    const refused = [
      'application/xml',
      'application/zip',
      'text/csv',
      'text/vcard',
      'image/svg+xml',
      'image/gif',
      'image/heic',
      'application/vnd.oasis.opendocument.text',
      'application/octet-stream',
    ]
    expect(refused.map(mime => kind(mime))).toEqual(refused.map(() => null))
    expect(kind('application/pdf', META_FILES.document.most + 1)).toBeNull()
  })

  it('is known by its name or by what is stated of it before it is read', () => {
    expect(metaMayTake({ name: 'Tabela.XLSX', mime: '' })).toBe(true)
    expect(metaMayTake({ name: 'foto', mime: 'image/jpeg' })).toBe(true)
    for (const name of ['nota.xml', 'fotos.zip', 'lista.csv', 'logo.svg', 'sem nome'])
      expect(metaMayTake({ name, mime: 'application/octet-stream' }), name).toBe(false)
  })
})
