import { homeOfZone } from '@contract'
import { Alert, Button, Modal, Spin } from 'antd'
import { useId, useState } from 'react'
import { FilePlace, ImportBody, ImportLink, ImportNote, ImportProgress } from '@/features/kit'
import { useTexts } from '@/i18n'
import { SHEET, SHEET_ENDINGS } from '@/spreadsheet/faults'
import { useCompanyZone } from '@/stores/company-clock'
import { looks } from '@/ui'
import { ColumnsStep } from './columns-step'
import styles from './import-dialog.module.css'
import { ImportReport } from './import-report'
import { createSheet, type Sheet } from './sheet/sheet'
import { useExample } from './use-example'
import { type Choice, useImport } from './use-import'

/** A place for one spreadsheet: dropped or chosen. What it is decides whoever reads it. */
function ChooseSheet({ onChoose, fault }: { onChoose: (file: File) => void; fault: string | null }) {
  const { t } = useTexts()
  const example = useExample()
  const hintId = useId()
  return (
    <ImportBody>
      <FilePlace
        label={t('contactLists.file.drop')}
        accept={SHEET_ENDINGS.join(',')}
        onFile={onChoose}
        hintId={hintId}
        testId="sheet-zone"
      />
      {fault ? <Alert type="error" showIcon title={fault} /> : null}
      <ImportNote id={hintId}>
        {t('contactLists.file.hint')}{' '}
        <ImportLink onClick={example}>{t('contactLists.file.example')}</ImportLink>
      </ImportNote>
    </ImportBody>
  )
}

export interface ImportDialogProps {
  contactListId: number
  onClose: () => void
  /** For tests, which have no workers. */
  makeSheet?: () => Sheet
}

/**
 * Imports a spreadsheet into a contact list: the file, which column is which, progress, and what became of every row. The
 * file is read in a worker; nothing here waits for it.
 */
export function ImportDialog({ contactListId, onClose, makeSheet = createSheet }: ImportDialogProps) {
  const { t, format } = useTexts()
  const work = useImport(contactListId, makeSheet)
  const { phase } = work
  const [changed, setChanged] = useState<Choice | null>(null)
  const zone = useCompanyZone()
  const choice: Choice | null =
    phase.at === 'columns' ? (changed ?? { ...phase.opened, home: homeOfZone(zone) }) : null
  const rowCount =
    phase.at === 'columns' && choice ? Math.max(0, phase.opened.total - (choice.hasHeading ? 1 : 0)) : 0
  const counted = (count: number) => ({ count, formatted: format.number(count) })
  const again = (): void => {
    setChanged(null)
    work.forget()
  }

  const buttons = () => {
    switch (phase.at) {
      case 'choosing':
        return <Button onClick={onClose}>{t('common.cancel')}</Button>
      case 'reading':
        return <Button onClick={work.stop}>{t('contactLists.file.stopReading')}</Button>
      case 'columns':
        return (
          <>
            <Button onClick={again}>{t('kit.import.change')}</Button>
            <Button
              type="primary"
              disabled={choice === null || choice.mapping.number === null || rowCount === 0}
              onClick={() => choice && work.send(choice)}
            >
              {t('contactLists.file.submit', counted(rowCount))}
            </Button>
          </>
        )
      case 'sending':
        return <Button onClick={work.stop}>{t('contactLists.file.stop')}</Button>
      case 'report':
        return (
          <>
            {work.canGoOn ? (
              <Button onClick={work.goOn}>{t('contactLists.file.goOn')}</Button>
            ) : (
              <Button onClick={again}>{t('contactLists.file.again')}</Button>
            )}
            <Button type="primary" onClick={onClose}>
              {t('common.close')}
            </Button>
          </>
        )
    }
  }

  return (
    <Modal
      open
      centered
      width={phase.at === 'report' || phase.at === 'columns' ? 760 : 560}
      title={phase.at === 'report' ? t(`contactLists.file.${phase.end}`) : t('contactLists.file.title')}
      mask={{ closable: false }}
      closable={phase.at !== 'sending'}
      keyboard={phase.at !== 'sending'}
      onCancel={onClose}
      footer={<div className={looks.buttons}>{buttons()}</div>}
    >
      {phase.at === 'choosing' ? (
        <ChooseSheet
          onChoose={work.choose}
          fault={
            phase.fault
              ? t(`contactLists.file.faults.${phase.fault}`, {
                  size: format.size(SHEET.fileBytes),
                  rows: format.number(SHEET.rows),
                })
              : null
          }
        />
      ) : null}
      {phase.at === 'reading' ? (
        <div className={styles.waiting} role="status">
          <Spin />
          <p>{t('contactLists.file.reading')}</p>
        </div>
      ) : null}
      {phase.at === 'columns' && choice ? (
        <ColumnsStep
          file={work.file}
          opened={phase.opened}
          choice={choice}
          onChoice={setChanged}
          onSheet={sheet => {
            setChanged(null)
            work.openSheet(sheet)
          }}
        />
      ) : null}
      {phase.at === 'sending' ? (
        <ImportProgress
          showInfo
          percent={phase.total === 0 ? 100 : Math.round((phase.done / phase.total) * 100)}
        >
          {t('contactLists.file.sending', {
            done: format.number(phase.done),
            total: format.number(phase.total),
          })}
        </ImportProgress>
      ) : null}
      {phase.at === 'report' ? (
        <ImportBody>
          {phase.end === 'done' ? null : (
            <Alert
              type={phase.end === 'failed' ? 'error' : 'warning'}
              showIcon
              title={
                phase.end === 'failed'
                  ? t('contactLists.file.failedText', { reason: phase.reason })
                  : t('contactLists.file.stoppedText')
              }
            />
          )}
          <ImportReport rows={work.rows} />
        </ImportBody>
      ) : null}
    </Modal>
  )
}
