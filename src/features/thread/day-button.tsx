import type { Dayjs } from 'dayjs'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTexts } from '@/i18n'
import { watchedSince } from '@/stores/messages'
import { reachMoment } from '@/stores/messages-reach'
import { toasts } from '@/stores/toasts'
import { onDemand } from '@/ui'
import styles from './day-button.module.css'
import { showMessage } from './requests'

const DayJump = onDemand(async () => (await import('./day-jump')).DayJump)

interface DayButtonProps {
  ticketId: number
  /** The day it names, an instant. */
  day: string
  label: string
  /** Only what arrives from now on is shown: there is nothing to go to. */
  fixed: boolean
  /** Of the button, and of what stands in its place while a date is chosen and loaded. */
  className?: string | undefined
  tabIndex?: number
  /** Behind the label. */
  children?: ReactNode
}

/** A day of a conversation; pressed, it opens the calendar that leads to the first message of another one. */
export function DayButton({
  ticketId,
  day,
  label,
  fixed,
  className = styles.day,
  tabIndex = 0,
  children,
}: DayButtonProps) {
  const { t } = useTexts()
  const button = useRef<HTMLButtonElement>(null)
  const [stage, setStage] = useState<'idle' | 'choosing' | 'loading'>('idle')
  // The button is drawn again before it takes the keyboard.
  const close = (): void => {
    flushSync(() => setStage('idle'))
    button.current?.focus()
  }
  const go = async (chosen: Dayjs): Promise<void> => {
    setStage('loading')
    const visit = watchedSince(ticketId)
    const { message, reached } = await reachMoment(ticketId, chosen.startOf('day').valueOf())
    setStage('idle')
    // Whoever has left the conversation meanwhile is not led back into it.
    if (watchedSince(ticketId) !== visit) return
    if (message) showMessage(ticketId, message.id)
    else toasts.info(t('thread.noneSince'))
    if (message && !reached) toasts.info(t('thread.dayNotReached'))
  }
  if (stage === 'loading')
    return (
      <span className={className} role="status">
        {t('common.loading')}…
      </span>
    )
  if (stage === 'choosing')
    return (
      <span className={className}>
        <DayJump day={day} onChoose={chosen => void go(chosen)} onClose={close} />
      </span>
    )
  return (
    <button
      ref={button}
      type="button"
      className={className}
      disabled={fixed}
      tabIndex={tabIndex}
      aria-label={`${label}. ${t('thread.toDay')}`}
      title={t('thread.toDay')}
      onClick={() => setStage('choosing')}
    >
      {label}
      {children}
    </button>
  )
}
