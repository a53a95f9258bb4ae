/** Messages that leave later. */
export { ScheduleDialog, SchedulesScreen } from './on-demand'
export type { ScheduleDialogProps } from './schedule-dialog'
export { useScheduleFailures } from './use-schedule-failures'
