/** Reports sent by mail: those of the company to admins, one's own to supervisors. */
import type { ReportSchedule } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'

export const reportSchedulesDirectory = createDirectory<ReportSchedule>({
  name: 'report schedules',
  read: async () => (await call('reportSchedules.list')).schedules,
  order: (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
})
