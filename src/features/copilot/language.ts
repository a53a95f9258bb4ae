/** Which language a customer writes, found on this computer: nothing leaves for it. */
import { wordsIn } from '@contract'

/** What can be chosen where it is not found, or found wrongly; the detector knows these and some more. */
export const LANGUAGE_CHOICES =
  'ar ca cs da de el en es eu fa fi fr gl he hi hr hu it ja ko nl no pl pt ro ru sk sv th tr uk vi zh'.split(
    ' ',
  )

/** Letters of one text that is judged, and of all that have to agree. */
const LEAST = { one: 12, all: 40 } as const
/** Share of the letters that the language found has to have. */
const AGREED = 0.7

/** What of a text tells its language: no figures, codes and addresses. */
const wordsOf = (text: string): string =>
  wordsIn(text)
    .filter(word => !/\d/.test(word))
    .join(' ')

const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0

/**
 * @param texts of one customer.
 * @param detect the language of one text; null for one that cannot be told.
 * @returns the code (ISO 639) most of them agree on; null where too little is said.
 */
export function agreedLanguage(
  texts: readonly string[],
  detect: (text: string) => string | null,
): string | null {
  const votes = new Map<string, number>()
  let all = 0
  for (const text of texts.map(wordsOf)) {
    const letters = lettersIn(text)
    const language = letters < LEAST.one ? null : detect(text)
    if (language === null) continue
    all += letters
    votes.set(language, (votes.get(language) ?? 0) + letters)
  }
  const [first] = [...votes].sort(([, a], [, b]) => b - a)
  return first && all >= LEAST.all && first[1] >= all * AGREED ? first[0] : null
}

/** As `agreedLanguage`; the detector is loaded with the first question. */
export async function languageOf(texts: readonly string[]): Promise<string | null> {
  // Its size is for whoever needs it: most conversations are in the team's own language.
  const { eld } = await import('eld/extrasmall')
  return agreedLanguage(texts, text => {
    const found = eld.detect(text)
    return found.isReliable() ? found.language : null
  })
}

/** @param code of a language (ISO 639). @param reader the language it is named in. */
export const languageName = (code: string, reader: string): string =>
  new Intl.DisplayNames([reader], { type: 'language' }).of(code) ?? code
