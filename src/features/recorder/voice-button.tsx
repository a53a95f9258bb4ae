import { Mic } from 'lucide-react'
import { errorText, useTexts } from '@/i18n'
import { useKeyActions } from '@/stores/key-actions'
import { useKeys } from '@/stores/key-bindings'
import { startRecording } from '@/stores/recorder'
import { toasts } from '@/stores/toasts'
import { IconButton } from '@/ui'
import { useRecorderFree } from './use-recording'

export interface VoiceButtonProps {
  ticketId: number
  className?: string
}

/** Begins a voice message to the customer of a ticket. */
export function VoiceButton({ ticketId, className }: VoiceButtonProps) {
  const { t } = useTexts()
  const recordKeys = useKeys('record')
  const free = useRecorderFree()
  const start = async (): Promise<void> => {
    const answer = await startRecording(ticketId)
    if (!answer.ok) toasts.error(`${t('recorder.notStarted')} ${errorText(t, answer)}`)
  }
  useKeyActions('recorder', { record: free ? () => void start() : null })
  return (
    <IconButton
      icon={Mic}
      label={free ? t('recorder.record') : t('recorder.elsewhere')}
      keys={recordKeys}
      tipPlacement="top"
      className={className}
      disabled={!free}
      data-testid="composer-record"
      onClick={() => void start()}
    />
  )
}
