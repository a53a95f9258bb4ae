/** How counts are written and which plural form they take, in the windows, in main and on the server. */
import type { FormatterModule, i18n } from 'i18next'
import { LANGUAGE_TAGS, resolveLanguage } from './languages'

/** Formatters of a language; building one is the dear part. */
const built: Record<string, { count: Intl.NumberFormat; percent: Intl.NumberFormat }> = {}

/**
 * Lets i18next write `{{count}}` and `{{percent}}` (of 100) as the language does: "1.234 contatos", "80 %". For `use`,
 * before `init` with `interpolation.alwaysFormat`.
 */
export const countFormatter: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format(value, _format, language, options) {
    const name: unknown = options?.interpolationkey
    if (typeof value !== 'number' || (name !== 'count' && name !== 'percent')) return value
    const tag = LANGUAGE_TAGS[resolveLanguage(language)]
    built[tag] ??= {
      count: new Intl.NumberFormat(tag),
      percent: new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 }),
    }
    return built[tag][name].format(name === 'percent' ? value / 100 : value)
  },
}

/**
 * Lets nothing be many in Portuguese: by the rules of Intl 0 takes the singular there ("0 fila"), and nobody in Brazil
 * says so. A form of its own for nothing (`_zero`) goes before it, as ever.
 * @param i18n after its `init`.
 */
export function countNothingAsMany({ services: { pluralResolver } }: i18n): void {
  const suffixOf = pluralResolver.getSuffix.bind(pluralResolver)
  pluralResolver.getSuffix = (language: string, count: number, options?: object): string =>
    suffixOf(language, count === 0 && resolveLanguage(language) === 'pt' ? 2 : count, options)
}
