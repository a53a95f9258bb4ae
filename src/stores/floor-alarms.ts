/** Alarms of the live floor as the server keeps and judges them: a supervisor's are of own queues. */
import type { FloorAlarm, FloorAlarmForm } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'
import { saved } from './saved'

export const floorAlarmsDirectory = createDirectory<FloorAlarm>({
  name: 'floor alarms',
  read: () => call('floorAlarms.list'),
  order: (a, b) => a.id - b.id,
  onEvent: ({ channel }) => (channel === 'floorAlarm' ? { stale: true } : null),
})

/** @param id null adds one. @throws ApiError */
export async function saveFloorAlarm(id: number | null, body: FloorAlarmForm): Promise<void> {
  floorAlarmsDirectory.keep(await saved('floorAlarms', id === null ? null : { id }, body))
}

/** @throws ApiError */
export async function removeFloorAlarm(id: number): Promise<void> {
  await call('floorAlarms.remove', { params: { id } })
  floorAlarmsDirectory.drop(id)
}

/** Takes note of all that are raised. @throws ApiError */
export async function noteFloorAlarms(): Promise<void> {
  await call('floorAlarms.note')
  await floorAlarmsDirectory.reload()
}
