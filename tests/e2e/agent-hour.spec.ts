/** The same walk on every server: the embedded workspace, and the replay of an older family with all its quirks. */
import { startCompatServer } from '../compat/server'
import { expect, test } from './fixtures'
import { agentHour } from './walk/agent-hour'

test('an agent’s hour on the embedded workspace', async ({ turno }) => {
  await agentHour(await turno.page, { name: 'embedded', patience: 30_000, customersAnswer: true })
})

test('an agent’s hour on a server of the older family', async ({ installation }) => {
  const server = await startCompatServer({ replyAfterMs: 900 })
  try {
    const page = await installation.start({ env: { TURNO_SERVER_URL: server.url } })
    await agentHour(page, { name: 'family', patience: 20_000, customersAnswer: true })
    expect(server.calls.get('GET /tickets/counts') ?? 0).toBe(0)
  } finally {
    await server.close()
  }
})

// An hour behind is another hour than an hour ahead: what has just been said looks long past.
for (const hours of [1, -1])
  test(`an agent’s hour with a clock ${hours} h away, a slow line and failing requests`, async ({
    installation,
  }) => {
    test.setTimeout(180_000)
    const server = await startCompatServer({
      replyAfterMs: 900,
      faults: { latencyMs: 300, failShare: 0.02, clockSkewMs: hours * 3_600_000 },
    })
    try {
      const page = await installation.start({ env: { TURNO_SERVER_URL: server.url } })
      await agentHour(page, { name: 'family, in bad weather', patience: 45_000, customersAnswer: true })
    } finally {
      await server.close()
    }
  })
