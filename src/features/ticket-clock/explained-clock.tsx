import { deadlineState, type ResponseOut } from '@contract'
import { Popover } from 'antd'
import { useEffect, useState } from 'react'
import { call } from '@/api'
import { errorText, useTexts } from '@/i18n'
import { useNow } from '@/stores/clock'
import { soonText, useCompanyZone } from '@/stores/company-clock'
import type { Clocked } from '@/stores/tickets'
import { ClockPill, useTicketClock } from './ticket-clock'
import styles from './ticket-clock.module.css'
import { deadlineText } from './words'

/** The deadlines of a ticket that run, and the time that counts until each; asked for when it is opened. */
function Deadlines({ ticketId }: { ticketId: number }) {
  const { t, format } = useTexts()
  const zone = useCompanyZone()
  const now = useNow()
  const [answer, setAnswer] = useState<ResponseOut<'serviceLevels.ofTicket'> | null>(null)
  const [failure, setFailure] = useState('')
  useEffect(() => {
    const asking = new AbortController()
    call('serviceLevels.ofTicket', { params: { ticketId }, signal: asking.signal }).then(
      setAnswer,
      error => void (asking.signal.aborted || setFailure(errorText(t, error))),
    )
    return () => asking.abort()
  }, [ticketId, t])
  if (failure) return <p className={styles.said}>{failure}</p>
  if (!answer) return <p className={styles.said}>{t('common.loading')}</p>
  return (
    <ul className={styles.list}>
      {answer.map(one => (
        <li key={`${one.kind} ${one.startedAt}`}>
          {deadlineText(
            one,
            deadlineState(one, now) === 'late',
            Date.parse(one.dueAt) - now,
            zone,
            t,
            format,
          )}
          {one.clock === 'hours' ? (
            <span className={styles.counted}>
              {t('serviceLevels.counted', {
                spans: format.list(
                  one.counted.map(({ from, to }) => `${soonText(from, zone)} – ${soonText(to, zone)}`),
                ),
              })}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** The clock of a ticket that says, pressed, why each of its deadlines is when it is. */
export function ExplainedClock({ ticket }: { ticket: Clocked & { id: number } }) {
  const { t } = useTexts()
  const clock = useTicketClock(ticket)
  if (!clock || !ticket.deadline) return <ClockPill clock={clock} />
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      title={t('serviceLevels.deadlines')}
      content={<Deadlines ticketId={ticket.id} />}
    >
      <button type="button" className={styles.button} aria-label={clock.label}>
        <ClockPill clock={clock} />
      </button>
    </Popover>
  )
}
