import { Button } from 'antd'
import { FileDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTexts } from '@/i18n'
import { saveBlob } from '@/stores/downloads'
import { useHeardNumbers } from '@/stores/heard-numbers'
import { type Column, DataTable, EmptyState, SegmentedTabs } from '@/ui'
import styles from './import-dialog.module.css'
import { type Judged, judged, OUTCOMES, type Outcome, reportCsv, unanswered } from './report'
import type { ReportRow } from './send-rows'

/** Rows listed of each kind; the file has all of them. */
const LISTED = 1_000

/** What became of every row, live while numbers are asked about. */
export function ImportReport({ rows }: { rows: readonly ReportRow[] }) {
  const { t, format } = useTexts()
  const { states, version } = useHeardNumbers()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map of states is the same one; its version says that it changed.
  const all = useMemo(() => rows.map(row => judged(row, states)), [rows, states, version])
  const byOutcome = useMemo(() => {
    const groups: Record<Outcome, Judged[]> = { rejected: [], notOnWhatsapp: [], repeated: [], added: [] }
    for (const one of all) groups[one.outcome].push(one)
    return groups
  }, [all])
  const [chosen, setChosen] = useState<Outcome | null>(null)
  const shown = chosen ?? OUTCOMES.find(outcome => byOutcome[outcome].length > 0) ?? 'added'
  const own = byOutcome[shown]
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  const waiting = useMemo(() => unanswered(rows, states), [rows, states, version])

  const reasonOf = ({ reason, said }: Judged): string =>
    reason === '' ? said : t(`contactLists.file.reasons.${reason}`)
  const columns: Column<Judged>[] = [
    {
      key: 'line',
      title: t('contactLists.file.line'),
      width: '72px',
      align: 'end',
      render: ({ row }) => row.line,
    },
    {
      key: 'name',
      title: t('contactLists.items.name'),
      render: ({ row }) => <bdi title={row.name}>{row.name}</bdi>,
    },
    {
      key: 'number',
      title: t('contactLists.items.number'),
      width: '176px',
      render: ({ row }) => <bdi title={row.number}>{format.phone(row.number)}</bdi>,
    },
    ...(shown === 'added'
      ? []
      : [
          {
            key: 'reason',
            title: t('contactLists.file.reason'),
            width: 'minmax(0, 1.5fr)',
            render: (one: Judged) => <span title={reasonOf(one)}>{reasonOf(one)}</span>,
          },
        ]),
  ]
  const download = (): void => {
    const heading = [
      t('contactLists.file.line'),
      t('contactLists.items.name'),
      t('contactLists.items.number'),
      t('contactLists.file.outcome'),
      t('contactLists.file.reason'),
    ]
    const lines = all.map(one => [
      one.row.line,
      one.row.name,
      one.row.number,
      t(`contactLists.file.${one.outcome}`),
      reasonOf(one),
    ])
    saveBlob(new Blob([reportCsv(heading, lines)], { type: 'text/csv' }), t('contactLists.file.reportName'))
  }

  return (
    <>
      <SegmentedTabs<Outcome>
        id="sheet-report"
        label={t('contactLists.file.outcomes')}
        look="pill"
        items={OUTCOMES.map(key => ({
          key,
          // Written out: a counter would say 99+ of thousands.
          label: `${t(`contactLists.file.${key}`)} ${format.number(byOutcome[key].length)}`,
        }))}
        value={shown}
        onChange={setChosen}
      />
      {waiting > 0 ? (
        <p className={styles.quiet} role="status">
          {t('contactLists.file.checking', { count: waiting, formatted: format.number(waiting) })}
        </p>
      ) : null}
      <div
        id={`sheet-report-panel-${shown}`}
        role="tabpanel"
        aria-labelledby={`sheet-report-tab-${shown}`}
        className={styles.lines}
      >
        <DataTable<Judged>
          key={shown}
          label={t(`contactLists.file.${shown}`)}
          columns={columns}
          rows={own.length > LISTED ? own.slice(0, LISTED) : own}
          rowKey={({ row }) => row.line}
          loading={false}
          loadingLabel={t('common.loading')}
          empty={<EmptyState compact title={t('contactLists.file.noRows')} />}
        />
      </div>
      <div className={styles.outcomes}>
        <p className={styles.quiet}>
          {own.length > LISTED
            ? t('contactLists.file.listed', {
                shown: format.number(LISTED),
                total: format.number(own.length),
              })
            : null}
        </p>
        <Button
          size="small"
          icon={<FileDown size={16} strokeWidth={1.75} aria-hidden="true" />}
          disabled={all.length === 0}
          onClick={download}
        >
          {t('contactLists.file.report')}
        </Button>
      </div>
    </>
  )
}
