/** Accepts as a logo a PNG, an ICO or an SVG that can neither run nor load anything. */
import { LOGO_MAX_SIDE, type LogoType } from '@contract'
import { type SaxesAttributeNS, SaxesParser } from 'saxes'
import { imageSize } from '../media/image-size'

/** Allowed elements of a still drawing. Everything else (script, foreignObject, animations, links) is refused. */
const ELEMENTS = new Set(
  `svg g defs symbol use title desc metadata style path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker image switch filter feBlend feColorMatrix
  feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
  feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence`.split(/\s+/),
)
const SVG = 'http://www.w3.org/2000/svg'
/** Metadata of drawing programs, which is not drawn. */
const NOTES = new Set([
  'http://www.inkscape.org/namespaces/inkscape',
  'http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'http://creativecommons.org/ns#',
  'http://web.resource.org/cc/',
  'http://purl.org/dc/elements/1.1/',
])
/** Pictures a drawing may carry inside itself. */
const INLINE_PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=\s]*$/i
/** Deeper nesting is an attack on the reader. */
const MAX_DEPTH = 64

class Unfit extends Error {}

/** References in styles may only point inside the drawing; escapes are refused because they hide the target. */
function checkStyle(css: string): void {
  if (/[\\@]|expression|javascript:/i.test(css)) throw new Unfit('style')
  for (const [, address = ''] of css.matchAll(/url\(\s*['"]?([^'")]*)/gi))
    if (!address.trim().startsWith('#')) throw new Unfit('url')
}

/** Namespaces whose attributes are drawn; others are notes of drawing programs, with paths and file names. */
const DRAWN = new Set(['', SVG, 'http://www.w3.org/1999/xlink', 'http://www.w3.org/XML/1998/namespace'])
/** Attributes for reading aloud or finding, never for styling. */
const WORDS = /^(?:aria-|data-|id$|class$|role$|lang$)/

function checkAttribute({ name, local: given, uri, value }: SaxesAttributeNS): void {
  const local = given.toLowerCase()
  if (local.startsWith('on')) throw new Unfit(name)
  if (local === 'href' || local === 'src') {
    if (!value.trim().startsWith('#') && !INLINE_PICTURE.test(value.trim())) throw new Unfit(name)
    return
  }
  if (name === 'xmlns' || name.startsWith('xmlns:')) return
  if (DRAWN.has(uri) && !(uri === '' && WORDS.test(local))) checkStyle(value)
}

/** Whether a text is an SVG drawing and nothing more. */
function isStillDrawing(bytes: Uint8Array): boolean {
  let depth = 0
  let styles = 0
  const parser = new SaxesParser({ xmlns: true })
  const refuse = (): never => {
    throw new Unfit('markup')
  }
  parser.on('error', refuse)
  // Entity declarations can blow a small file up.
  parser.on('doctype', refuse)
  parser.on('processinginstruction', refuse)
  parser.on('opentag', ({ name, local, uri, attributes }) => {
    const fits =
      depth === 0 ? uri === SVG && local === 'svg' : uri === SVG ? ELEMENTS.has(local) : NOTES.has(uri)
    if (!fits) throw new Unfit(name)
    depth += 1
    if (depth > MAX_DEPTH) throw new Unfit('depth')
    if (local === 'style') styles += 1
    for (const attribute of Object.values(attributes)) checkAttribute(attribute)
  })
  parser.on('closetag', ({ local }) => {
    depth -= 1
    if (local === 'style') styles -= 1
  })
  const words = (text: string): void => {
    if (styles > 0) checkStyle(text)
  }
  parser.on('text', words)
  parser.on('cdata', words)
  try {
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close()
  } catch {
    return false // not UTF-8, not well formed, or more than a drawing
  }
  return true
}

/** Whether every picture an ICO names lies inside the file. */
function isIcon(bytes: Uint8Array): boolean {
  if (bytes.length < 22) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = view.getUint16(4, true)
  if (view.getUint32(0) !== 0x00000100 || count < 1 || count > 64 || bytes.length < 6 + count * 16)
    return false
  for (let at = 6; at < 6 + count * 16; at += 16) {
    const [size, offset] = [view.getUint32(at + 8, true), view.getUint32(at + 12, true)]
    if (size < 1 || offset + size > bytes.length) return false
  }
  return true
}

function isPicture(bytes: Uint8Array): boolean {
  const pixels = bytes[0] === 0x89 ? imageSize(bytes) : null
  return pixels !== null && pixels.width <= LOGO_MAX_SIDE && pixels.height <= LOGO_MAX_SIDE
}

/**
 * The kind of a logo file, by its bytes; its name is ignored.
 * @returns null for anything else, for a PNG with a side above LOGO_MAX_SIDE, and for an SVG that runs, animates, links
 *   or points outside itself.
 */
export function logoTypeOf(bytes: Uint8Array): LogoType | null {
  if (isPicture(bytes)) return 'png'
  if (isIcon(bytes)) return 'ico'
  return isStillDrawing(bytes) ? 'svg' : null
}
