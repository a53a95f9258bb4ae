import { type Attachment, CAPTION_MAX_CHARS, LOCAL_ATTACHMENTS_PATH } from '@contract'
import { FileText, X } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { useTexts } from '@/i18n'
import { draftOf, saveDraft } from '@/stores/drafts'
import { cx, IconButton, looks, nearLimit } from '@/ui'
import styles from './attachment-tray.module.css'
import { captionTooLong } from './sending'
import { cancelUpload, previewOf, removeAttachment, type Upload } from './uploads'

interface TrayProps {
  ticketId: number
  attachments: readonly Attachment[]
  uploads: readonly Upload[]
  /** Whether the number of the conversation sends such a file. */
  isTaken: (file: Attachment) => boolean
  onEnter: (event: KeyboardEvent<HTMLInputElement>) => void
}

function Thumbnail({ file }: { file: Attachment }) {
  if (!file.mime.startsWith('image/')) {
    return (
      <span className={styles.thumb} aria-hidden="true">
        <FileText size={20} strokeWidth={1.5} />
      </span>
    )
  }
  const src = previewOf(file.id) ?? `${LOCAL_ATTACHMENTS_PATH}/${encodeURIComponent(file.id)}`
  return <img className={styles.thumb} src={src} alt="" draggable={false} />
}

interface CaptionProps {
  file: Attachment
  onChange: (caption: string) => void
  onEnter: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** Words below a file. What is pasted stays whole: near the limit it is counted, beyond it nothing leaves. */
function Caption({ file, onChange, onEnter }: CaptionProps) {
  const { t, format } = useTexts()
  const limitId = useId()
  const { length } = file.caption.trim()
  const tooLong = captionTooLong(file)
  return (
    <>
      <input
        className={styles.caption}
        value={file.caption}
        dir="auto"
        placeholder={t('composer.caption')}
        aria-label={t('composer.captionOf', { name: file.name })}
        aria-invalid={tooLong}
        aria-describedby={tooLong ? limitId : undefined}
        onChange={event => onChange(event.target.value)}
        onKeyDown={onEnter}
      />
      {nearLimit(length, CAPTION_MAX_CHARS) ? (
        <span className={cx(styles.limit, tooLong && styles.over)}>
          <span id={limitId} role="alert">
            {tooLong ? t('common.tooLong', { max: format.number(CAPTION_MAX_CHARS) }) : null}
          </span>
          {tooLong ? null : <span aria-hidden="true">{`${length} / ${CAPTION_MAX_CHARS}`}</span>}
        </span>
      ) : null}
    </>
  )
}

/** Files of the draft: a thumbnail, the name, a caption each, and a way out. */
export function AttachmentTray({ ticketId, attachments, uploads, isTaken, onEnter }: TrayProps) {
  const { t, format } = useTexts()
  const setCaption = (id: string, caption: string): void => {
    const files = draftOf(ticketId)?.attachments ?? []
    saveDraft(ticketId, { attachments: files.map(file => (file.id === id ? { ...file, caption } : file)) })
  }
  return (
    <ul className={styles.tray} aria-label={t('composer.attachments')}>
      {attachments.map(file => (
        <li key={file.id} className={styles.item}>
          <Thumbnail file={file} />
          <span className={styles.body}>
            <span className={styles.head}>
              <bdi className={styles.name} title={file.name}>
                {file.name}
              </bdi>
              <span className={looks.meta}>{format.size(file.size)}</span>
            </span>
            {isTaken(file) ? null : (
              <span className={cx(styles.limit, styles.over)} role="alert">
                {t('composer.kindNotTaken')}
              </span>
            )}
            <Caption file={file} onChange={caption => setCaption(file.id, caption)} onEnter={onEnter} />
          </span>
          <IconButton
            icon={X}
            size="small"
            tipPlacement="top"
            label={t('composer.removeFile', { name: file.name })}
            onClick={() => removeAttachment(ticketId, file.id)}
          />
        </li>
      ))}
      {uploads.map(upload => (
        <li key={upload.key} className={styles.item}>
          <span className={styles.thumb} aria-hidden="true">
            <FileText size={20} strokeWidth={1.5} />
          </span>
          <span className={styles.body}>
            <bdi className={styles.name}>{upload.name}</bdi>
            <progress
              className={styles.progress}
              value={upload.progress}
              max={1}
              aria-label={t('composer.preparing', { name: upload.name })}
            />
          </span>
          <IconButton
            icon={X}
            size="small"
            tipPlacement="top"
            label={t('composer.cancelFile', { name: upload.name })}
            onClick={() => cancelUpload(ticketId, upload.key)}
          />
        </li>
      ))}
    </ul>
  )
}
