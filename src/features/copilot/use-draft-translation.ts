import type { Ticket } from '@contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, call } from '@/api'
import { errorText, useTexts } from '@/i18n'
import { toasts } from '@/stores/toasts'
import { answerDropped, answerUsed, warnsOfCeiling } from './outcome'
import { useTranslatedTo } from './translation-bar'

/** A translation that has just come is not sent by a press that was meant for something else. */
const SEEN_MS = 300

/** What somebody is about to send, in the customer's language. */
export interface TranslatedDraft {
  /** Each text that was written with its translation. */
  texts: ReadonlyMap<string, string>
  /** The writer's language (ISO 639). */
  language: string
}

interface Asked {
  texts: readonly string[]
  answer: { texts: readonly string[]; callId: number | null; sent: string; simulated: boolean } | null
  failure: string | null
  /** By `performance.now()`. */
  cameAt: number
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, at) => text === b[at])

/**
 * The translation of one composer: shown before anything leaves, and only ever that of the very texts that stand there.
 * @param texts what would leave, text and captions.
 */
export function useDraftTranslation(ticket: Ticket | null, texts: readonly string[]) {
  const { t, language } = useTexts()
  const isWanted = useTranslatedTo(ticket) !== null && texts.length > 0
  const [asked, setAsked] = useState<Asked | null>(null)
  const giving = useRef<AbortController | null>(null)
  const isOpen = asked !== null && isSame(asked.texts, texts)
  const open = isOpen ? asked : null
  useEffect(() => () => giving.current?.abort(), [])

  const forget = (): void => {
    giving.current?.abort()
    setAsked(null)
  }
  const drop = (): void => {
    const callId = asked?.answer?.callId ?? null
    if (callId !== null) answerDropped(callId)
    forget()
  }
  // Another text: what was asked for the one before is nobody's any more.
  const isStale = asked !== null && !isOpen
  const dropStale = useEffectEvent(drop)
  useEffect(() => {
    if (isStale) dropStale()
  }, [isStale])

  const begin = (): void => {
    if (!ticket || (open && open.failure === null)) return
    giving.current?.abort()
    const given = new AbortController()
    giving.current = given
    const base: Asked = { texts: [...texts], answer: null, failure: null, cameAt: 0 }
    setAsked(base)
    const come = (more: Partial<Asked>): void => {
      if (!given.signal.aborted) setAsked({ ...base, ...more, cameAt: performance.now() })
    }
    call('copilot.translateDraft', {
      body: { ticketId: ticket.id, texts: [...base.texts] },
      signal: given.signal,
    }).then(
      answer => {
        if (answer.texts.length !== base.texts.length)
          return come({ failure: errorText(t, new ApiError('refused', 'ERR_AI_PROVIDER', '', 424)) })
        come({ answer })
        if (warnsOfCeiling(answer.usedShare) && !given.signal.aborted)
          toasts.info(t('copilot.almostUsed', { percent: Math.round((answer.usedShare ?? 0) * 100) }))
      },
      (error: unknown) => come({ failure: errorText(t, error) }),
    )
  }
  const shown: TranslatedDraft | null = open?.answer
    ? { texts: new Map(open.texts.map((text, at) => [text, open.answer?.texts[at] ?? text])), language }
    : null
  return {
    /** What is asked or has come for the texts that stand there. */
    open,
    /** Whether these texts are to be translated before they leave. */
    isWanted,
    shown,
    /** @returns what is shown, once somebody can have seen it. */
    ready: (): TranslatedDraft | null =>
      shown && performance.now() - (open?.cameAt ?? 0) >= SEEN_MS ? shown : null,
    begin,
    drop,
    /** It has left. @param translated as it was shown, or as it was written. */
    leave: (translated: boolean): void => {
      const callId = open?.answer?.callId ?? null
      if (callId !== null) (translated ? answerUsed : answerDropped)(callId)
      forget()
    },
  }
}

export type DraftTranslation = ReturnType<typeof useDraftTranslation>
