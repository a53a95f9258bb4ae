/**
 * Keeps one connection in a thread of its own: it answers a heartbeat or is ended, and when it ended by itself, hung, or
 * used up its memory it is begun again alone, after pauses that grow. The server and the other connections go on.
 *
 * How a channel uses it:
 *
 *   // calls.ts: what each side may ask of the other; arguments and answers are structured clones
 *   interface Down { send(to: string, body: string): Promise<{ id: string }> }
 *   interface Up { arrived(batch: Arrived[]): Promise<void> }
 *
 *   // <name>-thread.ts: the thread's program; listed in SERVER_ENTRIES (scripts/lib/node-build.mjs), knip.jsonc and
 *   // NEEDED_INSIDE (scripts/lib/pack-check.mjs). It imports as little as it can: each connection loads it.
 *   serveThread<Down, Up>((data, up) => ({ send: async (to, body) => … }))
 *
 *   // in the channel, when a number is connected (never for one that is not):
 *   const thread = superviseThread<Down, Up>({
 *     name: `web ${whatsappId}`,
 *     begin: inThread(`web ${whatsappId}`, threadFile('web-thread'), 256),
 *     data: { … },
 *     handlers: { arrived: batch => … },
 *     onUp: life => …,        // 1 for the first; after a restart nothing of the life before is there
 *     onDown: ({ why }) => …, // status TIMEOUT with the reason `restart`; it comes back by itself
 *     timeoutMs: () => 30_000,
 *     log,
 *   })
 *   await thread.calls.send(to, body)
 *
 * A call that throws CallLost has in `mayHaveRun` whether it may have been carried out: then it is nothing to send again
 * (ChannelUnsure); otherwise it may be (ChannelBusy).
 */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { upTo } from '../../../../time-limit'
import type { Log } from '../../../log'
import type { Begin } from './life'
import { CallLost, callsOf, createPeer, type ErrorClass, type Peer } from './peer'

/** In milliseconds unless stated otherwise. */
export interface ThreadTuning {
  /** Between two heartbeats. */
  heartbeatMs: number
  /** Missed heartbeats before the thread counts as hung. */
  missedHeartbeats: number
  /** Time limit for a thread to come up. */
  startMs: number
  /** First pause before a restart; it doubles up to a maximum. */
  restartMs: number
  longestRestartMs: number
  /** After a life of this length the next pause is the first again. */
  steadyMs: number
  /** Time limit of an orderly end. */
  stopMs: number
}

const THREAD_TUNING: ThreadTuning = {
  heartbeatMs: 5_000,
  missedHeartbeats: 4,
  startMs: 30_000,
  restartMs: 1_000,
  longestRestartMs: 60_000,
  steadyMs: 60_000,
  stopMs: 3_000,
}

export interface ThreadEnd {
  why: 'crashed' | 'hung' | 'memory'
  /** The error, for the log. */
  detail: string
  /** Milliseconds until it is begun again. */
  againMs: number
}

export interface SuperviseOptions<Up extends object> {
  /** For the log: the channel and the connection's id. */
  name: string
  begin: Begin
  /** Given to each life. */
  data?: unknown
  /** What the thread may call. */
  handlers: Up
  /** Classes of errors the thread throws. */
  errors?: readonly ErrorClass[]
  /** How long a call may take, in milliseconds. */
  timeoutMs?(method: string, args: unknown[]): number
  log: Log
  /** A life is up. @param life counted from 1. */
  onUp?(life: number): void
  /** A life ended unexpectedly; its open calls have ended as lost. */
  onDown?(end: ThreadEnd): void
  tuning?: Partial<ThreadTuning>
}

export interface SupervisedThread<Down> {
  /**
   * The thread's functions; they throw CallLost, or what the thread threw. Between two lives a call is lost (`away`);
   * before the first one it waits.
   */
  calls: Down
  isUp(): boolean
  /** Ends it for good, in order; open calls end as lost. */
  stop(): Promise<void>
}

/** The program of a thread: a file beside the built server. When running from source a test gives its own. */
export function threadFile(name: string): string {
  return join(dirname(fileURLToPath(import.meta.url)), `${name}.js`)
}

/** Why a life ended. */
const whyOf = (error: Error | null): ThreadEnd['why'] =>
  (error as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crashed'

/** Begins it at once. */
export function superviseThread<Down extends object, Up extends object>(
  options: SuperviseOptions<Up>,
): SupervisedThread<Down> {
  const { name, begin, data, handlers, errors = [], timeoutMs, log, onUp, onDown } = options
  const t: ThreadTuning = { ...THREAD_TUNING, ...options.tuning }
  let peer: Peer | null = null
  let up = false
  let lives = 0
  let failures = 0
  let stopping = false
  let again: NodeJS.Timeout | undefined
  /** Ends the present life; set by each. */
  let endLife: () => Promise<void> = async () => {}

  const start = (): void => {
    const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const life = begin({ begun: begun.buffer as SharedArrayBuffer, data })
    const own = createPeer({ port: life.port, handlers, errors })
    const since = performance.now()
    let missed = 0
    let over = false
    let stopped = (): void => {}
    peer = own
    lives += 1

    const ended = async (why: ThreadEnd['why'], detail: string): Promise<void> => {
      if (over) return
      over = true
      clearTimeout(late)
      clearInterval(heartbeat)
      up = false
      peer = null
      // It must not continue beside the next one, nor finish a call that is about to count as lost.
      await upTo(t.stopMs, life.terminate())
      own.close(id => Atomics.load(begun, 0) >= id)
      if (stopping) return
      failures = performance.now() - since >= t.steadyMs ? 0 : failures
      const againMs = Math.min(t.longestRestartMs, t.restartMs * 2 ** failures)
      failures += 1
      log.warn('the thread of a connection ended', { name, why, reason: detail, againMs })
      again = setTimeout(start, againMs)
      again.unref()
      onDown?.({ why, detail, againMs })
    }
    const late = setTimeout(() => void ended('hung', 'it did not start'), t.startMs)
    late.unref()
    // Counted instead of timed: a computer that slept is not the thread's fault.
    const heartbeat = setInterval(() => {
      if (!up) return
      if (missed >= t.missedHeartbeats) return void ended('hung', 'no answer')
      missed += 1
      life.port.postMessage({ type: 'ping' })
    }, t.heartbeatMs)
    heartbeat.unref()
    life.port.on('message', message => {
      // What it sends while it ends is still received: an answer that arrived counts.
      if (own.take(message) || over) return
      const { type } = message as { type: string }
      if (type === 'pong') missed = 0
      if (type === 'stopped') stopped()
      if (type === 'ready') {
        clearTimeout(late)
        up = true
        onUp?.(lives)
      }
    })
    void life.ended.then(error => ended(whyOf(error), error?.message ?? 'it ended by itself'))
    endLife = async () => {
      if (over) return
      if (up) {
        const inOrder = new Promise<void>(resolve => {
          stopped = resolve
        })
        life.port.postMessage({ type: 'stop' })
        await upTo(t.stopMs, Promise.race([inOrder, life.ended]))
      }
      await ended('crashed', 'stopped')
    }
  }
  start()

  return {
    calls: callsOf<Down>(async (method, args) => {
      if (!peer || stopping) throw new CallLost('away', false)
      return peer.call(method, args, timeoutMs?.(method, args))
    }),
    isUp: () => up,
    async stop() {
      stopping = true
      clearTimeout(again)
      await endLife()
    },
  }
}
