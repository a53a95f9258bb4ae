/** Answers of a server about figures, of the contract's own shape. */
import {
  COUNTS,
  type CountName,
  DURATIONS,
  FIGURE_CLOCKS,
  type Figures,
  type FiguresReport,
  figuresReport,
  figures as figuresSchema,
} from '../../../src/contract'

const MINUTE = 60_000

/** Figures with these counts, everything else nothing; medians of 5 minutes, p90 of 20, means of 8; opening hours half of it. */
export function someFigures(
  counts: Partial<Record<CountName, number>> = {},
  presence: Figures['presence'] = null,
): Figures {
  return figuresSchema.parse({
    counts: { ...Object.fromEntries(COUNTS.map(name => [name, 0])), ...counts },
    durations: Object.fromEntries(
      DURATIONS.map(name => [
        name,
        Object.fromEntries(
          FIGURE_CLOCKS.map(clock => {
            const n = counts.arrived ?? 0
            const part = clock === 'business' ? 0.5 : 1
            const of = (minutes: number): number | null => (n > 0 ? minutes * MINUTE * part : null)
            return [clock, { n, median: of(5), p90: of(20), mean: of(8) }]
          }),
        ),
      ]),
    ),
    presence,
  })
}

export function someReport(over: Partial<FiguresReport> = {}): FiguresReport {
  return figuresReport.parse({
    zone: 'America/Sao_Paulo',
    counting: false,
    rows: [],
    total: someFigures(),
    previous: null,
    distributions: Object.fromEntries(
      DURATIONS.map(name => [name, Object.fromEntries(FIGURE_CLOCKS.map(clock => [clock, []]))]),
    ),
    levels: [],
    ...over,
  })
}

/** Two days of a shop. */
export function twoDays(): FiguresReport {
  const first = someFigures({
    arrived: 10,
    resolved: 8,
    answered: 9,
    rated: 4,
    satisfied: 3,
    rateSum: 9,
    asked: 8,
    abandoned: 1,
  })
  const second = someFigures({ arrived: 4, resolved: 4, answered: 4 })
  const report = someReport({
    rows: [
      { key: '2026-03-09', name: '', figures: first },
      { key: '2026-03-10', name: '', figures: second },
    ],
    total: someFigures({
      arrived: 14,
      resolved: 12,
      answered: 13,
      rated: 4,
      satisfied: 3,
      rateSum: 9,
      asked: 8,
      abandoned: 1,
    }),
    previous: someFigures({ arrived: 10, resolved: 12, abandoned: 2 }),
  })
  report.distributions.firstAnswer.calendar = [
    { upToMs: 58_000, n: 2 },
    { upToMs: 290_000, n: 7 },
    { upToMs: 3_500_000, n: 4 },
  ]
  return report
}
