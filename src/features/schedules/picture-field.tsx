import { SCHEDULE_IMAGE_ENDINGS } from '@contract'
import { ConfigProvider } from 'antd'
import { ImagePlus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { IconButton, ToolbarButton } from '@/ui'
import styles from './schedules.module.css'

interface PictureFieldProps {
  /** Given by the form: a new picture, null for none, undefined for the one the message has. */
  value?: File | null
  onChange?: (file: File | null) => void
  /** The picture the message has; `url` null where it cannot be shown. */
  kept?: { name: string; url: string | null } | null
}

/** One picture: chosen, seen, taken away again. */
export function PictureField({ value, onChange, kept = null }: PictureFieldProps) {
  const { t, format } = useTexts()
  const disabled = ConfigProvider.useConfig().componentDisabled ?? false
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

  const shown = value
    ? { name: value.name, url: preview, size: format.size(value.size) }
    : value === undefined && kept
      ? { ...kept, size: '' }
      : null

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
      {shown ? (
        <>
          {shown.url ? <img className={styles.thumb} src={shown.url} alt="" draggable={false} /> : null}
          <span className={styles.fileName} title={shown.name}>
            {shown.name}
          </span>
          <span className={styles.hint}>{shown.size}</span>
          <IconButton
            icon={X}
            size="small"
            disabled={disabled}
            label={t('schedules.removeImage', { name: shown.name })}
            onClick={() => onChange?.(null)}
          />
        </>
      ) : (
        <>
          <ToolbarButton
            icon={ImagePlus}
            disabled={disabled}
            label={t('schedules.chooseImage')}
            onClick={() => input.current?.click()}
          />
          <span className={styles.hint}>{t('schedules.imageHint')}</span>
        </>
      )}
    </div>
  )
}
