/** The moving part of the outbox: one account's entries in memory, what runs, what waits, what became of it. */
import { FORWARD_PAUSE_MS, type Message } from '../../../src/contract'
import { backoffMs } from '../backoff'
import { type AttemptDeps, attempt, type Outcome } from './attempt'
import { createConfirming } from './confirm'
import { findInPage, matchMessage } from './matcher'
import { PAUSES, plan } from './schedule'
import type { OutboxStore } from './store'
import type { OutboxDeps } from './types'
import { type Clock, type Failure, type OutboxRecord, toEntry } from './types'

/** How long a sent bubble stays after its message was put on the feed, so that it is never missing for a frame. */
const SETTLE_MS = 400
/** A server without client ids gets this long to store what it may have received before it is asked. */
const GRACE_MS = 10_000
const PROGRESS_MS = 100

export interface EngineDeps extends OutboxDeps {
  clock: Clock
  random: () => number
  store: OutboxStore
}

interface Run {
  controller: AbortController
  done: Promise<void>
  /** The upload is complete or nearly so: it cannot be cancelled any more. */
  left: boolean
  /**
   * What a live event said the entry became. A server tells its consoles when it has stored a message and answers when
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
  again(record: OutboxRecord): Promise<void>
  /** @param anyway gives it up whatever has become of it. */
  takeBack(record: OutboxRecord, anyway?: boolean): Promise<boolean>
  change(record: OutboxRecord, body: string): Promise<void>
  letGo(record: OutboxRecord): Promise<void>
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
  const timers = new Set<() => void>()
  const pending = new Set<Promise<unknown>>()
  let cancelWake: (() => void) | null = null
  let forwardFrom = 0
  let ended = false
  const stopping = new AbortController()

  const emit = (record: OutboxRecord): void => deps.onChange({ upserts: [toEntry(record)], removed: [] })

  const later = (ms: number, work: () => void): void => {
    const cancel = clock.after(ms, () => {
      timers.delete(cancel)
      if (!ended) work()
    })
    timers.add(cancel)
  }

  /** Work nobody waits for, but that must be over before the file is closed. */
  const aside = (work: Promise<unknown>): void => {
    pending.add(work)
    void work.finally(() => pending.delete(work))
  }

  const kept = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      // The entry in memory is right; the disk lags behind, which costs at most a resend of the same client id.
      log.error(`outbox: ${what} could not be written`, { error })
    }
  }

  const forget = (record: OutboxRecord): void => {
    if (entries.get(record.id) !== record) return
    entries.delete(record.id)
    deps.onChange({ upserts: [], removed: [record.id] })
    if (record.attachment) {
      const id = record.attachment.id
      aside(kept('attachment', () => deps.attachments.release([id])))
    }
  }

  const lookUp = async (record: OutboxRecord, signal: AbortSignal): Promise<Message | null> => {
    const since = record.firstAttemptAt ?? record.createdAt
    const ticketId = record.forward?.ticketId ?? record.ticketId
    const page = await transport.recentMessages(ticketId, since, signal)
    if (deps.clientIds()) return page.find(message => message.clientId === record.id) ?? null
    const context = { claimed, clockOffsetMs: transport.clockOffsetMs(), live: null }
    return findInPage(record, entries.values(), page, context)
  }

  /** The entry is with the server; `message` is null when it did not say which message it became. */
  const settle = async (record: OutboxRecord, message: Message | null): Promise<void> => {
    if (record.messageId !== null || entries.get(record.id) !== record) return
    const first = record.state !== 'sent'
    record.state = 'sent'
    record.sentAt ??= clock.now()
    record.failureCode = null
    record.failureText = null
    record.unsure = false
    record.streak = 0
    if (record.kind === 'media') record.progress = 1
    if (message) {
      record.messageId = message.id
      claimed.add(message.id)
      await kept('pairing', () => store.finish(scope, record))
    } else if (first) {
      await kept('sent', () => store.update(record))
    }
    if (ended) return
    emit(record)
    if (message) later(SETTLE_MS, () => forget(record))
    else if (first) confirm(record)
  }

  const confirm = createConfirming({
    clock,
    later,
    log,
    lookUp: record => lookUp(record, stopping.signal),
    isOpen: record =>
      !ended && record.state === 'sent' && record.messageId === null && entries.has(record.id),
    onFound: (record, message) => aside(settle(record, message)),
    onMissing(record) {
      // It may be there all the same, unseen: sending it again asks first.
      Object.assign(record, { state: 'failed', unsure: true, sentAt: null })
      record.failureCode = 'OUTBOX_UNCONFIRMED'
      log.warn('outbox: taken in and not there', { id: record.id, ticketId: record.ticketId })
      aside(kept('unsure', () => store.update(record)))
      emit(record)
    },
  })

  const wait = (record: OutboxRecord, failure: Failure): void => {
    record.streak += 1
    const pause = Math.max(backoffMs(record.streak, deps.random(), PAUSES), failure.retryAfterMs ?? 0)
    record.backoffUntil = Math.max(clock.now() + pause, graceEnd(record))
  }

  const graceEnd = (record: OutboxRecord): number =>
    record.unsure && !deps.clientIds() ? (record.lastAttemptAt ?? 0) + (deps.graceMs ?? GRACE_MS) : 0

  const conclude = async (record: OutboxRecord, outcome: Outcome, seen: Message | null): Promise<void> => {
    if (outcome.kind === 'sent') {
      await settle(record, outcome.message ?? seen)
      if (outcome.message && !ended) deps.onMessage(outcome.message)
      return
    }
    const { failure } = outcome
    // A live event was faster than a broken answer: it is there, whatever became of the answer.
    if (seen && !seen.failure && failure.kind !== 'never') return settle(record, seen)
    if (record.state === 'sent' || ended) return
    if (record.kind === 'media') record.progress = 0
    if (record.leaving && !record.unsure) {
      record.state = 'queued'
      return
    }
    record.failureCode = failure.code
    record.failureText = failure.text || null
    if (failure.kind === 'never') {
      record.state = 'failed'
      record.streak = 0
      record.backoffUntil = null
    } else {
      record.state = 'queued'
      wait(record, failure)
    }
    log.warn('outbox: not sent', {
      id: record.id,
      ticketId: record.ticketId,
      code: failure.code,
      attempts: record.attempts,
      again: failure.kind !== 'never',
    })
    await kept('failure', () => store.update(record))
    if (!ended) emit(record)
  }

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
        if (clock.now() - shownAt < PROGRESS_MS || record.state !== 'sending' || ended) return
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
    if (ended || !deps.ready()) return
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
      ended = true
      cancelWake?.()
      for (const cancel of timers) cancel()
      timers.clear()
      stopping.abort()
      for (const run of running.values()) run.controller.abort()
      await Promise.all([...running.values()].map(run => run.done))
      await Promise.all(pending)
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
    async again(record) {
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
    async takeBack(record, anyway = false) {
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
    async change(record, body) {
      record.body = body
      if (record.attachment) record.attachment = { ...record.attachment, caption: body }
      await this.again(record)
      await store.update(record)
    },
    async letGo(record) {
      if (record.holdUntil === null) return
      record.holdUntil = null
      await kept('release', () => store.update(record))
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
