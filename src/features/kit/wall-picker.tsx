import generateConfig from '@rc-component/picker/generate/dayjs'
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import type { ComponentProps } from 'react'
import { wallOf } from '@/stores/company-clock'
import { useSteadyDays } from './steady-days'

/** A picker by a zone's clock: "now" and "today" are that zone's, and what is typed is none of this computer's times. */
const pickerBy = (zone: string) =>
  DatePicker.generatePicker<Dayjs>({
    ...generateConfig,
    getNow: () => wallOf(new Date().toISOString(), zone) ?? dayjs.utc(),
    getFixedDate: text => dayjs.utc(text),
    locale: {
      ...generateConfig.locale,
      parse: (_locale, text, formats) =>
        formats.map(format => dayjs.utc(text, format, true)).find(typed => typed.isValid()) ?? null,
    },
  })

type Picker = ReturnType<typeof pickerBy>
const pickers = new Map<string, Picker>()

/**
 * Date and time by the clock of a zone, whatever clock this computer has.
 * @param props `zone` is an IANA name; `value` and `onChange` speak of times as wallOf writes them (./clock).
 */
export function WallPicker({
  zone,
  value,
  ...props
}: { zone: string } & Omit<ComponentProps<Picker>, 'value' | 'multiple'> & { value?: Dayjs | null }) {
  const ByZone = pickers.get(zone) ?? pickerBy(zone)
  pickers.set(zone, ByZone)
  const [at] = useSteadyDays([value ?? null])
  return <ByZone {...props} value={at} />
}
