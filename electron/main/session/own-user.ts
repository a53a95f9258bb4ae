/**
 * Keeps the session's user current. An event may carry a part of a user only, so it only shows that
 * something changed and the user is asked for; changed rights need a new token and a new connection.
 */
import { sessionEndpoints, settingValue, type User } from '../../../src/contract'
import { limitSignal } from '../../time-limit'
import type { Log } from '../log/log'
import type { ServerClient } from './server-client'
import type { Session } from './session'

/** How long the answer is waited for, in milliseconds. */
const ANSWER_MS = 30_000

/** What a server takes from the token or from the moment of connecting. */
const rightsOf = (user: User): string =>
  JSON.stringify([user.profile, user.super, user.allTicket, user.queues.map(q => q.id).toSorted()])

/** What decides what somebody may see: their rights, and whether customers' numbers are hidden from them. */
export function seesAs(user: User): string {
  const masks = user.company?.settings.find(({ key }) => key === 'maskNumbers')?.value
  return `${rightsOf(user)}${settingValue('maskNumbers', masks) === 'enabled' ? ' masked' : ''}`
}

export function followOwnUser(deps: {
  client: ServerClient
  session: Session
  onRights: () => void
  log: Log
}): { changed(userId: number): void } {
  const { client, session, log } = deps
  let asking = false
  let again = false

  const ask = async (): Promise<void> => {
    const before = session.state().user
    const response = await client.fetch(sessionEndpoints['auth.me'].path, {
      signal: limitSignal(ANSWER_MS),
    })
    if (!response.ok || !before) return
    const parsed = sessionEndpoints['auth.me'].response.safeParse(await response.json())
    if (!parsed.success || parsed.data.id !== before.id) return
    const isSame = rightsOf(parsed.data) === rightsOf(before)
    if (!isSame) log.info('rights of the user changed')
    // First the token: a server that reads the rights in it would go on answering by the old ones.
    const outcome = isSame ? null : await session.refresh()
    session.updateUser(parsed.data)
    if (outcome === 'renewed') deps.onRights()
  }

  const run = async (): Promise<void> => {
    asking = true
    do {
      again = false
      await ask().catch(error => log.warn('own user not read again', { error }))
    } while (again)
    asking = false
  }

  return {
    changed(userId) {
      if (session.state().user?.id !== userId) return
      if (asking) again = true
      else void run()
    },
  }
}
