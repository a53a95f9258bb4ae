import { type Attachment, LOCAL_ATTACHMENTS_PATH } from '@contract'
import { FileText, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTexts } from '@/i18n'
import { draftOf, saveDraft } from '@/stores/drafts'
import { IconButton } from '@/ui'
import styles from './attachment-tray.module.css'
import { cancelUpload, previewOf, removeAttachment, type Upload } from './uploads'

interface TrayProps {
  ticketId: number
  attachments: readonly Attachment[]
  uploads: readonly Upload[]
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

/** Files of the draft: a thumbnail, the name, a caption each, and a way out. */
export function AttachmentTray({ ticketId, attachments, uploads, onEnter }: TrayProps) {
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
              <span className={styles.size}>{format.size(file.size)}</span>
            </span>
            <input
              className={styles.caption}
              value={file.caption}
              maxLength={1_024}
              dir="auto"
              placeholder={t('composer.caption')}
              aria-label={t('composer.captionOf', { name: file.name })}
              onChange={event => setCaption(file.id, event.target.value)}
              onKeyDown={onEnter}
            />
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
