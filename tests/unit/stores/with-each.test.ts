/** One act on many tickets: what fails keeps nothing back, and what is stopped begins no other. */
import { expect, it } from 'vitest'
import { withEach } from '@/stores/tickets'

const tickets = [1, 2, 3, 4].map(id => ({ id })) as never[]

it('goes on after what fails, says how far it is, and stops between two', async () => {
  const stop = new AbortController()
  const progress: number[] = []
  const outcome = await withEach(
    tickets,
    async ({ id }) => {
      if (id === 2) throw new Error('taken')
      if (id === 3) stop.abort()
    },
    ({ done }) => progress.push(done),
    stop.signal,
  )
  expect(progress).toEqual([0, 1, 2])
  expect(outcome).toMatchObject({ done: [{ id: 1 }, { id: 3 }], failed: [{ ticket: { id: 2 } }], left: 1 })
})
