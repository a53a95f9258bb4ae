/** The end of a workspace: nobody holds it up, however much is under way, and a start that fails leaves nothing behind. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { handlers } from '../../../electron/server/doors/routes'
import { silentLog } from '../../../electron/server/log'
import { startWorkspace } from '../../../electron/server/start'
import { FakeChannel } from './fake-channel'
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
})

it('comes in order where a start fails at its last step: the port, the connections and the folder are free again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turno-failed-start-'))
  const steps: string[] = []
  class Noted extends FakeChannel {
    override start = async (): Promise<void> => {
      steps.push('start')
      if (steps.length === 3) throw new Error('no connections')
    }
    override stop = async (): Promise<void> => void steps.push('stop')
  }
  let port = 0
  const start = () =>
    startWorkspace({
      folder,
      port,
      log: silentLog,
      handlers,
      localNetwork: { port: 0, addresses: () => ['127.0.0.1'] },
      createChannel: ({ sink }) => new Noted(sink),
    })
  try {
    const free = await startHarness()
    port = Number(new URL(free.running.url).port)
    await free.close()
    const first = await start()
    await first.app.localNetwork?.open()
    const before = await first.app.localNetwork?.state()
    await first.close()
    await expect(start()).rejects.toThrow('no connections')
    expect(steps).toEqual(['start', 'stop', 'start', 'stop'])
    await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow()
    const running = await start()
    expect((await fetch(`${running.url}/health`)).status).toBe(200)
    // Colleagues find it at the port they know.
    expect(await running.app.localNetwork?.state()).toEqual(before)
    await running.close()
    expect(steps).toEqual(['start', 'stop', 'start', 'stop', 'start', 'stop'])
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
})
