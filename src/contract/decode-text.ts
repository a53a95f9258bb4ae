/** The text of a file whose alphabet nobody states. Pure. */

/** What Windows-1252 has where Latin-1 has control characters. Some versions of Node read the one as the other. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** What MS-DOS has there: "CSV (MS-DOS)" of a spreadsheet program. */
const DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0'
/** Bytes that are letters of Portuguese and Spanish in one of the two and, behind a letter, next to never in the other. */
const ONLY_DOS = new Set([0x80, 0x82, 0x83, 0x87, 0x88, 0x90, 0x93, 0xa1, 0xa2, 0xa3, 0xa4, 0xb5, 0xc6])
const ONLY_WINDOWS = new Set([
  0xc1, 0xc2, 0xc3, 0xc9, 0xca, 0xcd, 0xd3, 0xda, 0xe1, 0xe3, 0xe7, 0xe9, 0xea, 0xed, 0xf1, 0xf3, 0xf4, 0xf5,
  0xfa,
])
const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && /[A-Za-z]/.test(String.fromCharCode(byte))

/** Whether more letters make words by the alphabet of MS-DOS than by that of Windows. */
function isDos(bytes: Uint8Array): boolean {
  let lead = 0
  bytes.forEach((byte, at) => {
    if (byte < 0x80 || !(isLetter(bytes[at - 1]) || isLetter(bytes[at + 1]))) return
    if (ONLY_DOS.has(byte) && isLetter(bytes[at - 1])) lead += 1
    else if (ONLY_WINDOWS.has(byte)) lead -= 1
  })
  return lead > 0
}

function dosText(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : (DOS[byte - 0x80] ?? '')
  return text
}

/**
 * The text of bytes whose alphabet is named.
 * @param label a name of the Encoding Standard: "utf-8", "iso-8859-1".
 * @returns null for a name that means none.
 */
export function decodeBy(label: string, bytes: Uint8Array): string | null {
  try {
    const decoder = new TextDecoder(label)
    const text = decoder.decode(bytes)
    if (decoder.encoding !== 'windows-1252') return text
    return text.replace(/[\u0080-\u009f]/g, letter => WINDOWS[letter.charCodeAt(0) - 0x80] ?? letter)
  } catch {
    return null
  }
}

const utf16 = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null =>
  bytes[0] === 0xff && bytes[1] === 0xfe
    ? 'utf-16le'
    : bytes[0] === 0xfe && bytes[1] === 0xff
      ? 'utf-16be'
      : null

/**
 * UTF-16 by its mark; UTF-8 where all of the bytes are; otherwise what Windows, or before it MS-DOS, writes in Western languages.
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
    if (isDos(bytes)) return dosText(bytes)
    return decodeBy('windows-1252', bytes)
  }
}
