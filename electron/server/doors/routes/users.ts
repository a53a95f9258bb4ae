/** Users of a company (docs/specification.md 1.5 to 1.7). */
import { openTicketsOf, removeUser } from '../../automation/assignment/leaving'
import { endTwoFactorOf } from '../../platform/auth/two-factor'
import type { HandlersOf } from '../../platform/http/handlers'
import { userPage, usersOf } from '../../platform/people/list'
import { createUser, updateUser, userView } from '../../platform/people/users'

export const userHandlers: HandlersOf<'users'> = {
  'users.list': ({ app, me, query }) => userPage(app.db, me, query),

  // The company is the caller's, whatever is in the query.
  'users.all': ({ app, me }) => usersOf(app.db, me),

  'users.get': ({ app, me, params }) => userView(app.db, me, params.id),

  'users.create': ({ app, me, body }) => createUser(app, me, body),

  'users.update': ({ app, me, params, body }) => updateUser(app, me, params.id, body),

  'users.openTickets': async ({ app, me, params }) => ({ count: await openTicketsOf(app.db, me, params.id) }),

  'users.endTwoFactor': async ({ app, me, params }) => {
    await endTwoFactorOf(app, me, params.id)
    return null
  },

  'users.remove': async ({ app, me, params, query }) => {
    await removeUser(app, me, params.id, query.colleagueId ?? null)
    return null
  },
}
