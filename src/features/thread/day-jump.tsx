import dayjs from 'dayjs'
import { DateField } from '@/features/kit'
import { useTexts } from '@/i18n'
import { dayHere } from '@/stores/clock'

interface DayJumpProps {
  /** The day before one's eyes, an instant. */
  day: string
  onChoose: (day: dayjs.Dayjs) => void
  onClose: () => void
}

/** The calendar one leaves a conversation's day by: a day is typed or chosen, Esc goes back. */
export function DayJump({ day, onChoose, onClose }: DayJumpProps) {
  const { t } = useTexts()
  return (
    <DateField
      autoFocus
      open
      size="small"
      style={{ width: 132 }}
      aria-label={t('thread.toDay')}
      max={dayHere()}
      value={day}
      onOpenChange={open => {
        if (!open) onClose()
      }}
      onChange={chosen => {
        if (chosen) onChoose(dayjs(chosen))
      }}
    />
  )
}
