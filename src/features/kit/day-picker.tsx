import { DatePicker, type DatePickerProps } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useSteadyDays } from './steady-days'

export interface DayPickerProps
  extends Pick<
    DatePickerProps,
    'aria-label' | 'autoFocus' | 'id' | 'maxDate' | 'onOpenChange' | 'open' | 'placeholder' | 'size' | 'style'
  > {
  /** What a form keeps of it: a day or an instant as text, or nothing. */
  value?: string | null
  onChange?: (day: Dayjs | null) => void
}

/** A day of the calendar, chosen or typed. */
export function DayPicker({ value, ...props }: DayPickerProps) {
  const [day] = useSteadyDays([value ? dayjs(value) : null])
  return <DatePicker format="DD/MM/YYYY" style={{ width: '100%' }} {...props} value={day} />
}
