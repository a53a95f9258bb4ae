/** What becomes of the copilot's answers: told to the server as a percentage of letters, without a word of them. */
import { COPILOT_LIMITS, type CopilotOutcome } from '@contract'
import { call } from '@/api'
import type { TFunction } from '@/i18n'
import { atSessionEnd } from '@/stores/session-end'
import { toasts } from '@/stores/toasts'

/** Answers in the drafts of conversations, until these are sent. */
const taken = new Map<number, { callId: number; text: string }>()
atSessionEnd('copilot answers', () => taken.clear())

/** Said once a session: a warning with each answer is none. */
const warned = new Set<'ceiling'>()
atSessionEnd('copilot warnings', () => warned.clear())

/** @returns whether somebody is to be warned of the month's ceiling now. */
export function warnsOfCeiling(usedShare: number | null): boolean {
  if ((usedShare ?? 0) < COPILOT_LIMITS.warnAt || warned.has('ceiling')) return false
  warned.add('ceiling')
  return true
}

/** Says how much of the month's ceiling is used, where somebody is to be warned of it. */
export function warnOfCeiling(t: TFunction, usedShare: number | null): void {
  if (!warnsOfCeiling(usedShare)) return
  toasts.info(t('copilot.almostUsed', { percent: Math.round((usedShare ?? 0) * 100) }))
}

const tell = (id: number, outcome: CopilotOutcome, changed = 0): void =>
  // A figure that is lost is no reason to stop anybody.
  void call('copilot.outcome', { params: { id }, body: { outcome, changed } }).catch(() => undefined)

/** Share of the letters that differ, from the first to the last one that does. */
export function changedShare(from: string, to: string): number {
  const longest = Math.max(from.length, to.length)
  const shortest = Math.min(from.length, to.length)
  let start = 0
  while (start < shortest && from[start] === to[start]) start += 1
  let end = 0
  while (end < shortest - start && from.at(-1 - end) === to.at(-1 - end)) end += 1
  return longest === 0 ? 0 : (longest - start - end) / longest
}

export const answerTaken = (ticketId: number, callId: number, text: string): void =>
  void taken.set(ticketId, { callId, text })

/** It became something of the person's own, such as a note, or left as it was. */
export const answerUsed = (callId: number): void => tell(callId, 'taken')

export const answerDropped = (callId: number): void => tell(callId, 'dropped')

/** A message of a conversation has left. */
export function answerSent(ticketId: number, text: string): void {
  const answer = taken.get(ticketId)
  if (!answer) return
  taken.delete(ticketId)
  const changed = Math.round(100 * changedShare(answer.text.trim(), text.trim()))
  tell(answer.callId, changed === 0 ? 'taken' : changed === 100 ? 'dropped' : 'changed', changed)
}
