import { isVoiceFile } from '@contract'
import { Button } from 'antd'
import { UserRoundX } from 'lucide-react'
import { removeAttachment } from '@/features/composer'
import { VoiceDrafts } from '@/features/recorder'
import { useTexts } from '@/i18n'
import { useDrafts } from '@/stores/drafts'
import { toasts } from '@/stores/toasts'
import { EmptyState, useSteadyNavigate } from '@/ui'
import { enterList } from './enter-list'
import styles from './lost-ticket.module.css'
import { LIST_PATH } from './use-ticket-actions'

/** In place of a conversation that was taken from who worked in it: that it was, and what was being written or said. */
export function LostTicket({ ticketId }: { ticketId: number }) {
  const { t } = useTexts()
  // As it is now: a recording that ended with the loss is kept a moment after it.
  const kept = useDrafts(state => state.drafts.get(ticketId))
  const draft = kept?.text.trim() ?? ''
  const voices = kept?.attachments.filter(isVoiceFile) ?? []
  const navigate = useSteadyNavigate()
  const copy = (): void => {
    navigator.clipboard.writeText(draft).then(
      () => toasts.success(t('common.copied')),
      () => toasts.error(t('errors.unknown')),
    )
  }
  const back = (): void => {
    void navigate(LIST_PATH, { replace: true })
    enterList()
  }
  return (
    <div className={styles.lost} role="alert">
      <EmptyState
        icon={UserRoundX}
        title={t('tickets.lost.title')}
        text={t('tickets.lost.text')}
        action={
          <div className={styles.actions}>
            {draft === '' ? null : <Button onClick={copy}>{t('tickets.lost.copy')}</Button>}
            <Button type="primary" autoFocus onClick={back}>
              {t('tickets.lost.back')}
            </Button>
          </div>
        }
      />
      {draft === '' ? null : (
        <figure className={styles.draft}>
          <figcaption>{t('tickets.lost.draft')}</figcaption>
          <bdi dir="auto">{draft}</bdi>
        </figure>
      )}
      {voices.length === 0 ? null : (
        <figure className={styles.draft}>
          <figcaption>{t('tickets.lost.voice', { count: voices.length })}</figcaption>
          <VoiceDrafts files={voices} onRemove={id => removeAttachment(ticketId, id)} />
        </figure>
      )}
    </div>
  )
}
