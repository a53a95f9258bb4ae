import { useTexts } from '@/i18n'
import { useClock } from '@/stores/clock'
import { useCompanyZone } from '@/stores/company-clock'
import { type Clocked, clockOf } from '@/stores/tickets'
import { WaitingPill, type WaitingPillProps } from '@/ui'
import { deadlineText, minutesLeft, timeLeft } from './words'

const MINUTE_MS = 60_000

/**
 * What a ticket's clock says now: short enough for a pill ("12 min"; "em 5 min" and "+5 min" of a deadline), and as a whole sentence that
 * says what is due, when, and by which service level. null where nobody waits and nothing is due.
 */
export function useTicketClock(ticket: Clocked | undefined): WaitingPillProps | null {
  const { t, format } = useTexts()
  const zone = useCompanyZone()
  // One text, so that nothing is drawn again before it reads differently.
  const read = useClock(now => {
    const state = ticket ? clockOf(ticket, now) : null
    if (!state) return null
    const time = state.isDue ? timeLeft(state.ms, format) : format.wait(state.ms)
    return [state.level, state.isDue ? minutesLeft(state.ms) : '', time].join('/')
  })
  const [level, left, time = ''] = read?.split('/') ?? []
  if (!ticket || level === undefined) return null
  const { deadline } = ticket
  const due = left !== ''
  const shown = { level: Number(level) as WaitingPillProps['level'], due }
  if (!deadline || !due) return { ...shown, text: time, label: t('common.waiting', { time }) }
  const isLate = shown.level === 3
  return {
    ...shown,
    text: isLate ? `+${time}` : t('serviceLevels.dueIn', { time }),
    label: deadlineText(deadline, isLate, Number(left) * MINUTE_MS, zone, t, format),
  }
}

/** A clock that was read, as a pill; nothing for null. */
export const ClockPill = ({ clock }: { clock: WaitingPillProps | null }) =>
  clock ? <WaitingPill {...clock} /> : null

/** The clock of a ticket as a pill; nothing where nobody waits and nothing is due. */
export const TicketClock = ({ ticket }: { ticket: Clocked }) => <ClockPill clock={useTicketClock(ticket)} />
