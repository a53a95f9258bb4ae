import type { TicketSummary } from '@contract'
import { useEffect, useRef, useState } from 'react'
import { errorText, useTexts } from '@/i18n'
import { keepSummary, lookAtSummary, readSummaries, useSummaries } from '@/stores/summaries'
import { askSummary, type SummaryInMaking } from './ask'
import { warnOfCeiling } from './outcome'

/** The summary of a ticket, as it is kept and while it is made; given up when whoever shows it goes. */
export interface SummaryOnScreen {
  /** `none`: there is none yet. `nothing`: nothing was said that could be summarised. */
  phase: 'loading' | 'unread' | 'none' | 'making' | 'nothing' | 'shown'
  summary: TicketSummary | null
  /** Of the one that is, or was, being made here. */
  made: SummaryInMaking | null
  /** Why the last try brought none. */
  failure: string | null
  make: () => void
  stop: () => void
  readAgain: () => void
}

export function useSummary(ticketId: number): SummaryOnScreen {
  const { t, language } = useTexts()
  const known = useSummaries(state => state.known.get(ticketId))
  const [made, setMade] = useState<SummaryInMaking | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isEmpty, setEmpty] = useState(false)
  const asking = useRef<AbortController | null>(null)
  useEffect(() => lookAtSummary(ticketId), [ticketId])
  useEffect(() => () => asking.current?.abort(), [])

  const make = (): void => {
    asking.current?.abort()
    const giving = new AbortController()
    asking.current = giving
    const unlessLeft =
      <A extends unknown[]>(then: (...args: A) => void) =>
      (...args: A): void => {
        if (!giving.signal.aborted) then(...args)
      }
    setBusy(true)
    setFailure(null)
    setMade(null)
    let last: SummaryInMaking | null = null
    const showProgress = (now: SummaryInMaking): void => {
      last = now
      setMade(now)
    }
    void askSummary(ticketId, language, unlessLeft(showProgress), giving.signal).then(
      unlessLeft(summary => {
        setBusy(false)
        setEmpty(summary === null)
        keepSummary(ticketId, summary)
        warnOfCeiling(t, last?.usedShare ?? null)
      }),
      unlessLeft((error: unknown) => {
        setBusy(false)
        setFailure(errorText(t, error))
      }),
    )
  }
  const stop = (): void => {
    asking.current?.abort()
    setBusy(false)
    setMade(null)
  }
  const summary = known?.summary ?? null
  const phase = busy
    ? 'making'
    : summary !== null && summary.lines.length > 0
      ? 'shown'
      : known?.status === 'failed'
        ? 'unread'
        : known?.status !== 'ready'
          ? 'loading'
          : isEmpty
            ? 'nothing'
            : 'none'
  return {
    phase,
    summary,
    made,
    failure: phase === 'unread' ? errorText(t, known?.error) : failure,
    make,
    stop,
    readAgain: () => void readSummaries([ticketId]),
  }
}
