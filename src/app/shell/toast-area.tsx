import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '@/i18n'
import { type Toast, type ToastTone, toasts, useToastList } from '@/stores/toasts'
import { cx, IconButton } from '@/ui'
import styles from './toast-area.module.css'

const ICONS: Record<ToastTone, typeof Info> = {
  success: CircleCheck,
  info: Info,
  warning: TriangleAlert,
  error: CircleAlert,
}

/** One toast; its clock stands still while the pointer or the focus is on it. */
function ToastLine({ toast }: { toast: Toast }) {
  const { t } = useTexts()
  const [under, setUnder] = useState(false)
  const [focused, setFocused] = useState(false)
  const held = under || focused
  const { id, stays, tone, text, action, times, sort } = toast
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => toasts.dismiss(id), stays)
    return () => clearTimeout(timer)
  }, [id, stays, held])
  const Icon = ICONS[tone]
  return (
    <li
      className={cx(styles.toast, styles[tone])}
      onPointerEnter={() => setUnder(true)}
      onPointerLeave={() => setUnder(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon className={styles.icon} size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles.text} role="status">
        {text}
        {times > 1 && sort === null ? <span className={styles.times}> ×{times}</span> : null}
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

/**
 * Where toasts stand: over the title, in the top bar's free room, where no hand has anything to do. The newest is shown
 * alone; those before it come back, with their whole time, when it has gone: a pile would lie over the list below. A
 * window without a top bar offers another place by the same anchor (toast-area.module.css).
 */
export function ToastArea() {
  const newest = useToastList(state => state.toasts.at(-1))
  return (
    <ol className={styles.area} data-testid="toasts">
      {newest ? <ToastLine key={newest.id} toast={newest} /> : null}
    </ol>
  )
}
