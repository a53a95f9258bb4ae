/** The longer hour of an agent, on the embedded workspace's own server. */
import { test } from './fixtures'
import { twentyTickets } from './scenarios/twenty-tickets'

test('an agent works through twenty tickets with every kind of message, and every word lands where it belongs', async ({
  installation,
  remote,
}) => {
  test.setTimeout(480_000)
  const page = await installation.start({ env: remote.env })
  await twentyTickets(page, remote.workspace.folder)
})
