import type { Reminder } from '@contract'
import { expect, it } from 'vitest'
import { raiseReminders } from '../../../electron/main/attention/raised'
import { pathOfKey } from '../../../electron/main/attention/routes'
import { selfOf } from '../../../electron/main/attention/self'
import { emptyWork } from '../../../electron/main/attention/work'
import { watchList } from '../../../electron/main/start/watched-lists'
import { silentLog } from '../../../electron/server/log'
import { aUser, NOON } from './a-work'

const reminder = (id: number, minutes: number): Reminder => ({
  id,
  ticketId: id,
  ticketUuid: `uuid-${id}`,
  messageId: id === 1 ? 'M 1' : null,
  name: 'Rita',
  words: 'Segunda',
  note: '',
  dueAt: new Date(NOON + minutes * 60_000).toISOString(),
})

it('is announced when its time comes, once, also where that was before the start, and withdrawn once it is done', async () => {
  let now = NOON
  let alarm: { at: number; work: () => void } | null = null
  let kept = [reminder(1, -30), reminder(2, 10), reminder(3, 90)]
  const told = new Set<string>()
  let work = emptyWork(selfOf(aUser()))
  const watch = watchList({
    list: async () => kept,
    onRows: rows => {
      work = raiseReminders(work, rows, told, now)
    },
    dueAt: ({ dueAt }) => Date.parse(dueAt),
    clock: {
      now: () => now,
      after(ms, then) {
        const mine = { at: now + ms, work: then }
        alarm = mine
        return () => {
          if (alarm === mine) alarm = null
        }
      },
    },
    log: silentLog as never,
  })
  const read = async (): Promise<void> => {
    watch.read()
    await Promise.resolve()
    await Promise.resolve()
  }
  const due = () => [...work.eventNotices.values()].map(one => one.kind === 'reminder' && one.reminder.id)
  const passes = (): void => {
    const { at, work: then } = alarm as unknown as { at: number; work: () => void }
    now = at
    then()
  }
  await read()
  expect(due()).toEqual([1])
  expect(pathOfKey([...work.eventNotices.keys()][0] as string, work)).toBe('/tickets/uuid-1?message=M%201')
  passes()
  expect(now).toBe(NOON + 600_000)
  expect(due()).toEqual([1, 2])
  // Pressed away: it is not announced again when the list is read for another reason.
  work = { ...work, eventNotices: new Map([...work.eventNotices].slice(1)) }
  await read()
  expect(due()).toEqual([2])
  // Moved: its new time counts. Done: its notice goes.
  kept = [reminder(1, 20), reminder(3, 90)]
  await read()
  expect(due()).toEqual([])
  passes()
  expect(due()).toEqual([1])
  watch.reset()
  expect(alarm).toBeNull()
})

it('is due by the server’s clock, which it was set by', () => {
  const due = (aheadMs: number) =>
    raiseReminders(emptyWork(selfOf(aUser())), [reminder(1, 30)], new Set(), NOON, aheadMs).eventNotices.size
  expect([due(0), due(3_600_000), due(-3_600_000)]).toEqual([0, 1, 0])
})
