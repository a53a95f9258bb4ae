/** How the groups of a report are called. Pure. */
import { type FigureRow, type Grouping, isTime } from '@contract'
import type { TFunction } from '@/i18n'
import { LANGUAGE_TAGS, type Language } from '@/i18n'

export interface GroupLabel {
  /** On an axis. */
  short: string
  /** In full. */
  long: string
}

/** Days, weeks and months as the language writes them; names as they are, and words for what has none. */
export function groupLabel(
  by: Grouping,
  row: Pick<FigureRow, 'key' | 'name'>,
  t: TFunction,
  language: Language,
): GroupLabel {
  if (isTime(by)) {
    const day = new Date(`${row.key}T12:00:00Z`)
    if (Number.isNaN(day.getTime())) return { short: row.key, long: row.key }
    const words = (options: Intl.DateTimeFormatOptions): string =>
      new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { timeZone: 'UTC', ...options }).format(day)
    const short = words(
      by === 'month' ? { month: 'short', year: '2-digit' } : { day: '2-digit', month: '2-digit' },
    )
    const full = words(
      by === 'month'
        ? { month: 'long', year: 'numeric' }
        : {
            ...(by === 'day' ? { weekday: 'short' } : {}),
            day: '2-digit',
            month: '2-digit',
            year: 'numeric',
          },
    )
    return { short, long: by === 'week' ? t('reports.weekOf', { day: full }) : full }
  }
  const none =
    by === 'queue' || by === 'user' || by === 'connection' || by === 'tag' ? t(`reports.none.${by}`) : row.key
  const name = row.key === '0' ? none : row.name || `#${row.key}`
  return { short: name, long: name }
}

const NAME_CHARS = 22

/** Names short enough for an axis, each once: two of the same name stay two. */
export function axisLabels(names: readonly string[]): string[] {
  const used = new Map<string, number>()
  return names.map(name => {
    const signs = [...name]
    const short = signs.length > NAME_CHARS ? `${signs.slice(0, NAME_CHARS - 1).join('')}…` : name
    const times = (used.get(short) ?? 0) + 1
    used.set(short, times)
    return times === 1 ? short : `${short} (${times})`
  })
}
