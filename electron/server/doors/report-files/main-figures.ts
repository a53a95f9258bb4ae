/** The main figures in the text of a report mail, compared with the previous period. Pure. */
import {
  type FigureClock,
  type Figures,
  type FiguresReport,
  formatSpan,
  type Language,
  rateOf,
} from '@contract'
import type { TFunction } from 'i18next'

const NONE = '–'

/** Rows of a title, the figure, and that of the previous period ("" when it was not asked for). */
export function mainFigures(
  { t, language, clock }: { t: TFunction; language: Language; clock: FigureClock },
  { total, previous }: FiguresReport,
): [string, string, string][] {
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const share = (value: number | null): string => (value === null ? NONE : percent.format(value))
  const row = (title: string, of: (figures: Figures) => string): [string, string, string] => [
    title,
    of(total),
    previous ? of(previous) : '',
  ]
  return [
    ...(['arrived', 'resolved', 'abandoned', 'reopened'] as const).map(count =>
      row(t(`figures.name.${count}`), ({ counts }) => number.format(counts[count])),
    ),
    ...(['firstAnswer', 'waiting', 'resolution'] as const).map(duration =>
      row(
        t('reportFiles.durationOf', {
          duration: t(`figures.name.${duration}`),
          statistic: t('reportFiles.statistics.median'),
        }),
        ({ durations }) => formatSpan(durations[duration][clock].median),
      ),
    ),
    ...(['csat', 'deadlinesKept'] as const).map(rate =>
      row(t(`figures.name.${rate}`), figures => share(rateOf(rate, figures))),
    ),
  ]
}
