/** Business hours of the signed-in person's company (docs/specification.md 2.2, "Horários"). */
import type { ScheduleDay } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'
import { useSession } from './session'

const ownId = (): number => useSession.getState().user?.companyId ?? 0

/** The same hours keep their array: another change of the company is none of theirs. */
const laid = (items: readonly ScheduleDay[], received: readonly ScheduleDay[]): readonly ScheduleDay[] =>
  JSON.stringify(items) === JSON.stringify(received) ? items : received

export const companyHours = createDirectory<ScheduleDay>(
  'company hours',
  async () => (await call('companies.get', { params: { id: ownId() } })).schedules,
  (items, event) =>
    event.channel === 'company' && 'company' in event.data && event.data.company.id === ownId()
      ? laid(items, event.data.company.schedules)
      : items,
)

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
  companyHours.use.setState({ items: saved.schedules })
}
