import type { Figures } from '@contract'
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import {
  changeOf,
  type FigureChange,
  FigureHelp,
  type FigureKind,
  type FigureName,
  figureText,
  figureValue,
  kindOf,
  type Reading,
} from '@/features/figures'
import { useTexts } from '@/i18n'
import { cx, looks, SkeletonBox } from '@/ui'
import styles from './reports.module.css'

/** From how many times as much on a change is told as a multiple. */
const MANIFOLD = 10

/** How a figure changed: its direction as an arrow, whether that is good in words. */
function Change({ change, kind, before }: NonNullable<Tile['change']>) {
  const { t, format } = useTexts()
  if (!change) return <span className={styles.change}>{t('reports.change.none')}</span>
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
      title={t('reports.change.before', { value: before })}
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

/** A figure of the whole period. */
export interface Tile {
  key: string
  name: string
  help: ReactNode
  /** null while it travels. */
  text: ReactNode | null
  /** Beside the period before, where that was asked for. */
  change?: { change: FigureChange | null; kind: FigureKind; before: string }
}

/** Figures of a period as a whole. @param compared the period before was asked for. */
export function TileList({ tiles, compared }: { tiles: readonly Tile[]; compared: boolean }) {
  const { t } = useTexts()
  const { length } = tiles
  return (
    <section aria-label={t('reports.whole')} aria-busy={tiles.some(({ text }) => text === null)}>
      <dl
        className={styles.tiles}
        style={
          {
            '--columns': length > 6 ? Math.ceil(length / 2) : length,
            '--columns-narrow': length > 4 ? Math.ceil(length / 2) : length,
          } as CSSProperties
        }
      >
        {tiles.map(({ key, name, help, text, change }) => (
          <div key={key} className={styles.tile} data-figure={key}>
            <dt className={styles.tileName}>
              <span>{name}</span>
              {help}
            </dt>
            <dd className={looks.figure}>{text ?? <SkeletonBox width={72} height={22} />}</dd>
            {compared ? (
              <dd className={styles.tileChange}>
                {change ? <Change {...change} /> : <SkeletonBox width={96} height={14} />}
              </dd>
            ) : null}
          </div>
        ))}
      </dl>
    </section>
  )
}

interface TilesProps {
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
  const tiles = figures.map((figure): Tile => {
    const now = total && figureValue(figure, total, reading)
    const before = previous && figureValue(figure, previous, reading)
    return {
      key: figure,
      name: t(`figures.name.${figure}`),
      help: <FigureHelp figure={figure} />,
      text: total ? figureText(figure, now, format) : null,
      ...(total
        ? {
            change: {
              change: changeOf(figure, now, before),
              kind: kindOf(figure),
              before: figureText(figure, before, format),
            },
          }
        : {}),
    }
  })
  return <TileList tiles={tiles} compared={compared} />
}
