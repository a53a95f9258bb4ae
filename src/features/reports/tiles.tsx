import type { Figures } from '@contract'
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import type { CSSProperties } from 'react'
import {
  changeOf,
  FigureHelp,
  type FigureName,
  figureText,
  figureValue,
  kindOf,
  type Reading,
} from '@/features/figures'
import { useTexts } from '@/i18n'
import { cx, SkeletonBox } from '@/ui'
import styles from './reports.module.css'

/** From how many times as much on a change is told as a multiple. */
const MANIFOLD = 10

/** How a figure changed: its direction as an arrow, whether that is good in words. */
function Change({ figure, now, before }: { figure: FigureName; now: number | null; before: number | null }) {
  const { t, format } = useTexts()
  const change = changeOf(figure, now, before)
  if (!change) return <span className={styles.change}>{t('reports.change.none')}</span>
  const kind = kindOf(figure)
  const size = Math.abs(change.by)
  // What rounds to nothing is no change: "+0, better" says nothing true.
  const isSame = Number((kind === 'score' ? size : size * 100).toFixed(1)) === 0
  const by = isSame ? 0 : change.by
  const verdict = isSame ? 'neutral' : change.verdict
  const Arrow = by > 0 ? ArrowUp : by < 0 ? ArrowDown : ArrowRight
  // A multiple says more than a percentage of four digits.
  const isManifold = kind !== 'share' && kind !== 'score' && by >= MANIFOLD - 1
  const text =
    kind === 'share'
      ? t('reports.change.points', {
          count: Number((size * 100).toFixed(1)),
          value: format.tenth(size * 100),
        })
      : kind === 'score'
        ? format.tenth(size)
        : format.percent(size)
  return (
    <span
      className={cx(styles.change, styles[verdict])}
      title={t('reports.change.before', { value: figureText(figure, before, format) })}
    >
      <Arrow size={14} strokeWidth={2} aria-hidden="true" />
      {by === 0
        ? t('reports.change.same')
        : isManifold
          ? t('reports.change.times', { value: format.number(Math.round(by + 1)) })
          : t(`reports.change.${by > 0 ? 'more' : 'less'}`, { value: text })}
      {verdict === 'neutral' ? null : (
        <span className={styles.verdict}>{t(`reports.change.${verdict}`)}</span>
      )}
    </span>
  )
}

export interface TilesProps {
  figures: readonly FigureName[]
  /** null while the first answer travels. */
  total: Figures | null
  previous: Figures | null
  reading: Reading
  /** The period before was asked for. */
  compared: boolean
}

/** The figures of a period as a whole, each with its change and its definition. */
export function Tiles({ figures, total, previous, reading, compared }: TilesProps) {
  const { t, format } = useTexts()
  return (
    <section aria-label={t('reports.whole')} aria-busy={total === null}>
      <dl
        className={styles.tiles}
        style={
          {
            '--columns': figures.length > 6 ? Math.ceil(figures.length / 2) : figures.length,
            '--columns-narrow': figures.length > 4 ? Math.ceil(figures.length / 2) : figures.length,
          } as CSSProperties
        }
      >
        {figures.map(figure => {
          const now = total && figureValue(figure, total, reading)
          return (
            <div key={figure} className={styles.tile} data-figure={figure}>
              <dt className={styles.tileName}>
                <span>{t(`figures.name.${figure}`)}</span>
                <FigureHelp figure={figure} />
              </dt>
              <dd className={styles.tileValue}>
                {total ? figureText(figure, now, format) : <SkeletonBox width={72} height={22} />}
              </dd>
              {compared ? (
                <dd className={styles.tileChange}>
                  {total ? (
                    <Change
                      figure={figure}
                      now={now}
                      before={previous && figureValue(figure, previous, reading)}
                    />
                  ) : (
                    <SkeletonBox width={96} height={14} />
                  )}
                </dd>
              ) : null}
            </div>
          )
        })}
      </dl>
    </section>
  )
}
