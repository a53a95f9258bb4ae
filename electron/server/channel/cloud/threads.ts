/** The threads of the Cloud API's numbers: one each, while the number is connected or has something to fetch. */
import type { Log } from '../../log'
import { AddressRefused, AnswerTooLong } from '../../providers/guarded-request'
import { type Begin, inThread } from '../worker/life'
import { type SupervisedThread, superviseThread, type ThreadTuning, threadFile } from '../worker/supervise'
import type { CloudThread } from './cloud-thread'
import { createGraph, type Graph } from './graph'
import { FileGone } from './graph-errors'

/** Heap of one thread in MB; files are outside of it. */
const MOST_MB = 64

export interface ThreadsOptions {
  graphUrl: string | null
  log: Log
  /** How the thread of a connection is begun; left out: by the program beside the built server. */
  begin?: ((whatsappId: number) => Begin) | undefined
  tuning?: Partial<ThreadTuning> | undefined
  /** The thread of a kept number ended unasked; its calls have ended. */
  onDown(whatsappId: number): void
  /** It is there again. */
  onBack(whatsappId: number): void
}

interface Entry {
  thread: SupervisedThread<CloudThread>
  /** Calls without an answer. */
  open: number
  kept: boolean
}

export interface Threads {
  /** The API as seen by a connection: its calls begin a thread where there is none. */
  graphOf(whatsappId: number): Graph
  /** The number is connected, or tries to be: its thread stays, and ends are reported. */
  keep(whatsappId: number): void
  /** It is not any longer: its thread ends with its last call. */
  release(whatsappId: number): void
  stop(): Promise<void>
}

const programOf = (whatsappId: number): Begin =>
  inThread(`cloud ${whatsappId}`, threadFile('cloud-thread'), MOST_MB)

/** Begins none by itself. */
export function createThreads({
  graphUrl,
  log,
  begin = programOf,
  tuning = {},
  onDown,
  onBack,
}: ThreadsOptions): Threads {
  const entries = new Map<number, Entry>()
  const ending = new Set<Promise<void>>()
  const entryOf = (whatsappId: number): Entry => {
    const known = entries.get(whatsappId)
    if (known) return known
    const thread = superviseThread<CloudThread, object>({
      name: `cloud ${whatsappId}`,
      begin: begin(whatsappId),
      handlers: {},
      errors: [AddressRefused, AnswerTooLong, FileGone],
      log,
      onUp: life => {
        if (life > 1 && entry.kept) onBack(whatsappId)
      },
      onDown: () => {
        if (entry.kept) onDown(whatsappId)
      },
      tuning,
    })
    const entry: Entry = { thread, open: 0, kept: false }
    entries.set(whatsappId, entry)
    return entry
  }
  const end = (whatsappId: number, entry: Entry): void => {
    entries.delete(whatsappId)
    const work = entry.thread.stop().finally(() => ending.delete(work))
    ending.add(work)
  }
  const endUnused = (whatsappId: number): void => {
    const entry = entries.get(whatsappId)
    if (entry && !entry.kept && entry.open === 0) end(whatsappId, entry)
  }
  return {
    graphOf: whatsappId =>
      createGraph(graphUrl, async (question, signal) => {
        const entry = entryOf(whatsappId)
        entry.open += 1
        try {
          return await entry.thread.call('ask', [question], { signal })
        } finally {
          entry.open -= 1
          endUnused(whatsappId)
        }
      }),
    keep(whatsappId) {
      entryOf(whatsappId).kept = true
    },
    release(whatsappId) {
      const entry = entries.get(whatsappId)
      if (entry) entry.kept = false
      endUnused(whatsappId)
    },
    async stop() {
      for (const [whatsappId, entry] of [...entries]) end(whatsappId, entry)
      await Promise.all(ending)
    },
  }
}
