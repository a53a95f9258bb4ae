/** Two servers of one workspace: one PostgreSQL, one key, each with a data folder of its own. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { handlers } from '../../../electron/server/doors/routes'
import { type Log, silentLog } from '../../../electron/server/log'
import { type RunningWorkspace, type StartOptions, startWorkspace } from '../../../electron/server/start'
import { type Services, startServices } from '../../support/shared-postgres'
import { FakeChannel } from './fake-channel'
import { type Harness, type Listener, listen, type Person, startHarness } from './harness'

export interface Pair {
  postgres: Services['postgres']
  one: Harness
  two: RunningWorkspace
  /** A socket at the second server. */
  connectTwo(who: Person, joins?: readonly string[]): Promise<Listener>
  /** A request to the second server. */
  askTwo(who: Person | null, path: string, init?: RequestInit): Promise<Response>
  /** One more server of the same workspace. */
  another(more?: Partial<StartOptions>): Promise<RunningWorkspace>
  close(): Promise<void>
}

export async function startPair(log: Log = silentLog): Promise<Pair> {
  const ends: (() => Promise<unknown>)[] = []
  const close = async (): Promise<void> => {
    for (const end of ends.reverse()) await end()
  }
  try {
    const { postgres, url: databaseUrl, stop } = await startServices()
    ends.push(stop)
    const shared = { databaseUrl, lock: false, campaigns: false, log }
    const one = await startHarness(shared)
    ends.push(() => one.close())
    const another: Pair['another'] = async more => {
      const folder = await mkdtemp(join(tmpdir(), 'turno-second-'))
      await copyFile(join(one.folder, 'workspace.key'), join(folder, 'workspace.key'))
      ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
      const made = await startWorkspace({
        folder,
        handlers,
        graphUrl: 'http://127.0.0.1:9',
        createChannel: deps => new FakeChannel(deps.sink),
        ...shared,
        ...more,
      })
      let ended: Promise<void> | undefined
      const closing = made.close
      made.close = () => (ended ??= closing())
      ends.push(() => made.close())
      return made
    }
    const two = await another()
    return {
      postgres,
      one,
      two,
      another,
      connectTwo: (who, joins = ['pending', 'open', 'closed', 'notification']) => listen(two.url, who, joins),
      askTwo(who, path, init = {}) {
        const headers = new Headers(init.headers)
        if (who) headers.set('authorization', `Bearer ${who.token}`)
        return fetch(`${two.url}${path}`, { ...init, headers })
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
