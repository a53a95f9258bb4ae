/** What becomes of the copilot's answers: told to the server as a percentage of letters, without a word of them. */
import { COPILOT_LIMITS, type CopilotOutcome } from '@contract'
import { call } from '@/api'
import type { TFunction } from '@/i18n'
import { draftOf, useDrafts } from '@/stores/drafts'
import { atSessionEnd } from '@/stores/session-end'
import { toasts } from '@/stores/toasts'

/** Answers in the drafts of conversations, until these are sent or are again what they were before. */
const taken = new Map<number, { callId: number; text: string; before: string }>()
atSessionEnd('copilot answers', () => taken.clear())
useDrafts.subscribe(() => {
  for (const [ticketId, { callId, before }] of taken) {
    if ((draftOf(ticketId)?.text ?? '') !== before) continue
    taken.delete(ticketId)
    answerDropped(callId)
  }
})

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

const reportOutcome = (id: number, outcome: CopilotOutcome, changed = 0): void =>
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

/**
 * An answer stands in the draft of a conversation.
 * @param text the whole draft. @param before what it was: an answer that is undone counts as dropped.
 */
export function answerTaken(ticketId: number, callId: number, text: string, before: string): void {
  if (text !== before) taken.set(ticketId, { callId, text, before })
  else answerUsed(callId)
}

/** It became something of the person's own, such as a note, or left as it was. */
export const answerUsed = (callId: number): void => reportOutcome(callId, 'taken')

export const answerDropped = (callId: number): void => reportOutcome(callId, 'dropped')

/**
 * A message of a conversation is about to leave, and its draft to change by it.
 * @returns to be told whether it has left.
 */
export function answerLeaving(ticketId: number, text: string): (hasLeft: boolean) => void {
  const answer = taken.get(ticketId)
  taken.delete(ticketId)
  return hasLeft => {
    if (!answer) return
    if (!hasLeft) return void taken.set(ticketId, answer)
    const changed = Math.round(100 * changedShare(answer.text.trim(), text.trim()))
    reportOutcome(answer.callId, changed === 0 ? 'taken' : changed === 100 ? 'dropped' : 'changed', changed)
  }
}
