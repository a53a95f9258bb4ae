import { Button } from 'antd'
import { FileDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { column, ImportNote, ImportOutcomes } from '@/features/kit'
import { useTexts } from '@/i18n'
import { saveBlob } from '@/stores/downloads'
import { useLiveNumbers } from '@/stores/live-numbers'
import type { Column } from '@/ui'
import styles from './import-dialog.module.css'
import { OUTCOMES, type Outcome, outcomeOf, reportCsv, rowResult, tallyOf } from './report'
import type { ReportRow } from './send-rows'

/** What became of every row, live while numbers are asked about. */
export function ImportReport({ rows }: { rows: readonly ReportRow[] }) {
  const { t, format } = useTexts()
  const { states, version } = useLiveNumbers()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map of states is the same one; its version says that it changed.
  const { counts, unanswered } = useMemo(() => tallyOf(rows, states), [rows, states, version])
  const [chosen, setChosen] = useState<Outcome | null>(null)
  const [writing, setWriting] = useState(false)
  const shown = chosen ?? OUTCOMES.find(outcome => counts[outcome] > 0) ?? 'added'
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  const own = useMemo(
    () => rows.filter(row => outcomeOf(row, states) === shown),
    [rows, states, version, shown],
  )

  const reasonOf = (row: ReportRow): string => {
    const { reason, said } = rowResult(row, states)
    return [
      reason === '' ? said : t(`contactLists.file.reasons.${reason}`),
      // Of a row that did not go in only what is wrong with it is of use.
      row.countryAdded && row.outcome !== 'rejected'
        ? t('contactLists.file.countryAdded', { code: row.countryAdded })
        : '',
    ]
      .filter(Boolean)
      .join(' · ')
  }
  const columns: Column<ReportRow>[] = [
    column.amount('line', t('contactLists.file.line'), '72px', ({ line }) => line, { foldable: false }),
    column.name('name', t('contactLists.items.name'), '1fr', ({ name }) => name, {
      below: row => {
        const number = <bdi key="number">{format.phone(row.number)}</bdi>
        const reason = reasonOf(row)
        return reason === '' ? number : [`${reason} · `, number]
      },
    }),
    column.phone('number', t('contactLists.items.number'), '176px', ({ number }) => number),
    ...(shown === 'added' && !own.some(row => row.countryAdded !== '' || row.reason !== '')
      ? []
      : [
          column.text(
            'reason',
            t(`contactLists.file.${shown === 'added' ? 'remark' : 'reason'}`),
            2,
            reasonOf,
          ),
        ]),
  ]
  const download = async (): Promise<void> => {
    setWriting(true)
    const heading = [
      t('contactLists.file.line'),
      t('contactLists.items.name'),
      t('contactLists.items.number'),
      t('contactLists.file.outcome'),
      t('contactLists.file.reason'),
    ]
    const parts = await reportCsv(heading, rows.length, at => {
      const row = rows[at]
      return row
        ? [row.line, row.name, row.number, t(`contactLists.file.${outcomeOf(row, states)}`), reasonOf(row)]
        : []
    })
    saveBlob(new Blob(parts, { type: 'text/csv' }), t('contactLists.file.reportName'))
    setWriting(false)
  }

  return (
    <ImportOutcomes<Outcome, ReportRow>
      tabs={OUTCOMES.map(key => ({
        key,
        // Written out: a counter would say 99+ of thousands.
        label: `${t(`contactLists.file.${key}`)} ${format.number(counts[key])}`,
      }))}
      shown={shown}
      onShow={setChosen}
      columns={columns}
      rows={own}
      rowKey={row => row.line}
      tableLabel={t(`contactLists.file.${shown}`)}
      notice={
        unanswered > 0 ? (
          <ImportNote live>
            {t('contactLists.file.checking', { count: unanswered, formatted: format.number(unanswered) })}
          </ImportNote>
        ) : null
      }
      below={
        <Button
          size="small"
          icon={<FileDown size={16} strokeWidth={1.75} aria-hidden="true" />}
          disabled={rows.length === 0}
          loading={writing}
          className={styles.download}
          onClick={() => void download()}
        >
          {t('contactLists.file.report')}
        </Button>
      }
    />
  )
}
