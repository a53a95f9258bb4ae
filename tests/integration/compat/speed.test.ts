/** The replay server at the speed of a real one, as `npm run bench -- --server family` measures on. */
import { expect, it } from 'vitest'
import { asTurno } from '../../compat/as-turno'
import { startCompatServer } from '../../compat/server'

it('answers one request after the other, in the order they came', async () => {
  const server = await startCompatServer({ replyAfterMs: 0, speed: 'measured' })
  try {
    const { ask } = await asTurno(server, 'ana@demo.turno')
    server.answered.length = 0
    await Promise.all([
      ask('GET', '/messages/31?pageNumber=1'),
      ask('GET', '/ticket-notes/list?ticketId=31&contactId=31'),
      ask('GET', '/contacts/31'),
    ])
    expect(server.answered.map(({ request }) => request.split('?')[0])).toEqual([
      'GET /messages/31',
      'GET /ticket-notes/list',
      'GET /contacts/31',
    ])
    const times = server.answered.map(({ answeredAt }) => answeredAt)
    expect(times).toEqual([...times].sort((a, b) => a - b))
  } finally {
    await server.close()
  }
})
