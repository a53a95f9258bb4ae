import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '@/i18n'
import { type Toast, type ToastTone, toasts, useToastList } from '@/stores/toasts'
import { cx, IconButton } from '@/ui'
import styles from './toast-area.module.css'

const ICONS: Record<ToastTone, typeof Info> = { success: CircleCheck, info: Info, error: CircleAlert }

/** One toast; its clock stands still while the pointer or the focus is on it. */
function ToastLine({ toast }: { toast: Toast }) {
  const { t } = useTexts()
  const [held, setHeld] = useState(false)
  const { id, stays, tone, text, action, times } = toast
  useEffect(() => {
    if (stays === null || held) return
    const timer = setTimeout(() => toasts.dismiss(id), stays)
    return () => clearTimeout(timer)
  }, [id, stays, held])
  const Icon = ICONS[tone]
  return (
    <li
      className={cx(styles.toast, styles[tone])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon className={styles.icon} size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles.text} role="status">
        {text}
        {times > 1 ? <span className={styles.times}> ×{times}</span> : null}
      </span>
      {action ? (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            toasts.dismiss(id)
            action.run()
          }}
        >
          {action.label}
        </button>
      ) : null}
      <IconButton
        icon={X}
        size="small"
        label={t('common.dismiss')}
        tip={false}
        onClick={() => toasts.dismiss(id)}
      />
    </li>
  )
}

/** Where toasts stand: lower edge, centred, never over the whole width. */
export function ToastArea() {
  const list = useToastList(state => state.toasts)
  return (
    <ol className={styles.area} data-testid="toasts">
      {list.map(toast => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </ol>
  )
}
