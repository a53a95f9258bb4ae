/** Text as it may be stored and shown: what is taken out of it, and why. */

/** A half of a surrogate pair without its other half: no character, and no UTF-8 holds it. */
const LONE_SURROGATES = /\p{Surrogate}/gu

/**
 * Marks that embed, override or isolate a writing direction (U+202A to U+202E, U+2066 to U+2069). In a name they turn
 * around whatever is beside it, and make `annexe\u202Ecod.exe` look like a document.
 */
const BIDI_MARKS = /[\u202a-\u202e\u2066-\u2069]/gu

/** Without U+0000, at which SQLite would cut the text off, and with U+FFFD for halves of characters. */
export function wellFormed(text: string): string {
  return text.replaceAll('\u0000', '').replace(LONE_SURROGATES, '\ufffd')
}

/** Without bidi marks: for names shown among other words. */
export function withoutBidiMarks(text: string): string {
  return text.replace(BIDI_MARKS, '')
}

/** A name as it is stored: one line, no control characters, nothing that turns text around. */
export function singleLine(text: string): string {
  return withoutBidiMarks(wellFormed(text).replace(/\p{Cc}+/gu, ' '))
}
