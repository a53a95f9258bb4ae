/** A real outbox on a real file, talking to a server by plain fetch: what tests and the fault run put together. */
import { randomUUID } from 'node:crypto'
import { createAttachments } from '../../../electron/main/attachments/attachments'
import { createDrafts } from '../../../electron/main/drafts/drafts'
import { openLocalDb } from '../../../electron/main/local-db/local-db'
import { createLog, type Level } from '../../../electron/main/log/log'
import { createHttpTransport } from '../../../electron/main/outbox/http-transport'
import { createOutbox } from '../../../electron/main/outbox/outbox'
import type { OutboxChange } from '../../../electron/main/outbox/types'
import { type Clock, systemClock } from '../../../electron/main/outbox/types'
import { createServerClock } from '../../../electron/main/servers/clock'
import { type Message, type OutboxEntry, type Outgoing, outgoing } from '../../../src/contract'

export const ACCOUNT = { server: 'http://test', companyId: 1, userId: 7 }

export interface RigOptions {
  dataDir: string
  url: () => string
  /** Sent with every request. */
  headers?: Record<string, string>
  clientIds?: boolean
  ready?: () => boolean
  graceMs?: number
  clock?: Clock
  random?: () => number
  limitBytes?: number
  onChange?: (change: OutboxChange) => void
  onLog?: (level: Level, line: string) => void
}

/** Opens everything of one account; `close` puts it to rest as a quitting program does. */
export async function openRig(options: RigOptions) {
  const log = createLog(options.onLog ?? (() => {}))
  const clock = options.clock ?? systemClock
  const db = await openLocalDb({ dataDir: options.dataDir, log })
  const scope = await db.scopeOf(ACCOUNT)
  const attachments = createAttachments({
    db,
    dataDir: options.dataDir,
    scope: () => scope,
    limitBytes: () => options.limitBytes ?? 50 * 1024 * 1024,
    newId: randomUUID,
    now: clock.now,
    log,
  })
  const drafts = createDrafts({ db, attachments, scope: () => scope, log })
  const serverClock = createServerClock(clock.now)
  const call = serverClock.listening((url, init) => fetch(url, init))
  const transport = createHttpTransport({
    attachments,
    clock,
    aheadMs: serverClock.measuredMs,
    request: ({ path, method, headers, signal, body }) =>
      call(options.url() + path, {
        method,
        headers: { ...headers, ...options.headers },
        signal,
        ...(body ? { body: body(), duplex: 'half' } : {}),
      }),
  })
  const shown = new Map<string, OutboxEntry>()
  const messages: Message[] = []
  const history: string[] = []
  const waiting = new Set<() => void>()
  const outbox = createOutbox({
    db,
    attachments,
    transport,
    clientIds: () => options.clientIds ?? true,
    ready: options.ready ?? (() => true),
    onChange(change) {
      for (const entry of change.upserts) {
        shown.set(entry.id, entry)
        history.push(`${entry.id}:${entry.state}`)
      }
      for (const id of change.removed) {
        shown.delete(id)
        history.push(`${id}:removed`)
      }
      options.onChange?.(change)
      for (const look of waiting) look()
    },
    onMessage: message => messages.push(message),
    log,
    clock,
    ...(options.random ? { random: options.random } : {}),
    ...(options.graceMs === undefined ? {} : { graceMs: options.graceMs }),
  })
  return {
    db,
    scope,
    attachments,
    drafts,
    transport,
    outbox,
    /** What a window shows. */
    shown,
    /** Messages put on the feed. */
    messages,
    /** Every change in order, `<id>:<state>`. */
    history,
    enqueue: (input: Partial<Outgoing> & { ticketId: number }) =>
      outbox.enqueue(outgoing.parse({ id: randomUUID(), kind: 'text', body: 'x', ...input })),
    /** Resolves once the condition holds after some change of the outbox. */
    until: (condition: () => boolean) =>
      new Promise<void>(resolve => {
        const look = () => {
          if (!condition()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    async close() {
      await outbox.stop()
      await db.close()
    },
  }
}

export type Rig = Awaited<ReturnType<typeof openRig>>
