/** Streams of the event log: whoever follows one goes on hearing of it, whoever else leaves and whatever does not answer. */
import { afterEach, expect, it } from 'vitest'
import { silentLog } from '../../../electron/server/log'
import { postgresEvents } from '../../../electron/server/platform/db/engine/postgres-events'
import { type Logged, memoryLog, noOutcome } from '../../../electron/server/platform/db/event-log'
import { streamsOf } from '../../../electron/server/platform/realtime/streams'
import { soon } from '../../support/soon'

const ENTRY = { rooms: [], act: { refresh: true } } as const
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A log whose database answers, but cannot be listened to. */
async function logOfRows() {
  let head = 0
  const on = {
    async query({ text }: { text: string }) {
      if (text.includes('pg_control_system')) return { rows: [{ epoch: 'one' }] }
      if (text.startsWith('select company_id, head')) return { rows: [{ company_id: 1, head }] }
      return { rows: [{ company_id: 1, head, seq: head, entry: JSON.stringify(ENTRY) }] }
    },
    single: async () => ({ rows: [], rowCount: 0 }),
  }
  const events = await postgresEvents('postgres://127.0.0.1:1/none', on as never, () => {}, 5)
  ends.push(() => events.close())
  return { events, another: () => void head++ }
}

it('a follower who comes while the last one leaves hears what is written afterwards', async () => {
  const { events } = await logOfRows()
  const first = await events.follow(1, () => {})
  const heard: Logged[] = []
  const coming = events.follow(1, entry => void heard.push(entry))
  first.stop()
  await coming
  events.written([{ ...ENTRY, companyId: 1, seq: 1 }])
  expect(heard).toMatchObject([{ seq: 1 }])
})

it('what another process writes is found also where the database cannot be listened to', async () => {
  const { events, another } = await logOfRows()
  const heard: Logged[] = []
  await events.follow(1, entry => void heard.push(entry))
  another()
  await soon(() => expect(heard).toMatchObject([{ seq: 1 }]))
})

it('a console that comes while the last one leaves is carried on', async () => {
  const events = memoryLog()
  const done: number[] = []
  const streams = streamsOf(events, silentLog, ({ seq }) => void done.push(seq))
  const first = await streams.join(1)
  const coming = streams.join(1)
  first.leave()
  const second = await coming
  events.append({ ...noOutcome(), entries: [{ ...ENTRY, companyId: 1 }] })
  expect(done).toEqual([1])
  second.leave()
  events.append({ ...noOutcome(), entries: [{ ...ENTRY, companyId: 1 }] })
  expect(done).toEqual([1])
})
