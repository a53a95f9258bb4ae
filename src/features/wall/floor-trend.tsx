import { useTexts } from '@/i18n'
import { cx, VisuallyHidden } from '@/ui'
import styles from './floor-trend.module.css'
import type { FloorState } from './use-floor'

/** What arrived and what was answered in the last hour, step by step. */
export function Trend({ isOffered, answer }: Pick<FloorState, 'isOffered' | 'answer'>) {
  const { t, format } = useTexts()
  const steps = answer?.steps ?? []
  const most = Math.max(1, ...steps.flatMap(({ arrived, answers }) => [arrived, answers]))
  const height = (n: number) => ({ height: `${(100 * n) / most}%` })
  return (
    <section className={styles.trend} aria-labelledby="floor-trend">
      <div className={styles.trendHead}>
        <h2 id="floor-trend">{t('wall.floor.trend')}</h2>
        <span className={cx(styles.key, styles.arrived)}>{t('wall.floor.arrived')}</span>
        <span className={cx(styles.key, styles.answers)}>{t('wall.floor.answers')}</span>
        {answer ? (
          <span className={styles.updated}>{t('wall.floor.updated', { time: format.time(answer.at) })}</span>
        ) : null}
      </div>
      {isOffered ? null : <p className={styles.quiet}>{t('wall.floor.noTrend')}</p>}
      <ol className={styles.bars}>
        {steps.map(({ from, arrived, answers }) => (
          <li key={from}>
            <span className={styles.pair} aria-hidden="true">
              <span className={styles.arrived} style={height(arrived)} data-n={arrived || undefined} />
              <span className={styles.answers} style={height(answers)} data-n={answers || undefined} />
            </span>
            <VisuallyHidden>
              {t('wall.floor.step', { time: format.time(from), arrived, answers })}
            </VisuallyHidden>
            <span className={styles.at} aria-hidden="true">
              {format.time(from)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
