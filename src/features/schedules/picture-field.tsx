import { SCHEDULE_IMAGE_ENDINGS } from '@contract'
import { ImagePlus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { IconButton, ToolbarButton } from '@/ui'
import styles from './schedules.module.css'

interface PictureFieldProps {
  /** Given by the form. */
  value?: File | null
  onChange?: (file: File | null) => void
}

/** One picture: chosen, seen, taken away again. */
export function PictureField({ value = null, onChange }: PictureFieldProps) {
  const { t, format } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => {
    if (!value) {
      setPreview(null)
      return
    }
    const url = URL.createObjectURL(value)
    setPreview(url)
    return () => URL.revokeObjectURL(url)
  }, [value])

  return (
    <div className={styles.picture}>
      <input
        ref={input}
        hidden
        type="file"
        accept={SCHEDULE_IMAGE_ENDINGS.join(',')}
        onChange={event => {
          onChange?.(event.target.files?.[0] ?? null)
          event.target.value = ''
        }}
      />
      {value ? (
        <>
          {preview ? <img className={styles.thumb} src={preview} alt="" draggable={false} /> : null}
          <span className={styles.fileName} title={value.name}>
            {value.name}
          </span>
          <span className={styles.hint}>{format.size(value.size)}</span>
          <IconButton
            icon={X}
            size="small"
            label={t('schedules.removeImage', { name: value.name })}
            onClick={() => onChange?.(null)}
          />
        </>
      ) : (
        <>
          <ToolbarButton
            icon={ImagePlus}
            label={t('schedules.chooseImage')}
            onClick={() => input.current?.click()}
          />
          <span className={styles.hint}>{t('schedules.imageHint')}</span>
        </>
      )}
    </div>
  )
}
