import { homeOfZone } from '@contract'
import { Alert, Checkbox, Form } from 'antd'
import { useId } from 'react'
import { ChosenFile, ImportBody, ImportNote, SampleRows } from '@/features/kit'
import { useTexts } from '@/i18n'
import { LIST_FIELDS, type ListField, mapped } from '@/spreadsheet/columns'
import { useCompanyZone } from '@/stores/company-clock'
import { Select } from '@/ui'
import styles from './import-dialog.module.css'
import { rowIn } from './send-rows'
import type { Opened } from './sheet/protocol'
import type { Choice } from './use-import'

/** The name spreadsheets give a column: A to Z, AA, AB and so on. */
function letterOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : letterOf(Math.floor(column / 26) - 1) + last
}

export interface ColumnsStepProps {
  file: File | null
  opened: Opened
  choice: Choice
  onChoice: (choice: Choice) => void
  onSheet: (sheet: number) => void
}

/** Which column is which, and how the first rows go in by that. */
export function ColumnsStep({ file, opened, choice, onChoice, onSheet }: ColumnsStepProps) {
  const { t, format } = useTexts()
  const labelId = useId()
  const { mapping, hasHeading, home } = choice
  // A company elsewhere may still hold a list of Brazil.
  const offered = homeOfZone(useCompanyZone()) ?? 'BR'
  const heading = hasHeading ? (opened.preview[0] ?? []) : []
  const NONE = -1
  const options = [
    { value: NONE, label: t('contactLists.file.none') },
    ...Array.from({ length: opened.columns }, (_, column) => {
      const letter = letterOf(column)
      const name = heading[column] ?? ''
      const label = name
        ? t('contactLists.file.columnNamed', { name, letter })
        : t('contactLists.file.column', { letter })
      return { value: column, label }
    }),
  ]
  const shown = opened.preview
    .slice(hasHeading ? 1 : 0)
    .flatMap((cells, at) => mapped({ line: at, cells }, mapping) ?? [])
    .map(row => rowIn(row, home).row)
  const rowCount = Math.max(0, opened.total - (hasHeading ? 1 : 0))
  const set = (field: ListField, column: number): void =>
    onChoice({ ...choice, mapping: { ...mapping, [field]: column === NONE ? null : column } })

  return (
    <Form layout="vertical" component="div">
      <ImportBody>
        <ChosenFile
          live
          name={file?.name ?? ''}
          note={t('contactLists.file.found', { count: rowCount, formatted: format.number(rowCount) })}
        />
        {opened.sheets.length > 1 ? (
          <Form.Item label={t('contactLists.file.sheet')}>
            <Select
              aria-label={t('contactLists.file.sheet')}
              value={opened.sheet}
              onChange={onSheet}
              options={opened.sheets.map((label, value) => ({ value, label }))}
            />
          </Form.Item>
        ) : null}
        {opened.total === 0 ? (
          <Alert type="warning" showIcon title={t('contactLists.file.sheetEmpty')} />
        ) : (
          <>
            <section className={styles.columns} aria-labelledby={labelId}>
              <h3 id={labelId} className={styles.subtitle}>
                {t('contactLists.file.columns')}
              </h3>
              <div className={styles.three}>
                {LIST_FIELDS.map(field => (
                  <Form.Item
                    key={field}
                    label={t(`contactLists.items.${field}`)}
                    required={field === 'number'}
                  >
                    <Select
                      aria-label={t(`contactLists.items.${field}`)}
                      value={mapping[field] ?? NONE}
                      onChange={(column: number) => set(field, column)}
                      options={field === 'number' ? options.slice(1) : options}
                      {...(field === 'number' && mapping.number === null
                        ? {
                            value: null,
                            status: 'error' as const,
                            placeholder: t('contactLists.file.noNumber'),
                          }
                        : {})}
                    />
                  </Form.Item>
                ))}
              </div>
              <Checkbox
                checked={hasHeading}
                onChange={event => onChoice({ ...choice, hasHeading: event.target.checked })}
              >
                {t('contactLists.file.heading')}
              </Checkbox>
              <Checkbox
                checked={home !== null}
                onChange={event => onChoice({ ...choice, home: event.target.checked ? offered : null })}
              >
                {t(`contactLists.file.home.${offered}`)}
              </Checkbox>
              {mapping.name === null ? <ImportNote>{t('contactLists.file.noName')}</ImportNote> : null}
            </section>
            <section>
              <h3 className={styles.subtitle}>{t('contactLists.file.preview')}</h3>
              <SampleRows
                label={t('contactLists.file.preview')}
                heading={LIST_FIELDS.map(field => t(`contactLists.items.${field}`))}
                rows={shown.map(row => ({ key: row.line, cells: LIST_FIELDS.map(field => row[field]) }))}
              />
            </section>
          </>
        )}
      </ImportBody>
    </Form>
  )
}
