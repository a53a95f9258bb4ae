/** Eight hours at speed: `npm run test:replay`. */
import { expect, test } from '../e2e/fixtures'
import { EIGHT_HOURS, judge, replay } from './day'

test('eight hours at speed leave nothing behind', async ({ installation, context, remote }, info) => {
  test.setTimeout(30 * 60_000)
  const report = await replay({ installation, context, ...remote }, EIGHT_HOURS)
  console.log(JSON.stringify(report, null, 2))
  await info.attach('replay.json', { body: JSON.stringify(report), contentType: 'application/json' })
  expect(report.heard).toBeGreaterThanOrEqual(EIGHT_HOURS.messages)
  expect(report.switched).toBeGreaterThanOrEqual(EIGHT_HOURS.switches)
  expect(report.reconnected).toBeGreaterThanOrEqual(EIGHT_HOURS.reconnects)
  judge(report, 1.15)
})
