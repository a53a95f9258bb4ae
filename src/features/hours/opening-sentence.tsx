import { type Opening, openingState } from '@contract'
import { DoorClosed, DoorOpen } from 'lucide-react'
import { type TFunction, useTexts } from '@/i18n'
import { useNow } from '@/stores/clock'
import { cx } from '@/ui'
import styles from './hours.module.css'

/** What hours mean at an instant, as one sentence: "Aberto agora, fecha às 18:00". */
export function openingText(t: TFunction, opening: Opening, at: Date): string {
  const state = openingState(opening, at)
  if (state.kind === 'always') return t('hours.now.always')
  if (state.kind === 'open') return t('hours.now.open', { time: state.until })
  if (!state.opens) return t('hours.now.closedLong')
  const { time, inDays, weekday } = state.opens
  if (inDays === 0) return t('hours.now.opensToday', { time })
  if (inDays === 1) return t('hours.now.opensTomorrow', { time })
  if (inDays > 6) return t('hours.now.opensIn', { count: inDays, time })
  return t('hours.now.opensDay', { day: t(`hours.on.${weekday}`), time })
}

/** The sentence of this moment; it changes by itself when the hour does. */
export function OpeningSentence({ opening }: { opening: Opening }) {
  const { t } = useTexts()
  const at = new Date(useNow())
  const open = openingState(opening, at).kind !== 'closed'
  const Icon = open ? DoorOpen : DoorClosed
  return (
    <p className={cx(styles.now, open ? styles.open : styles.closed)} role="status">
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {openingText(t, opening, at)}
    </p>
  )
}
