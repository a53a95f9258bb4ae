/** Two server processes of one database that share its companies: one that can be made to stand still, and the next one, in this process. */
import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { endpoints, pathOf } from '@contract'
import { handlers } from '../../electron/server/doors/routes'
import { silentLog } from '../../electron/server/log'
import { type RunningWorkspace, type StartOptions, startWorkspace } from '../../electron/server/start'
import { bundle } from '../faults/lib/bundle.mjs'
import { FakeChannel } from '../integration/server/fake-channel'
import { startHarness } from '../integration/server/harness'
import { startServices } from '../support/shared-postgres'

interface Said {
  begun?: true
  sending?: string
  sent?: string
  id?: string
  works?: boolean
  companyId?: number
  taken?: true
}

/** A process of its own. */
interface Other {
  process: ChildProcess
  /** Whether it has said that its work was taken. */
  wasTaken(): boolean
  /** Resolves when its phones are asked to send these words. */
  sends(body: string): Promise<void>
}

export interface FrozenPair {
  frozen: Other
  next: RunningWorkspace
  /** The company each of them works for. */
  companies: Record<'frozen' | 'next', number>
  /** Sends words to a customer of a company through the next process. @returns the status of the answer. */
  write(body: string, of?: 'frozen' | 'next'): Promise<number>
  /** Whose phones words left by: each time they did. */
  sentBy(body: string): ('other' | 'next')[]
  /** Resolves when the next process's phones hang with these words. */
  hangs(body: string): Promise<void>
  /** Status and reasons of the next process's `/ready`. */
  ready(): Promise<readonly [number, { reasons?: string[] }]>
  /** One more process. @returns it, when it works for a company. */
  another(companyId: number): Promise<Other>
  close(): Promise<void>
}

const START_MS = 60_000

/** @param heartbeat how leases are renewed and judged; the product's unless given. */
export async function startFrozenPair(heartbeat?: StartOptions['heartbeat']): Promise<FrozenPair> {
  const services = await startServices()
  const ends: (() => unknown)[] = [() => services.stop()]
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const shared = {
      databaseUrl: services.url,
      ...(heartbeat ? { heartbeat } : {}),
    }
    const h = await startHarness(shared)
    const ticketOf = (at: typeof h.one) => h.newTicket(at, { status: 'open', userId: at.ana.id })
    const conversations = {
      frozen: { who: h.two.ana, ticket: await ticketOf(h.two) },
      next: { who: h.one.ana, ticket: await ticketOf(h.one) },
    }
    const module = await bundle('tests/chaos/frozen-process.ts', 'frozen-process')
    const said: Said[] = []
    const until = async (what: string, fits: () => boolean): Promise<void> => {
      for (const end = performance.now() + START_MS; !fits(); await delay(50))
        if (performance.now() > end) throw new Error(`not in time: ${what}`)
    }
    const begin = async (): Promise<{ process: ChildProcess; own: Said[] }> => {
      const child = fork(module, [JSON.stringify({ ...shared, folder: h.folder })])
      // What stands still hears nothing of our end.
      const kill = (): boolean => child.kill('SIGKILL')
      process.once('exit', kill)
      ends.push(() => {
        process.off('exit', kill)
        kill()
      })
      const own: Said[] = []
      child.on('message', message => {
        own.push(message as Said)
        said.push(message as Said)
      })
      await until('another process', () => own.some(({ begun }) => begun))
      return { process: child, own }
    }
    const worksFor = async (
      other: { process: ChildProcess; own: Said[] },
      companyId: number,
    ): Promise<Other> => {
      const asking = setInterval(() => other.process.send(companyId), 100)
      const works = (): boolean => other.own.some(one => one.works && one.companyId === companyId)
      await until(`work for ${companyId}`, works).finally(() => clearInterval(asking))
      return {
        process: other.process,
        wasTaken: () => other.own.some(({ taken }) => taken),
        sends: body => until(body, () => other.own.some(({ sending }) => sending === body)),
      }
    }
    const other = await begin()
    await h.running.close()
    const frozen = await worksFor(other, h.two.id)
    let channel: FakeChannel | undefined
    const hanging: string[] = []
    const next = await startWorkspace({
      ...shared,
      folder: h.folder,
      log: silentLog,
      handlers,
      graphUrl: 'http://127.0.0.1:9',
      createChannel: deps => {
        const made = new FakeChannel(deps.sink)
        channel = made
        const { send } = made
        made.send = async message => {
          if (!message.body.startsWith('preso')) return await send.call(made, message)
          hanging.push(message.body)
          await new Promise(() => {})
        }
        // The phones are the same, whichever process has them.
        const { askAbout } = made
        made.askAbout = async ref =>
          said.some(({ id }) => id === ref.messageId) ? { ack: 1 } : askAbout.call(made, ref)
        return made
      },
    })
    ends.push(() => next.close())
    await until('a part of the companies', () => next.app.work.here(h.one.id))
    return {
      frozen,
      next,
      companies: { frozen: h.two.id, next: h.one.id },
      async write(body, of = 'frozen') {
        const { who, ticket } = conversations[of]
        const endpoint = endpoints['messages.send']
        const answer = await fetch(`${next.url}/api${pathOf(endpoint, { ticketId: ticket.id })}`, {
          method: endpoint.method,
          headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ body, clientId: `client-${body}` }),
        })
        return answer.status
      },
      sentBy: body => [
        ...said.flatMap(({ sent }) => (sent === body ? (['other'] as const) : [])),
        ...(channel?.sent ?? []).flatMap(message => (message.body === body ? (['next'] as const) : [])),
      ],
      hangs: body => until(body, () => hanging.includes(body)),
      async ready() {
        const answer = await fetch(`${next.url}/ready`)
        return [answer.status, (await answer.json()) as { reasons?: string[] }] as const
      },
      another: async companyId => await worksFor(await begin(), companyId),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
