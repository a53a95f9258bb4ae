import { IMPORT_REASONS, type ImportReason, type ResponseOut } from '@contract'
import { useMemo, useState } from 'react'
import { column, ImportNote, ImportOutcomes } from '@/features/kit'
import { useTexts } from '@/i18n'
import type { Column } from '@/ui'

type Report = ResponseOut<'contacts.importCsv'>
type Row = Report['rows'][number]
type Outcome = Row['outcome']

const OUTCOMES: readonly Outcome[] = ['rejected', 'created', 'updated']
const isReason = (reason: string): reason is ImportReason =>
  (IMPORT_REASONS as readonly string[]).includes(reason)

/** What became of an imported file: three totals, and the lines of each with the reason of an error. */
export function ImportReport({ report }: { report: Report }) {
  const { t, format } = useTexts()
  const [shown, setShown] = useState<Outcome>(
    () => OUTCOMES.find(outcome => report[outcome] > 0) ?? 'created',
  )
  const rows = useMemo(() => report.rows.filter(row => row.outcome === shown), [report, shown])
  const columns: Column<Row>[] = [
    column.amount('line', t('contacts.file.line'), '72px', ({ line }) => line, { foldable: false }),
    column.name('name', t('contacts.file.name'), '1fr', ({ name }) => name),
    column.phone('number', t('contacts.file.number'), '176px', ({ number }) => number, { foldable: false }),
    ...(rows.some(row => row.reason !== '')
      ? [
          column.text(
            'reason',
            t(`contacts.file.${shown === 'rejected' ? 'reason' : 'remark'}`),
            1.7,
            // A server may give words of its own instead of a known reason.
            ({ reason }: Row) => (isReason(reason) ? t(`contacts.file.reasons.${reason}`) : reason),
            { foldable: false },
          ),
        ]
      : []),
  ]
  return (
    <ImportOutcomes<Outcome, Row>
      tabs={OUTCOMES.map(key => ({ key, label: t(`contacts.file.${key}`), count: report[key] }))}
      shown={shown}
      onShow={setShown}
      columns={columns}
      rows={rows}
      rowKey={row => row.line}
      tableLabel={t(`contacts.file.${shown}`)}
      below={
        rows.length < report[shown] ? (
          <ImportNote>
            {t('contacts.file.listed', {
              shown: format.number(rows.length),
              total: format.number(report[shown]),
            })}
          </ImportNote>
        ) : null
      }
    />
  )
}
