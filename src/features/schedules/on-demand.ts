/** What is loaded when it is opened for the first time: the calendar comes with it and with nothing else. */
import { lazy } from 'react'
import { onDemand } from '@/ui'

export const ScheduleDialog = onDemand(async () => (await import('./schedule-dialog')).ScheduleDialog)
export const SchedulesScreen = lazy(async () => ({
  default: (await import('./schedules-screen')).SchedulesScreen,
}))
