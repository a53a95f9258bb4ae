import { type Attachment, LOCAL_ATTACHMENTS_PATH } from '@contract'
import { Mic, Trash2 } from 'lucide-react'
import { AudioPlayer, stopAudio } from '@/features/thread'
import { useTexts } from '@/i18n'
import { IconButton } from '@/ui'
import styles from './recorder.module.css'

export interface VoiceDraftsProps {
  files: readonly Attachment[]
  onRemove: (id: string) => void
}

/** Recordings that wait to be sent: listen, or throw away. */
export function VoiceDrafts({ files, onRemove }: VoiceDraftsProps) {
  const { t, format } = useTexts()
  const remove = (id: string): void => {
    stopAudio(id)
    onRemove(id)
  }
  return (
    <ul className={styles.drafts} aria-label={t('recorder.recordings')}>
      {files.map(file => (
        <li key={file.id} className={styles.draft} data-testid="voice-draft">
          <Mic className={styles.voice} size={16} strokeWidth={1.75} aria-hidden="true" />
          <AudioPlayer
            id={file.id}
            url={`${LOCAL_ATTACHMENTS_PATH}/${encodeURIComponent(file.id)}`}
            duration={file.duration ?? 0}
          />
          <span className={styles.size}>{format.size(file.size)}</span>
          <IconButton
            icon={Trash2}
            size="small"
            tipPlacement="top"
            label={t('recorder.remove', { time: format.duration(file.duration ?? 0) })}
            onClick={() => remove(file.id)}
          />
        </li>
      ))}
    </ul>
  )
}
