import { expect, it } from 'vitest'
import { judge } from '../../faults/campaign'
import { bundle } from '../../faults/lib/bundle.mjs'
import { campaigns, run } from '../../faults/suite'

it('loses nothing and doubles nothing while main, server and connections are killed', async () => {
  const modules = {
    outbox: await bundle('tests/faults/outbox-process.ts', 'faults-outbox-test'),
    tiny: await bundle('tests/faults/server-process.ts', 'faults-tiny-test'),
    workspace: null,
  }
  const shape = campaigns(modules, 0.06).get('server with client ids')
  const report = shape && (await run(modules, 20_260_101, { ...shape, pauses: { least: 300, chance: 300 } }))
  expect(report).toMatchObject({ sent: 60, lost: [], doubled: [], disordered: [] })
  expect(Object.values(report?.kills ?? {}).reduce((sum, n) => sum + n)).toBeGreaterThan(0)
}, 300_000)

it('would notice a loss, a double and a wrong order', () => {
  const row = (i: number, ticketId: number) => ({ ticketId, body: String(i) })
  expect(judge([row(0, 1), row(3, 1), row(2, 1), row(3, 1)], 4)).toEqual({
    lost: [1],
    doubled: [3],
    disordered: [1],
  })
})
