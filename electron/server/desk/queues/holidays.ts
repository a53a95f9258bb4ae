/** Days with other opening hours. */
import type { BodyOut } from '@contract'
import { and, asc, eq, ne } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { holidays } from '../../platform/db/schema'
import { records } from '../../platform/records/records'

/** @throws ApiError ERR_HOLIDAY_TAKEN: a day has one entry. */
async function refuseTaken(db: Reader, companyId: number, day: string, exceptId: number | null) {
  const taken = await db.$count(
    holidays,
    and(
      eq(holidays.companyId, companyId),
      eq(holidays.day, day),
      exceptId === null ? undefined : ne(holidays.id, exceptId),
    ),
  )
  if (taken > 0) throw new ApiError('ERR_HOLIDAY_TAKEN', { field: 'day' })
}

/** The holidays of a company by day. */
export const keptHolidays = records({
  table: holidays,
  order: [asc(holidays.day)],
  check: (tx, me, { day }: BodyOut<'holidays.create'>, before) =>
    refuseTaken(tx, me.companyId, day, before?.id ?? null),
  columns: form => form,
  announce: { channel: 'holiday', row: 'holiday', gone: 'holidayId' },
})
