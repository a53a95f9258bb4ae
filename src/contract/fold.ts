/** Text for comparing what people type with what is stored: one rule for windows, main and server. Pure. */

const MARKS = /\p{M}+/gu

/** Letters without their accents, case kept: "Ação" becomes "Acao". */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(MARKS, '')

/** Lower case without accents: "Ação" and "acao" become the same. The length of a text may change. */
export function fold(text: string): string {
  return withoutAccents(text).toLowerCase()
}
