/** Messages that leave later. */
import { lazy } from 'react'

/** Loaded when the first message is scheduled: its calendar is not needed before. */
export const ScheduleDialog = lazy(async () => ({
  default: (await import('./schedule-dialog')).ScheduleDialog,
}))
export type { ScheduleDialogProps } from './schedule-dialog'
export { useScheduleFailures } from './use-schedule-failures'
