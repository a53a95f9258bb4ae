/** What a component needs to speak. react-i18next is asked once for a window; rows of lists read what it answered. */
import type { TFunction } from 'i18next'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { getI18n, useTranslation } from 'react-i18next'
import { type Formatters, formatters } from './format'
import { type Language, resolveLanguage } from './languages'

export interface Texts {
  t: TFunction
  language: Language
  format: Formatters
}

/** `t` that looks a text without values up once: lists and bubbles ask for the same words by the hundred. */
function remembering(speak: TFunction): TFunction {
  const known = new Map<string, string>()
  return new Proxy(speak, {
    apply(target, self, args: unknown[]) {
      const [key] = args
      const plain = args.length === 1 && typeof key === 'string' ? key : null
      const before = plain === null ? undefined : known.get(plain)
      if (before !== undefined) return before
      const text: unknown = Reflect.apply(target, self, args)
      // A key that is not there yet (an area that is still to be loaded) is asked for again.
      if (plain !== null && typeof text === 'string' && text !== plain) known.set(plain, text)
      return text
    },
  })
}

function textsOf(speak: TFunction, language: Language): Texts {
  const t = remembering(speak)
  const plain = formatters(language)
  const phone: Formatters['phone'] = number => plain.phone(number) || t('common.noNumber')
  const phoneOf: Formatters['phoneOf'] = contact =>
    plain.phoneOf(contact) || (contact.isGroup ? '' : t('common.noNumber'))
  return { t, language, format: { ...plain, phone, phoneOf } }
}

/** For pieces that stand outside a TextsProvider (tests of one piece). */
const ALONE = new Map<Language, Texts>()

function textsAlone(): Texts {
  const i18n = getI18n()
  const language = resolveLanguage(i18n.language)
  const texts = ALONE.get(language) ?? textsOf(i18n.getFixedT(language), language)
  ALONE.set(language, texts)
  return texts
}

const Spoken = createContext<Texts | null>(null)

/** Everything in it is drawn again when the language changes, and only then. */
export function TextsProvider({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation()
  const language = resolveLanguage(i18n.language)
  const texts = useMemo(() => textsOf(t, language), [t, language])
  return <Spoken value={texts}>{children}</Spoken>
}

/**
 * `t` with typed keys (src/i18next.d.ts), the language, and formatters bound to it; the same objects until the language
 * changes. It hands on what `useTranslation` answered to the provider: asked by each row of a list itself, that hook
 * copies the whole i18next instance every time (docs/interface-pieces.md has the figures).
 */
export function useTexts(): Texts {
  const spoken = useContext(Spoken)
  return spoken ?? textsAlone()
}
