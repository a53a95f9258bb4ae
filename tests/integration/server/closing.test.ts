/** The end of a workspace: nobody holds it up, however much is under way. */
import { createConnection } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './harness'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})

it('comes while a hundred sign-ins wait in the slow lane and bodies trickle: all are ended, the file is whole', async () => {
  const { port, hostname } = new URL(h.running.url)
  // Far more than the slow lane, at two a second, would get through in the time of this test.
  const waiting = Array.from({ length: 130 }, (_, i) =>
    h.signIn(h.one.caio.email, `wrong ${i}`).then(
      answer => answer.status,
      () => 'ended',
    ),
  )
  const trickling = createConnection({ host: hostname, port: Number(port) })
  trickling.on('error', () => {})
  const ended = new Promise(resolve => trickling.once('close', resolve))
  trickling.write(
    `POST /api/auth/login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 90000\r\n\r\n{`,
  )
  // The first ones have been answered: the others stand in the lanes.
  await Promise.any(waiting.map(async answer => expect(await answer).toBe(401)))
  await h.close()
  const statuses = await Promise.all(waiting)
  expect(statuses.every(status => [401, 429, 'ended'].includes(status))).toBe(true)
  expect(statuses.filter(status => status !== 401).length).toBeGreaterThan(50)
  await ended
}, 20_000)
