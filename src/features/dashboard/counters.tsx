import type { DashboardCounters } from '@contract'
import { FigureHelp, type FigureName } from '@/features/figures'
import { useTexts } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { cx, looks, SkeletonBox } from '@/ui'
import styles from './counters.module.css'
import { msOf } from './figures'

const COUNTS = ['supportHappening', 'supportPending', 'supportFinished', 'leads'] as const
const TIMES = ['avgSupportTime', 'avgWaitTime'] as const
/** Totals over all companies, for the platform's super-user alone. */
const PLATFORM = ['totalWhatsappSessions', 'totalCompanies'] as const

/**
 * Figures that tell of this moment, whatever the period: of the tickets that came in it how many are in work or wait
 * now, and the platform's totals, to which the period is nothing. A range that ended yesterday must not read as if so
 * many had waited then.
 */
const NOW: Partial<Record<keyof DashboardCounters, 'ofPeriod' | 'anyPeriod'>> = {
  supportHappening: 'ofPeriod',
  supportPending: 'ofPeriod',
  totalWhatsappSessions: 'anyPeriod',
  totalCompanies: 'anyPeriod',
}

/** Counters that are figures of docs/figures.md. */
const FIGURES: Partial<Record<keyof DashboardCounters, FigureName>> = {
  supportFinished: 'resolved',
  avgSupportTime: 'handling',
  avgWaitTime: 'waiting',
}

export interface CountersProps {
  /** null while the first figures travel. */
  counters: DashboardCounters | null
  platform: boolean
}

/** The figures of the period in one strip. */
export function Counters({ counters, platform }: CountersProps) {
  const { t, format } = useTexts()
  // Another server may count otherwise.
  const defined = useOffered('reports')
  const shown = [...COUNTS, ...TIMES, ...(platform ? PLATFORM : [])]
  const read = (key: (typeof shown)[number]): string => {
    if (!counters) return ''
    return key === 'avgSupportTime' || key === 'avgWaitTime'
      ? format.span(msOf(counters[key]))
      : format.number(counters[key])
  }
  return (
    <section aria-label={t('dashboard.counters.label')} aria-busy={counters === null}>
      <dl className={cx(styles.strip, platform && styles.platform)}>
        {shown.map(key => {
          const figure = defined ? FIGURES[key] : undefined
          return (
            <div key={key} className={styles.cell} data-counter={key}>
              <dt className={looks.smallLines}>
                {t(`dashboard.counters.${key}`)}
                {figure ? <FigureHelp figure={figure} /> : null}
                {NOW[key] ? (
                  <span className={styles.now}>{t(`dashboard.counters.now.${NOW[key]}`)}</span>
                ) : null}
              </dt>
              <dd className={looks.figure}>
                {counters ? read(key) : <SkeletonBox width={56} height={20} />}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
