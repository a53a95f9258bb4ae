/** A process that works and stands still, as when its machine is paused: the next one takes its work over, nothing is doubled. */
import { type ChildProcess, fork } from 'node:child_process'
import { endpoints, pathOf } from '@contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { outgoing, type tickets } from '../../../electron/server/db/schema'
import { silentLog } from '../../../electron/server/log'
import { handlers } from '../../../electron/server/routes'
import { type RunningWorkspace, startWorkspace } from '../../../electron/server/start'
import { bundle } from '../../faults/lib/bundle.mjs'
import { postgresMissing } from '../../support/postgres/programs'
import { type Services, startServices } from '../../support/postgres-and-redis'
import { FakeChannel } from './fake-channel'
import { type Harness, startHarness } from './harness'

/** Short enough not to be waited for long, long enough for a machine that is busy. */
const workPulse = { beatMs: 200, freshMs: 4_000, deadMs: 6_000 }

describe.skipIf(postgresMissing())('a process that works and stands still', () => {
  let services: Services
  let h: Harness
  let frozen: ChildProcess
  let next: RunningWorkspace
  let channel: FakeChannel
  let ticket: typeof tickets.$inferSelect
  const said: { sent?: string; id?: string; works?: boolean; taken?: true }[] = []

  const write = async (body: string) => {
    const endpoint = endpoints['messages.send']
    const answer = await fetch(`${next.url}/api${pathOf(endpoint, { ticketId: ticket.id })}`, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${h.one.ana.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ body, clientId: `client-${body}` }),
    })
    return answer.status
  }
  const sentBy = (body: string) => [
    ...said.flatMap(({ sent }) => (sent === body ? ['frozen'] : [])),
    ...channel.sent.flatMap(message => (message.body === body ? ['next'] : [])),
  ]
  const ready = async () => {
    const answer = await fetch(`${next.url}/ready`)
    return [answer.status, (await answer.json()) as { reasons?: string[] }] as const
  }

  beforeAll(async () => {
    services = await startServices()
    const shared = { databaseUrl: services.url, redisUrl: services.redis.url, workPulse }
    h = await startHarness(shared)
    ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    const module = await bundle('tests/integration/server/frozen-process.ts', 'frozen-process')
    frozen = fork(module, [JSON.stringify({ ...shared, folder: h.folder })])
    frozen.on('message', message => said.push(message as (typeof said)[number]))
    const until = (fits: (message: (typeof said)[number]) => boolean): Promise<void> =>
      vi.waitUntil(() => said.some(fits), { timeout: 60_000, interval: 50 }).then(() => undefined)
    await until(({ works }) => works === false)
    await h.running.close()
    const asking = setInterval(() => frozen.send('?'), 100)
    await until(({ works }) => works === true)
    clearInterval(asking)
    next = await startWorkspace({
      ...shared,
      folder: h.folder,
      log: silentLog,
      handlers,
      graphUrl: 'http://127.0.0.1:9',
      createChannel: deps => {
        channel = new FakeChannel(deps.sink)
        // The phones are the same, whichever process has them.
        const { askAbout } = channel
        channel.askAbout = async ref =>
          said.some(({ id }) => id === ref.messageId) ? { ack: 1 } : askAbout.call(channel, ref)
        return channel
      },
    })
  }, 120_000)
  afterAll(async () => {
    frozen?.kill('SIGKILL')
    await next?.close()
    await services?.stop()
  })

  it('is replaced: what is written meanwhile leaves once, by the next one, and nothing more when it wakes', async () => {
    expect(next.app.work.here()).toBe(false)
    expect(await write('antes')).toBe(200)
    expect(sentBy('antes')).toEqual(['frozen'])
    frozen.kill('SIGSTOP')
    expect(await write('durante')).toBe(200)
    expect(next.app.work.here()).toBe(true)
    await expect.poll(() => sentBy('durante')).toEqual(['next'])
    await expect.poll(async () => (await ready())[0]).toBe(200)
    const ended = new Promise(resolve => frozen.once('exit', resolve))
    frozen.kill('SIGCONT')
    await ended
    expect(said.some(({ taken }) => taken)).toBe(true)
    expect(await write('depois')).toBe(200)
    expect(['antes', 'durante', 'depois'].map(sentBy)).toEqual([['frozen'], ['next'], ['next']])
    expect(await next.app.db.$count(outgoing, eq(outgoing.state, 'queued'))).toBe(0)
  }, 120_000)
})
