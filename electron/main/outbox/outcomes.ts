/** What becomes of an entry of the outbox: sent, failed, or tried again after a pause; and its end in memory and on the disk. */
import type { Message } from '../../../src/contract'
import { backoffMs } from '../backoff'
import type { Outcome } from './attempt'
import { createConfirming } from './confirm'
import { findInPage } from './matcher'
import { PAUSES } from './schedule'
import type { OutboxStore } from './store'
import { type Clock, type Failure, type OutboxDeps, type OutboxRecord, toEntry } from './types'

/** How long a sent bubble stays after its message was put on the feed, so that it is never missing for a frame. */
const SETTLE_MS = 400
/** A server without client ids gets this long to store what it may have received before it is asked. */
const GRACE_MS = 10_000

export interface EngineDeps extends OutboxDeps {
  clock: Clock
  random: () => number
  store: OutboxStore
}

/** @param claimed ids of messages that entries have become. @param ending aborted when the engine ends: nothing is begun after it. */
export function createOutcomes(
  deps: EngineDeps,
  scope: number,
  entries: Map<string, OutboxRecord>,
  claimed: Set<string>,
  ending: AbortSignal,
) {
  const { clock, store, log, transport } = deps
  const timers = new Set<() => void>()
  const pending = new Set<Promise<unknown>>()

  const emit = (record: OutboxRecord): void => deps.onChange({ upserts: [toEntry(record)], removed: [] })

  const later = (ms: number, work: () => void): void => {
    const cancel = clock.after(ms, () => {
      timers.delete(cancel)
      if (!ending.aborted) work()
    })
    timers.add(cancel)
  }
  ending.addEventListener('abort', () => {
    for (const cancel of timers) cancel()
  })

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
    if (ending.aborted) return
    emit(record)
    if (message && record.original) deps.onTranslated?.(message, record.original)
    if (message) later(SETTLE_MS, () => forget(record))
    else if (first) confirm(record)
  }

  const confirm = createConfirming({
    clock,
    later,
    log,
    lookUp: record => lookUp(record, ending),
    isOpen: record =>
      !ending.aborted && record.state === 'sent' && record.messageId === null && entries.has(record.id),
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
      if (outcome.message && !ending.aborted) deps.onMessage(outcome.message)
      return
    }
    const { failure } = outcome
    // A live event was faster than a broken answer: it is there, whatever became of the answer.
    if (seen && !seen.failure && failure.kind !== 'never') return settle(record, seen)
    if (record.state === 'sent' || ending.aborted) return
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
    if (!ending.aborted) emit(record)
  }

  return {
    emit,
    aside,
    kept,
    forget,
    lookUp,
    settle,
    confirm,
    graceEnd,
    conclude,
    /** Resolves when what was begun aside is done. */
    settled: () => Promise.all(pending),
  }
}
