/** Contrast arithmetic of WCAG 2.2 (1.4.3, 1.4.11). */

/** An opaque colour as three channels, 0 to 255. */
type Rgb = readonly [number, number, number]

/**
 * Reads `#rgb` or `#rrggbb`.
 * @returns null for anything else.
 */
export function parseHex(text: string): Rgb | null {
  const match = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim())
  if (!match?.[1]) return null
  const full = match[1].length === 3 ? [...match[1]].map(d => d + d).join('') : match[1]
  const channel = (at: number): number => Number.parseInt(full.slice(at, at + 2), 16)
  return [channel(0), channel(2), channel(4)]
}

/** Relative luminance, 0 (black) to 1 (white). */
function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number): number => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/**
 * Contrast ratio of two hex colours, 1 to 21.
 * @throws RangeError when one of them is not a hex colour.
 */
export function contrast(a: string, b: string): number {
  const first = parseHex(a)
  const second = parseHex(b)
  if (!first || !second) throw new RangeError(`not a hex colour: ${first ? b : a}`)
  const [high, low] = [luminance(first), luminance(second)].sort((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/**
 * A colour that people or other systems chose, made safe for a style: hex, rgb(), hsl() or a plain name.
 * @returns the colour, or null for anything else (a queue colour that is not a colour, an injected declaration).
 */
export function safeColour(value: string | null | undefined): string | null {
  const text = (value ?? '').trim()
  if (/^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(text)) return text
  if (/^(rgb|hsl)a?\(\s*[\d.]+(deg|%)?(\s*[,\s]\s*[\d.]+%?){2}(\s*[,/]\s*[\d.]+%?)?\s*\)$/i.test(text))
    return text
  if (/^[a-z]{3,20}$/i.test(text) && typeof CSS !== 'undefined' && CSS.supports?.('color', text)) return text
  return null
}

/** Hue in degrees that a name always gets, spread over the circle. */
export function hueOf(name: string): number {
  let hash = 2166136261
  for (const character of name.trim().toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
  }
  return (hash >>> 0) % 360
}
