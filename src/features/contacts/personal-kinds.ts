import type { PersonalCounts } from '@contract'
import type { Formatters, TFunction } from '@/i18n'

const KINDS = ['tickets', 'messages', 'files', 'notes', 'schedules'] as const

/** What there is about a contact, a word with its figure for each kind there is any of. */
export const countedKinds = (t: TFunction, format: Formatters, counts: PersonalCounts): string[] =>
  KINDS.filter(kind => counts[kind] > 0).map(kind =>
    t(`contacts.personal.${kind}`, { count: counts[kind], formatted: format.number(counts[kind]) }),
  )
