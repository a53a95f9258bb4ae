import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { silentLog } from '../../../electron/server/log'
import {
  type Doubtful,
  type Mark,
  readSince,
  sameReading,
  ticketOrder,
} from '../../../electron/server/realtime/ticket-order'

const LONGER_MS = 60
const seen = { id: 7, companyId: 1, queueId: null, userId: null, status: 'open' }
const reading = () => readSince({ id: seen.id }, performance.now())
const nothing = (): void => undefined

function watched(shared: boolean) {
  const doubted: Doubtful[][] = []
  const order = ticketOrder(silentLog, shared, async (_id, doubtful) => void doubted.push([...doubtful]))
  return {
    order,
    doubted,
    settled: () => delay(LONGER_MS).then(() => doubted.flat().map(one => one.payload)),
  }
}

describe('events of one ticket', () => {
  it('that leave in the order they were read in are believed', async () => {
    const { order, settled } = watched(false)
    for (let n = 0; n < 3; n++) order.send(seen, { ticket: reading(), n }, nothing)
    expect(await settled()).toEqual([])
  })

  it('are looked at again when another one left after this one was begun to be read', async () => {
    const { order, settled } = watched(false)
    const old = { ticket: reading() }
    order.send(seen, { ticket: reading() }, nothing)
    order.send({ ...seen, id: 8 }, { ticket: readSince({ id: 8 }, 0) }, nothing)
    order.send(seen, old, nothing)
    expect(await settled()).toEqual([old])
  })

  it('are looked at together, and those of one reading once', async () => {
    const { order, doubted, settled } = watched(false)
    const [one, two] = [reading(), reading()]
    order.send(seen, { ticket: reading() }, nothing)
    order.send(seen, { ticket: one, first: true }, nothing)
    order.send(seen, { ticket: sameReading({ id: seen.id }, one), first: false }, nothing)
    order.send(seen, { ticket: two }, nothing)
    expect(await settled()).toEqual([{ ticket: one, first: true }, { ticket: two }])
    expect(doubted).toHaveLength(1)
  })

  it('count when they come back in the order of all processes, and only their sender looks again', async () => {
    const [here, there] = [watched(true), watched(true)]
    const stream: [Mark, unknown][] = []
    const sent = (by: typeof here, payload: object) =>
      by.order.send(seen, payload, () => {
        const mark = by.order.markOf(payload)
        if (mark) stream.push([mark, payload])
      })
    const old = { ticket: reading() }
    sent(there, { ticket: reading() })
    sent(here, old)
    for (const [mark, payload] of stream)
      for (const { order } of [here, there]) order.delivered(JSON.parse(JSON.stringify(mark)), payload)
    expect(await here.settled()).toEqual([old])
    expect(await there.settled()).toEqual([])
  })

  it('that say nothing of what it is are sent as they are', async () => {
    const { order, settled } = watched(false)
    const payload = { action: 'update', message: {} }
    let left = 0
    order.send(seen, payload, () => (left += 1))
    expect([left, order.markOf(payload), order.markOf(undefined)]).toEqual([1, undefined, undefined])
    expect(await settled()).toEqual([])
  })

  it('are looked at no more after the end', async () => {
    const { order, settled } = watched(false)
    const old = { ticket: reading() }
    order.send(seen, { ticket: reading() }, nothing)
    order.send(seen, old, nothing)
    order.end()
    expect(await settled()).toEqual([])
  })
})
