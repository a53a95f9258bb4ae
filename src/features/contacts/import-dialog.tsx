import type { ResponseOut } from '@contract'
import { Alert, Button, Modal, Progress } from 'antd'
import { FileSpreadsheet, Upload, X } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { call, isAborted } from '@/api'
import { errorText, useTexts } from '@/i18n'
import { contactsList } from '@/stores/contacts'
import { saveBlob } from '@/stores/downloads'
import { toasts } from '@/stores/toasts'
import { announce, cx, IconButton } from '@/ui'
import { CSV_EXAMPLE, type CsvHead, csvExample, isCsvName, readHead } from './csv-head'
import styles from './import-dialog.module.css'
import { ImportReport } from './import-report'

type Report = ResponseOut<'contacts.importCsv'>
type Phase = { at: 'choosing' } | { at: 'sending'; share: number } | { at: 'done'; report: Report }

interface Chosen {
  file: File
  head: CsvHead | null
}

/** Imports contacts from one CSV file: chosen or dropped, looked at, sent, and reported line by line. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t, format } = useTexts()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [phase, setPhase] = useState<Phase>({ at: 'choosing' })
  const [failure, setFailure] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const sending = useRef<AbortController | null>(null)
  const hintId = useId()
  useEffect(() => () => sending.current?.abort(), [])

  const choose = async (files: readonly File[]): Promise<void> => {
    const [file] = files
    if (!file) return
    if (files.length > 1) {
      toasts.error(t('contacts.file.oneOnly'))
      return
    }
    if (!isCsvName(file.name)) {
      toasts.error(t('contacts.file.invalidType'))
      return
    }
    setFailure(null)
    setChosen({ file, head: null })
    let head: CsvHead
    try {
      head = await readHead(file)
    } catch {
      head = { ok: false, fault: 'unreadable' } // removed or locked since it was chosen
    }
    setChosen(now => (now?.file === file ? { file, head } : now))
  }

  const send = async (): Promise<void> => {
    if (!chosen?.head?.ok) return
    const controller = new AbortController()
    sending.current = controller
    setFailure(null)
    setPhase({ at: 'sending', share: 0 })
    try {
      const report = await call('contacts.importCsv', {
        files: [chosen.file],
        signal: controller.signal,
        onUploadProgress: share => setPhase(now => (now.at === 'sending' ? { at: 'sending', share } : now)),
      })
      setPhase({ at: 'done', report })
      announce(t('contacts.file.done'))
      void contactsList.reload()
    } catch (error) {
      setPhase({ at: 'choosing' })
      if (!isAborted(error)) setFailure(errorText(t, error))
    }
  }

  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    void choose([...event.dataTransfer.files])
  }
  const onDragOver = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }

  const head = chosen?.head
  const fault =
    head && !head.ok
      ? head.fault === 'missing'
        ? t('contacts.file.missing', { headers: head.headers.join(', ') })
        : t(`contacts.file.${head.fault}`)
      : null
  const busy = phase.at === 'sending'
  const percent = phase.at === 'sending' ? Math.round(phase.share * 100) : 0

  const buttons =
    phase.at === 'done' ? (
      <>
        <Button
          onClick={() => {
            setChosen(null)
            setPhase({ at: 'choosing' })
          }}
        >
          {t('contacts.file.again')}
        </Button>
        <Button type="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      </>
    ) : (
      <>
        {busy && percent < 100 ? (
          <Button onClick={() => sending.current?.abort()}>{t('contacts.file.cancel')}</Button>
        ) : (
          <Button onClick={onClose} disabled={busy}>
            {t('common.cancel')}
          </Button>
        )}
        <Button type="primary" disabled={!head?.ok} loading={busy} onClick={() => void send()}>
          {t('contacts.file.submit')}
        </Button>
      </>
    )

  return (
    <Modal
      open
      centered
      width={phase.at === 'done' ? 720 : 560}
      title={t(phase.at === 'done' ? 'contacts.file.done' : 'contacts.file.title')}
      mask={{ closable: false }}
      onCancel={busy ? undefined : onClose}
      footer={<div className={styles.footer}>{buttons}</div>}
    >
      {phase.at === 'done' ? <ImportReport report={phase.report} /> : null}
      {phase.at === 'sending' ? (
        <div className={styles.sending} role="status">
          <Progress percent={percent} status="active" showInfo={false} />
          <p>{percent < 100 ? t('contacts.file.sending', { percent }) : t('contacts.file.working')}</p>
        </div>
      ) : null}
      {phase.at === 'choosing' ? (
        <div className={styles.choosing}>
          <div
            className={cx(styles.zone, over && styles.over)}
            role="group"
            aria-label={t('contacts.file.drop')}
            data-testid="csv-zone"
            onDragOver={onDragOver}
            onDragLeave={() => setOver(false)}
            onDrop={onDrop}
          >
            {chosen ? (
              <div className={styles.file}>
                <FileSpreadsheet size={20} strokeWidth={1.5} aria-hidden="true" />
                <span className={styles.fileText}>
                  <bdi className={styles.fileName} title={chosen.file.name}>
                    {chosen.file.name}
                  </bdi>
                  <span className={styles.quiet}>{format.size(chosen.file.size)}</span>
                </span>
                <IconButton
                  icon={X}
                  size="small"
                  label={t('contacts.file.remove')}
                  onClick={() => setChosen(null)}
                />
              </div>
            ) : (
              <>
                <Upload size={24} strokeWidth={1.5} aria-hidden="true" />
                <p>{t(over ? 'contacts.file.dropNow' : 'contacts.file.drop')}</p>
              </>
            )}
            <Button autoFocus onClick={() => input.current?.click()} aria-describedby={hintId}>
              {t(chosen ? 'contacts.file.change' : 'contacts.file.choose')}
            </Button>
            <input
              ref={input}
              type="file"
              accept=".csv,text/csv"
              hidden
              aria-label={t('contacts.file.choose')}
              onChange={event => {
                void choose([...(event.target.files ?? [])])
                event.target.value = ''
              }}
            />
          </div>
          {fault ? <Alert type="error" showIcon title={fault} /> : null}
          {failure ? <Alert type="error" showIcon title={failure} /> : null}
          {head?.ok ? (
            <p className={styles.quiet} role="status">
              {t('contacts.file.found', { headers: head.headers.join(', ') })}
            </p>
          ) : null}
          <section className={styles.example} aria-label={t('contacts.file.example')}>
            <p className={styles.exampleTitle}>{t('contacts.file.example')}</p>
            <p id={hintId} className={styles.quiet}>
              {t('contacts.file.exampleHint')}
            </p>
            <table className={styles.table}>
              <thead>
                <tr>
                  {CSV_EXAMPLE[0]?.map(cell => (
                    <th key={cell} scope="col">
                      {cell}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {CSV_EXAMPLE.slice(1).map(([name, number, email]) => (
                  <tr key={number}>
                    <td>{name}</td>
                    <td>{number}</td>
                    <td>{email}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Button
              type="link"
              size="small"
              className={styles.link}
              onClick={() =>
                saveBlob(new Blob([csvExample()], { type: 'text/csv' }), t('contacts.file.exampleName'))
              }
            >
              {t('contacts.file.exampleDownload')}
            </Button>
          </section>
        </div>
      ) : null}
    </Modal>
  )
}
