/** Users of a company (docs/specification.md 1.5 to 1.7). */
import { fold, PAGE } from '@contract'
import { and, eq, or } from 'drizzle-orm'
import { openTicketsOf, removeUser } from '../assignment/leaving'
import type { Reader } from '../db/client'
import { users } from '../db/schema'
import type { HandlersOf } from '../http/handlers'
import { createUser, updateUser, userView } from '../people/users'
import { userViews } from '../people/views'
import type { Me } from '../workspace'

/** Ids of the company's users whose name or address contains the text, accents and case aside. */
async function matching(db: Reader, me: Me, typed: string | undefined): Promise<number[]> {
  const rows = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.companyId, me.companyId), visibleSuper(me)))
  const wanted = typed ? fold(typed) : ''
  // In the order of folded names, as every list of the console keeps them.
  rows.sort((a, b) => (fold(a.name) < fold(b.name) ? -1 : fold(a.name) > fold(b.name) ? 1 : a.id - b.id))
  return rows.filter(row => fold(`${row.name} ${row.email}`).includes(wanted)).map(row => row.id)
}

/** The platform's super-user is nobody's colleague: only he himself and admins see him in lists. */
function visibleSuper(me: Me) {
  if (me.super || me.profile === 'admin') return undefined
  return or(eq(users.super, false), eq(users.id, me.id))
}

export const userHandlers: HandlersOf<'users'> = {
  'users.list': async ({ app, me, query }) => {
    const ids = await matching(app.db, me, query.searchParam)
    const from = (query.pageNumber - 1) * PAGE.records
    const page = ids.slice(from, from + PAGE.records)
    return {
      users: await userViews(app.db, page),
      count: ids.length,
      hasMore: ids.length > from + page.length,
    }
  },

  // The company is the caller's, whatever is in the query.
  'users.all': async ({ app, me }) => userViews(app.db, await matching(app.db, me, undefined)),

  'users.get': ({ app, me, params }) => userView(app.db, me, params.id),

  'users.create': ({ app, me, body }) => createUser(app, me, body),

  'users.update': ({ app, me, params, body }) => updateUser(app, me, params.id, body),

  'users.openTickets': async ({ app, me, params }) => ({ count: await openTicketsOf(app.db, me, params.id) }),

  'users.remove': async ({ app, me, params, query }) => {
    await removeUser(app, me, params.id, query.colleagueId ?? null)
    return null
  },
}
