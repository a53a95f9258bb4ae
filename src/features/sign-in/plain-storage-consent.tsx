import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTexts } from '@/i18n'
import { allowPlainStorage, useSession } from '@/stores/session'

/**
 * Asks before a session is kept without encryption, where the computer offers no vault. Until it is answered the
 * session lives in memory only; Esc means no.
 */
export function PlainStorageConsent() {
  const { t } = useTexts()
  const { status, storage, busy, user } = useSession()
  const [answeredFor, setAnsweredFor] = useState<number | null>(null)
  const open = status === 'signedIn' && storage === 'refused' && user !== null && answeredFor !== user.id
  const answer = (allow: boolean): void => {
    setAnsweredFor(user?.id ?? null)
    void allowPlainStorage(allow)
  }
  return (
    <Modal
      open={open}
      centered
      width={460}
      closable={false}
      mask={{ closable: false }}
      title={t('signIn.plainTitle')}
      onCancel={() => answer(false)}
      footer={[
        <Button key="allow" onClick={() => answer(true)} disabled={busy}>
          {t('signIn.plainAllow')}
        </Button>,
        <Button key="refuse" type="primary" onClick={() => answer(false)} disabled={busy}>
          {t('signIn.plainRefuse')}
        </Button>,
      ]}
    >
      {t('signIn.plainText')}
    </Modal>
  )
}
