/**
 * Updates: looked for by themselves, taken in the background, installed when nothing of the agent's is in the way
 * (tests/checklist.md 66). The updater is a port; electron-updater is put in by `open.ts`.
 */
import type { UpdateState } from '../../../src/contract'
import { MainError } from '../errors'
import type { Log } from '../log/log'

/** The part of electron-updater used here. */
export interface Updater {
  on(event: 'checking-for-update' | 'update-not-available', listener: () => void): unknown
  on(event: 'update-available' | 'update-downloaded', listener: (info: { version: string }) => void): unknown
  on(event: 'download-progress', listener: (progress: { percent: number }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  checkForUpdates(): Promise<unknown>
  quitAndInstall(silent: boolean, runAfter: boolean): void
}

export interface Updates {
  state(): UpdateState
  onChange(listener: (state: UpdateState) => void): void
  /** Looks now; resolves with what is known so far. */
  check(): Promise<UpdateState>
  /**
   * Restarts into the new version.
   * @throws MainError BRIDGE_FAILED when there is none, or when a draft, a recording or an unsent message is open.
   */
  install(): Promise<UpdateState>
  stop(): void
}

const FIRST_CHECK_MS = 60_000
const CHECK_EVERY_MS = 4 * 60 * 60_000
/** How often a version that waits asks whether its way is free. */
const WAY_EVERY_MS = 30_000
/** Words of an updater can be a page of HTML. */
const FAILURE_MAX = 300

const OFF: UpdateState = { status: 'off', version: null, progress: null, failure: null, checkedAt: null }

/**
 * @param updater null where Turno does not update itself.
 * @param busy what would be interrupted: an open draft, a recording, a message that has not left.
 */
export function createUpdates(deps: {
  updater: Updater | null
  busy: () => Promise<boolean>
  now?: () => Date
  log: Log
}): Updates {
  const { updater, log } = deps
  const now = deps.now ?? (() => new Date())
  const listeners = new Set<(state: UpdateState) => void>()
  let state: UpdateState = updater ? { ...OFF, status: 'idle' } : OFF
  let way: NodeJS.Timeout | undefined

  const change = (next: Partial<UpdateState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener(state)
  }
  const fail = (error: unknown) => {
    const failure = (error instanceof Error ? error.message : String(error)).slice(0, FAILURE_MAX)
    log.warn('update failed', { failure })
    change({ status: 'failed', failure, progress: null })
  }
  const isHere = () => state.status === 'ready' || state.status === 'waiting'
  const lookAtWay = async () => {
    const status = (await deps.busy()) ? 'waiting' : 'ready'
    if (isHere() && status !== state.status) change({ status })
  }

  updater?.on('checking-for-update', () => {
    if (!isHere()) change({ status: 'checking', failure: null })
  })
  updater?.on('update-not-available', () =>
    change({ status: 'idle', version: null, failure: null, checkedAt: now().toISOString() }),
  )
  updater?.on('update-available', ({ version }) =>
    change({ status: 'downloading', version, progress: 0, checkedAt: now().toISOString() }),
  )
  updater?.on('download-progress', ({ percent }) =>
    change({ status: 'downloading', progress: Math.min(1, Math.max(0, percent / 100)) }),
  )
  updater?.on('update-downloaded', ({ version }) => {
    log.info('update ready', { version })
    // Waiting until it is known that nothing would be interrupted.
    change({ status: 'waiting', version, progress: null, failure: null })
    void lookAtWay()
    clearInterval(way)
    way = setInterval(() => void lookAtWay(), WAY_EVERY_MS)
    way.unref()
  })
  updater?.on('error', fail)

  const check: Updates['check'] = async () => {
    if (!updater || isHere() || state.status === 'downloading') return state
    try {
      await updater.checkForUpdates()
    } catch (error) {
      fail(error)
    }
    return state
  }

  const first = updater ? setTimeout(() => void check(), FIRST_CHECK_MS) : undefined
  const timer = updater ? setInterval(() => void check(), CHECK_EVERY_MS) : undefined
  first?.unref()
  timer?.unref()

  return {
    state: () => state,
    onChange: listener => void listeners.add(listener),
    check,
    async install() {
      if (!updater || !isHere()) throw new MainError('BRIDGE_FAILED', 'There is no update to install')
      await lookAtWay()
      if (state.status !== 'ready')
        throw new MainError('BRIDGE_FAILED', 'A draft, a recording or a message that has not left is open')
      updater.quitAndInstall(false, true)
      return state
    },
    stop() {
      clearTimeout(first)
      clearInterval(timer)
      clearInterval(way)
      listeners.clear()
    },
  }
}
