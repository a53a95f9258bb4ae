/** When tickets are handed out: after each change of a ticket, a person or a queue, whichever process made it, and now and then. */
import { setTimeout as delay } from 'node:timers/promises'
import { companyEvent } from '@contract'
import { and } from 'drizzle-orm'
import { every, type Job, NOTHING } from '../../every'
import { reasonOf } from '../../log'
import type { Logged } from '../../platform/db/event-log'
import { queues } from '../../platform/db/schema'
import { endForgotten } from '../../platform/people/breaks'
import type { Workspace } from '../../workspace'
import { assignNow } from './assign'
import { assigning } from './people'

/** How often it is looked for what no change says: a time that is over, milliseconds. */
const LOOK_MS = 2_000
/** Between two looks at a company in which much happens, milliseconds. */
const PAUSE_MS = 100

/** One after the other for a company; what comes meanwhile is done once more. */
function oneAtATime(work: (companyId: number) => Promise<unknown>) {
  const running = new Map<number, Promise<void>>()
  const again = new Set<number>()
  const run = async (companyId: number): Promise<void> => {
    again.delete(companyId)
    await work(companyId)
    while (again.delete(companyId)) {
      await delay(PAUSE_MS)
      await work(companyId)
    }
  }
  return {
    soon(companyId: number): Promise<void> {
      again.add(companyId)
      const turn = running.get(companyId) ?? run(companyId).finally(() => running.delete(companyId))
      running.set(companyId, turn)
      return turn
    },
    ended: () => Promise.allSettled(running.values()),
  }
}

/** Hands out tickets until stopped, of the companies this process works for. */
export function startAssigning(app: Workspace): Job {
  let moved = 0
  const turns = oneAtATime(async companyId => {
    if (app.work.here(companyId) && app.storage.code() === null) moved += await assignNow(app, companyId)
  })
  const followed = new Map<number, () => void>()
  const hear = ({ companyId, act }: Logged): void => {
    const eventName = 'emit' in act ? act.emit : ''
    if (
      !(['ticket', 'user', 'queue'] as const).some(channel => eventName === companyEvent(companyId, channel))
    )
      return
    turns
      .soon(companyId)
      .catch((error: unknown) => app.log.warn('tickets not handed out', { reason: reasonOf(error) }))
  }
  const forget = (companyId: number): void => {
    followed.get(companyId)?.()
    followed.delete(companyId)
  }
  const look = every(app, 'ticket.assign', LOOK_MS, async () => {
    await endForgotten(app)
    const rows = await app.db
      .selectDistinct({ companyId: queues.companyId })
      .from(queues)
      .where(and(assigning, app.work.mine(queues.companyId)))
    const wanted = new Set(rows.map(row => row.companyId).filter(app.work.here))
    for (const id of followed.keys()) if (!wanted.has(id)) forget(id)
    moved = 0
    for (const id of wanted) {
      if (!followed.has(id)) followed.set(id, (await app.db.events.follow(id, hear)).stop)
      await turns.soon(id)
    }
    return moved === 0 ? NOTHING : null
  })
  return {
    async stop() {
      await look.stop()
      for (const id of [...followed.keys()]) forget(id)
      await turns.ended()
    },
  }
}
