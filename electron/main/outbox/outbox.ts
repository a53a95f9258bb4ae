/**
 * The outbox (docs/architecture.md): a reply leaves the composer only into this
 * durable queue. It is on the disk before the window is answered, leaves in order per ticket, comes back by itself from
 * everything that mends itself, and is matched with the server's message by answer or by live event, whichever is first.
 *
 * Accounts: `start` opens the queue of one account, `stop` stops it. A session that ended by itself (expired,
 * opened elsewhere) leaves the entries on the disk; they go on at that account's next sign-in. An explicit sign-out
 * erases them with the account's scope (LocalDb.eraseScope): ask first when `unsent()` is not 0.
 */

import type { z } from 'zod'
import type { Message, OutboxEntry, outgoing } from '../../../src/contract'
import { MainError } from '../errors'
import { createEngine, type Engine } from './engine'
import { createOutboxStore } from './store'
import { type OutboxDeps, type OutboxRecord, systemClock, toEntry } from './types'

export interface Outbox {
  /** Loads the account's entries and starts sending. */
  start(scope: number): Promise<void>
  /** Stops sending, aborts what is under way (it is resumed at the next start) and forgets what is in memory. */
  stop(): Promise<void>
  list(): OutboxEntry[]
  /** Number of entries the server has not confirmed. */
  unsent(): number
  /**
   * Accepts an entry; it is on the disk when this resolves. The same id twice is one entry.
   * @throws MainError BRIDGE_INVALID_INPUT (nothing to send), OUTBOX_FILE_MISSING, BRIDGE_FAILED (signed out).
   */
  enqueue(input: z.output<typeof outgoing>): Promise<OutboxEntry>
  /** Sends a refused entry again under the same client id, or a waiting one without more delay. */
  retry(id: string): Promise<OutboxEntry>
  /** Takes back what has not left; an upload under way is cancelled. Answers false when it is too late or long gone. */
  remove(id: string): Promise<{ removed: boolean }>
  /** Gives up everything for these tickets: their customer was erased, the server takes nothing for them any more. */
  drop(ticketIds: ReadonlySet<number>): Promise<void>
  /**
   * Changes the text (of a file: its caption) of what has not left; a refused entry goes again.
   * @throws MainError OUTBOX_LEFT, OUTBOX_GONE.
   */
  edit(id: string, body: string): Promise<OutboxEntry>
  /** Lets a held entry go at once. */
  release(id: string): Promise<void>
  /**
   * Pauses the entries that may still be taken back, while a person is asked about them.
   * @returns how many there are.
   */
  pauseHeld(): number
  /** The person stays: paused entries continue with the time they had left. */
  resumeHeld(): void
  /**
   * Sends all held entries, and waits until each has left or failed.
   * @param ms how long at the most.
   */
  flushHeldMessages(ms: number): Promise<void>
  /** Network, server or session are back: whatever waits out a failure is tried now. */
  wake(): void
  /** A live message event (create or update) of any ticket. */
  echo(message: Message): void
}

const isHeld = ({ state, holdUntil, attempts }: OutboxRecord): boolean =>
  state === 'queued' && holdUntil !== null && attempts === 0
/** How long a person may take to answer, in milliseconds. */
const ASKED_MS = 60 * 60_000
/** How often it is looked whether what is awaited has left, milliseconds. */
const LOOK_MS = 25

export function createOutbox(deps: OutboxDeps): Outbox {
  const clock = deps.clock ?? systemClock
  const store = createOutboxStore(deps.db, deps.log)
  let engine: Engine | null = null
  let turn: Promise<unknown> = Promise.resolve()
  /** How much was left of the time of what is held back, in milliseconds. */
  const heldBack = new Map<OutboxRecord, number>()

  // Acceptance is serial: the order on the disk is the order of the calls.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work, work)
    turn = next.catch(() => undefined)
    return next
  }

  const running = (): Engine => {
    if (!engine) throw new MainError('BRIDGE_FAILED', 'the outbox needs a signed-in account')
    return engine
  }

  const known = (id: string): OutboxRecord => {
    const record = running().find(id)
    if (!record) throw new MainError('OUTBOX_GONE', 'no such entry')
    return record
  }

  const checked = async (input: z.output<typeof outgoing>): Promise<OutboxRecord['attachment']> => {
    if (input.kind === 'text' && input.body.trim() === '') {
      throw new MainError('BRIDGE_INVALID_INPUT', 'an empty text is not sent')
    }
    if (input.kind === 'forward' && input.forward === null) {
      throw new MainError('BRIDGE_INVALID_INPUT', 'a forward names a message and a contact')
    }
    if (input.kind !== 'media') return null
    const file = input.attachment && (await deps.attachments.find(input.attachment.id))
    if (!input.attachment || !file)
      throw new MainError('OUTBOX_FILE_MISSING', 'attachment is not on the disk')
    // What main received is the truth about name, type and size; caption and dimensions are the window's.
    return { ...input.attachment, ...file }
  }

  const accept = async (input: z.output<typeof outgoing>): Promise<OutboxEntry> => {
    const queue = running()
    const twice = queue.find(input.id)
    if (twice) return toEntry(twice)
    const attachment = await checked(input)
    const now = clock.now()
    const record: OutboxRecord = {
      seq: 0,
      id: input.id,
      ticketId: input.ticketId,
      kind: input.kind,
      body: input.body,
      quote: input.quote,
      attachment,
      original: input.original,
      menu: input.menu,
      forward: input.kind === 'forward' ? input.forward : null,
      state: 'queued',
      attempts: 0,
      unsure: false,
      firstAttemptAt: null,
      lastAttemptAt: null,
      failureCode: null,
      failureText: null,
      holdUntil: input.holdMs > 0 ? now + input.holdMs : null,
      sentAt: null,
      createdAt: now,
      messageId: null,
      streak: 0,
      backoffUntil: null,
      progress: input.kind === 'media' ? 0 : null,
      expected: input.expected,
      leaving: false,
    }
    const done = await store.finished(queue.scope, input.id)
    if (done) return toEntry({ ...record, state: 'sent', messageId: done.messageId, attachment })
    record.seq = await store.insert(queue.scope, record)
    queue.add(record)
    return toEntry(record)
  }

  return {
    async start(scope) {
      await this.stop()
      const [records, claimed] = await Promise.all([store.load(scope), store.claimed(scope)])
      engine = createEngine(
        { ...deps, clock, random: deps.random ?? Math.random, store },
        scope,
        records,
        claimed,
      )
      engine.begin()
      await store.prune(clock.now())
    },
    async stop() {
      const old = engine
      engine = null
      await old?.end()
    },
    list: () => (engine ? engine.records().map(toEntry) : []),
    unsent: () => (engine ? engine.records().filter(record => record.state !== 'sent').length : 0),
    enqueue: input => inTurn(() => accept(input)),

    async retry(id) {
      const record = known(id)
      if (record.state === 'failed' || record.state === 'queued') await running().retry(record)
      return toEntry(record)
    },
    async remove(id) {
      const record = engine?.find(id)
      return { removed: record && engine ? await engine.remove(record) : false }
    },
    async drop(ticketIds) {
      const queue = engine
      const records = queue?.records().filter(record => ticketIds.has(record.ticketId)) ?? []
      for (const record of records) await queue?.remove(record, true)
    },
    async edit(id, body) {
      const record = known(id)
      const open = record.state === 'failed' || (record.state === 'queued' && !record.unsure)
      if (!open || record.kind === 'forward' || record.leaving) {
        throw new MainError('OUTBOX_LEFT', 'the entry may already be with the server')
      }
      await running().edit(record, body)
      return toEntry(record)
    },
    async release(id) {
      const record = engine?.find(id)
      if (record && engine) await engine.release(record)
    },
    pauseHeld() {
      const held = engine?.records().filter(isHeld) ?? []
      const now = clock.now()
      for (const record of held) {
        if (!heldBack.has(record)) heldBack.set(record, Math.max(0, (record.holdUntil ?? now) - now))
        record.holdUntil = now + ASKED_MS
      }
      return held.length
    },
    resumeHeld() {
      const now = clock.now()
      for (const [record, left] of heldBack) {
        if (!isHeld(record)) continue
        record.holdUntil = now + left
        engine?.show(record)
      }
      heldBack.clear()
    },
    async flushHeldMessages(ms) {
      const queue = engine
      const held = queue?.records().filter(isHeld) ?? []
      for (const record of held) await queue?.release(record)
      const waits = (): boolean =>
        engine === queue &&
        held.some(one => queue?.find(one.id) === one && (one.attempts === 0 || one.state === 'sending'))
      for (const until = clock.now() + ms; waits() && clock.now() < until; )
        await new Promise<void>(resolve => void clock.after(LOOK_MS, resolve))
    },
    wake: () => engine?.wake(),
    echo: message => engine?.echo(message),
  }
}
