/** What the reader's language calls by a typed word, for the search of the audit log. Pure. */
import { AUDIT_ACTIONS, fold, SETTING_KEYS } from '@contract'
import { keysBelow, type TFunction } from '@/i18n'
import { auditSubjects, subjectText } from './sentence'
import { choiceTexts, fieldText } from './words'

/** Words the server takes, and the shortest one that is looked up: a letter is in nearly every name. */
const WORDS = { most: 6, chars: 2 }

/** Every area, action, field, setting, operation and choice with what it is called, folded. */
function called(t: TFunction): [key: string, said: string][] {
  return [
    ...auditSubjects().map(key => [key, subjectText(t, key)] as const),
    ...AUDIT_ACTIONS.map(key => [key, t(`audit.says.${key}`, { what: '' })] as const),
    ...keysBelow('audit.fields').map(key => [key, fieldText(t, '', key)] as const),
    ...SETTING_KEYS.map(key => [key, fieldText(t, 'settings', key)] as const),
    ...keysBelow('audit.operations').map(
      key => [key.replace('_', '.'), t(`audit.operations.${key}`)] as const,
    ),
    ...choiceTexts(t),
  ].map(([key, said]) => [key, fold(said)])
}

/**
 * The typed words, each followed by the keys whose words on screen hold it, as `audit.list` takes them.
 * @returns JSON text; undefined where nothing is typed.
 */
export function meaningsOf(t: TFunction, typed: string): string | undefined {
  const words = typed.trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  // More words than the server takes: the rest stays together as one.
  const parts = words.slice(0, WORDS.most - 1)
  if (words.length >= WORDS.most) parts.push(words.slice(WORDS.most - 1).join(' '))
  const names = called(t)
  return JSON.stringify(
    parts.map(word => {
      const wanted = fold(word)
      const keys = wanted.length < WORDS.chars ? [] : names.filter(([, said]) => said.includes(wanted))
      return [word, ...new Set(keys.map(([key]) => key))]
    }),
  )
}
