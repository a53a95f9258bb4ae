/** What messages cost as a table, one group after another. Pure. */
import {
  COST_GROUPS,
  type CostFigures,
  type CostReport,
  type CostRow,
  costEstimate,
  costGroupLabel,
  type ReportCell,
  type ReportColumn,
  type ReportTable,
} from '@contract'
import { type Named, table } from './tables'

type CostName = 'free' | 'charged' | 'amount' | 'missing' | 'joined' | 'replaced'

/** By what costs stand in a file, one group after another. */
export const EXPORTED_COSTS = ['month', ...COST_GROUPS] as const

/** The texts of a group of costs by its key. */
function costName(
  { t, language }: Named,
  by: (typeof EXPORTED_COSTS)[number],
  { key, name }: CostRow,
): string {
  if (by === 'month')
    return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      Date.parse(`${key}T12:00:00Z`),
    )
  const label = costGroupLabel(by, { key, name })
  return label.is === 'text' ? label.text : t(label.word, { id: key })
}

/** What messages cost, by each group, and as a whole. Without prices there are counts only. */
export function costsTable(
  named: Named,
  reports: ReadonlyMap<(typeof EXPORTED_COSTS)[number], CostReport>,
): ReportTable {
  const { t } = named
  const whole = reports.get('month')
  const rates = whole?.rates ?? null
  const amountOf = (sum: { amount: number; missing: number }, of: number): number | null => {
    const estimate = costEstimate(sum, of, rates)
    return estimate.is === 'none' ? null : estimate.amount
  }
  const cells = (figures: CostFigures): ReportCell[] => [
    figures.free,
    figures.charged,
    amountOf(figures, figures.charged),
    figures.missing,
    ...[figures.joined, figures.replaced].flatMap(saving => [
      saving.messages,
      amountOf(saving, saving.messages),
    ]),
  ]
  const money = (title: string): ReportColumn => ({
    title: rates ? t('reportFiles.inCurrency', { title, currency: rates.currency }) : title,
    kind: 'decimal',
  })
  const count = (key: CostName): ReportColumn => ({ title: t(`figures.cost.name.${key}`), kind: 'number' })
  return table(
    named,
    'costs',
    [
      { title: t('reportFiles.groupedBy'), kind: 'text' },
      { title: t('reportFiles.group'), kind: 'text' },
      count('free'),
      count('charged'),
      money(t('figures.cost.name.amount')),
      count('missing'),
      ...(['joined', 'replaced'] as const).flatMap(key => [
        count(key),
        money(t('reportFiles.savedBy', { change: t(`figures.cost.name.${key}`) })),
      ]),
    ],
    [
      ...EXPORTED_COSTS.flatMap(by =>
        (reports.get(by)?.rows ?? []).map(row => [
          t(`figures.cost.byIs.${by}`),
          costName(named, by, row),
          ...cells(row.figures),
        ]),
      ),
      ...(whole
        ? [
            [t('reportFiles.whole'), null, ...cells(whole.total)],
            ...(whole.previous ? [[t('reportFiles.before'), null, ...cells(whole.previous)]] : []),
          ]
        : []),
    ],
  )
}
