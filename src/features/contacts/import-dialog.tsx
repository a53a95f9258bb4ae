import type { ResponseOut } from '@contract'
import { Alert, Button, Modal } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { call, isAborted } from '@/api'
import {
  ChosenFile,
  FilePlace,
  ImportBody,
  ImportLink,
  ImportNote,
  ImportProgress,
  SampleRows,
} from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { contactsList } from '@/stores/contacts'
import { saveBlob } from '@/stores/downloads'
import { announce, looks } from '@/ui'
import { CSV_EXAMPLE, type CsvHead, csvExample, isCsvName, readHead } from './csv-head'
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
  const sending = useRef<AbortController | null>(null)
  const hintId = useId()
  useEffect(() => () => sending.current?.abort(), [])

  const choose = async (file: File): Promise<void> => {
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
      footer={<div className={looks.buttons}>{buttons}</div>}
    >
      {phase.at === 'done' ? <ImportReport report={phase.report} /> : null}
      {phase.at === 'sending' ? (
        <ImportProgress percent={percent}>
          {percent < 100 ? t('contacts.file.sending', { percent }) : t('contacts.file.working')}
        </ImportProgress>
      ) : null}
      {phase.at === 'choosing' ? (
        <ImportBody>
          <FilePlace
            label={t('contacts.file.drop')}
            accept=".csv,text/csv"
            onFile={file => void choose(file)}
            faultOf={({ name }) => (isCsvName(name) ? null : t('contacts.file.invalidType'))}
            hintId={hintId}
            testId="csv-zone"
          >
            {chosen ? (
              <ChosenFile
                name={chosen.file.name}
                note={format.size(chosen.file.size)}
                remove={{ label: t('contacts.file.remove'), run: () => setChosen(null) }}
              />
            ) : null}
          </FilePlace>
          {fault ? <Alert type="error" showIcon title={fault} /> : null}
          {failure ? <Alert type="error" showIcon title={failure} /> : null}
          {head?.ok ? (
            <ImportNote live>{t('contacts.file.found', { headers: head.headers.join(', ') })}</ImportNote>
          ) : null}
          <section aria-label={t('contacts.file.example')}>
            <p className={looks.strong}>{t('contacts.file.example')}</p>
            <ImportNote id={hintId}>{t('contacts.file.exampleHint')}</ImportNote>
            <SampleRows
              verbatim
              heading={CSV_EXAMPLE[0] ?? []}
              rows={CSV_EXAMPLE.slice(1).map(cells => ({ key: cells.join(), cells }))}
            />
            <ImportLink
              onClick={() =>
                saveBlob(new Blob([csvExample()], { type: 'text/csv' }), t('contacts.file.exampleName'))
              }
            >
              {t('contacts.file.exampleDownload')}
            </ImportLink>
          </section>
        </ImportBody>
      ) : null}
    </Modal>
  )
}
