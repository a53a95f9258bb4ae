import { Paperclip, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FileThumb } from '@/features/kit'
import { safeMediaUrl } from '@/features/thread'
import { useTexts } from '@/i18n'
import { IconButton, ToolbarButton } from '@/ui'
import styles from './queues.module.css'

/** What a row keeps of its file. */
interface KeptFile {
  mediaPath: string | null
  mediaName: string | null
}

interface MediaFieldProps {
  /** Where the form's label leads. */
  id?: string
  kept: KeptFile
  /** Chosen, and not yet on the server. */
  file?: File | null
  busy?: boolean
  onChoose: (file: File) => void
  onRemove: () => void
}

/** One file: chosen, seen, replaced, taken away. */
export function MediaField({ id, kept, file = null, busy = false, onChoose, onRemove }: MediaFieldProps) {
  const { t } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const [local, setLocal] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setLocal(null)
    const url = URL.createObjectURL(file)
    setLocal(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  const name = file?.name ?? (kept.mediaPath ? kept.mediaName || t('queues.file.unnamed') : null)
  return (
    <div className={styles.media}>
      <input
        ref={input}
        id={id}
        disabled={busy}
        className={styles.input}
        tabIndex={-1}
        aria-hidden="true"
        type="file"
        data-testid="queue-file"
        onChange={event => {
          const [chosen] = event.target.files ?? []
          event.target.value = ''
          if (chosen) onChoose(chosen)
        }}
      />
      {name ? (
        <>
          <FileThumb name={name} url={local ?? safeMediaUrl(kept.mediaPath)} />
          <span className={styles.fileName} title={name}>
            <bdi>{name}</bdi>
          </span>
          <ToolbarButton
            icon={Paperclip}
            label={t('queues.file.replace')}
            disabled={busy}
            onClick={() => input.current?.click()}
          />
          <IconButton
            icon={X}
            size="small"
            label={t('queues.file.remove', { name })}
            disabled={busy}
            onClick={onRemove}
          />
        </>
      ) : (
        <>
          <ToolbarButton
            icon={Paperclip}
            label={t('queues.file.choose')}
            disabled={busy}
            onClick={() => input.current?.click()}
          />
          <span className={styles.hint}>{t('queues.file.hint')}</span>
        </>
      )}
    </div>
  )
}
