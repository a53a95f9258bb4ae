import { Button, Modal, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { errorText, type TFunction, useTexts } from '@/i18n'
import { useUser } from '@/stores/session'
import {
  changedIn,
  type ManyOutcome,
  type ManyProgress,
  pinBelief,
  type StoredTicket,
  saidSince,
  TicketTakenError,
  undoable,
  withEach,
} from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import styles from './many-bar.module.css'
import { changeText } from './use-changed-question'
import { nameOf } from './use-ticket-actions'

export interface ManyAct {
  tickets: readonly StoredTicket[]
  work: (ticket: StoredTicket) => Promise<unknown>
  /** Takes it back; left out where it cannot be. @param before as it was. */
  undo?: (before: StoredTicket) => Promise<unknown>
}

const reasonOf = (error: unknown, t: TFunction): string => {
  const now = changedIn(error)
  if (now) return changeText(now, t)
  if (!(error instanceof TicketTakenError)) return errorText(t, error)
  return error.by ? t('tickets.taken', { name: error.by }) : t('tickets.takenUnknown')
}

/** Carries an act out: how far it is, a way to stop, and what could not be done and why. */
export function ManyDialog({ act, onEnd }: { act: ManyAct; onEnd: () => void }) {
  const { t } = useTexts()
  const user = useUser()
  const [progress, setProgress] = useState<ManyProgress>({ done: 0, total: act.tickets.length })
  const [outcome, setOutcome] = useState<ManyOutcome | null>(null)
  const [stop] = useState(() => new AbortController())
  const begun = useRef(false)
  const ended = useRef(onEnd)
  useEffect(() => {
    ended.current = onEnd
  }, [onEnd])
  useEffect(() => {
    // Drawn twice in development; a ticket is resolved once.
    if (begun.current) return
    begun.current = true
    const { undo } = act
    // What each was when the act was begun: one that goes meanwhile is asked about.
    const pins = act.tickets.map(({ id }) => pinBelief(id))
    const backs = new Map<number, () => Promise<unknown>>()
    const work = async (ticket: StoredTicket): Promise<void> => {
      await act.work(ticket)
      if (undo)
        backs.set(
          ticket.id,
          undoable(ticket.id, () => undo(ticket)),
        )
    }
    void withEach(act.tickets, work, setProgress, stop.signal).then(result => {
      const { done, failed, left } = result
      for (const letGo of pins) letGo()
      const back = async (): Promise<void> => {
        // What has left to customers stays with them, whatever becomes of the tickets.
        const said = done.filter(ticket => user && saidSince(ticket, user) !== null).length
        const undoing = async ({ id }: StoredTicket): Promise<unknown> => backs.get(id)?.()
        const undone = await withEach(done, undoing, () => {}, new AbortController().signal)
        const { length } = undone.failed
        if (length > 0) toasts.error(t('tickets.many.failed', { count: length }))
        if (said > 0) toasts.info(t('tickets.many.undoneSaid', { count: said }))
      }
      if (done.length > 0)
        toasts.success(
          t('tickets.many.done', { count: done.length }),
          undo ? { action: { label: t('common.undo'), run: back } } : {},
        )
      if (left > 0) toasts.info(t('tickets.many.failed', { count: left }))
      if (failed.length > 0) setOutcome(result)
      else ended.current()
    })
  }, [act, stop, t, user])

  return (
    <Modal
      open
      centered
      width={440}
      title={t(outcome ? 'tickets.many.failedTitle' : 'tickets.many.running')}
      mask={{ closable: false }}
      closable={false}
      keyboard={outcome !== null}
      onCancel={onEnd}
      footer={
        outcome ? (
          <Button type="primary" autoFocus onClick={onEnd}>
            {t('common.close')}
          </Button>
        ) : (
          <Button disabled={stop.signal.aborted} onClick={() => stop.abort()}>
            {t('tickets.many.stop')}
          </Button>
        )
      }
    >
      {outcome ? (
        <>
          <p role="status">{t('tickets.many.failed', { count: outcome.failed.length })}</p>
          <ul className={styles.failures}>
            {outcome.failed.map(({ ticket, error }) => (
              <li key={ticket.id}>
                <bdi>{nameOf(ticket)}</bdi>
                <span className={styles.why}>{reasonOf(error, t)}</span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <Progress
            percent={Math.round((progress.done / Math.max(1, progress.total)) * 100)}
            showInfo={false}
            aria-label={t('tickets.many.progress', { ...progress })}
          />
          <span role="status">{t('tickets.many.progress', { ...progress })}</span>
        </>
      )}
    </Modal>
  )
}
