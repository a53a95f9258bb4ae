/** Messages that leave later. */
/** Times on the company's clock, for other rooms that plan. */
export { dayAndTime, instantOf, isElsewhere, useCompanyZone, wallOf } from './clock'
export { ScheduleDialog, SchedulesScreen } from './on-demand'
export type { ScheduleDialogProps } from './schedule-dialog'
export { useScheduleFailures } from './use-schedule-failures'
export { WallPicker } from './wall-picker'
