import { PAID_REDIRECT_MS, type PixCharge } from '@contract'
import { Alert, Button, Input } from 'antd'
import { Check, CircleCheck, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '@/i18n'
import { serverNow } from '@/stores/clock'
import { invoicesList, usePayments } from '@/stores/invoices'
import { toasts } from '@/stores/toasts'
import { QrCode } from '@/ui'
import styles from './finance.module.css'

const COPIED_MS = 3_000

/** Seconds until an instant, counted down; null without one. */
function useSecondsLeft(until: string | null): number | null {
  const left = (): number | null =>
    until === null ? null : Math.max(0, Math.ceil((Date.parse(until) - serverNow()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    if (until === null) return
    const timer = setInterval(() => setSeconds(left()), 1_000)
    return () => clearInterval(timer)
  })
  return seconds
}

/** Whether the invoice was paid, and until when the company may work now: by the event, or by the list read again. */
function usePaid(invoiceId: number): { paid: boolean; dueDate: string | null } {
  const [before] = useState(() => usePayments.getState().paid)
  // What a server sent without a name (under 0) before this code was shown was about another invoice.
  const event = usePayments(({ paid }) =>
    paid.has(invoiceId) ? paid.get(invoiceId) : paid === before ? undefined : paid.get(0),
  )
  const known = invoicesList.use(({ rows }) =>
    rows.some(row => row.id === invoiceId && row.status === 'paid'),
  )
  return { paid: known || event !== undefined, dueDate: event ?? null }
}

/** The Pix to be paid: code, amount, what is left of its time, and the change to paid. */
export function PixScreen({
  charge,
  invoiceId,
  onAgain,
}: {
  charge: PixCharge
  invoiceId: number
  /** The code ended: another one is asked for. */
  onAgain: () => void
}) {
  const { t, format } = useTexts()
  const navigate = useNavigate()
  const [copied, setCopied] = useState(false)
  const seconds = useSecondsLeft(charge.expiresAt)
  const { paid, dueDate } = usePaid(invoiceId)
  const code = charge.qrcode.qrcode

  useEffect(() => {
    if (!paid) return
    toasts.success(dueDate ? t('finance.pix.renewed', { date: format.date(dueDate) }) : t('finance.pix.paid'))
    const timer = setTimeout(() => void navigate('/'), PAID_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [paid, dueDate, t, format, navigate])
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code)
      setCopied(true)
    } catch {
      toasts.error(t('finance.pix.notCopied'))
    }
  }

  if (paid)
    return (
      <div className={styles.pix} role="status">
        <CircleCheck className={styles.done} size={56} strokeWidth={1.5} aria-hidden="true" />
        <p className={styles.amount}>{t('finance.pix.paid')}</p>
        {dueDate ? <p>{t('finance.pix.renewed', { date: format.date(dueDate) })}</p> : null}
      </div>
    )
  if (seconds === 0)
    return (
      <div className={styles.pix}>
        <Alert type="warning" showIcon title={t('finance.pix.ended')} />
        <Button type="primary" onClick={onAgain}>
          {t('finance.pix.again')}
        </Button>
      </div>
    )
  return (
    <div className={styles.pix}>
      <p className={styles.amount}>{format.money(Number(charge.valor.original))}</p>
      <QrCode className={styles.ground ?? ''} text={code} label={t('finance.pix.qr')} />
      <Input.TextArea
        className={styles.code}
        readOnly
        rows={3}
        value={code}
        aria-label={t('finance.pix.code')}
        onFocus={event => event.target.select()}
      />
      <Button
        block
        type="primary"
        icon={copied ? <Check size={16} /> : <Copy size={16} />}
        onClick={() => void copy()}
      >
        {t(copied ? 'finance.pix.copied' : 'finance.pix.copy')}
      </Button>
      <p className={styles.hint}>
        {seconds === null ? null : `${t('finance.pix.left', { time: format.duration(seconds) })} · `}
        {t(charge.settledBy === 'hand' ? 'finance.pix.byHand' : 'finance.pix.waiting')}
      </p>
    </div>
  )
}
