/** Which tickets a window of ours changes or makes: the server's events about them are not notified. */

import { type Ticket, ticketEndpoints } from '../../../src/contract'

/**
 * @param onLocalChange gets the id of a ticket that is changed.
 * @param made gets a ticket that was made or opened again.
 */
export function createLocalChanges(
  onLocalChange: (ticketId: number) => void,
  made: (ticket: Ticket) => void,
): {
  /** A call is going out. @param path below the API base. */
  going(method: string, path: string): void
  /** Its answer has come. */
  came(method: string, path: string, answer: Response): void
} {
  return {
    going(method, path) {
      const [, id, snooze] = /^\/tickets\/(\d+)(\/snooze)?$/.exec(path) ?? []
      if (id && (method === 'PUT' || (snooze && method === 'DELETE'))) onLocalChange(Number(id))
    },
    came(method, path, answer) {
      if (method !== 'POST' || !/^\/tickets\/?$/.test(path) || !answer.ok || !answer.body) return
      answer
        .clone()
        .json()
        .then(
          (body: unknown) => {
            const parsed = ticketEndpoints['tickets.create'].response.safeParse(body)
            if (parsed.success) made(parsed.data)
          },
          () => undefined,
        )
    },
  }
}
