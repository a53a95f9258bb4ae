/** The endpoints table and the workspace's handlers are one to one; the compiler sees to it, and this to the compiler. */
import { endpoints } from '@contract'
import { expect, it } from 'vitest'
import { handlers } from '../../../electron/server/doors/routes'
import type { Handler, Handlers } from '../../../electron/server/platform/http/handlers'

it('an endpoint without a handler, a handler without an endpoint and a wrong answer do not compile', () => {
  const { 'version.get': left, ...incomplete } = handlers
  // @ts-expect-error version.get has no handler
  const missing: Handlers = incomplete
  // @ts-expect-error there is no such endpoint
  const surplus: Handlers = { ...handlers, 'version.set': left }
  // @ts-expect-error the answer lacks its members
  const wrong: Handler<'tickets.closeAll'> = async () => ({ shut: 3 })
  expect([missing, surplus, wrong]).toHaveLength(3)
  expect(Object.keys(handlers).sort()).toEqual(Object.keys(endpoints).sort())
})
