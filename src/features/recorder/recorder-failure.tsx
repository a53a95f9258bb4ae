import { Button } from 'antd'
import { MicOff, X } from 'lucide-react'
import { useTexts } from '@/i18n'
import { openMicrophoneSettings, startRecording, useRecorder } from '@/stores/recorder'
import { IconButton } from '@/ui'
import styles from './recorder.module.css'

/** Why there is no recording, and what can be done about it. */
export function RecorderFailure({ ticketId, onClose }: { ticketId: number; onClose: () => void }) {
  const { t } = useTexts()
  const failure = useRecorder(state => state.failure) ?? 'broken'
  const settings = useRecorder(state => state.hasSystemSettings)
  return (
    <div className={styles.failure} role="alert" data-testid="recorder-failure">
      <MicOff className={styles.failureIcon} size={20} strokeWidth={1.5} aria-hidden="true" />
      <span className={styles.words}>{t(`recorder.failure.${failure}`)}</span>
      {failure === 'denied' && settings ? (
        <Button size="small" onClick={() => void openMicrophoneSettings()}>
          {t('recorder.openSettings')}
        </Button>
      ) : null}
      <Button size="small" type="primary" onClick={() => void startRecording(ticketId)}>
        {t('recorder.again')}
      </Button>
      <IconButton icon={X} label={t('recorder.close')} keys="Esc" tipPlacement="top" onClick={onClose} />
    </div>
  )
}
