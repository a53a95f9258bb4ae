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
import styles from './own-break.module.css'

const BreakDialog = onDemand(async () => (await import('./break-dialog')).BreakDialog)

const MINUTE_MS = 60_000

/** The own break in the bar while it lasts, a press ends it; and what begins one: key, palette, account menu. */
export function OwnBreak() {
  const { t } = useTexts()
  const offered = useOffered('assignment')
  const running = useUser()?.break ?? null
  const [asking, setAsking] = useState(false)
  const minutes = useClock(now =>
    running ? Math.max(0, Math.floor((now - Date.parse(running.startedAt)) / MINUTE_MS)) : 0,
  )
  const over = useClock(now => running !== null && isBreakOver(running, now))
  const isOn = running !== null
  const toggle = useCallback((): void => {
    if (!isOn) setAsking(true)
    else
      call('breaks.end').then(
        () => toasts.success(t('workplace.break.ended')),
        (error: unknown) => toasts.error(errorText(t, error)),
      )
  }, [isOn, t])
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
