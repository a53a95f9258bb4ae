import { ACK } from '@contract'
import { CircleAlert, Clock3 } from 'lucide-react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui'
import styles from './ack-icon.module.css'

/** Delivery as the console shows it, made of ack 0 to 5. */
export type AckState = 'pending' | 'sent' | 'delivered' | 'read' | 'failed'

/** The state an acknowledgement figure stands for. */
export function ackState(ack: number): Exclude<AckState, 'failed'> {
  if (ack >= ACK.read) return 'read'
  if (ack >= ACK.delivered) return 'delivered'
  return ack >= ACK.server ? 'sent' : 'pending'
}

const TICK = 'M1.5 6.5 4.5 9.5 10 3.5'

/** Clock, one tick, two ticks, two ticks on a line, red mark: distinguished by shape, not by colour alone. */
export function AckIcon({ state }: { state: AckState }) {
  const { t } = useTexts()
  const label = t(`thread.ack.${state}`)
  if (state === 'pending') {
    return <Clock3 className={styles.icon} size={12} strokeWidth={1.75} role="img" aria-label={label} />
  }
  if (state === 'failed') {
    return (
      <CircleAlert
        className={cx(styles.icon, styles.failed)}
        size={14}
        strokeWidth={2}
        role="img"
        aria-label={label}
      />
    )
  }
  return (
    <svg
      className={cx(styles.icon, styles[state])}
      width={state === 'sent' ? 12 : 16}
      height="12"
      viewBox={state === 'sent' ? '0 0 12 12' : '0 0 16 12'}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label={label}
    >
      <path d={TICK} transform={state === 'read' ? 'translate(0 -1.5)' : undefined} />
      {state === 'sent' ? null : (
        <path d="m8 9.2.4.3L14 3.5" transform={state === 'read' ? 'translate(0 -1.5)' : undefined} />
      )}
      {state === 'read' ? <path d="M2 11h11.5" /> : null}
    </svg>
  )
}
