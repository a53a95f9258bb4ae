/**
 * What dialogs that import a file are made of, so that they look and work alike: a place for the file, how far it is, and
 * what became of its rows.
 */
import { Button, Progress } from 'antd'
import { FileSpreadsheet, Upload, X } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { contentToasts } from '@/stores/toasts'
import { type Column, cx, DataTable, droppedFiles, EmptyState, IconButton, looks, SegmentedTabs } from '@/ui'
import styles from './import-pieces.module.css'

/** The parts of a step, one below the other. */
export const ImportBody = ({ children }: { children: ReactNode }) => (
  <div className={styles.body}>{children}</div>
)

/** A sentence beside what matters; spoken when it changes where `live`. */
export const ImportNote = ({ children, id, live }: { children: ReactNode; id?: string; live?: boolean }) => (
  <p id={id} className={looks.note} role={live ? 'status' : undefined}>
    {children}
  </p>
)

export interface FilePlaceProps {
  /** What to do: also the name of the place. */
  label: string
  /** As an input takes them: ".csv,text/csv". */
  accept: string
  /** The one that was dropped or chosen. */
  onFile: (file: File) => void
  /** What is said of a file that cannot be used; null of one that can. */
  faultOf?: (file: File) => string | null
  /** Describes the button. */
  hintId?: string
  testId: string
  /** The file that is chosen already, in the place of the invitation. */
  children?: ReactNode
}

/** A place for one file: dropped or chosen. */
export function FilePlace({ label, accept, onFile, faultOf, hintId, testId, children }: FilePlaceProps) {
  const { t } = useTexts()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const chooseLabel = t(children ? 'kit.import.change' : 'kit.import.choose')
  const take = ([file, ...others]: readonly File[]): void => {
    if (!file) return
    const fault = others.length > 0 ? t('kit.import.oneOnly') : faultOf?.(file)
    if (fault) contentToasts.error(fault)
    else onFile(file)
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take(droppedFiles(event.dataTransfer).files)
  }
  const onDragOver = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  return (
    <div
      className={cx(styles.zone, over && styles.over)}
      role="group"
      aria-label={label}
      data-testid={testId}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {children ?? (
        <>
          <Upload size={24} strokeWidth={1.5} aria-hidden="true" />
          <p>{over ? t('kit.import.dropNow') : label}</p>
        </>
      )}
      <Button autoFocus onClick={() => input.current?.click()} aria-describedby={hintId}>
        {chooseLabel}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={chooseLabel}
        onChange={event => {
          take([...(event.target.files ?? [])])
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}

export interface ChosenFileProps {
  name: string
  /** Its size, or what was found in it. */
  note: ReactNode
  /** The note is new. */
  live?: boolean
  remove?: { label: string; run: () => void }
}

/** The file that is imported. */
export const ChosenFile = ({ name, note, live, remove }: ChosenFileProps) => (
  <div className={styles.file}>
    <FileSpreadsheet size={20} strokeWidth={1.5} aria-hidden="true" />
    <span className={styles.fileText}>
      <bdi className={looks.cut} title={name}>
        {name}
      </bdi>
      <span className={looks.note} role={live ? 'status' : undefined}>
        {note}
      </span>
    </span>
    {remove ? <IconButton icon={X} size="small" label={remove.label} onClick={remove.run} /> : null}
  </div>
)

/** A few rows as they are in a file or go in; `verbatim` in the type of a text file. */
export function SampleRows({
  label,
  heading,
  rows,
  verbatim,
}: {
  label?: string
  heading: readonly string[]
  rows: readonly { key: string | number; cells: readonly string[] }[]
  verbatim?: boolean
}) {
  return (
    <table className={cx(styles.sample, verbatim && styles.verbatim)} aria-label={label}>
      <thead>
        <tr>
          {heading.map(cell => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {heading.map((column, at) => (
              <td key={column} title={cells[at]}>
                <bdi>{cells[at]}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const ImportLink = ({ children, onClick }: { children: ReactNode; onClick: () => void }) => (
  <Button type="link" size="small" className={styles.link} onClick={onClick}>
    {children}
  </Button>
)

/** @param percent 0 to 100. @param showInfo whether the figure is beside the bar. */
export const ImportProgress = ({
  percent,
  showInfo = false,
  children,
}: {
  percent: number
  showInfo?: boolean
  children: ReactNode
}) => (
  <div className={styles.sending}>
    <Progress percent={percent} status="active" showInfo={showInfo} />
    <p role="status">{children}</p>
  </div>
)

export interface ImportOutcomesProps<K extends string, R> {
  tabs: readonly { key: K; label: string; count?: number }[]
  shown: K
  onShow: (key: K) => void
  columns: readonly Column<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string | number
  /** Name of the table. */
  tableLabel: string
  /** Between the tabs and the rows. */
  notice?: ReactNode
  /** Below the rows: what is not listed, the whole as a file. */
  below?: ReactNode
}

/** What became of the rows of a file: one tab for each kind, and its rows. */
export function ImportOutcomes<K extends string, R>({
  tabs,
  shown,
  onShow,
  columns,
  rows,
  rowKey,
  tableLabel,
  notice,
  below,
}: ImportOutcomesProps<K, R>) {
  const { t } = useTexts()
  const id = useId()
  return (
    <div className={styles.report}>
      <SegmentedTabs<K>
        id={id}
        label={t('kit.import.outcomes')}
        look="pill"
        items={tabs}
        value={shown}
        onChange={onShow}
      />
      {notice}
      <div
        id={`${id}-panel-${shown}`}
        role="tabpanel"
        aria-labelledby={`${id}-tab-${shown}`}
        className={styles.lines}
      >
        <DataTable<R>
          key={shown}
          label={tableLabel}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          loading={false}
          loadingLabel={t('common.loading')}
          empty={<EmptyState compact title={t('kit.import.noRows')} />}
        />
      </div>
      {below ? <div className={styles.below}>{below}</div> : null}
    </div>
  )
}
