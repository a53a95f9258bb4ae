/**
 * Keeps the embedded workspace server running as a utility process: started when needed, restarted with growing pauses
 * when it dies, on the same port where that is free, and stopped with the app.
 */

import { z } from 'zod'
import { type WorkspaceRepair, workspaceRepair } from '../../../src/contract'
import { backoffMs } from '../backoff'
import { MainError } from '../errors'
import type { Log } from '../log/log'

/** The part of Electron's UtilityProcess used here. */
export interface Child {
  onMessage(listener: (message: unknown) => void): void
  onExit(listener: (code: number) => void): void
  postMessage(message: unknown): void
  kill(): boolean
}

export interface Workspace {
  start(): void
  /**
   * The port, as soon as the server listens.
   * @throws MainError SERVER_UNREACHABLE after the given time.
   */
  port(): Promise<number>
  /** The port in use or last used, null before the first start. */
  lastPort(): number | null
  onReady(listener: (port: number) => void): void
  /**
   * Puts the copy of a day in place of the workspace: the server ends, does so before it listens again, and reports how it
   * went (`onRepair`).
   * @throws MainError SERVER_UNREACHABLE when it does not come back in time.
   */
  restore(day: string): Promise<void>
  /** What happened to the file was read. */
  repairRead(): void
  /**
   * Asks the server what no call of the network may: only whoever started it reaches it so.
   * @returns what it answers, unchecked.
   * @throws MainError SERVER_UNREACHABLE when it does not answer in time.
   */
  ask(question: { type: string; [member: string]: unknown }): Promise<unknown>
  /** Tells colleagues that this computer is about to sleep. */
  sleeps(): void
  /** Asks the server to end and kills it if it does not. */
  stop(): Promise<void>
}

/** The first start writes the demo company, which takes a while on a busy computer. */
const READY_WAIT_MS = 60_000
/** A server that died this often in a row is not waited for; the restarts go on. */
const MAX_START_ATTEMPTS = 3
/** A password is hashed after others that are in line. */
const ANSWER_WAIT_MS = 20_000
const STOP_WAIT_MS = 4_000
/** Time a killed server has to let go of its files. */
const KILL_WAIT_MS = 1_000
/** A server that ran this long starts its next life without a pause. */
const STABLE_MS = 60_000
const RESTART = { firstMs: 300, maxMs: 15_000 }

/** What the server reports of itself while it has no address yet. */
const isLogMessage = (message: unknown): message is { type: 'log'; level: string; line: string } => {
  const { type, line } = (message ?? {}) as { type?: unknown; line?: unknown }
  return type === 'log' && typeof line === 'string'
}
const neededMessage = z.object({ type: z.literal('needed'), needed: z.boolean() })
const repairedMessage = z.object({ type: z.literal('repaired'), repair: workspaceRepair })
const answerMessage = z.object({ type: z.literal('answer'), id: z.number().int(), value: z.unknown() })
const isFailedMessage = (
  message: unknown,
): message is { type: 'failed'; reason: unknown; isOlder?: unknown } =>
  (message as { type?: unknown } | null)?.type === 'failed'

const isReadyMessage = (message: unknown): message is { type: 'ready'; port: number } => {
  const { type, port } = (message ?? {}) as { type?: unknown; port?: unknown }
  return type === 'ready' && typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536
}

const noStart = () => new MainError('SERVER_UNREACHABLE', 'The workspace did not start in time')

/** @param fork starts one server on the port (0: any free one); a day: with that copy in place of the workspace. */
export function createWorkspace(deps: {
  fork: (port: number, restore: string | null) => Child
  log: Log
  /** Receives what happened to the file, at each start until it was read. */
  onRepair?: (repair: WorkspaceRepair) => void
  /** Called once when the folder was written by a build that this version cannot open. */
  onOlder?: () => void
  /** Receives whether others need this computer awake, whenever it changes; no server that has ended is needed. */
  onNeeded?: (needed: boolean) => void
  random?: () => number
  readyWaitMs?: number
}): Workspace {
  const { fork, log } = deps
  const random = deps.random ?? Math.random
  let child: Child | null = null
  let current: number | null = null
  let last: number | null = null
  let stopping = false
  let attempt = 0
  let startedAt = 0
  let restart: NodeJS.Timeout | undefined
  let exited: (() => void) | null = null
  let asked = 0
  let toldOlder = false
  const questions = new Map<number, (value: unknown) => void>()
  const waiting = new Map<(port: number) => void, (error: Error) => void>()
  const listeners: ((port: number) => void)[] = []

  const launch = (restore: string | null = null) => {
    if (stopping || child) return
    startedAt = performance.now()
    // After two failures on the old port somebody else may hold it.
    const mine = fork(attempt < 2 ? (last ?? 0) : 0, restore)
    child = mine
    mine.onMessage(message => {
      if (isLogMessage(message)) {
        const level = message.level === 'error' || message.level === 'warn' ? message.level : 'info'
        return log[level](message.line)
      }
      const repaired = repairedMessage.safeParse(message)
      if (repaired.success) return deps.onRepair?.(repaired.data.repair)
      const answer = answerMessage.safeParse(message)
      if (answer.success) return questions.get(answer.data.id)?.(answer.data.value)
      const needed = neededMessage.safeParse(message)
      if (needed.success) return child === mine ? deps.onNeeded?.(needed.data.needed) : undefined
      if (isFailedMessage(message)) {
        if (message.isOlder === true && !toldOlder) deps.onOlder?.()
        toldOlder ||= message.isOlder === true
        return log.error('workspace could not start', { reason: message.reason })
      }
      if (child !== mine || !isReadyMessage(message)) return
      current = last = message.port
      log.info('workspace is up', { port: message.port, afterMs: Math.round(performance.now() - startedAt) })
      for (const done of waiting.keys()) done(message.port)
      waiting.clear()
      for (const listener of listeners) listener(message.port)
    })
    mine.onExit(code => {
      if (child !== mine) return
      child = null
      current = null
      deps.onNeeded?.(false)
      exited?.()
      if (stopping || exited) return
      attempt = performance.now() - startedAt > STABLE_MS ? 1 : attempt + 1
      if (attempt >= MAX_START_ATTEMPTS) {
        for (const giveUp of waiting.values()) giveUp(noStart())
        waiting.clear()
      }
      const pause = backoffMs(attempt, random(), RESTART)
      log.error('workspace ended, starting it again', { code, attempt, pauseMs: pause })
      restart = setTimeout(() => launch(), pause)
    })
  }

  const port = (): Promise<number> => {
    if (current !== null) return Promise.resolve(current)
    if (stopping) return Promise.reject(new MainError('SERVER_UNREACHABLE', 'The workspace is stopping'))
    if (attempt >= MAX_START_ATTEMPTS) return Promise.reject(noStart())
    return new Promise((resolve, reject) => {
      const done = (port: number) => {
        clearTimeout(limit)
        resolve(port)
      }
      const giveUp = (error: Error) => {
        clearTimeout(limit)
        waiting.delete(done)
        reject(error)
      }
      const limit = setTimeout(() => giveUp(noStart()), deps.readyWaitMs ?? READY_WAIT_MS)
      waiting.set(done, giveUp)
    })
  }

  /**
   * Asks the server that runs to end, and ends it when it does not.
   * @param killWaitMs how long a killed one is waited for.
   */
  const end = async (killWaitMs: number): Promise<void> => {
    clearTimeout(restart)
    const ending = child
    if (!ending) return
    await new Promise<void>(resolve => {
      let limit = setTimeout(() => {
        ending.kill()
        if (killWaitMs === 0) resolve()
        else limit = setTimeout(resolve, killWaitMs)
      }, STOP_WAIT_MS)
      exited = () => {
        clearTimeout(limit)
        resolve()
      }
      ending.postMessage({ type: 'shutdown' })
    })
    exited = null
    // One that was killed without a report is not waited for.
    if (child === ending) child = null
    current = null
  }

  return {
    start: () => launch(),
    lastPort: () => last,
    onReady: listener => void listeners.push(listener),
    port,
    async restore(day) {
      log.info('a copy takes the place of the workspace', { day })
      await end(KILL_WAIT_MS)
      attempt = 0
      launch(day)
      await port()
    },
    async ask(question) {
      await port()
      const id = ++asked
      try {
        return await new Promise((resolve, reject) => {
          const limit = setTimeout(() => reject(noStart()), ANSWER_WAIT_MS)
          questions.set(id, value => {
            clearTimeout(limit)
            resolve(value)
          })
          child?.postMessage({ ...question, id })
        })
      } finally {
        questions.delete(id)
      }
    },
    repairRead: () => child?.postMessage({ type: 'repairRead' }),
    sleeps: () => child?.postMessage({ type: 'asleep' }),
    async stop() {
      stopping = true
      await end(0)
    },
  }
}
