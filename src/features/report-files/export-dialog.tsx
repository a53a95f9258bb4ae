import { REPORT_FILES, REPORT_TABLES, type ReportFile, type ReportTableName } from '@contract'
import { Button, Checkbox, Form, Modal, Radio } from 'antd'
import { useState } from 'react'
import { errorText, useTexts } from '@/i18n'
import { startDownload } from '@/stores/downloads'
import { usePreferences } from '@/stores/preferences'
import { toasts } from '@/stores/toasts'
import type { ExportedReport } from './exported-report'
import styles from './report-files.module.css'

/** What is on the screen, as the window itself prints it. */
const PDF = 'pdf'

/** Tables that name customers. */
const OF_CUSTOMERS: readonly ReportTableName[] = ['tickets', 'ratings']

/** The address main downloads from: lists as JSON text, as every call sends them. */
function addressOf(
  { query }: ExportedReport,
  tables: readonly ReportTableName[],
  as: ReportFile,
  language: string,
): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries({ ...query, tables, as, language }))
    if (value !== undefined) params.set(key, Array.isArray(value) ? JSON.stringify(value) : String(value))
  return `/api/reports/export?${params}`
}

/** Saves tables of a report: several as sheets of a workbook, or one as CSV. How far it is stands where all downloads do. */
export function ExportDialog({
  report,
  onPdf,
  onClose,
}: {
  report: ExportedReport
  onPdf?: () => void
  onClose: () => void
}) {
  const { t } = useTexts()
  const language = usePreferences(({ language }) => language)
  const [as, setAs] = useState<ReportFile | typeof PDF>('xlsx')
  const [tables, setTables] = useState<readonly ReportTableName[]>(report.tables)
  const [one, setOne] = useState<ReportTableName>(report.tables[0] ?? 'summary')
  const chosen = as === 'csv' ? [one] : REPORT_TABLES.filter(table => tables.includes(table))
  const { from, to } = report.query
  const save = async (): Promise<void> => {
    if (as === PDF) {
      onClose()
      onPdf?.()
      return
    }
    const about = chosen.length === 1 && chosen[0] ? t(`reportFiles.tables.${chosen[0]}`) : ''
    const name = [t('reportFiles.export.name'), about, from, to].filter(Boolean).join(' ')
    try {
      const source = addressOf(report, chosen, as, language)
      if (!(await startDownload({ source, name: `${name}.${as}` }))) return
      toasts.info(t('reportFiles.export.started'))
      onClose()
    } catch (error) {
      toasts.error(errorText(t, error))
    }
  }
  const options = REPORT_TABLES.map(value => ({ value, label: t(`reportFiles.tables.${value}`) }))
  return (
    <Modal
      open
      centered
      width={520}
      title={t('reportFiles.export.title')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="primary" disabled={as !== PDF && chosen.length === 0} onClick={() => void save()}>
            {t('reportFiles.export.save')}
          </Button>
        </>
      }
    >
      <Form layout="vertical">
        <Form.Item label={t('reportFiles.export.as')}>
          <Radio.Group
            className={styles.formats ?? ''}
            aria-label={t('reportFiles.export.as')}
            value={as}
            onChange={({ target }) => setAs(target.value as typeof as)}
            options={[...REPORT_FILES, ...(onPdf ? [PDF] : [])].map(value => ({
              value,
              label: t(`reportFiles.export.files.${value as ReportFile | typeof PDF}`),
            }))}
          />
        </Form.Item>
        {as === PDF ? null : (
          <Form.Item
            label={t(as === 'csv' ? 'reportFiles.export.table' : 'reportFiles.export.tables')}
            extra={
              chosen.some(table => OF_CUSTOMERS.includes(table))
                ? t('reportFiles.export.customers')
                : undefined
            }
          >
            {as === 'csv' ? (
              <Radio.Group
                className={styles.tables ?? ''}
                aria-label={t('reportFiles.export.table')}
                value={one}
                onChange={({ target }) => setOne(target.value as ReportTableName)}
                options={options}
              />
            ) : (
              <Checkbox.Group
                className={styles.tables ?? ''}
                value={[...tables]}
                onChange={setTables}
                options={options}
              />
            )}
          </Form.Item>
        )}
      </Form>
      <p className={styles.quiet}>
        {t(as === PDF ? 'reportFiles.export.pdfHint' : 'reportFiles.export.hint')}
      </p>
    </Modal>
  )
}
