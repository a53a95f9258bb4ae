/** Calls to the Graph API over connections that are kept. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createGraph } from '../../../electron/server/desk/channel/cloud/graph'

it('one after the other share a connection', async () => {
  let opened = 0
  const server = createServer((_request, response) => response.end('{}')).on('connection', () => {
    opened += 1
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const graph = createGraph(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const { signal } = new AbortController()
  const call = () => graph.call({ token: 't', path: '1/messages', method: 'POST', body: {}, signal })
  try {
    for (let i = 0; i < 3; i++) expect(await call()).toEqual({})
    expect(opened).toBe(1)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
