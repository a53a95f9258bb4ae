/**
 * Installs the component that pairs numbers like WhatsApp Web, for the own company of this computer: asks its server whether
 * whoever is signed in may, fetches the packages of the list, and lets the server take them into use, which logs it.
 */
import { endpoints, type PairingState } from '../../../src/contract'
import { componentFolder, readMarkers, soundComponent } from '../../pairing/installed'
import { limitSignal } from '../../time-limit'
import { MainError } from '../errors'
import type { Log } from '../log/log'
import type { FetchLike } from '../session/http'
import type { ServerClient } from '../session/server-client'
import { InstallFailed } from './failed'
import { FETCH_LIMITS, type FetchLimits, fetchPackage } from './fetch-package'
import type { ComponentList } from './list'
import { beginPart, clearAll, type Part } from './place'
import { type Registry, registryAt } from './registry'

export interface Pairing {
  state(): Promise<PairingState>
  onChange(listener: (state: PairingState) => void): void
  /**
   * Begins to install it, or to put another version in place of the one that is there; how it goes is told by `onChange`.
   * @param address of the registry; not asked where the administrator has set it.
   * @throws MainError where no company of this computer is in use, or its server refuses whoever is signed in.
   */
  install(address: string): Promise<PairingState>
  /** Breaks it off; what was there before stays. */
  cancel(): Promise<PairingState>
  /**
   * Takes it away: its numbers stop first.
   * @throws MainError as `install`, and where its files cannot be removed.
   */
  remove(): Promise<PairingState>
  stop(): Promise<void>
}

/** How many packages are fetched at a time. */
const AT_ONCE = 4
/** How long the company's server may take: it looks at every file. Milliseconds. */
const SERVER_MS = 120_000

interface Job {
  stop: AbortController
  done: number
  ended: Promise<void>
}

export function createPairing(deps: {
  list: () => Promise<ComponentList>
  /** Folder of the own company of this computer; null while another server is in use. */
  workspace: () => string | null
  registry: Registry
  fetch: FetchLike
  client: Pick<ServerClient, 'fetch'>
  limits?: Partial<FetchLimits>
  log: Log
}): Pairing {
  const { workspace, registry, fetch, client, log } = deps
  const limits: FetchLimits = { ...FETCH_LIMITS, ...deps.limits }
  const listeners: ((state: PairingState) => void)[] = []
  let job: Job | null = null
  let failure: PairingState['failure'] = null

  /** What was found whole, by what was written beside it then: not read again while that is the same. */
  let known: { markers: string; found: ReturnType<typeof soundComponent> } | null = null
  const wholeIn = async (folder: string): ReturnType<typeof soundComponent> => {
    const markers = JSON.stringify([folder, await readMarkers(folder)])
    if (known?.markers !== markers) known = { markers, found: soundComponent(folder) }
    return known.found
  }

  const state = async (): Promise<PairingState> => {
    const at = workspace()
    const list = await deps.list()
    const here = at === null ? null : await wholeIn(componentFolder(at))
    const address = registry.fixed ? registry.address : (here?.registry ?? registry.address)
    return {
      offered: at !== null,
      version: list.version,
      packages: list.packages.length,
      bytes: list.packages.reduce((sum, { bytes }) => sum + bytes, 0),
      installed: here ? { version: here.version, current: here.list === list.hash } : null,
      fetching: job ? { done: job.done, of: list.packages.length } : null,
      failure,
      registry: { address, fixed: registry.fixed },
    }
  }
  const publishState = async (): Promise<PairingState> => {
    const now = await state()
    for (const listener of listeners) listener(now)
    return now
  }
  const here = (): string => {
    const at = workspace()
    if (at === null) throw new MainError('BRIDGE_FAILED', 'No company of this computer is in use')
    return at
  }
  /** Asks the company's server, as whoever is signed in. @throws MainError */
  const ask = async (name: 'pairing.state' | 'pairing.use' | 'pairing.remove'): Promise<boolean> => {
    const { method, path, response } = endpoints[name]
    const answer = await client.fetch(path, { method, signedIn: true, signal: limitSignal(SERVER_MS) })
    if (answer.ok) return response.parse(await answer.json()).inUse
    throw answer.status === 403
      ? new MainError('ERR_NO_PERMISSION', 'The component is an admin’s to install')
      : new MainError('SERVER_UNREADABLE', `The server answers ${answer.status}`)
  }

  const fetchAll = async (list: ComponentList, from: URL, part: Part, now: Job): Promise<void> => {
    const at = { registry: from, fetch, limits, signal: now.stop.signal }
    // Read when it is needed: a start needs no archives.
    const { filesOf } = await import('./unpack')
    const left = [...list.packages]
    const some = async (): Promise<void> => {
      for (let one = left.shift(); one; one = left.shift()) {
        const files = await filesOf(await fetchPackage(one, at), one)
        now.stop.signal.throwIfAborted()
        await part.write(one.path, files)
        now.done += 1
        void publishState()
      }
    }
    const all = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () =>
        some().catch((error: unknown) => {
          // One that fails ends the others.
          now.stop.abort(error)
          throw error
        }),
      ),
    )
    if (all.some(({ status }) => status === 'rejected')) throw now.stop.signal.reason
  }

  const run = async (at: string, list: ComponentList, from: URL, now: Job): Promise<void> => {
    const part = await beginPart(componentFolder(at))
    try {
      await fetchAll(list, from, part, now)
      const { hash, version } = list
      await part.finish({ list: hash, version, at: new Date().toISOString(), registry: from.href })
    } catch (error) {
      await part.drop()
      throw error
    }
    // Another server is in use now: this one finds it at its next start.
    if (workspace() !== at) return
    const inUse = await ask('pairing.use').catch((cause: unknown) => {
      throw new InstallFailed('refused', '', { cause })
    })
    if (!inUse) throw new InstallFailed('refused')
    log.info('the pairing component is in use', { version: list.version })
  }

  return {
    state,
    onChange: listener => void listeners.push(listener),
    async install(address) {
      const at = here()
      if (job) return state()
      const from = registryAt(registry.fixed ? registry.address : address)
      const list = await deps.list()
      await ask('pairing.state')
      if (job) return state()
      if (!from) {
        failure = { reason: 'address', what: '', status: null }
        return publishState()
      }
      const now: Job = { stop: new AbortController(), done: 0, ended: Promise.resolve() }
      job = now
      failure = null
      now.ended = run(at, list, from, now)
        .catch((error: unknown) => {
          if (!(error instanceof InstallFailed)) {
            if (!now.stop.signal.aborted) log.error('the pairing component was not installed', { error })
            return
          }
          const { reason, what, detail } = error
          log.warn('the pairing component was not installed', { reason, what, status: detail.status })
          failure = { reason, what, status: detail.status ?? null }
        })
        .then(async () => {
          job = null
          await publishState()
        })
      return publishState()
    },
    async cancel() {
      const now = job
      now?.stop.abort(new Error('cancelled'))
      await now?.ended
      return state()
    },
    async remove() {
      const at = here()
      job?.stop.abort(new Error('removed'))
      await job?.ended
      await ask('pairing.remove')
      failure = null
      try {
        await clearAll(componentFolder(at))
      } catch (cause) {
        throw new MainError('BRIDGE_FAILED', 'The component cannot be removed', { cause })
      }
      return publishState()
    },
    async stop() {
      job?.stop.abort(new Error('the program ends'))
      await job?.ended
    },
  }
}
