/** Help videos of the platform, which every company sees. */
import { type BodyOut, fold, type QueryOut } from '@contract'
import { eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Workspace } from '../../workspace'
import type { Reader } from '../db/client'
import { byName, pageOf } from '../db/page'
import { helps } from '../db/schema'

type Form = BodyOut<'helps.create'>

/** All of them by title. */
export const helpsByTitle = async (db: Reader) => byName(await db.select().from(helps), ({ title }) => title)

/** A page of those whose title or description contains what was typed. */
export async function helpPage(db: Reader, { searchParam = '', pageNumber }: QueryOut<'helps.list'>) {
  const wanted = fold(searchParam)
  const rows = (await helpsByTitle(db)).filter(({ title, description }) =>
    fold(`${title} ${description}`).includes(wanted),
  )
  const { page: records, ...rest } = pageOf(rows, pageNumber)
  return { records, ...rest }
}

export const createHelp = (app: Workspace, form: Form) =>
  app.db.platform.write(async tx => {
    const [record] = await tx.insert(helps).values(form).returning()
    if (!record) throw new ApiError('ERR_INTERNAL')
    app.realtime.toEveryCompany('help', { action: 'create', record })
    return record
  })

/** @throws ApiError ERR_NO_HELP_FOUND */
export const updateHelp = (app: Workspace, id: number, form: Form) =>
  app.db.platform.write(async tx => {
    const [record] = await tx
      .update(helps)
      .set({ ...form, updatedAt: new Date().toISOString() })
      .where(eq(helps.id, id))
      .returning()
    if (!record) throw new ApiError('ERR_NO_HELP_FOUND')
    app.realtime.toEveryCompany('help', { action: 'update', record })
    return record
  })

/** @throws ApiError ERR_NO_HELP_FOUND */
export const removeHelp = (app: Workspace, id: number): Promise<null> =>
  app.db.platform.write(async tx => {
    const gone = await tx.delete(helps).where(eq(helps.id, id)).returning({ id: helps.id })
    if (gone.length === 0) throw new ApiError('ERR_NO_HELP_FOUND')
    app.realtime.toEveryCompany('help', { action: 'delete', id })
    return null
  })
