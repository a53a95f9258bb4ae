/** Two servers of one workspace: one PostgreSQL, one key, each with a data folder of its own. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { handlers } from '../../../electron/server/doors/routes'
import { type Log, silentLog } from '../../../electron/server/log'
import { type StartOptions, startWorkspace } from '../../../electron/server/start'
import { startServices } from '../../support/shared-postgres'
import { FakeChannel } from './fake-channel'
import { listen, type Person, startHarness } from './harness'

export type Pair = Awaited<ReturnType<typeof startPair>>

export async function startPair(log: Log = silentLog) {
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
    /** One more server of the same workspace. */
    const another = async (more?: Partial<StartOptions>) => {
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
      /** A socket at the second server. */
      connectTwo: (who: Person, joins: readonly string[] = ['pending', 'open', 'closed', 'notification']) =>
        listen(two.url, who, joins),
      /** A request to the second server. */
      askTwo(who: Person | null, path: string, init: RequestInit = {}) {
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
