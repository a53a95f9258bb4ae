import { Coffee } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { call } from '@/api'
import { breakReason, isBreakOver } from '@/features/people'
import { errorText, useTexts } from '@/i18n'
import { useClock } from '@/stores/clock'
import { type Command, useCommands } from '@/stores/commands'
import { runKeyAction, useKeyActions } from '@/stores/key-actions'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import { cx, onDemand } from '@/ui'
import { stillUntouched, takeBack } from './given-away'
import styles from './own-break.module.css'

const BreakDialog = onDemand(async () => (await import('./break-dialog')).BreakDialog)

const MINUTE_MS = 60_000
/** Who comes back from a break has to read what it is about. */
const OFFER_MS = 20_000

/** The own break in the bar while it lasts, a press ends it; and what begins one: key, palette, account menu. */
export function OwnBreak() {
  const { t } = useTexts()
  const offered = useOffered('assignment')
  const user = useUser()
  const running = user?.break ?? null
  const [asking, setAsking] = useState(false)
  const minutes = useClock(now =>
    running ? Math.max(0, Math.floor((now - Date.parse(running.startedAt)) / MINUTE_MS)) : 0,
  )
  const over = useClock(now => running !== null && isBreakOver(running, now))
  const isOn = running !== null
  const offerBack = useCallback(async (): Promise<void> => {
    if (!user) return
    const tickets = await stillUntouched(user.id)
    const count = tickets.length
    if (count === 0) return
    const run = async (): Promise<void> => {
      const { taken, error } = await takeBack(tickets, { id: user.id, name: user.name })
      if (error !== null) toasts.error(errorText(t, error))
      else toasts.success(t('workplace.break.tookBack', { count: taken }))
    }
    const action = { label: t('workplace.break.takeBack'), run: () => void run() }
    toasts.info(t('workplace.break.canTakeBack', { count }), { action, stays: OFFER_MS })
  }, [user, t])
  const toggle = useCallback((): void => {
    if (!isOn) setAsking(true)
    else
      call('breaks.end').then(
        () => {
          toasts.success(t('workplace.break.ended'))
          void offerBack()
        },
        (error: unknown) => toasts.error(errorText(t, error)),
      )
  }, [isOn, t, offerBack])
  useKeyActions('break', { break: offered ? toggle : null })
  useCommands(
    'break',
    useMemo<Command[]>(
      () =>
        offered
          ? [
              {
                id: 'break',
                title: t(isOn ? 'workplace.break.end' : 'workplace.break.start'),
                group: 'actions',
                icon: Coffee,
                keyAction: 'break',
                run: () => void runKeyAction('break'),
              },
            ]
          : [],
      [offered, isOn, t],
    ),
  )
  return (
    <>
      {running ? (
        <button
          type="button"
          className={cx(styles.mark, over && styles.late)}
          title={t('workplace.break.end')}
          data-testid="own-break"
          onClick={toggle}
        >
          <Coffee size={15} strokeWidth={1.75} aria-hidden="true" />
          <span className={styles.words}>
            {t('workplace.break.mine', { reason: breakReason(t, running.reason) })} ·{' '}
          </span>
          {t('workplace.break.lasts', { minutes })}
        </button>
      ) : null}
      {asking ? <BreakDialog onClose={() => setAsking(false)} /> : null}
    </>
  )
}
