import { pairingForm } from '@contract'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '@/api'
import { useAttempt } from '@/features/kit'
import { useTexts } from '@/i18n'
import styles from './qr.module.css'

/** Asks for the phone's number, and then for a code that is typed into it. */
export function AskCode({ id }: { id: number }) {
  const { t } = useTexts()
  const attempt = useAttempt()
  const [open, setOpen] = useState(false)
  const [phone, setPhone] = useState('')
  const [wrong, setWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  const ask = async (): Promise<void> => {
    const body = pairingForm.safeParse({ phone })
    setWrong(!body.success)
    if (!body.success) return
    setBusy(true)
    await attempt(() => call('whatsapps.pairByCode', { params: { id }, body: body.data }), '')
    setBusy(false)
  }
  if (!open)
    return (
      <Button type="link" className={styles.byCode ?? ''} onClick={() => setOpen(true)}>
        {t('connections.qr.byCode')}
      </Button>
    )
  return (
    <Form layout="vertical" className={styles.ask ?? ''} onFinish={() => void ask()}>
      <Form.Item
        label={t('connections.qr.phone')}
        htmlFor="pairing-phone"
        extra={t('connections.qr.phoneHint')}
        {...(wrong ? { validateStatus: 'error', help: t('connections.qr.phoneWrong') } : {})}
      >
        <Input
          id="pairing-phone"
          type="tel"
          autoComplete="off"
          autoFocus
          value={phone}
          onChange={event => setPhone(event.target.value)}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('connections.qr.askCode')}
      </Button>
    </Form>
  )
}

/** The code, large enough to be read from the phone in the hand. */
export function ShownCode({ code, name }: { code: string; name: string }) {
  const { t } = useTexts()
  const half = Math.ceil(code.length / 2)
  return (
    <div className={styles.working}>
      <strong>{t('connections.qr.typeCode')}</strong>
      <output className={styles.typed} aria-label={t('connections.qr.codeLabel', { name })}>
        {code.slice(0, half)}-{code.slice(half)}
      </output>
    </div>
  )
}
