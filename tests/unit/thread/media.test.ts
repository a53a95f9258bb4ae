import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { captionOf, message, readLocation } from '../../../src/contract'
import {
  fileExtension,
  fileName,
  MEDIA_BOX,
  mediaBox,
  mediaKind,
  safeMediaUrl,
} from '../../../src/features/thread/media'
import { msg } from '../stores-messages/samples'

const samples = JSON.parse(readFileSync('tests/samples/messages-incoming-types.json', 'utf8')) as Record<
  string,
  Record<string, unknown>
>
const sample = (name: string) => message.parse({ ...samples[name], contact: null })

describe('mediaKind', () => {
  it.each([
    ['text', 'text'],
    ['quoted', 'text'],
    ['image', 'image'],
    ['sticker', 'image'],
    ['audio', 'audio'],
    ['video', 'video'],
    ['document', 'file'],
    ['location', 'location'],
    ['contact', 'contacts'],
    ['reaction', 'reaction'],
  ])('recorded %s is %s', (name, kind) => {
    expect(mediaKind(sample(name))).toBe(kind)
  })
  it('has an answer for every type', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string()), fc.string(), (mediaType, mediaUrl, body) => {
        const kind = mediaKind(msg('a', 0, { mediaType, mediaUrl, body }))
        if (mediaUrl) expect(kind).not.toBe('text')
        else if (body.trim() !== '') expect(kind).not.toBe('file')
      }),
    )
    expect(mediaKind(msg('a', 0, { mediaType: 'pollMessage', body: '' }))).toBe('unknown')
    expect(mediaKind(msg('a', 0, { mediaType: 'call_log', body: '' }))).toBe('call')
  })
})

describe('safeMediaUrl', () => {
  it('only ever answers addresses of our own origin', () => {
    expect(safeMediaUrl('/media/1/a.png')).toBe('/media/1/a.png')
    expect(safeMediaUrl('http://127.0.0.1:8080/public/179_a.jpeg')).toBe('/public/179_a.jpeg')
    for (const bad of [
      null,
      '',
      'https://evil.example/x.png',
      'javascript:alert(1)',
      'data:text/html,x',
      '/media/../../etc',
      'file:///etc/passwd',
    ]) {
      expect(safeMediaUrl(bad)).toBeNull()
    }
    // Another host's path is asked of our own origin, never of that host.
    expect(safeMediaUrl('//evil.example/media/x')).toBe('/media/x')
  })
})

describe('names and captions', () => {
  it('shows a caption only when a person wrote one', () => {
    expect(captionOf(sample('image'))).toBe('legenda da foto')
    expect(captionOf(sample('imageNoCaption'))).toBe('')
    expect(captionOf(sample('sticker'))).toBe('')
    expect(captionOf(sample('document'))).toBe('')
    expect(fileName(sample('document'))).toBe('Contrato final.pdf')
  })
  it('does not let direction marks disguise an extension', () => {
    const name = fileName(msg('a', 0, { mediaName: '\u202Egpj.exe', mediaUrl: '/media/1/x' }))
    expect(name).toBe('gpj.exe')
    expect(fileExtension(name)).toBe('EXE')
  })
})

describe('readLocation', () => {
  it('splits the recorded body', () => {
    const place = readLocation(sample('location').body)
    expect(place.url).toBe('https://maps.google.com/maps?q=-23.5%2C-46.6&z=17&hl=pt-BR')
    expect(place.coordinates).toBe('-23.5, -46.6')
    expect(place.image).toMatch(/^data:image\/png;base64,/)
  })
  it('never takes a picture from the network and never throws', () => {
    expect(readLocation('https://evil.example/map.png|https://maps.example|Rua A').image).toBeNull()
    expect(readLocation('https://evil.example/map.png|https://maps.example|Rua A').title).toBe('Rua A')
    fc.assert(fc.property(fc.string(), body => void readLocation(body)))
  })
})

it('reserves a box of the right shape that fits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20_000 }), (w, h) => {
      const box = mediaBox(w, h)
      expect(box.width).toBeLessThanOrEqual(MEDIA_BOX.width)
      expect(box.height).toBeLessThanOrEqual(MEDIA_BOX.height)
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(MEDIA_BOX.minHeight)
    }),
  )
  expect(mediaBox(null, 300)).toEqual({ width: 240, height: 240 })
})
