/** Messages that leave later. */
import { lazy } from 'react'

/** Loaded when the first message is scheduled: its calendar is not needed before. */
export const ScheduleDialog = lazy(async () => ({
  default: (await import('./schedule-dialog')).ScheduleDialog,
}))
/** Loaded with its route: the calendar comes with it and with nothing else. */
export const SchedulesScreen = lazy(async () => ({
  default: (await import('./schedules-screen')).SchedulesScreen,
}))
/** Times on the company's clock, for other rooms that plan. */
export { dayAndTime, instantOf, isElsewhere, useCompanyZone, wallOf } from './clock'
export type { ScheduleDialogProps } from './schedule-dialog'
export { useScheduleFailures } from './use-schedule-failures'
export { WallPicker } from './wall-picker'
