/** A day at speed, in short: listeners, timers and sockets. Eight hours are `npm run test:replay`. */
import { judge, replay } from '../replay/day'
import { expect, test } from './fixtures'

const SHORT = { messages: 300, switches: 24, reconnects: 3, rate: 100, restMs: 4_000, deep: false }

test('a day at speed leaves nothing behind', async ({ installation, context, remote }, info) => {
  test.setTimeout(6 * 60_000)
  const report = await replay({ installation, context, ...remote }, SHORT)
  await info.attach('replay.json', { body: JSON.stringify(report), contentType: 'application/json' })
  expect(report.heard).toBeGreaterThanOrEqual(SHORT.messages)
  // So short a day never fills what is kept: here only a multiple would tell.
  judge(report, 1.5)
})
