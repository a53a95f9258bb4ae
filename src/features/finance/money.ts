import { LANGUAGE_TAGS, useTexts } from '@/i18n'

/** Writes an amount in BRL with two decimals (specification 2 section 9), in the words of the language. */
export function useMoney(): (value: number) => string {
  const { language } = useTexts()
  const format = new Intl.NumberFormat(LANGUAGE_TAGS[language], { style: 'currency', currency: 'BRL' })
  return value => format.format(value)
}
