import type { Schedule, ScheduleState } from '@contract'
import { useTexts } from '@/i18n'
import { useClock } from '@/stores/clock'
import { Pill, type PillTone } from '@/ui'
import { stateOf, wordOf } from './rules'

const TONES: Record<ScheduleState, PillTone> = { waiting: 'accent', sent: 'success', failed: 'error' }

/** What became of a scheduled message, in a word; it becomes late by itself. */
export function ScheduleWord({ schedule }: { schedule: Schedule }) {
  const { t } = useTexts()
  const word = useClock(now => wordOf(schedule, now))
  return (
    <Pill tone={word === 'late' ? 'warning' : TONES[stateOf(schedule)]}>
      {t(`schedules.status.${word}`, { defaultValue: schedule.status })}
    </Pill>
  )
}
