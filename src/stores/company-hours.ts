/** Business hours of the signed-in person's company. */
import type { ScheduleDay } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'
import { useSession } from './session'

const ownId = (): number => useSession.getState().user?.companyId ?? 0

/** A list of one: the hours of the own company. */
export const companyHours = createDirectory<{ id: number; schedules: readonly ScheduleDay[] }>({
  name: 'company hours',
  read: async () => {
    const id = ownId()
    const { schedules } = await call('companies.get', { params: { id } })
    return [{ id, schedules }]
  },
  // The same hours keep their array: another change of the company is none of theirs.
  merge: (known, update) =>
    JSON.stringify(known.schedules) === JSON.stringify(update.schedules) ? known : update,
  onEvent: ({ channel, data }) =>
    channel === 'company' && 'company' in data && data.company.id === ownId() ? { put: data.company } : null,
})

/**
 * Keeps the hours of the company.
 * @throws ApiError as the server refused.
 */
export async function saveCompanyHours(schedules: ScheduleDay[]): Promise<void> {
  const id = ownId()
  const saved = await call('companies.schedules', {
    params: { id },
    body: { id, schedules: schedules as never },
  })
  companyHours.keep({ id, schedules: saved.schedules })
}
