import { Alert } from 'antd'
import { useId } from 'react'
import { FilePlace, ImportBody, ImportLink, ImportNote } from '@/features/kit'
import { useTexts } from '@/i18n'
import { SHEET_ENDINGS } from '@/spreadsheet/faults'
import { contentToasts } from '@/stores/toasts'
import { useExample } from './use-example'

/** A place for one spreadsheet: dropped or chosen. What it is decides whoever reads it. */
export function ChooseSheet({ onChoose, fault }: { onChoose: (file: File) => void; fault: string | null }) {
  const { t } = useTexts()
  const example = useExample()
  const hintId = useId()
  const choose = (files: readonly File[]): void => {
    const [file] = files
    if (files.length > 1) contentToasts.error(t('contactLists.file.oneOnly'))
    else if (file) onChoose(file)
  }
  return (
    <ImportBody>
      <FilePlace
        label={t('contactLists.file.drop')}
        dropLabel={t('contactLists.file.dropNow')}
        chooseLabel={t('contactLists.file.choose')}
        accept={SHEET_ENDINGS.join(',')}
        onFiles={choose}
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
