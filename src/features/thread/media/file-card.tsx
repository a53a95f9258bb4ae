import type { Message } from '@contract'
import { Download, FileText, FileWarning } from 'lucide-react'
import { useTexts } from '@/i18n'
import { fileExtension, fileName, safeMediaUrl } from '../media'
import { useInnerTab } from '../row-focus'
import styles from './media.module.css'
import { downloadFile } from './use-file'

/** Any file as a download with name, type and size (specification 1 section 2). */
export function FileCard({ message }: { message: Message }) {
  const { t, format } = useTexts()
  const tabIndex = useInnerTab()
  const name = fileName(message)
  const extension = fileExtension(name)
  const available = safeMediaUrl(message.mediaUrl) !== null
  const details = [
    extension,
    message.mediaSize ? format.size(message.mediaSize) : '',
    available ? '' : t('thread.fileUnavailable'),
  ].filter(Boolean)
  const Icon = available ? FileText : FileWarning
  return (
    <button
      type="button"
      className={styles.card}
      tabIndex={tabIndex}
      disabled={!available}
      aria-label={t('thread.downloadFile', { name })}
      onClick={() => downloadFile(message)}
    >
      <span className={styles.cardIcon} aria-hidden="true">
        <Icon size={20} strokeWidth={1.5} />
      </span>
      <span className={styles.cardText}>
        <bdi className={styles.cardTitle} title={name}>
          {name}
        </bdi>
        <span className={styles.cardMeta}>{details.join(' · ')}</span>
      </span>
      {available ? (
        <Download className={styles.cardAction} size={16} strokeWidth={1.75} aria-hidden="true" />
      ) : null}
    </button>
  )
}
