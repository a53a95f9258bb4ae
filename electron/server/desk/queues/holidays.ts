/** Days on which a company's hours are others (docs/specification.md 2.2). */
import type { BodyOut } from '@contract'
import { and, asc, eq, ne } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { holidays } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'

type Form = BodyOut<'holidays.create'>

const columns = {
  id: holidays.id,
  day: holidays.day,
  name: holidays.name,
  startTime: holidays.startTime,
  endTime: holidays.endTime,
}

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
export const holidaysOf = (db: Reader, companyId: number) =>
  db.select(columns).from(holidays).where(eq(holidays.companyId, companyId)).orderBy(asc(holidays.day))

/** @throws ApiError ERR_HOLIDAY_TAKEN */
export const createHoliday = (app: Workspace, companyId: number, form: Form) =>
  app.db.company(companyId).write(async tx => {
    await refuseTaken(tx, companyId, form.day, null)
    const [holiday] = await tx
      .insert(holidays)
      .values({ ...form, companyId })
      .returning(columns)
    if (!holiday) throw new ApiError('ERR_INTERNAL')
    app.realtime.toCompany(companyId, 'holiday', { action: 'create', holiday })
    return holiday
  })

const ofCompany = (companyId: number, id: number) =>
  and(eq(holidays.id, id), eq(holidays.companyId, companyId))

/** @throws ApiError ERR_HOLIDAY_TAKEN, ERR_NOT_FOUND */
export const updateHoliday = (app: Workspace, companyId: number, id: number, form: Form) =>
  app.db.company(companyId).write(async tx => {
    await refuseTaken(tx, companyId, form.day, id)
    const [holiday] = await tx
      .update(holidays)
      .set({ ...form, updatedAt: new Date().toISOString() })
      .where(ofCompany(companyId, id))
      .returning(columns)
    if (!holiday) throw new ApiError('ERR_NOT_FOUND')
    app.realtime.toCompany(companyId, 'holiday', { action: 'update', holiday })
    return holiday
  })

/** @throws ApiError ERR_NOT_FOUND */
export const removeHoliday = (app: Workspace, companyId: number, id: number): Promise<null> =>
  app.db.company(companyId).write(async tx => {
    const gone = await tx.delete(holidays).where(ofCompany(companyId, id)).returning({ id: holidays.id })
    if (gone.length === 0) throw new ApiError('ERR_NOT_FOUND')
    app.realtime.toCompany(companyId, 'holiday', { action: 'delete', holidayId: id })
    return null
  })
