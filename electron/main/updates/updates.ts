/**
 * Updates: looked for by themselves, taken in the background, installed when nothing of the agent's is in the way. The
 * updater is a port; electron-updater is put in by `open.ts`.
 */

import type { OutboxEntry, UpdateState } from '../../../src/contract'
import { within } from '../../time-limit'
import { MainError } from '../errors'
import type { Log } from '../log/log'

/** The part of electron-updater used here. */
export interface Updater {
  on(event: 'checking-for-update' | 'update-not-available', listener: () => void): unknown
  on(event: 'update-available' | 'update-downloaded', listener: (info: { version: string }) => void): unknown
  on(event: 'download-progress', listener: (progress: { percent: number }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  /** An AppImage was written under another name than the one that ran. */
  on(event: 'appimage-filename-updated', listener: (file: string) => void): unknown
  /** Whether a version that was fetched is put in at the end of the program. */
  autoInstallOnAppQuit: boolean
  /** Whether the updater starts the new version itself. */
  autoRunAppAfterInstall: boolean
  /** Resolves with the download that it began, where there is a new version. */
  checkForUpdates(): Promise<{
    cancellationToken?: { cancel(): void }
    downloadPromise?: Promise<unknown> | null
  } | null>
  quitAndInstall(silent: boolean, runAfter: boolean): void
  /** Starts the installer; synchronous. */
  install(silent: boolean, runAfter: boolean): unknown
}

/** The very end of the program: an installer that is started there finds nothing of it running. */
interface End {
  /** @param work gets the exit code, and is over when it returns. */
  at(work: (code: number) => void): void
  /** Ends the program without a question. */
  now(): void
}

export interface Updates {
  state(): UpdateState
  onChange(listener: (state: UpdateState) => void): void
  /** Looks now; resolves with what is known so far. */
  check(): Promise<UpdateState>
  /**
   * Restarts into the new version.
   * @throws MainError BRIDGE_FAILED when there is none, or while a recording runs or a message is leaving.
   */
  install(): Promise<UpdateState>
  /**
   * The system ends: nothing is installed when the program ends with it, because the installer would be killed half-way. Not
   * on macOS, whose own updater has the new version since it was fetched.
   * @param ms after which it is installed again, where the end was only asked about; without it never in this run.
   */
  hold(ms?: number): void
  /** The program lies under another name from now on. @param listener gets the absolute path. */
  onMoved(listener: (file: string) => void): void
  stop(): void
}

/**
 * Whether a restart would break off something it does not bring back. Drafts and messages that wait are on the disk and are
 * there again afterwards; a recording, or a message that is just leaving, is not. Pure.
 */
export const wouldInterrupt = (recording: boolean, outbox: readonly Pick<OutboxEntry, 'state'>[]): boolean =>
  recording || outbox.some(entry => entry.state === 'sending')

const FIRST_CHECK_MS = 60_000
/** How long a check may take: the updater itself waits for ever. */
const CHECK_MS = 60_000
const CHECK_EVERY_MS = 4 * 60 * 60_000
/** How long a download may make no progress: the updater itself waits for ever. */
const STILL_MS = 5 * 60_000
/** How often a version that waits asks whether its way is free. */
const WAY_EVERY_MS = 30_000
/** Words of an updater can be a page of HTML. */
const FAILURE_MAX = 300

const OFF: UpdateState = { status: 'off', version: null, progress: null, failure: null, checkedAt: null }

/**
 * @param updater null where Turno does not update itself.
 * @param managed the administrator does.
 * @param busy whether something would be interrupted that a restart does not bring back: a recording, a message that is leaving.
 * @param relaunch starts the program again when this run has ended, from a file of another name where one is given. Left out
 *   where the installer does it.
 * @param end where the installer would end what still runs (Windows): it is started in the very end. Left out where the new
 *   version is put in beside a run.
 */
export function createUpdates(deps: {
  updater: Updater | null
  managed?: boolean
  relaunch?: (file: string | null) => void
  end?: End
  busy: () => boolean
  now?: () => Date
  log: Log
}): Updates {
  const { updater, end, log } = deps
  const now = deps.now ?? (() => new Date())
  const listeners = new Set<(state: UpdateState) => void>()
  const movedListeners = new Set<(file: string) => void>()
  let state: UpdateState = updater
    ? { ...OFF, status: 'idle' }
    : { ...OFF, status: deps.managed ? 'administrator' : 'off' }
  let way: NodeJS.Timeout | undefined
  let held: NodeJS.Timeout | undefined
  let still: NodeJS.Timeout | undefined
  /** Nothing is installed at the end. */
  let isHeld = false
  /** The end is that of a restart into the new version. */
  let restarts = false
  /** Ends the download that is under way. */
  let cancel: () => void = () => undefined

  const change = (next: Partial<UpdateState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener(state)
  }
  const fail = (error: unknown) => {
    clearTimeout(still)
    const failure = (error instanceof Error ? error.message : String(error)).slice(0, FAILURE_MAX)
    log.warn('update failed', { failure })
    change({ status: 'failed', failure, progress: null })
  }
  /** Some of it has come. @param progress 0 to 1; the same again is no movement. */
  const downloading = (next: Partial<UpdateState> & { progress: number }) => {
    const moved = state.status !== 'downloading' || state.progress !== next.progress
    change({ ...next, status: 'downloading' })
    if (!moved) return
    clearTimeout(still)
    still = setTimeout(() => {
      cancel()
      log.warn('update failed', { failure: 'the download stood still' })
      change({ status: 'stalled', failure: null, progress: null })
    }, STILL_MS)
    still.unref()
  }
  const isHere = () => state.status === 'ready' || state.status === 'waiting'
  const lookAtWay = () => {
    const status = deps.busy() ? 'waiting' : 'ready'
    if (isHere() && status !== state.status) change({ status })
  }

  updater?.on('checking-for-update', () => {
    if (!isHere()) change({ status: 'checking', failure: null })
  })
  updater?.on('update-not-available', () =>
    change({ status: 'idle', version: null, failure: null, checkedAt: now().toISOString() }),
  )
  updater?.on('update-available', ({ version }) =>
    downloading({ version, progress: 0, checkedAt: now().toISOString() }),
  )
  updater?.on('download-progress', ({ percent }) =>
    downloading({ progress: Math.min(1, Math.max(0, percent / 100)) }),
  )
  updater?.on('update-downloaded', ({ version }) => {
    clearTimeout(still)
    log.info('update ready', { version })
    change({ status: deps.busy() ? 'waiting' : 'ready', version, progress: null, failure: null })
    clearInterval(way)
    way = setInterval(lookAtWay, WAY_EVERY_MS)
    way.unref()
  })
  updater?.on('error', fail)
  let moved: string | null = null
  updater?.on('appimage-filename-updated', file => {
    moved = file
    for (const listener of movedListeners) listener(file)
  })

  if (updater && end) {
    // The updater's own way listens from the end of a download on: not where that came while nothing was to be installed.
    updater.autoInstallOnAppQuit = false
    end.at(code => {
      // Not silent, the installer of Windows opens its wizard, which also asks for whom to install.
      if (code === 0 && isHere() && !isHeld) updater.install(true, restarts)
    })
  }

  const check: Updates['check'] = async () => {
    if (!updater || isHere() || state.status === 'downloading') return state
    try {
      await within(CHECK_MS, async () => {
        const found = await updater.checkForUpdates()
        cancel = () => found?.cancellationToken?.cancel()
        // What goes wrong with it comes as an event, and a cancelled one is no failure.
        found?.downloadPromise?.catch(() => undefined)
      })
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
      lookAtWay()
      if (state.status !== 'ready')
        throw new MainError('BRIDGE_FAILED', 'A recording runs, or a message is leaving')
      if (end) {
        restarts = true
        end.now()
        return state
      }
      if (!deps.relaunch) {
        updater.quitAndInstall(true, true)
        return state
      }
      // An AppImage is in its place at once. Started at once as well, it would find this run still there and end again.
      updater.autoRunAppAfterInstall = false
      updater.quitAndInstall(true, false)
      if (isHere()) deps.relaunch(moved)
      return state
    },
    hold(ms) {
      clearTimeout(held)
      if (!updater) return
      const set = (on: boolean): void => {
        isHeld = on
        if (!end) updater.autoInstallOnAppQuit = !on
      }
      set(true)
      log.info('no update is installed at the end', { ms: ms ?? null })
      if (ms === undefined) return
      held = setTimeout(() => set(false), ms)
      held.unref()
    },
    onMoved: listener => void movedListeners.add(listener),
    // What moves the program comes after the end of everything else.
    stop() {
      clearTimeout(first)
      clearInterval(timer)
      clearInterval(way)
      clearTimeout(still)
      listeners.clear()
    },
  }
}
