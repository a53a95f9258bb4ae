import { Alert, Button } from 'antd'
import { Upload } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { contentToasts } from '@/stores/toasts'
import { cx } from '@/ui'
import styles from './import-dialog.module.css'
import { SHEET_ENDINGS } from './sheet/faults'
import { useExample } from './use-example'

/** A place for one spreadsheet: dropped or chosen. What it is decides whoever reads it. */
export function ChooseSheet({ onChoose, fault }: { onChoose: (file: File) => void; fault: string | null }) {
  const { t } = useTexts()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const example = useExample()
  const hintId = useId()

  const choose = (files: readonly File[]): void => {
    const [file] = files
    if (files.length > 1) contentToasts.error(t('contactLists.file.oneOnly'))
    else if (file) onChoose(file)
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    choose([...event.dataTransfer.files])
  }
  const onDragOver = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  return (
    <div className={styles.choosing}>
      <div
        className={cx(styles.zone, over && styles.over)}
        role="group"
        aria-label={t('contactLists.file.drop')}
        data-testid="sheet-zone"
        onDragOver={onDragOver}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Upload size={24} strokeWidth={1.5} aria-hidden="true" />
        <p>{t(over ? 'contactLists.file.dropNow' : 'contactLists.file.drop')}</p>
        <Button autoFocus onClick={() => input.current?.click()} aria-describedby={hintId}>
          {t('contactLists.file.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept={SHEET_ENDINGS.join(',')}
          hidden
          aria-label={t('contactLists.file.choose')}
          onChange={event => {
            choose([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </div>
      {fault ? <Alert type="error" showIcon title={fault} /> : null}
      <p id={hintId} className={styles.quiet}>
        {t('contactLists.file.hint')}{' '}
        <Button type="link" size="small" className={styles.link} onClick={example}>
          {t('contactLists.file.example')}
        </Button>
      </p>
    </div>
  )
}
