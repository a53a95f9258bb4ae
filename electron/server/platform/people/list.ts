/** Lists of a company's users. */
import { fold, type QueryOut } from '@contract'
import { and, eq, or } from 'drizzle-orm'
import type { Me } from '../../workspace'
import type { Reader } from '../db/client'
import { byName, pageOf } from '../db/page'
import { users } from '../db/schema'
import { userViews } from './views'

/** The platform's super-user is hidden in lists from everybody but admins. */
function visibleSuper(me: Me) {
  if (me.super || me.profile === 'admin') return undefined
  return or(eq(users.super, false), eq(users.id, me.id))
}

/** Ids of the company's users whose name or e-mail contains the text, ignoring accents and case. */
async function matching(db: Reader, me: Me, typed = ''): Promise<number[]> {
  const rows = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.companyId, me.companyId), visibleSuper(me)))
  const wanted = fold(typed)
  return byName(rows, ({ name }) => name)
    .filter(row => fold(`${row.name} ${row.email}`).includes(wanted))
    .map(row => row.id)
}

/** All of them by name. */
export const usersOf = async (db: Reader, me: Me) => userViews(db, await matching(db, me))

/** A page of those that contain what was typed. */
export async function userPage(db: Reader, me: Me, { searchParam, pageNumber }: QueryOut<'users.list'>) {
  const { page, ...rest } = pageOf(await matching(db, me, searchParam), pageNumber)
  return { users: await userViews(db, page), ...rest }
}
