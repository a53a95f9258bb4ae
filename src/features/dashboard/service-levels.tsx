import type { DeadlineResult } from '@contract'
import { FigureHelp } from '@/features/figures'
import { useTexts } from '@/i18n'
import { ScrollBox, SkeletonRows } from '@/ui'
import styles from './service-levels.module.css'

/** Promises of the period by service level and kind: kept, missed, and how many of a hundred were kept. */
export function ServiceLevels({ results }: { results: readonly DeadlineResult[] | null }) {
  const { t, format } = useTexts()
  if (!results) return <SkeletonRows count={3} height={44} label={t('common.loading')} />
  return (
    <ScrollBox label={t('dashboard.serviceLevels.title')}>
      <table className={styles.table} aria-label={t('dashboard.serviceLevels.title')}>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.serviceLevels.promise')}</th>
            <th scope="col">
              {t('dashboard.serviceLevels.kept')}
              <FigureHelp figure="kept" />
            </th>
            <th scope="col">
              {t('dashboard.serviceLevels.missed')}
              <FigureHelp figure="missed" />
            </th>
            <th scope="col">
              {t('dashboard.serviceLevels.rate')}
              <FigureHelp figure="deadlinesKept" />
            </th>
          </tr>
        </thead>
        <tbody>
          {results.map(({ name, kind, kept, missed }) => (
            <tr key={`${name} ${kind}`}>
              <th scope="row">
                <span dir="auto">{name}</span>
                <span className={styles.kind}>{t(`serviceLevels.kind.${kind}`)}</span>
              </th>
              <td>{format.number(kept)}</td>
              <td>{format.number(missed)}</td>
              <td>
                {kept + missed === 0 ? '–' : format.percent(Math.round((100 * kept) / (kept + missed)) / 100)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
