/** Watches the time of the signed-in person's reminders, wherever they are kept. What was due while nobody was here is told at the start. */
import { endpoints, type Reminder } from '../../../src/contract'
import { limitSignal } from '../../time-limit'
import type { AttentionClock } from '../attention/snapshot-reader'
import type { LocalAnswer } from '../local-answer'
import type { Log } from '../log/log'
import type { AdaptedClient } from '../session/adapted-client'

const RETRY_MS = 30_000
/** How long the list is waited for, in milliseconds. */
const ANSWER_MS = 30_000

/** What the person is still to be reminded of, wherever it is kept. @throws Error, ZodError; the caller asks again later. */
export async function askReminders(
  client: Pick<AdaptedClient, 'fetch'>,
  local: LocalAnswer,
): Promise<readonly Reminder[]> {
  const { path, response } = endpoints['reminders.list']
  const answer =
    (await local(new Request(`http://local${path}`), path)) ??
    (await client.fetch(path, { signedIn: true, signal: limitSignal(ANSWER_MS) }))
  if (!answer.ok) throw new Error(`reminders not listed: HTTP ${answer.status}`)
  return response.parse(await answer.json())
}

export interface DueReminders {
  /** Reads them again: somebody signed in, one was changed, or events may be missing. */
  read(): void
  /** Forgets everything: the session ended. */
  reset(): void
}

/**
 * @param list asks for what the person is still to be reminded of.
 * @param onDue gets all that are due by now, each time one becomes so or is gone.
 */
export function watchReminders(deps: {
  list: () => Promise<readonly Reminder[]>
  onDue: (due: readonly Reminder[]) => void
  clock: AttentionClock
  log: Log
}): DueReminders {
  const { clock } = deps
  let reminders: readonly Reminder[] = []
  let round = 0
  let stop: (() => void) | null = null

  const look = (): void => {
    stop?.()
    stop = null
    const now = clock.now()
    deps.onDue(reminders.filter(({ dueAt }) => Date.parse(dueAt) <= now))
    const next = Math.min(
      ...reminders.map(({ dueAt }) => Date.parse(dueAt)).filter(at => at > now),
      Number.POSITIVE_INFINITY,
    )
    if (Number.isFinite(next)) stop = clock.after(next - now, look)
  }

  function read(): void {
    const mine = ++round
    deps.list().then(
      found => {
        if (mine !== round) return
        reminders = found
        look()
      },
      (error: unknown) => {
        if (mine !== round) return
        deps.log.warn('reminders could not be asked for', { error })
        stop?.()
        stop = clock.after(RETRY_MS, read)
      },
    )
  }

  return {
    read,
    reset() {
      round += 1
      stop?.()
      stop = null
      reminders = []
    },
  }
}
