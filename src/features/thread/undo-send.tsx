import { useEffect, useState } from 'react'
import { useTexts } from '@/i18n'
import styles from './thread-row.module.css'

interface UndoSendProps {
  /** ISO-8601 instant at which the upload leaves. */
  until: string
  onUndo: () => void
  onNow: () => void
}

/** The two seconds before an upload, as a way back (docs/specification.md 1.9, upload send delay). */
export function UndoSend({ until, onUndo, onNow }: UndoSendProps) {
  const { t } = useTexts()
  const left = (): number => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(
      () => setSeconds(Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1_000))),
      250,
    )
    return () => clearInterval(timer)
  }, [until])
  if (seconds === 0) return null
  return (
    <div className={styles.undo}>
      <span>{t('thread.sendsIn', { count: seconds })}</span>
      <button type="button" className={styles.retry} onClick={onUndo}>
        {t('common.undo')}
      </button>
      <button type="button" className={styles.retry} onClick={onNow}>
        {t('thread.sendNow')}
      </button>
    </div>
  )
}
