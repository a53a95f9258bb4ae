/** Tickets people keep at the top of their lists: each their own, kept on the server. */
import { MOST_PINNED, type Ticket } from '@contract'
import { expect, it } from 'vitest'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()

const pin = (who: Person, id: number) => h.call<{ ids: number[] }>(who, 'tickets.pin', { params: { id } })
const unpin = (who: Person, id: number) => h.call<{ ids: number[] }>(who, 'tickets.unpin', { params: { id } })
const pinned = async (who: Person) =>
  (await h.call<Ticket[]>(who, 'tickets.pinned')).body.map(({ id }) => Number(id))

it('are each person’s own, the latest first, up to a limit, and told to the own windows alone', async () => {
  const { ana, bia } = h.one
  const made: number[] = []
  for (let n = 0; n <= MOST_PINNED; n++) made.push((await h.newTicket(h.one, {})).id)
  const [mine, hers] = [await h.connect(ana), await h.connect(bia)]
  for (const id of made.slice(0, MOST_PINNED)) expect((await pin(ana, id)).status).toBe(200)
  await mine.until(({ event }) => event.endsWith('-pin'))
  await hers.settled()
  expect(hers.of('pin')).toEqual([])
  const [last = 0] = made.slice(-1)
  expect((await pin(ana, last)).body).toMatchObject({ error: 'ERR_TOO_MANY_PINNED' })
  expect(await pinned(ana)).toEqual(made.slice(0, MOST_PINNED).toReversed())
  expect(await pinned(bia)).toEqual([])
  // One that is pinned stays where it is; one that is let go makes room.
  const [first = 0] = made
  expect((await pin(ana, first)).body.ids.at(-1)).toBe(first)
  await unpin(ana, first)
  expect((await pin(ana, last)).body.ids[0]).toBe(last)
  mine.close()
  hers.close()
})

it('are of tickets the person may see, as long as they may', async () => {
  const { bia, caio, admin, vendas } = h.one
  const { id } = await h.newTicket(h.one, {})
  expect((await pin(caio, id)).status).toBe(403)
  expect((await pin(h.two.admin, id)).status).toBe(404)
  await pin(bia, id)
  expect(await pinned(bia)).toContain(id)
  await h.call(admin, 'tickets.update', { params: { id }, body: { queueId: vendas, userId: null } })
  expect(await pinned(bia)).not.toContain(id)
})
