/** The moving part of the outbox: one account's entries in memory, what runs, what waits, what became of it. */
import { FORWARD_PAUSE_MS, type Message } from '../../../src/contract'
import { type AttemptDeps, attempt } from './attempt'
import { matchMessage } from './matcher'
import { createOutcomes, type EngineDeps } from './outcomes'
import { plan } from './schedule'
import { type OutboxRecord, toEntry } from './types'

/** Between two reports of an upload's progress, in milliseconds. */
const PROGRESS_MS = 100

interface Run {
  controller: AbortController
  done: Promise<void>
  /** The upload is complete or nearly so: it cannot be cancelled any more. */
  left: boolean
  /**
   * What message a live event named for the entry. A server notifies its consoles when it has stored a message and answers when
   * the channel has taken it, so the answer is waited for and this only counts when it does not come.
   */
  seen: Message | null
}

export interface Engine {
  readonly scope: number
  begin(): void
  end(): Promise<void>
  records(): OutboxRecord[]
  find(id: string): OutboxRecord | undefined
  add(record: OutboxRecord): void
  retry(record: OutboxRecord): Promise<void>
  /** @param anyway gives it up whatever has become of it. */
  remove(record: OutboxRecord, anyway?: boolean): Promise<boolean>
  edit(record: OutboxRecord, body: string): Promise<void>
  release(record: OutboxRecord): Promise<void>
  /** Its time to leave was changed. */
  show(record: OutboxRecord): void
  wake(): void
  echo(message: Message): void
}

export function createEngine(
  deps: EngineDeps,
  scope: number,
  loaded: readonly OutboxRecord[],
  claimedBefore: readonly string[],
): Engine {
  const { clock, store, log, transport } = deps
  const entries = new Map(loaded.map(record => [record.id, record]))
  const claimed = new Set(claimedBefore)
  const running = new Map<OutboxRecord, Run>()
  const ending = new AbortController()
  let cancelWake: (() => void) | null = null
  let forwardFrom = 0
  const outcomes = createOutcomes(deps, scope, entries, claimed, ending.signal)
  const { emit, aside, kept, forget, lookUp, settle, confirm, graceEnd, conclude } = outcomes

  const launch = (record: OutboxRecord): void => {
    const controller = new AbortController()
    let shownAt = 0
    const run: Run = { controller, done: Promise.resolve(), left: false, seen: null }
    const attemptDeps: AttemptDeps = {
      transport,
      signal: controller.signal,
      clientIds: deps.clientIds(),
      now: clock.now,
      persist: store.update,
      lookUp,
      onLeft: () => {
        run.left = true
      },
      onProgress(share) {
        record.progress = Math.min(1, share)
        if (clock.now() - shownAt < PROGRESS_MS || record.state !== 'sending' || ending.signal.aborted) return
        shownAt = clock.now()
        emit(record)
      },
    }
    record.state = 'sending'
    record.holdUntil = null
    record.backoffUntil = null
    running.set(record, run)
    emit(record)
    run.done = attempt(record, attemptDeps)
      .then(outcome => conclude(record, outcome, run.seen))
      .catch(error => log.error('outbox: an attempt went wrong', { error, id: record.id }))
      .finally(() => {
        running.delete(record)
        if (record.kind === 'forward') forwardFrom = clock.now() + FORWARD_PAUSE_MS
        pump()
      })
  }

  const pump = (): void => {
    cancelWake?.()
    cancelWake = null
    if (ending.signal.aborted || !deps.ready()) return
    const now = clock.now()
    const { start, wakeAt } = plan(entries.values(), new Set(running.keys()), now, forwardFrom)
    for (const record of start) launch(record)
    if (wakeAt !== null) cancelWake = clock.after(Math.max(1, wakeAt - now), pump)
  }

  return {
    scope,
    begin() {
      for (const record of entries.values()) {
        if (record.state === 'sent') confirm(record)
        else record.backoffUntil = graceEnd(record) || null
      }
      if (entries.size > 0) deps.onChange({ upserts: [...entries.values()].map(toEntry), removed: [] })
      pump()
    },
    async end() {
      ending.abort()
      cancelWake?.()
      for (const run of running.values()) run.controller.abort()
      await Promise.all([...running.values()].map(run => run.done))
      await outcomes.settled()
      // What was on its way is not sent as far as anybody knows; windows must not take its removal for that.
      const cut = [...entries.values()].filter(record => record.state === 'sending')
      for (const record of cut) record.state = 'queued'
      if (entries.size > 0) deps.onChange({ upserts: cut.map(toEntry), removed: [...entries.keys()] })
    },
    records: () => [...entries.values()],
    find: id => entries.get(id),
    add(record) {
      entries.set(record.id, record)
      emit(record)
      pump()
    },
    async retry(record) {
      const failed = record.state === 'failed'
      if (failed) record.asked = true
      record.streak = 0
      record.backoffUntil = graceEnd(record) || null
      if (failed) {
        record.state = 'queued'
        record.failureCode = null
        record.failureText = null
        await store.update(record)
      }
      emit(record)
      pump()
    },
    async remove(record, anyway = false) {
      const run = running.get(record)
      if (run) {
        if (!anyway && (record.kind !== 'media' || run.left)) return false
        record.leaving = true
        run.controller.abort()
        await run.done
      }
      // What a person has seen to be missing may be given up.
      if (!anyway && (record.state === 'sent' || (record.unsure && record.state !== 'failed'))) {
        record.leaving = false
        pump()
        return false
      }
      record.leaving = true
      try {
        await store.remove(record)
      } catch (error) {
        record.leaving = false
        throw error
      }
      forget(record)
      pump()
      return true
    },
    async edit(record, body) {
      record.body = body
      // Other words are no translation of it.
      record.original = null
      if (record.attachment) record.attachment = { ...record.attachment, caption: body }
      await this.retry(record)
      await store.update(record)
    },
    async release(record) {
      if (record.holdUntil === null) return
      record.holdUntil = null
      await kept('release', () => store.update(record))
      emit(record)
      pump()
    },
    show(record) {
      emit(record)
      pump()
    },
    wake() {
      for (const record of entries.values()) {
        if (record.state !== 'queued') continue
        record.streak = 0
        record.backoffUntil = graceEnd(record) || null
      }
      pump()
    },
    echo(message) {
      const context = { claimed, clockOffsetMs: null, live: clock.now() }
      const named = message.clientId !== null ? entries.get(message.clientId) : undefined
      const mine = deps.clientIds() ? named : matchMessage(entries.values(), message, context)
      if (!mine || mine.messageId !== null) return
      const run = running.get(mine)
      if (named && run) run.seen = message
      else if (!message.failure) aside(settle(mine, message))
    },
  }
}
