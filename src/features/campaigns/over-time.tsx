import { type KeyboardEvent, memo, type PointerEvent, useMemo, useState } from 'react'
import { useTexts } from '@/i18n'
import type { Timeline } from '@/stores/campaigns'
import { cx, useNarrow, VisuallyHidden } from '@/ui'
import styles from './over-time.module.css'
import {
  axisEnd,
  axisText,
  KINDS,
  type Kind,
  labelled,
  type Point,
  pointsOf,
  stretchText,
} from './over-time-points'

/** Units of the drawing, which is stretched to the room there is. */
const WIDTH = 1_000
const HEIGHT = 100
const MOST_LABELS = 7

const xOf = (place: number, count: number): number => (count < 2 ? WIDTH / 2 : (place / (count - 1)) * WIDTH)

function pathOf(points: readonly Point[], kind: Kind, end: number): string {
  return points
    .map((point, i) => {
      const x = Math.round(xOf(i, points.length) * 10) / 10
      const y = Math.round((HEIGHT - (point[kind] / end) * HEIGHT) * 10) / 10
      return `${i === 0 ? 'M' : 'L'}${x} ${y}`
    })
    .join('')
}

/**
 * How many were sent, delivered, confirmed and failed over time. Drawn by hand: it changes every two seconds while a
 * campaign runs, and drawing it anew by the chart library of the dashboard takes longer than a frame may.
 */
export const OverTime = memo(function OverTime({ timeline, zone }: { timeline: Timeline; zone: string }) {
  const { t, format } = useTexts()
  const points = useMemo(() => pointsOf(timeline), [timeline])
  const narrow = useNarrow()
  const [chosen, setChosen] = useState<number | null>(null)
  const { stretchSeconds } = timeline
  const kinds = KINDS.filter(kind => kind === 'sent' || points.some(point => point[kind] > 0))
  const end = axisEnd(Math.max(0, ...points.flatMap(point => kinds.map(kind => point[kind]))))
  const count = points.length
  const place = chosen === null ? null : Math.min(chosen, count - 1)
  const point = place === null ? undefined : points[place]
  const choose = (next: number): void => setChosen(Math.max(0, Math.min(count - 1, next)))
  const onPointer = (event: PointerEvent<HTMLDivElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (width > 0) choose(Math.round(((event.clientX - left) / width) * (count - 1)))
  }
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const from = place ?? (event.key === 'ArrowLeft' ? count : -1)
    const steps: Record<string, number> = {
      ArrowLeft: from - 1,
      ArrowRight: from + 1,
      Home: 0,
      End: count - 1,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    choose(next)
  }
  if (count === 0) return null
  // A label with seconds is half as long again, and narrow charts have room for few of them.
  const mostLabels = narrow ? (stretchSeconds < 60 ? 3 : 4) : MOST_LABELS
  const share = place === null ? 0 : xOf(place, count) / WIDTH
  const named = (one: Point): string =>
    [
      stretchText(zone, one.at, stretchSeconds),
      ...kinds.map(kind => `${t(`campaigns.state.${kind}`)} ${format.number(one[kind])}`),
    ].join(', ')

  return (
    <figure
      className={styles.figure}
      aria-label={t('campaigns.figures.chart')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its points are reached by the arrow keys.
      tabIndex={0}
      onKeyDown={onKey}
      onBlur={() => setChosen(null)}
    >
      <figcaption className={styles.legend} aria-hidden="true">
        {kinds.map(kind => (
          <span key={kind} className={styles.kind}>
            <svg width="20" height="8" aria-hidden="true">
              <path className={cx(styles.line, styles[kind])} d="M0 4H20" />
            </svg>
            {t(`campaigns.state.${kind}`)}
          </span>
        ))}
      </figcaption>
      <div className={styles.drawing} aria-hidden="true">
        <div className={styles.scale}>
          <span>{format.number(end)}</span>
          <span>{format.number(end / 2)}</span>
          <span>{format.number(0)}</span>
        </div>
        <div className={styles.field} onPointerMove={onPointer} onPointerLeave={() => setChosen(null)}>
          <svg
            className={styles.lines}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <path className={styles.grid} d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
            {kinds.map(kind => (
              <path key={kind} className={cx(styles.line, styles[kind])} d={pathOf(points, kind, end)} />
            ))}
          </svg>
          {count === 1 && points[0]
            ? kinds.map(kind => (
                <span
                  key={kind}
                  className={cx(styles.dot, styles[kind])}
                  style={{ left: '50%', bottom: `${((points[0]?.[kind] ?? 0) / end) * 100}%` }}
                />
              ))
            : null}
          {point ? (
            <>
              <span className={styles.cursor} style={{ left: `${share * 100}%` }} />
              <div
                className={cx(styles.tip, share > 0.5 && styles.before)}
                style={{ left: `${share * 100}%` }}
              >
                <p className={styles.when}>{stretchText(zone, point.at, stretchSeconds)}</p>
                {kinds.map(kind => (
                  <p key={kind} className={styles.row}>
                    <span>{t(`campaigns.state.${kind}`)}</span>
                    <span>{format.number(point[kind])}</span>
                  </p>
                ))}
              </div>
            </>
          ) : null}
        </div>
        <div className={styles.times}>
          {labelled(count, mostLabels).map(i => (
            <span key={i} style={{ left: `${(xOf(i, count) / WIDTH) * 100}%` }}>
              {axisText(zone, points[i]?.at ?? 0, stretchSeconds)}
            </span>
          ))}
        </div>
      </div>
      <VisuallyHidden as="p" live>
        {point ? named(point) : ''}
      </VisuallyHidden>
      <VisuallyHidden as="div">
        <table aria-label={t('campaigns.figures.chart')}>
          <thead>
            <tr>
              <th scope="col">{t('campaigns.figures.time')}</th>
              {kinds.map(kind => (
                <th key={kind} scope="col">
                  {t(`campaigns.state.${kind}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map(one => (
              <tr key={one.at}>
                <th scope="row">{stretchText(zone, one.at, stretchSeconds)}</th>
                {kinds.map(kind => (
                  <td key={kind}>{one[kind]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
})
