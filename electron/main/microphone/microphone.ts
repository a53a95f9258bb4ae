/**
 * The microphone, kept by main: one recording at a time in a hidden page that exists only for it. The composer asks
 * and gets the state; the page captures and encodes; what is allowed, when it ends and whose it is, is decided here.
 */
import {
  AUDIO_KBPS,
  AUDIO_MIN_BYTES,
  type AudioInput,
  type FinishedTake,
  MICROPHONE_TEST_MS,
  type MicrophoneOrder,
  type MicrophoneReport,
  RECORDING_MAX_MS,
  type RecordedFile,
  type RecorderLevel,
  type RecorderState,
  VOICE_FILE_MARK,
} from '../../../src/contract'
import { MainError } from '../errors'
import type { Log } from '../log/log'
import { createDeviceQuestion } from './device-question'
import { type ListenRequest, mayListen } from './policy'
import type { SystemAccess } from './system-access'
import { type Command, isActive, isListening, newTake, step, type Take, type TakeInput } from './take'

/** Recordings that are finished and that no composer has taken over. */
function createFinishedTakes() {
  let takes: FinishedTake[] = []
  /** Windows that recorded them, by take; gone with the window. */
  const owners = new Map<string, number>()
  return {
    list: () => takes,
    /** @param owner the window that recorded it; null for none that is there. */
    add(take: FinishedTake, owner: number | null) {
      takes = [...takes, take]
      if (owner !== null) owners.set(take.takeId, owner)
    },
    /** Takes one out for a window. @returns false when there is none such, or another window that is there recorded it. */
    claim(takeId: string, windowId: number): boolean {
      const owner = owners.get(takeId)
      if (owner !== undefined && owner !== windowId) return false
      const before = takes.length
      takes = takes.filter(one => one.takeId !== takeId)
      owners.delete(takeId)
      return takes.length < before
    },
    /** A window is gone. @returns whether any window may claim recordings now that were its own. */
    release(windowId: number): boolean {
      const own = [...owners].filter(([, owner]) => owner === windowId)
      for (const [takeId] of own) owners.delete(takeId)
      return own.length > 0
    },
    clear() {
      takes = []
      owners.clear()
    },
  }
}

/** The hidden page. Orders given before it is there wait for it. */
export interface RecorderPage {
  readonly id: number
  order(order: MicrophoneOrder): void
  close(): void
}

/** A page that has not answered an order to begin, or to end, after this long never will. */
const TIMEOUT_MS = { starting: 30_000, stopping: 60_000 } as const

/** How voice is recorded. */
const RECORDING = { keep: true, minBytes: AUDIO_MIN_BYTES, kbps: AUDIO_KBPS } as const

/** In place of the window that recorded, once it is gone; page numbers begin at 1. */
const NOBODY = 0

export interface Microphone {
  state(): RecorderState
  /** @throws MainError when a recording is under way. */
  start(ticketId: number | null, ownerId: number): Promise<RecorderState>
  control(command: Command, takeId: string): RecorderState
  /**
   * A window takes a finished recording over. While the window that recorded it is there, nobody else gets it: the
   * recording belongs beside the composer it was spoken into.
   * @returns whether it is that window's now.
   */
  claim(takeId: string, windowId: number): boolean
  devices(): Promise<AudioInput[]>
  /** Whether there was such a page to open. */
  openSystemSettings(): Promise<boolean>
  /** @param windowId who reports; only the recorder page is listened to. */
  report(windowId: number, report: MicrophoneReport): void
  mayListen(request: ListenRequest): boolean
  /** Whether a recording would be lost now. */
  isBusy(): boolean
  /** A window is gone: what it was recording ends and is kept; the recorder page itself breaks the recording. */
  dropWindow(windowId: number): void
  /** Ends a recording and keeps it (the computer sleeps, the screen is locked). */
  settle(): void
  /** Recordings of an earlier run that lay on the disk: offered like those whose window is gone. */
  adopt(takes: readonly FinishedTake[]): void
  /**
   * Ends everything.
   * @param kept leaves on the disk what nobody took over (a session that ended by itself); otherwise nothing is kept.
   */
  reset(kept?: boolean): void
}

/** A name servers recognise, with the local instant for people. */
export function voiceFileName(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`
  return `${VOICE_FILE_MARK}-${day}-${time}.mp3`
}

function pageHolder(openPage: () => RecorderPage) {
  let page: RecorderPage | null = null
  return {
    /** Of the page that is open, or null. */
    id: () => page?.id ?? null,
    /** The page, opened where there is none. */
    open: () => {
      page ??= openPage()
      return page
    },
    order: (order: MicrophoneOrder) => page?.order(order),
    close() {
      const open = page
      page = null
      open?.close()
    },
    /** It is gone already. */
    forget() {
      page = null
    },
  }
}

export function createMicrophone(deps: {
  openPage: () => RecorderPage
  access: SystemAccess
  openExternal: (url: string) => Promise<unknown>
  deviceId: () => string | null
  autoGain: boolean
  newId: () => string
  now: () => Date
  /** Keeps what is left of a recording whose page is gone. */
  rescue: (name: string, parts: readonly Uint8Array[]) => Promise<RecordedFile>
  /** Where what is said lies on the disk until somebody has taken it over. */
  spool: {
    begin: (takeId: string, ticketId: number, name: string) => void
    add: (takeId: string, bytes: Uint8Array) => void
    drop: (takeId: string) => void
    suspend: () => void
  }
  onChange: (state: RecorderState) => void
  onLevel: (level: RecorderLevel) => void
  log: Log
}): Microphone {
  const { log, access } = deps
  let take: Take | null = null
  const page = pageHolder(deps.openPage)
  const finished = createFinishedTakes()
  let testRecording: RecordedFile | null = null
  let timeout: NodeJS.Timeout | undefined
  /** What the page has encoded of the take under way, so that it outlives the page. */
  let parts: Uint8Array[] = []
  let fileName = ''

  const state = (): RecorderState => ({
    phase: take?.phase ?? 'idle',
    takeId: take?.id ?? null,
    ticketId: take?.ticketId ?? null,
    failure: take?.failure ?? null,
    hasSystemSettings: access.settingsUrl !== null,
    testRecording,
    finished: finished.list(),
  })

  /** The page lives as long as it is needed, and not a moment longer. */
  const tidy = (): void => {
    clearTimeout(timeout)
    if (!isActive(take) && !devices.isAsking()) page.close()
    if (take?.phase === 'starting' || take?.phase === 'stopping') {
      const { id, phase } = take
      timeout = setTimeout(() => lose(id), TIMEOUT_MS[phase])
    } else if (take === null) parts = []
  }

  /** The page is gone or will never answer: what it had encoded is kept, to be listened to before it is sent. */
  const lose = (takeId: string, otherwise: TakeInput = { kind: 'lost' }): void => {
    if (take?.id !== takeId) return
    const left = parts
    parts = []
    const size = left.reduce((sum, part) => sum + part.byteLength, 0)
    if (!isActive(take) || take.ticketId === null || size < AUDIO_MIN_BYTES) {
      feed(takeId, otherwise)
      return
    }
    page.close()
    log.warn('the recorder was lost; what it had encoded is kept', { bytes: size })
    feed(takeId, { kind: 'ending', takeId, end: 'broken' })
    deps.rescue(fileName, left).then(
      file => feed(takeId, { kind: 'done', takeId, file }),
      error => {
        log.error('what was left of a recording could not be kept', { error })
        feed(takeId, { kind: 'failed', takeId, failure: 'storage', detail: '' })
      },
    )
  }

  const feed = (takeId: string, input: TakeInput): void => {
    if (take?.id !== takeId) return
    const before = take
    const next = step(take, input)
    take = next.take
    if (next.order) page.order({ kind: next.order, takeId })
    if (next.finished) finished.add(next.finished, before.ownerId === NOBODY ? null : before.ownerId)
    if (next.testRecording) testRecording = next.testRecording
    if (take === before) return
    // A disk that did not take the file may still hold what was encoded before: the next start looks.
    const unkept = take?.failure === 'storage'
    if (!isActive(take) && !next.finished && !unkept) deps.spool.drop(takeId)
    if (take?.phase === 'failed') log.warn('recording failed', { failure: take.failure })
    tidy()
    deps.onChange(state())
  }

  const devices = createDeviceQuestion(() => page.open().order({ kind: 'devices' }), tidy)

  const begin = ({ id, ticketId }: Take, maxMs: number): void => {
    parts = []
    fileName = voiceFileName(deps.now())
    if (ticketId !== null) deps.spool.begin(id, ticketId, fileName)
    page.open().order({
      ...{ kind: 'start', takeId: id, fileName, maxMs, ...RECORDING },
      deviceId: deps.deviceId(),
      autoGain: deps.autoGain,
    })
  }

  return {
    state,
    async start(ticketId, ownerId) {
      if (isActive(take)) throw new MainError('BRIDGE_FAILED', 'a recording is under way')
      const mine = newTake(deps.newId(), ticketId, ownerId)
      take = mine
      testRecording = null
      deps.onChange(state())
      const allowed = await access.ask()
      // Cancelled while the system was asking.
      if (take !== mine) return state()
      if (allowed) {
        begin(mine, ticketId === null ? MICROPHONE_TEST_MS : RECORDING_MAX_MS)
        tidy()
      } else {
        feed(mine.id, { kind: 'failed', takeId: mine.id, failure: 'denied', detail: 'the system said no' })
      }
      return state()
    },
    control(command, takeId) {
      feed(takeId, { kind: command })
      return state()
    },
    claim(takeId, windowId) {
      if (!finished.claim(takeId, windowId)) return false
      deps.spool.drop(takeId)
      deps.onChange(state())
      return true
    },
    devices: devices.ask,
    async openSystemSettings() {
      if (access.settingsUrl === null) return false
      await deps.openExternal(access.settingsUrl)
      return true
    },
    report(windowId, report) {
      if (windowId !== page.id()) {
        log.warn('report of a recorder that is gone', { kind: report.kind })
        return
      }
      if (report.kind === 'devices') devices.answer(report.devices)
      else if (report.kind === 'part') {
        if (!isActive(take) || take.id !== report.takeId) return
        parts.push(report.bytes)
        if (take.ticketId !== null) deps.spool.add(take.id, report.bytes)
      } else if (report.kind === 'level') {
        if (take?.id === report.takeId && isListening(take)) {
          deps.onLevel({ takeId: report.takeId, elapsedMs: report.elapsedMs, level: report.level })
        }
      } else if (report.kind !== 'ready') {
        if (report.kind !== 'failed') return feed(report.takeId, report)
        log.warn('recorder reports', { detail: report.detail })
        lose(report.takeId, report)
      }
    },
    mayListen: request => mayListen(request, isListening(take) || devices.isAsking() ? page.id() : null),
    isBusy: () => isActive(take),
    dropWindow(windowId) {
      // Sent again, so that a window that is left takes it over.
      if (finished.release(windowId)) deps.onChange(state())
      if (page.id() === windowId) {
        page.forget()
        devices.answer([])
        if (take) lose(take.id)
      } else if (take?.ownerId === windowId) {
        take = { ...take, ownerId: NOBODY }
        feed(take.id, { kind: 'stop' })
      }
    },
    settle() {
      if (take) feed(take.id, { kind: 'stop' })
    },
    adopt(takes) {
      if (takes.length === 0) return
      for (const one of takes) finished.add(one, null)
      deps.onChange(state())
    },
    reset(kept = false) {
      if (kept) deps.spool.suspend()
      else
        for (const takeId of [take?.id, ...finished.list().map(one => one.takeId)])
          if (takeId) deps.spool.drop(takeId)
      const had = take !== null || finished.list().length > 0 || testRecording !== null
      take = null
      finished.clear()
      parts = []
      testRecording = null
      devices.answer([])
      clearTimeout(timeout)
      page.close()
      if (had) deps.onChange(state())
    },
  }
}
