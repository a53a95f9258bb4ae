import type { Rewrite, Ticket } from '@contract'
import { COPILOT_LIMITS } from '@contract'
import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { errorText, useTexts } from '@/i18n'
import { useMessages } from '@/stores/messages'
import { useSession } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import { type Answer, ask, type Question } from './ask'
import { answerDropped, answerTaken, warnOfCeiling } from './outcome'

/** Why an answer is not offered any more. */
export type Stale = 'customer' | 'colleague' | 'ticket'

export interface Card {
  kind: Question['kind']
  how: Rewrite | null
  /** The part of the draft that an answer replaces. */
  from: { start: number; end: number; text: string }
  /** Answers looked through; the last one may still be coming. */
  answers: readonly Answer[]
  /** The one that is shown. */
  at: number
  busy: boolean
  failure: string | null
  stale: Stale | null
}

const EMPTY: Answer = { callId: null, text: '', sources: [], sent: '', end: null }

/** Somebody has written what the answer does not know. */
function newest(ticketId: number): string | undefined {
  return useMessages.getState().threads.get(ticketId)?.own.list.at(-1)?.id
}

/**
 * The copilot of one composer: at most one question at a time, given up when the composer goes.
 * @param field its text; an answer is put there as if it had been typed, so that undo brings back what was there.
 * @param put puts a text there where the browser cannot type.
 * @param lost the conversation has gone to somebody else.
 */
export function useCopilot(
  ticket: Ticket | null,
  field: RefObject<HTMLTextAreaElement | null>,
  put: (next: { text: string; caret: number }) => void,
  lost: boolean,
) {
  const { t } = useTexts()
  const [card, setCard] = useState<Card | null>(null)
  const asking = useRef<AbortController | null>(null)
  const ticketId = ticket?.id ?? 0
  const isOpen = card !== null && card.kind === 'suggest' && card.stale === null
  useEffect(() => () => asking.current?.abort(), [])

  // What came after the question makes its answer old: it stays to be read, and is not offered.
  const seen = useRef<string | undefined>(undefined)
  const latest = useMessages(state => state.threads.get(ticketId)?.own.list.at(-1))
  useEffect(() => {
    if (!isOpen) return
    // Asked before the conversation had come: what comes with it is nothing new.
    seen.current ??= latest?.id
    const fresh = latest !== undefined && latest.id !== seen.current
    const ownId = useSession.getState().user?.id
    // The conversation goes on by what the person who asked sent.
    if (!lost && (!fresh || (latest.fromMe && latest.userId === ownId))) return
    asking.current?.abort()
    const stale: Stale = lost ? 'ticket' : latest?.fromMe ? 'colleague' : 'customer'
    setCard(now => now && { ...now, busy: false, stale })
  }, [isOpen, latest, lost])

  const begin = (question: Question, base: Omit<Card, 'busy' | 'failure' | 'stale'>): void => {
    asking.current?.abort()
    const giving = new AbortController()
    asking.current = giving
    seen.current = newest(ticketId)
    const show = (answer: Answer, more: Partial<Card> = {}): void => {
      if (!giving.signal.aborted)
        setCard({
          ...base,
          answers: [...base.answers, answer],
          busy: true,
          failure: null,
          stale: null,
          ...more,
        })
    }
    let last = EMPTY
    show(last)
    void ask(
      question,
      answer => {
        last = answer
        // Keys come before words that stream.
        startTransition(() => show(answer))
      },
      giving.signal,
    ).then(
      answer => {
        show(answer, { busy: false })
        warnOfCeiling(t, answer.end?.usedShare ?? null)
      },
      (error: unknown) => show(last, { busy: false, failure: errorText(t, error) }),
    )
  }

  const current = card?.answers[card.at]
  const isWhole = card !== null && !card.busy && card.failure === null && (current?.text ?? '') !== ''

  const drop = (): void => {
    asking.current?.abort()
    for (const { callId } of card?.answers ?? []) if (callId !== null) answerDropped(callId)
    setCard(null)
    field.current?.focus()
  }
  const suggest = (): void => {
    if (!ticket) return
    const text = field.current?.value ?? ''
    const from = { start: 0, end: text.length, text }
    begin(
      { kind: 'suggest', ticketId, earlier: [] },
      { kind: 'suggest', how: null, from, answers: [], at: 0 },
    )
  }
  /** Of what is selected, else of all that is written. */
  const rewrite = (how: Rewrite): void => {
    const area = field.current
    if (!ticket || !area || area.value.trim() === '') return
    const some = area.selectionEnd > area.selectionStart
    const [start, end] = some ? [area.selectionStart, area.selectionEnd] : [0, area.value.length]
    const text = area.value.slice(start, end)
    begin(
      { kind: 'rewrite', ticketId, how, text },
      { kind: 'rewrite', how, from: { start, end, text }, answers: [], at: 0 },
    )
  }
  /** Another suggestion, and those before it again once there are enough of them. */
  const next = (): void => {
    if (!card || card.busy || card.kind !== 'suggest' || card.stale) return
    const { answers } = card
    if (card.failure === null && answers.length >= COPILOT_LIMITS.suggestions) {
      setCard({ ...card, at: (card.at + 1) % answers.length })
      return
    }
    const whole = answers.filter(({ end }) => end !== null)
    begin(
      { kind: 'suggest', ticketId, earlier: whole.map(({ text }) => text) },
      { ...card, answers: whole, at: whole.length },
    )
  }
  /** The same question again, of the conversation as it is now. */
  const again = (): void => {
    if (card?.kind === 'rewrite' && card.how) rewrite(card.how)
    else suggest()
  }
  const take = (): void => {
    const area = field.current
    if (!card || !isWhole || !current || card.stale || !area) return
    const { start, end, text } = card.from
    // What was typed meanwhile is nobody's to throw away.
    if (area.value.slice(start, end) !== text || (card.kind === 'suggest' && area.value.length !== end))
      return void toasts.info(t('copilot.draftChanged'))
    const before = area.value
    const whole = before.slice(0, start) + current.text + before.slice(end)
    area.focus()
    area.setSelectionRange(start, end)
    const typed = document.execCommand?.('insertText', false, current.text) ?? false
    if (!typed) put({ text: whole, caret: start + current.text.length })
    if (current.callId !== null) answerTaken(ticketId, current.callId, whole, before)
    for (const { callId } of card.answers)
      if (callId !== null && callId !== current.callId) answerDropped(callId)
    setCard(null)
  }
  /** What is typed belongs into the draft. */
  const write = (): void => field.current?.focus()
  return { card, current, isWhole, suggest, rewrite, next, again, take, drop, write }
}

export type Copilot = ReturnType<typeof useCopilot>
