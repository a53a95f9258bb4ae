/** Two server processes of one database: one that works and can be made to stand still, and the next one, in this process. */
import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { endpoints, pathOf } from '@contract'
import { silentLog } from '../../../electron/server/log'
import { handlers } from '../../../electron/server/routes'
import { type RunningWorkspace, type StartOptions, startWorkspace } from '../../../electron/server/start'
import { bundle } from '../../faults/lib/bundle.mjs'
import { startServices } from '../../support/postgres-and-redis'
import { FakeChannel } from './fake-channel'
import { startHarness } from './harness'

interface Said {
  sent?: string
  id?: string
  works?: boolean
  taken?: true
}

export interface FrozenPair {
  frozen: ChildProcess
  next: RunningWorkspace
  /** Sends words to a customer through the next process. @returns the status of the answer. */
  write(body: string): Promise<number>
  /** Whose phones words left by: each time they did. */
  sentBy(body: string): ('frozen' | 'next')[]
  /** Status and reasons of the next process's `/ready`. */
  ready(): Promise<readonly [number, { reasons?: string[] }]>
  /** Whether the process that stood still has said that its work was taken. */
  wasTaken(): boolean
  close(): Promise<void>
}

const START_MS = 60_000

/** @param workPulse how proofs of life are made and judged; the product's unless given. */
export async function startFrozenPair(workPulse?: StartOptions['workPulse']): Promise<FrozenPair> {
  const services = await startServices()
  const ends: (() => unknown)[] = [() => services.stop()]
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const shared = {
      databaseUrl: services.url,
      redisUrl: services.redis.url,
      ...(workPulse ? { workPulse } : {}),
    }
    const h = await startHarness(shared)
    const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    const module = await bundle('tests/integration/server/frozen-process.ts', 'frozen-process')
    const frozen = fork(module, [JSON.stringify({ ...shared, folder: h.folder })])
    // What stands still hears nothing of our end.
    const kill = (): boolean => frozen.kill('SIGKILL')
    process.once('exit', kill)
    ends.push(() => {
      process.off('exit', kill)
      kill()
    })
    const said: Said[] = []
    frozen.on('message', message => said.push(message as Said))
    const until = async (fits: (one: Said) => boolean): Promise<void> => {
      for (const end = performance.now() + START_MS; !said.some(fits); await delay(50))
        if (performance.now() > end) throw new Error('the other process does not begin to work')
    }
    await until(({ works }) => works === false)
    await h.running.close()
    const asking = setInterval(() => frozen.send('?'), 100)
    await until(({ works }) => works === true).finally(() => clearInterval(asking))
    let channel: FakeChannel | undefined
    const next = await startWorkspace({
      ...shared,
      folder: h.folder,
      log: silentLog,
      handlers,
      graphUrl: 'http://127.0.0.1:9',
      createChannel: deps => {
        const made = new FakeChannel(deps.sink)
        channel = made
        // The phones are the same, whichever process has them.
        const { askAbout } = made
        made.askAbout = async ref =>
          said.some(({ id }) => id === ref.messageId) ? { ack: 1 } : askAbout.call(made, ref)
        return made
      },
    })
    ends.push(() => next.close())
    return {
      frozen,
      next,
      async write(body) {
        const endpoint = endpoints['messages.send']
        const answer = await fetch(`${next.url}/api${pathOf(endpoint, { ticketId: ticket.id })}`, {
          method: endpoint.method,
          headers: { authorization: `Bearer ${h.one.ana.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ body, clientId: `client-${body}` }),
        })
        return answer.status
      },
      sentBy: body => [
        ...said.flatMap(({ sent }) => (sent === body ? (['frozen'] as const) : [])),
        ...(channel?.sent ?? []).flatMap(message => (message.body === body ? (['next'] as const) : [])),
      ],
      async ready() {
        const answer = await fetch(`${next.url}/ready`)
        return [answer.status, (await answer.json()) as { reasons?: string[] }] as const
      },
      wasTaken: () => said.some(({ taken }) => taken),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
