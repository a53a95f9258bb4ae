import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useTexts } from '@/i18n'
import { useConnection } from '@/stores/connection'
import { refusedCount, sendEverything, unsentCount, useOutbox } from '@/stores/outbox'
import { useCompanyPlace } from '@/stores/workspace'
import styles from './sign-out-dialog.module.css'

export interface SignOutDialogProps {
  onClose: () => void
  onSignOut: () => void
}

/**
 * Asks before a sign-out that would throw away messages: how many have not left, and whether they go first. Once the
 * last one has left, the sign-out goes on by itself.
 */
export function SignOutDialog({ onClose, onSignOut }: SignOutDialogProps) {
  const { t } = useTexts()
  const unsent = useOutbox(unsentCount)
  const refused = useOutbox(refusedCount)
  const connected = useConnection(state => state.status === 'connected')
  const [sending, setSending] = useState(false)
  const [asked, setAsked] = useState(false)
  const stuck = sending && asked && unsent > 0 && refused === unsent

  const place = useCompanyPlace()
  useEffect(() => {
    if (sending && unsent === 0) onSignOut()
  }, [sending, unsent, onSignOut])

  const sendFirst = (): void => {
    setAsked(false)
    setSending(true)
    void sendEverything().then(() => setAsked(true))
  }
  const line = stuck
    ? t('shell.session.unsentRefused', { count: unsent })
    : sending
      ? t(connected ? 'shell.session.unsentLeft' : 'shell.session.unsentOffline', { count: unsent })
      : t('shell.session.unsentText', { count: unsent })

  return (
    <Modal
      open
      centered
      width={520}
      title={t('shell.session.unsentTitle')}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <div className={styles.footer}>
          <Button danger onClick={onSignOut}>
            {t('shell.session.signOutAnyway')}
          </Button>
          <span className={styles.gap} />
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="primary" autoFocus loading={sending && !stuck} onClick={sendFirst}>
            {t(stuck ? 'common.retry' : 'shell.session.sendFirst')}
          </Button>
        </div>
      }
    >
      <p role="status">{line}</p>
      <p>{t(`shell.session.leaves.${place}`)}</p>
    </Modal>
  )
}
