import { REDIRECT_MS, SOCKET_FETCH_MS } from '@contract'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, isAborted } from '@/api'
import { useTexts } from '@/i18n'
import { draftOf } from '@/stores/drafts'
import { useRecorder } from '@/stores/recorder'
import { useSession } from '@/stores/session'
import { onThreadAnswer } from '@/stores/thread-answers'
import {
  dropTicket,
  fetchTicket,
  type StoredTicket,
  selectTicket,
  ticketByUuid,
  useTicketByUuid,
  useTicketGone,
  useTicketsStore,
} from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { useSteadyNavigate } from '@/ui'
import { LIST_PATH } from './use-ticket-actions'

export type Opening =
  | { phase: 'none' }
  /** Nothing is known of the ticket yet. */
  | { phase: 'loading' }
  | { phase: 'shown'; ticket: StoredTicket }
  /** Refused; the text stays readable until the redirect. */
  | { phase: 'forbidden' }
  /** It was the person's, and may not be seen any more. */
  | { phase: 'lost'; ticketId: number }
  | { phase: 'failed'; error: unknown; retry: () => void }

const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403
const isRejection = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 403 || error.status === 404)
const isMissing = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 404 || error.code === 'ERR_NO_TICKET_FOUND' || error.code === 'ERR_INVALID_UUID')

type Outcome =
  | { uuid: string; kind: 'forbidden' }
  | { uuid: string; kind: 'lost'; ticketId: number }
  | { uuid: string; kind: 'failed'; error: unknown }

/**
 * The ticket behind the address. A known one is shown in the same frame; its messages tell whether it may still be seen; nothing of the
 * previous one stays.
 */
export function useOpenTicket(uuid: string | undefined): Opening {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  const known = useTicketByUuid(uuid)
  const signedIn = useTicketsStore(state => state.viewer !== null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt(count => count + 1), [])
  const id = known?.id ?? null
  const gone = useTicketGone(id)

  useEffect(() => selectTicket(id), [id])
  useEffect(() => () => selectTicket(null), [])

  const leaveWith = useCallback(
    (text: string) => {
      toasts.error(text)
      void navigate(LIST_PATH, { replace: true })
    },
    [navigate],
  )

  const settle = useCallback(
    (asked: string, error: unknown) => {
      if (isAborted(error)) return
      if (isMissing(error)) leaveWith(t('tickets.missing'))
      else if (isForbidden(error)) {
        const ticket = ticketByUuid(asked)
        // Who was at work in it is told, and goes on when that was read; who only followed a link goes back by itself.
        const begun = (id: number): boolean =>
          draftOf(id) !== undefined || useRecorder.getState().ticketId === id
        setOutcome(
          ticket && (begun(ticket.id) || ticket.userId === useSession.getState().user?.id)
            ? { uuid: asked, kind: 'lost', ticketId: ticket.id }
            : { uuid: asked, kind: 'forbidden' },
        )
      } else setOutcome({ uuid: asked, kind: 'failed', error })
    },
    [leaveWith, t],
  )

  useEffect(() => {
    if (!uuid || !signedIn) return
    const controller = new AbortController()
    if (attempt >= 0) setOutcome(null)
    const ask = (): void => {
      fetchTicket(uuid, controller.signal).catch(error => settle(uuid, error))
    }
    // A known ticket comes again with the first page of its messages; it is asked for where that page was refused.
    const knownId = ticketByUuid(uuid)?.id
    const stop =
      knownId === undefined
        ? ask()
        : onThreadAnswer(answer => {
            if (answer.ticketId === knownId && 'error' in answer && isRejection(answer.error)) ask()
          })
    return () => {
      stop?.()
      controller.abort()
    }
  }, [uuid, signedIn, attempt, settle])

  useEffect(() => {
    // An event took it away. Some servers say so on every change of status, so the server is asked after a moment.
    if (!gone || !uuid) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      fetchTicket(uuid, controller.signal).catch(error => settle(uuid, error))
    }, SOCKET_FETCH_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [gone, uuid, settle])

  const forbidden = outcome?.uuid === uuid && outcome?.kind === 'forbidden'
  useEffect(() => {
    if (!forbidden) return
    if (id !== null) dropTicket(id)
    const timer = setTimeout(() => leaveWith(t('tickets.forbidden')), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [forbidden, id, leaveWith, t])

  if (!uuid) return { phase: 'none' }
  if (forbidden) return { phase: 'forbidden' }
  if (outcome?.uuid === uuid && outcome.kind === 'lost') return { phase: 'lost', ticketId: outcome.ticketId }
  // What is known stays useful when the server cannot be reached: reading works offline.
  if (known) return { phase: 'shown', ticket: known }
  if (outcome?.uuid === uuid && outcome.kind === 'failed')
    return { phase: 'failed', error: outcome.error, retry }
  return { phase: 'loading' }
}
