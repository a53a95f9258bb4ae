import generateConfig from '@rc-component/picker/generate/dayjs'
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { type ComponentPropsWithRef, createContext, useContext } from 'react'
import { serverNow } from '@/stores/clock'
import { wallOf } from '@/stores/company-clock'
import type { Typed } from './typed-text'

/**
 * A calendar by a zone's clock: "now" and "today" are that zone's. Its days and times are those of a wall clock, written as
 * times of UTC, which this computer's own clock cannot jump over.
 */
const pickerBy = (zone: string) =>
  DatePicker.generatePicker<Dayjs>({
    ...generateConfig,
    getNow: () => wallOf(new Date(serverNow()).toISOString(), zone) ?? dayjs.utc(),
    getFixedDate: text => dayjs.utc(text),
  })

export type Picker = ReturnType<typeof pickerBy>
const pickers = new Map<string, Picker>()

/** The calendar of a zone (an IANA name); the same one every time. */
export function pickerOf(zone: string): Picker {
  const known = pickers.get(zone) ?? pickerBy(zone)
  pickers.set(zone, known)
  return known
}

interface Boxes extends Typed {
  /** Takes what is typed. @returns whether it could be read; null where nothing was typed. */
  enter: () => boolean | null
  /** The field was left; `within` for its other box or its calendar. */
  leave: (within: boolean) => void
}

/** What is typed into the boxes of the picker below. */
export const TypedBoxes = createContext<Boxes | null>(null)

type Box = ComponentPropsWithRef<'input'> & { 'date-range'?: 'start' | 'end' }

/**
 * The box of a picker. What is typed into it never reaches Ant Design's picker, which keeps showing what it cannot read and
 * holds another value meanwhile.
 */
function TypedBox({ onChange: _picker, onBlur, onKeyDown, value, ...box }: Box) {
  const boxes = useContext(TypedBoxes)
  const at = box['date-range'] === 'end' ? 1 : 0
  const { placeholder, 'aria-label': name } = box
  return (
    <input
      {...box}
      // Both boxes of a range are given the name of the range.
      {...(box['date-range'] && name && placeholder ? { 'aria-label': `${name}: ${placeholder}` } : {})}
      {...(boxes && boxes.problem !== null
        ? { 'aria-invalid': true, 'aria-describedby': boxes.problemId }
        : {})}
      value={boxes?.texts[at] ?? value}
      onChange={event =>
        boxes?.type(boxes.texts.map((text, box) => (box === at ? event.target.value : text)))
      }
      onBlur={event => {
        const { currentTarget, relatedTarget } = event
        const to =
          relatedTarget instanceof Element ? relatedTarget.closest('.ant-picker, .ant-picker-dropdown') : null
        boxes?.leave(
          to !== null && (to === currentTarget.closest('.ant-picker') || to.matches('.ant-picker-dropdown')),
        )
        onBlur?.(event)
      }}
      onKeyDown={event => {
        // Enter takes what is typed, and then sends the form as in any other field; not with what could not be read.
        const read = event.key === 'Enter' ? (boxes?.enter() ?? null) : null
        if (read === false) event.preventDefault()
        if (read !== null) return
        if (event.key === 'Escape') boxes?.drop()
        onKeyDown?.(event)
      }}
    />
  )
}

export const TYPED_BOX = { input: TypedBox }
