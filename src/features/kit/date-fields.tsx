/** Days, moments and ranges of days: typed in any usual writing, or chosen in a calendar. */
import { plusDays, zoneHere } from '@contract'
import type { DatePickerProps } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { dayText, parseDate, parseDateTime, type TFunction, useTexts } from '@/i18n'
import { instantOf, wallOf } from '@/stores/company-clock'
import { useClearWithoutTab } from '@/ui'
import { type Picker, pickerOf, TYPED_BOX, TypedBoxes } from './pickers'
import { Problem, type Reading, type Typed, useTyped } from './typed-text'

type Day = Dayjs | null | undefined

const alike = (one: Day, other: Day): boolean => one?.valueOf() === other?.valueOf()

/**
 * The same list as long as it says the same: a picker forgets what is being typed whenever its value is another object, which a form
 * makes of its texts with every drawing.
 */
function useSteadyDays<T extends [Day, ...Day[]]>(days: T): T {
  const kept = useRef(days)
  if (!days.every((day, at) => alike(day, kept.current[at]))) kept.current = days
  return kept.current
}

const DAY = 'YYYY-MM-DD'
const DAY_SHOWN = 'DD/MM/YYYY'
const TIME_SHOWN = 'DD/MM/YYYY HH:mm'

type Look = Pick<
  DatePickerProps,
  | 'aria-label'
  | 'autoFocus'
  | 'className'
  | 'disabled'
  | 'id'
  | 'onOpenChange'
  | 'open'
  | 'placeholder'
  | 'size'
  | 'style'
>

const wallDay = (day: string | null): Dayjs | null => (day ? dayjs.utc(day) : null)

/** Opens and closes the calendar below a field, and takes what is typed where the field is left or Enter pressed. */
function useBoxes(typed: Typed, { open, onOpenChange }: Pick<Look, 'open' | 'onOpenChange'>) {
  const [isOpen, setOpen] = useState(false)
  const openTo = (next: boolean): void => {
    setOpen(next)
    onOpenChange?.(next)
  }
  const boxes = {
    ...typed,
    enter: () => {
      if (typed.texts.every(text => text === null)) return null
      const isRead = typed.settle(true)
      if (isRead) openTo(false)
      return isRead
    },
    leave: (within: boolean) => void typed.settle(within),
  }
  return { boxes, open: open ?? isOpen, onOpenChange: openTo }
}

/** What a day that was typed says. @param max YYYY-MM-DD. */
function readDay(t: TFunction, text: string, max: string | undefined): Reading<string> {
  const day = parseDate(text)
  if (day === null) return { problem: t('kit.typed.date', { example: '31/12/2026' }) }
  return max && day > max ? { problem: t('kit.typed.notAfter', { date: dayText(max) }) } : { value: day }
}

function Typing({
  boxes,
  children,
}: {
  boxes: ComponentProps<typeof TypedBoxes>['value']
  children: ReactNode
}) {
  return (
    <TypedBoxes value={boxes}>
      {children}
      {boxes ? <Problem typed={boxes} /> : null}
    </TypedBoxes>
  )
}

type Ref = { focus: () => void; nativeElement: HTMLElement }

export interface DateFieldProps extends Look {
  /** YYYY-MM-DD, or an instant of this computer's clock; null or '' where none is chosen. */
  value?: string | null
  /** YYYY-MM-DD, or null where the field was emptied. */
  onChange?: (day: string | null) => void
  /** The last day that can be chosen, YYYY-MM-DD. */
  max?: string
}

/** The field for a day of the calendar. */
export function DateField({ value, onChange, max, open, onOpenChange, ...look }: DateFieldProps) {
  const { t } = useTexts()
  const picker = useRef<Ref>(null)
  useClearWithoutTab(picker)
  const day = value ? dayjs(value).format(DAY) : null
  const typed = useTyped<string | null>({
    value: day,
    box: picker,
    onRead: next => onChange?.(next),
    read: ([text]) => (text?.trim() ? readDay(t, text, max) : { value: null }),
  })
  const { boxes, ...opening } = useBoxes(typed, { open, onOpenChange })
  const [shown] = useSteadyDays([wallDay(day)])
  const [last] = useSteadyDays([wallDay(max ?? null)])
  const Calendar = pickerOf(zoneHere())
  return (
    <Typing boxes={boxes}>
      <Calendar
        format={DAY_SHOWN}
        style={{ width: '100%' }}
        {...look}
        {...opening}
        {...(typed.problem === null ? {} : { status: 'error' })}
        {...(last ? { maxDate: last } : {})}
        ref={picker as never}
        components={TYPED_BOX}
        value={shown}
        onChange={(next: Dayjs | null) => {
          typed.drop()
          onChange?.(next?.format(DAY) ?? null)
        }}
      />
    </Typing>
  )
}

export interface DateTimeFieldProps extends Look {
  /** By whose clock it is, an IANA name. */
  zone: string
  /** ISO-8601. */
  value?: string | null
  /** ISO-8601, or null where the field was emptied. */
  onChange?: (at: string | null) => void
}

/** The field for a moment by the clock of a zone, whatever clock this computer has. */
export function DateTimeField({
  zone,
  value = null,
  onChange,
  open,
  onOpenChange,
  ...look
}: DateTimeFieldProps) {
  const { t } = useTexts()
  const picker = useRef<Ref>(null)
  useClearWithoutTab(picker)
  const typed = useTyped<string | null>({
    value,
    box: picker,
    onRead: next => onChange?.(next),
    read: ([text]) => {
      if (!text?.trim()) return { value: null }
      const wall = parseDateTime(text)
      return wall === null
        ? { problem: t('kit.typed.dateTime', { example: '31/12/2026 09:30' }) }
        : { value: instantOf(dayjs.utc(wall), zone) }
    },
  })
  const { boxes, ...opening } = useBoxes(typed, { open, onOpenChange })
  const [shown] = useSteadyDays([wallOf(value, zone)])
  const choose = (next: Dayjs | null): void => {
    typed.drop()
    onChange?.(instantOf(next, zone))
  }
  const Calendar = pickerOf(zone)
  return (
    <Typing boxes={boxes}>
      <Calendar
        format={TIME_SHOWN}
        style={{ width: '100%' }}
        {...look}
        {...opening}
        {...(typed.problem === null ? {} : { status: 'error' })}
        ref={picker as never}
        components={TYPED_BOX}
        showTime={{ format: 'HH:mm' }}
        needConfirm={false}
        value={shown}
        // With every part that is chosen: what the box shows is what is saved.
        onCalendarChange={next => choose(Array.isArray(next) ? null : next)}
        onChange={(next: Dayjs | null) => choose(next)}
      />
    </Typing>
  )
}

/** Two days, YYYY-MM-DD, both included. */
export type DayRange = readonly [from: string | null, to: string | null]

export interface RangeFieldProps extends Pick<Look, 'aria-label' | 'className'> {
  value: DayRange
  onChange: (range: DayRange) => void
  /** Words of the empty boxes. */
  placeholder: [from: string, to: string]
  /** By whose clock today is today, an IANA name; default: this computer's. */
  zone?: string
  /** The last day that can be chosen. */
  max?: string
  /** How many days it may span. */
  most?: number
  /** `both`: one end alone is no range. `always`: nor can it be emptied. */
  needs?: 'nothing' | 'both' | 'always'
  /** What is chosen does not do: said beside the field. */
  wrong?: boolean
}

type Ends = ComponentProps<Picker['RangePicker']>['onChange']

/** The field for a range of days. An end that is typed over counts at once, or says why it does not. */
export function RangeField({
  value,
  onChange,
  zone = zoneHere(),
  max,
  most = Number.POSITIVE_INFINITY,
  needs = 'nothing',
  wrong = false,
  ...look
}: RangeFieldProps) {
  const { t } = useTexts()
  const picker = useRef<Ref>(null)
  useClearWithoutTab(picker)
  const read = (texts: readonly (string | null)[]): Reading<DayRange> => {
    const ends: (string | null)[] = []
    for (const [at, text] of texts.entries()) {
      const reading =
        text === null ? { value: value[at] ?? null } : text.trim() ? readDay(t, text, max) : { value: null }
      if ('problem' in reading) return reading
      ends.push(reading.value)
    }
    const [from = null, to = null] = ends
    if (from === null || to === null) {
      if (needs === 'nothing' || (needs === 'both' && from === to)) return { value: [from, to] }
      return { problem: t('kit.typed.bothEnds'), waits: true }
    }
    if (from > to) return { problem: t('kit.typed.order'), waits: true }
    return to >= plusDays(from, Math.min(most, 100_000))
      ? { problem: t('kit.typed.mostDays', { count: most }), waits: true }
      : { value: [from, to] }
  }
  const typed = useTyped<DayRange>({
    value,
    read,
    boxes: 2,
    box: picker,
    onRead: onChange,
  })
  /** What the boxes show was chosen in the calendar: the other end is chosen next, before anything counts. */
  const isChosen = useRef(false)
  const { boxes, ...opening } = useBoxes(typed, {
    onOpenChange: open => {
      if (!open) typed.settle()
    },
  })
  const keyed: typeof boxes = {
    ...boxes,
    type: texts => {
      isChosen.current = false
      typed.type(texts)
    },
    leave: within => {
      if (!within || !isChosen.current) boxes.leave(within)
    },
  }
  const range = useSteadyDays([wallDay(value[0]), wallDay(value[1])])
  const [last] = useSteadyDays([wallDay(max ?? null)])
  const { RangePicker } = pickerOf(zone)
  const choose: Ends = dates => {
    const [from, to] = [dates?.[0]?.format(DAY) ?? null, dates?.[1]?.format(DAY) ?? null]
    // One end alone is no range there: it stays in its box, and the field says what is missing.
    if (needs !== 'nothing' && (from === null) !== (to === null)) return
    typed.drop()
    onChange([from, to])
  }
  return (
    <Typing boxes={keyed}>
      <RangePicker
        format={DAY_SHOWN}
        {...look}
        {...opening}
        {...(typed.problem === null && !wrong ? {} : { status: 'error', 'aria-invalid': true })}
        {...(last ? { maxDate: last } : {})}
        ref={picker as never}
        components={TYPED_BOX}
        allowClear={needs !== 'always'}
        // Else the picker, which knows nothing of what is typed, leads the keyboard back to the box it takes for empty.
        allowEmpty
        disabledDate={(date: Dayjs, { from }: { from?: Dayjs }) =>
          from !== undefined && Math.abs(date.diff(from, 'day')) >= most
        }
        value={range}
        onCalendarChange={(_dates, texts) => {
          isChosen.current = true
          typed.type(texts)
        }}
        onChange={choose}
      />
    </Typing>
  )
}
