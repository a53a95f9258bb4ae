/** What may stand in for Turno's mark: judged by bytes, never by name; an SVG is a still drawing or nothing. */
import { LOGO_MAX_SIDE } from '@contract'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { logoTypeOf } from '../../../electron/server/platform/logos/inspect'

const text = (words: string): Uint8Array => new TextEncoder().encode(words)
const svg = (inside: string, more = ''): Uint8Array =>
  text(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${more}>${inside}</svg>`,
  )
const png = (width: number, height: number): Uint8Array => {
  const bytes = new Uint8Array(PNG.sync.write(new PNG({ width: 1, height: 1 })))
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}
/** One picture of a byte, where the header says. */
function ico(offset = 22, size = 1): Uint8Array {
  const bytes = new Uint8Array(23)
  const view = new DataView(bytes.buffer)
  view.setUint16(2, 1, true)
  view.setUint16(4, 1, true)
  view.setUint32(14, size, true)
  view.setUint32(18, offset, true)
  return bytes
}

describe('a logo', () => {
  it('is a PNG up to a side, an icon whose pictures lie inside it, or a drawing', () => {
    expect(logoTypeOf(png(512, 512))).toBe('png')
    expect(logoTypeOf(png(LOGO_MAX_SIDE + 1, 1))).toBeNull()
    expect(logoTypeOf(ico())).toBe('ico')
    expect(logoTypeOf(ico(22, 9_000))).toBeNull()
    expect(logoTypeOf(svg('<path d="M0 0h24v24z" fill="#0f766e"/>', 'viewBox="0 0 24 24"'))).toBe('svg')
    expect(logoTypeOf(text('%PDF-1.4'))).toBeNull()
    expect(logoTypeOf(text('<!doctype html><script>alert(1)</script>'))).toBeNull()
    expect(logoTypeOf(new Uint8Array())).toBeNull()
  })

  it('keeps what drawing programs write', () => {
    const drawn = `<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>
      <style>.a { fill: url(#g) }</style><defs><linearGradient id="g"><stop offset="0"/></linearGradient></defs>
      <use xlink:href="#g"/><image href="data:image/png;base64,iVBORw0KGgo="/>`
    expect(
      logoTypeOf(text(`<?xml version="1.0"?>\n<!-- made -->${new TextDecoder().decode(svg(drawn))}`)),
    ).toBe('svg')
  })

  it.each([
    ['a path of Windows', 'inkscape:export-filename="C:\\Users\\ana\\logo.png"'],
    ['a name with an at sign', 'sodipodi:docname="logo@2x.svg"'],
    ['a label', 'aria-label="Loja @centro"'],
    ['an id', 'id="logo@2x"'],
  ])('keeps %s in the notes of drawing programs, and nowhere it is drawn', (_what, note) => {
    const spaces =
      'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
    expect(logoTypeOf(svg('<path d="M0 0"/>', `${spaces} ${note}`))).toBe('svg')
    const [, value] = note.split('=')
    for (const drawn of ['style', 'fill', 'xml:base'])
      expect(logoTypeOf(svg(`<path d="M0 0" ${drawn}=${value}/>`)), drawn).toBe(
        /[\\@]/.test(note) ? null : 'svg',
      )
  })

  const hostile: Record<string, Uint8Array> = {
    script: svg('<script>alert(1)</script>'),
    'script in a namespace of its own': svg(
      '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>',
    ),
    'script dressed as a drawing program': svg(
      '<rdf:script xmlns:rdf="http://www.w3.org/2000/svg">alert(1)</rdf:script>',
    ),
    'a handler': svg('<path d="M0 0"/>', 'onload="alert(1)"'),
    foreignObject: svg('<foreignObject><b xmlns="http://www.w3.org/1999/xhtml">x</b></foreignObject>'),
    'a link that runs': svg('<a xlink:href="javascript:alert(1)"><path d="M0 0"/></a>'),
    'a picture from elsewhere': svg('<image href="https://example.com/x.png"/>'),
    'a drawing inside a picture': svg('<image href="data:image/svg+xml;base64,PHN2Zz4="/>'),
    'an animation that sets a link': svg('<set attributeName="href" to="javascript:alert(1)"/>'),
    'a style from elsewhere': svg('<style>@import "https://example.com/x.css";</style>'),
    'an escaped style': svg('<style>.a{background:u\\72l(https://example.com)}</style>'),
    'a fill from elsewhere': svg('<path d="M0 0" fill="url(https://example.com/x.svg#a)"/>'),
    'entities of its own': text(
      '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
    ),
    'a style sheet beside it': text(
      '<?xml-stylesheet href="x.xsl"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    ),
    'a page that names itself svg': text('<html xmlns="http://www.w3.org/1999/xhtml"><svg/></html>'),
    'something not well formed': text('<svg><path></svg>'),
    'something too deep': svg('<g>'.repeat(90) + '</g>'.repeat(90)),
  }
  for (const [name, bytes] of Object.entries(hostile))
    it(`is never ${name}`, () => expect(logoTypeOf(bytes)).toBeNull())
})
