import type { Attendant } from '@contract'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type CSSProperties, useMemo, useState } from 'react'
import { LANGUAGE_TAGS, useTexts } from '@/i18n'
import { Avatar, cx, EmptyState, People, ScrollBox, SkeletonRows, VisuallyHidden } from '@/ui'
import styles from './attendants.module.css'
import {
  meanText,
  msOf,
  nextSorting,
  ratingLevel,
  ratingShare,
  type Sorting,
  type SortKey,
  sortAttendants,
} from './figures'

const COLUMNS = [
  { key: 'name', title: 'name' },
  { key: 'rating', title: 'rating' },
  { key: 'tickets', title: 'tickets' },
  { key: 'avgSupportTime', title: 'time' },
] as const satisfies readonly { key: SortKey; title: string }[]

/** Mean and level of the ratings: the level is in words and in a length, not in a colour. */
function Rating({ mean }: { mean: number | null }) {
  const { t, language } = useTexts()
  if (mean === null) return <span className={styles.quiet}>{t('dashboard.attendants.unrated')}</span>
  const level = ratingLevel(mean)
  const word = t(`dashboard.attendants.rating${level}`)
  const figure = meanText(mean, LANGUAGE_TAGS[language])
  return (
    <span className={styles.rating}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.reached} style={{ '--share': ratingShare(mean) } as CSSProperties} />
      </span>
      <span className={styles.mean} aria-hidden="true">
        {figure}
      </span>
      <span className={styles.word} aria-hidden="true">
        {word}
      </span>
      <VisuallyHidden>{t('dashboard.attendants.ratingSpoken', { mean: figure, word })}</VisuallyHidden>
    </span>
  )
}

/** Everybody of the company with rating, number of tickets, mean time and presence; sorted by any column. */
export function Attendants({ people }: { people: readonly Attendant[] | null }) {
  const { t, language, format } = useTexts()
  const [sorting, setSorting] = useState<Sorting>({ key: 'name', descending: false })
  const sorted = useMemo(() => sortAttendants(people ?? [], sorting, language), [people, sorting, language])
  if (!people) return <SkeletonRows count={5} height={44} avatar label={t('common.loading')} />
  if (people.length === 0) {
    return (
      <EmptyState
        compact
        drawing={People}
        title={t('dashboard.attendants.empty')}
        text={t('dashboard.attendants.emptyText')}
      />
    )
  }
  const Arrow = sorting.descending ? ArrowDown : ArrowUp
  return (
    <ScrollBox label={t('dashboard.attendants.title')}>
      <table className={styles.table} aria-label={t('dashboard.attendants.title')}>
        <thead>
          <tr>
            {COLUMNS.map(({ key, title }) => {
              const current = sorting.key === key
              return (
                <th
                  key={key}
                  scope="col"
                  className={cx(key !== 'name' && key !== 'rating' && styles.end)}
                  aria-sort={current ? (sorting.descending ? 'descending' : 'ascending') : 'none'}
                >
                  <button
                    type="button"
                    className={styles.sort}
                    onClick={() => setSorting(nextSorting(sorting, key))}
                  >
                    {t(`dashboard.attendants.${title}`)}
                    {current ? <Arrow size={14} strokeWidth={2} aria-hidden="true" /> : null}
                  </button>
                </th>
              )
            })}
            <th scope="col">{t('dashboard.attendants.status')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(person => (
            <tr key={person.id ?? person.name}>
              <th scope="row">
                <span className={styles.person}>
                  <Avatar name={person.name} size={28} online={person.online} />
                  <span className={styles.name}>{person.name}</span>
                </span>
              </th>
              <td>
                <Rating mean={person.rating} />
              </td>
              <td className={styles.end}>{person.tickets === null ? '–' : format.number(person.tickets)}</td>
              <td className={styles.end}>{format.span(msOf(person.avgSupportTime))}</td>
              <td className={cx(!person.online && styles.quiet)}>
                {t(person.online ? 'dashboard.attendants.online' : 'dashboard.attendants.offline')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
