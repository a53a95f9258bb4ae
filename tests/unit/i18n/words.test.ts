/** What of docs/words.md a machine can hold: words not used, plurals, figures, marks. */
import { beforeAll, expect, it } from 'vitest'
import { i18n, LANGUAGES, type Language, loadLanguage } from '../../../src/i18n'
import { flat, TEXTS } from '../../support/locales'

/** Words for which docs/words.md has another one. */
const NOT_USED: Record<Language, RegExp[]> = {
  pt: [
    /\blistagem\b/i,
    /open\.ai/i,
    /\bset(or|ores)\b/i,
    /\bagentes?\b/i,
    /\bfinaliza(r|do|dos|da|das)?\b/i,
    /\bchamados?\b/i,
    /\bfechar todos\b/i,
    /\b(tirar|tirou|retirar|retirou)\b/i,
    /\bajustes\b/i,
    /\bstatus\b/i,
    /\bemails?\b/i,
    /\bon-line\b/i,
    /\bnota interna\b|\bdeixar nota\b/i,
  ],
  en: [
    /open\.ai/i,
    /\bemails?\b/i,
    /\bby mail\b/i,
    /\barrows go\b/i,
    /\bclose all\b/i,
    /\battending\b/i,
    /\bany more\b/i,
    /\bstands here\b/i,
    /\bquick messages?\b/i,
  ],
  es: [
    /\blistado\b/i,
    /open\.ai/i,
    /\bsector(es)?\b/i,
    /\b(evaluaci|valoraci)[oó]n(es)?\b/i,
    /\b(ordenador|computador|computadora)\b/i,
    /\bañad/i,
    /\btags?\b/i,
    /\bcompañer[oa]s?\b/i,
    /\bajustes?\b/i,
    /\bsituación\b/i,
    /\bemparej/i,
    /\bvídeos?\b/i,
    /\bfestivos?\b/i,
    /\bhoja de cálculo\b/i,
    /\bfinaliza(r|do|dos|das)\b/i,
    // One says usted to people.
    /\b(tu|tus|tú|tuyo|tuya|ti|contigo|puedes|quieres|tienes)\b/i,
  ],
}
/** A plural that leaves the reader to choose, and words for both sexes at once. */
const CHOICE = /\((s|es|ões|a|as|o|os|n)\)/i
/** A figure before a word that has to follow it; units do not. */
const COUNTED = /\{\{count\}\} (?!min\b|s\b|d\b|h\b|de\b|of\b|are\b|más\b|more\b(?! \p{L}))\p{L}/u
/** Marks of another language's or a typewriter's quotes. */
const MARKS: Record<Language, RegExp> = { pt: /["«»]/, en: /(?<=\w)'|["«»]/, es: /["«»]/ }

/** Texts that say it otherwise, each for a reason of its own. */
const EXCEPTIONS: Record<string, string> = {
  'pt shell.bar.dueSoon': 'docs/specification.md 1.2',
  'pt kit.form.queueRequired': 'docs/specification.md 3.5',
  'pt finance.state': 'docs/specification.md 2.2',
  'pt signIn.lost': 'docs/specification.md 3.2 and 3.8',
  'pt campaigns.status.FINALIZADA': 'docs/specification.md 3.4',
  'contacts.file.exampleHint': 'the header of a file',
  'composer.emojiFound': 'the emoji picker has forms of its own',
  'chats.online': 'the word does not change',
  'campaigns.figures.perMinute': 'the figure is a rate',
  'tickets.noTagYet': 'the figure is fixed: TAG_NAME_MIN',
  'thread.print.cut': 'the figure is fixed: PRINTED_MAX',
  'messagesApi.intro.limit': 'the figure is fixed',
  'settings.options.badReasons': 'the figure is fixed',
  'thread.showAllContacts': 'shown for several only',
}

const PLURAL = /_(zero|one|many|other)$/
const isException = (language: Language, key: string): boolean =>
  Object.keys(EXCEPTIONS).some(name => `${language} ${key}`.startsWith(name) || key.startsWith(name))

/** What is wrong with a text. */
function faults(language: Language, key: string, text: string): string[] {
  if (isException(language, key)) return []
  // What people search settings by is no text of ours: their words, whichever they are.
  if (key.endsWith('.words')) return []
  const words = text.replace(/\{\{[^}]*\}\}|\{\w+\}/g, '')
  return [
    ...NOT_USED[language].filter(word => word.test(words)).map(word => `${word}`),
    ...(CHOICE.test(text) ? ['leaves the plural to the reader'] : []),
    ...(COUNTED.test(text) && !PLURAL.test(key) ? ['a figure without plural forms'] : []),
    ...(MARKS[language].test(text) ? ['marks'] : []),
  ].map(fault => `${language} ${key}: ${fault}: ${text}`)
}

beforeAll(async () => {
  for (const language of LANGUAGES) await loadLanguage(language)
})

it.each(LANGUAGES)('every text says one word for one thing: %s', language => {
  const all = Object.entries(TEXTS[language]).flatMap(([area, tree]) => flat(tree, `${area}.`))
  expect(all.length).toBeGreaterThan(3_000)
  expect(all.flatMap(([key, text]) => faults(language, key, text))).toEqual([])
})

it.each([
  ['pt', 'a.b', 'Listagem'],
  ['pt', 'a.b', '{{limit}} usuário(s)'],
  ['pt', 'a.b', '{{count}} filas'],
  ['pt', 'a.b', 'Escolha o setor'],
  ['pt', 'a.b', 'O número "{{name}}"'],
  ['en', 'a.b', 'Arrows go'],
  ['en', 'a.b', "The company's plan"],
  ['en', 'a.b', '{{count}} tickets'],
  ['es', 'a.b', 'Arrastra tu archivo'],
  ['es', 'a.b', 'El sector'],
  ['es', 'a.b', 'Nada para «{{term}}»'],
] as const)('finds a planted one: %s %s %s', (language, key, text) => {
  expect(faults(language, key, text)).toHaveLength(1)
})

it('keeps no exception that is not needed', () => {
  const keys = LANGUAGES.flatMap(language =>
    Object.entries(TEXTS[language]).flatMap(([area, tree]) =>
      flat(tree, `${area}.`).flatMap(([key]) => [key, `${language} ${key}`]),
    ),
  )
  expect(Object.keys(EXCEPTIONS).filter(name => !keys.some(key => key.startsWith(name)))).toEqual([])
})

it('counts as the language does, nothing in Portuguese as many', () => {
  const said = (language: Language, count: number) => i18n.getFixedT(language)('queues.count', { count })
  expect([0, 1, 2, 12_345].map(count => said('pt', count))).toEqual([
    '0 filas',
    '1 fila',
    '2 filas',
    '12.345 filas',
  ])
  expect([0, 1, 12_345].map(count => said('en', count))).toEqual(['0 queues', '1 queue', '12,345 queues'])
  expect([0, 1, 12_345].map(count => said('es', count))).toEqual(['0 colas', '1 cola', '12.345 colas'])
})

it('writes shares as the language does', () => {
  const said = LANGUAGES.map(language => i18n.getFixedT(language)('shell.bar.volumeValue', { percent: 80 }))
  expect(said.map(text => text.replace(/\s/g, ' '))).toEqual(['Volume: 80%', 'Volume: 80%', 'Volumen: 80 %'])
})
