/** The text of a file whose alphabet nobody states. Pure. */

/** What Windows-1252 has where Latin-1 has control characters. Some versions of Node read the one as the other. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

const utf16 = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null =>
  bytes[0] === 0xff && bytes[1] === 0xfe
    ? 'utf-16le'
    : bytes[0] === 0xfe && bytes[1] === 0xff
      ? 'utf-16be'
      : null

/**
 * UTF-16 by its mark; UTF-8 where all of the bytes are; otherwise what Windows writes in Western languages.
 * @param isPart the bytes are the beginning of a longer text: the last letter may be cut in two.
 * @returns the text without its mark; null for bytes that are no text: one has no zero bytes.
 */
export function decodeText(bytes: Uint8Array, isPart = false): string | null {
  const wide = utf16(bytes)
  if (wide === 'utf-16le') return new TextDecoder('utf-16le').decode(bytes, { stream: isPart })
  if (wide === 'utf-16be') {
    const swapped = new Uint8Array(bytes.length - (bytes.length % 2))
    for (let at = 0; at < swapped.length; at += 2) {
      swapped[at] = bytes[at + 1] ?? 0
      swapped[at + 1] = bytes[at] ?? 0
    }
    return new TextDecoder('utf-16le').decode(swapped, { stream: isPart })
  }
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isPart })
  } catch {
    const text = new TextDecoder('latin1').decode(bytes)
    return text.replace(/[\u0080-\u009f]/g, letter => WINDOWS[letter.charCodeAt(0) - 0x80] ?? letter)
  }
}
