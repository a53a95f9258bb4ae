import type { ScheduleDay } from '@contract'
import type { FormRule } from 'antd'
import { useTexts } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { dayFault, partsOf, weekOf } from './week'

/** Refuses, in the words the editor says it with, hours that this server would keep and not obey. */
export function useHoursRule(): FormRule {
  const { t } = useTexts()
  const whole = !useOffered('dayParts')
  return {
    validator: async (_rule, days: readonly ScheduleDay[] | undefined) => {
      if (!whole || !days || days.length === 0) return
      const week = weekOf(days)
      const fault = week.map(day => dayFault(partsOf(week, day.weekdayEn), true)).find(one => one !== null)
      if (fault) throw new Error(t(`hours.fault.${fault}`))
    },
  }
}
