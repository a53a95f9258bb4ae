import { expect, it } from 'vitest'
import { judge, runCampaign } from '../../faults/campaign'
import { bundle } from '../../faults/lib/bundle.mjs'
import type { Accepted } from '../../faults/lib/tiny-server'

it('loses nothing and doubles nothing while main, server and connections are killed', async () => {
  const outbox = await bundle('tests/faults/outbox-process.ts', 'faults-outbox-test')
  const server = await bundle('tests/faults/server-process.ts', 'faults-server-test')
  const report = await runCampaign({
    sends: 60,
    seed: 20_260_101,
    tickets: 5,
    fileEvery: 6,
    mischief: 0.1,
    clientIds: true,
    calm: { least: 500, chance: 500 },
    modules: { outbox, server },
  })
  expect(report).toMatchObject({ sent: 60, lost: [], doubled: [], disordered: [] })
  expect(report.kills.main + report.kills.server + report.kills.connection).toBeGreaterThan(0)
}, 120_000)

it('would notice a loss, a double and a wrong order', () => {
  const row = (i: number, ticketId: number): Accepted => ({
    id: `M${i}`,
    ticketId,
    clientId: null,
    body: String(i),
    bytes: 0,
    at: '',
    media: null,
  })
  expect(judge([row(0, 1), row(3, 1), row(2, 1), row(3, 1)], 4)).toEqual({
    lost: [1],
    doubled: [3],
    disordered: [1],
  })
})
