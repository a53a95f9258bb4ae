import { IMPORT_REASONS, type ImportReason, type ResponseOut } from '@contract'
import { useMemo, useState } from 'react'
import { ImportNote, ImportOutcomes } from '@/features/kit'
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
    {
      key: 'line',
      title: t('contacts.file.line'),
      width: '72px',
      align: 'end',
      render: row => format.number(row.line),
    },
    { key: 'name', title: t('contacts.file.name'), render: row => <bdi title={row.name}>{row.name}</bdi> },
    {
      key: 'number',
      title: t('contacts.file.number'),
      width: '176px',
      render: row => <bdi>{format.phone(row.number)}</bdi>,
    },
    ...(rows.some(row => row.reason !== '')
      ? [
          {
            key: 'reason',
            title: t(`contacts.file.${shown === 'rejected' ? 'reason' : 'remark'}`),
            width: 'minmax(0, 1.7fr)',
            render: (row: Row) => {
              // A server may give words of its own instead of a known reason.
              const words = isReason(row.reason) ? t(`contacts.file.reasons.${row.reason}`) : row.reason
              return <span title={words}>{words}</span>
            },
          },
        ]
      : []),
  ]
  return (
    <ImportOutcomes<Outcome, Row>
      label={t('contacts.file.outcomes')}
      tabs={OUTCOMES.map(key => ({ key, label: t(`contacts.file.${key}`), count: report[key] }))}
      shown={shown}
      onShow={setShown}
      columns={columns}
      rows={rows}
      rowKey={row => row.line}
      tableLabel={t(`contacts.file.${shown}`)}
      loadingLabel={t('common.loading')}
      emptyTitle={t('contacts.file.noRows')}
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
