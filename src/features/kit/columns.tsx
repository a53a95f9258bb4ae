import { Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '@/i18n'
import { dayAndTime, exactTime, useCompanyZone } from '@/stores/company-clock'
import { type Column, FoldedBelow, looks, Pill, type PillTone } from '@/ui'
import styles from './columns.module.css'

/** About one column of a list. */
interface More<T> extends Pick<Column<T>, 'align' | 'foldable' | 'stays'> {
  /** Said where there is no value; nothing unless given. */
  none?: string | ((row: T) => string)
  /** Icons and pills around the value, which is cut before they are. */
  before?: (row: T) => ReactNode
  beside?: (row: T) => ReactNode
  /** On narrow screens the second line: what is in columns that are folded away there. */
  below?: (row: T) => ReactNode
  /** A second line everywhere. */
  second?: (row: T) => ReactNode
}

/**
 * A kind of column: how a value is drawn.
 * @param usual what columns of this kind have unless told otherwise.
 */
const kind =
  <V,>(draw: (value: NonNullable<V>) => ReactNode, usual: Pick<More<never>, 'align' | 'foldable'> = {}) =>
  /**
   * @param width parts of the room that is left, or a grid track.
   * @param of the value of a row.
   */
  <T,>(
    key: string,
    title: string,
    width: number | string,
    of: (row: T) => V,
    { none, before, beside, below, second, ...more }: More<T> = {},
  ): Column<T> => ({
    key,
    title,
    width: typeof width === 'number' ? `minmax(0, ${width}fr)` : width,
    ...usual,
    ...more,
    render(row) {
      const value = of(row)
      const lacks = value === null || value === undefined || value === ''
      const words = lacks ? (
        <span className={looks.quiet}>{typeof none === 'function' ? none(row) : none}</span>
      ) : (
        draw(value)
      )
      const cell =
        before || beside ? (
          <span className={styles.line}>
            {before?.(row)}
            <span className={styles.words}>{words}</span>
            {beside?.(row)}
          </span>
        ) : (
          words
        )
      if (!below && !second) return cell
      return (
        <FoldedBelow always={second !== undefined} below={(below ?? second)?.(row)}>
          {cell}
        </FoldedBelow>
      )
    },
  })

const folds = { foldable: true } as const
const figure = { align: 'end', foldable: true } as const
const words = (value: string): ReactNode => <bdi title={value}>{value}</bdi>

function Formatted({ of }: { of: (format: ReturnType<typeof useTexts>['format']) => string }): string {
  return of(useTexts().format)
}

function Day({ at }: { at: string }) {
  const { format } = useTexts()
  return (
    <time dateTime={at} title={format.exact(at)}>
      {format.date(at)}
    </time>
  )
}

function Moment({ at }: { at: string }) {
  const zone = useCompanyZone()
  return (
    <time dateTime={at} title={exactTime(at, zone)}>
      {dayAndTime(at, zone)}
    </time>
  )
}

/** The kinds of columns lists are made of. All but names and states are left out on narrow screens. */
export const column = {
  /** What a row is called. */
  name: kind<string>(value => (
    <bdi className={looks.medium} title={value}>
      {value}
    </bdi>
  )),
  text: kind<string | null | undefined>(words, folds),
  /** A state in words. */
  state: kind<readonly [tone: PillTone, words: string, title?: string] | null>(([tone, said, title]) => (
    <Pill tone={tone} {...(title ? { title } : {})}>
      {said}
    </Pill>
  )),
  amount: kind<number | null>(value => <Formatted of={format => format.number(value)} />, figure),
  money: kind<number>(value => <Formatted of={format => format.money(value)} />, figure),
  phone: kind<string | null>(
    number => (
      <bdi title={number}>
        <Formatted of={format => format.phone(number)} />
      </bdi>
    ),
    folds,
  ),
  /** A date, with its time in the title. */
  day: kind<string | null>(at => <Day at={at} />, folds),
  /** A date and time of the company's clock. */
  moment: kind<string | null>(at => <Moment at={at} />, folds),
  /** Names of files. */
  file: kind<string | null | undefined>(
    name => (
      <span className={styles.line} title={name}>
        <Paperclip size={14} strokeWidth={1.5} aria-hidden="true" />
        <bdi className={styles.words}>{name}</bdi>
      </span>
    ),
    folds,
  ),
  /** Like no other. */
  cell: kind<ReactNode>(value => value, folds),
}
