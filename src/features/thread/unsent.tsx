/** What may be done with a message that has not left: sent again, edited, discarded. */
import type { OutboxEntry } from '@contract'
import { Pencil, RotateCw, Trash2 } from 'lucide-react'
import { errorText, type TFunction, useTexts } from '@/i18n'
import { useConnection } from '@/stores/connection'
import { backToDraft } from '@/stores/held-texts'
import { entriesOf, isHeld, retryEntry, takeBack, useOutbox } from '@/stores/outbox'
import { useTicketsStore } from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { IconButton } from '@/ui'
import styles from './thread-row.module.css'

/** Says so where it is too late: one that may already have arrived stays. */
async function discard(
  t: TFunction,
  entry: OutboxEntry,
  how: (entry: OutboxEntry) => ReturnType<typeof takeBack>,
): Promise<void> {
  const answer = await how(entry)
  if (answer.ok && answer.value.removed) return
  toasts.error(errorText(t, answer.ok ? { code: 'OUTBOX_LEFT' } : answer))
}

/** Takes a text that has not left back into the composer. */
export const backToComposer = (t: TFunction, entry: OutboxEntry): Promise<void> =>
  discard(t, entry, one => backToDraft(one, true))

/** Takes the last text of a ticket that is still held back into the composer. @returns whether there is one. */
export function undoSend(t: TFunction, ticketId: number): boolean {
  const entry = entriesOf(useOutbox.getState(), ticketId).findLast(one => one.kind === 'text' && isHeld(one))
  if (entry) void backToComposer(t, entry)
  return entry !== undefined
}

function EditOrDiscard({ entry }: { entry: OutboxEntry }) {
  const { t } = useTexts()
  return (
    <>
      {entry.kind === 'text' ? (
        <IconButton
          icon={Pencil}
          size="small"
          label={t(entry.state === 'failed' ? 'thread.editUnsent' : 'thread.editWaiting')}
          onClick={() => void backToComposer(t, entry)}
        />
      ) : null}
      <IconButton
        icon={Trash2}
        size="small"
        tone="danger"
        label={t('thread.discard')}
        onClick={() => void discard(t, entry, ({ id }) => takeBack(id))}
      />
    </>
  )
}

/** Below a message that was refused: why, and what to do. */
export function Failure({ entry }: { entry: OutboxEntry }) {
  const { t } = useTexts()
  const ticket = useTicketsStore(state => state.byId.get(entry.ticketId))
  const name = ticket?.status === 'open' ? ticket.user?.name : undefined
  const isTheirs = entry.failureCode === 'ERR_TICKET_CHANGED'
  const reason =
    isTheirs && entry.kind === 'forward'
      ? t('thread.forwardTheirs')
      : isTheirs && name
        ? t('tickets.changed.held', { name })
        : errorText(t, { code: entry.failureCode, text: entry.failureText })
  const why =
    entry.failureCode === 'OUTBOX_UNCONFIRMED'
      ? t('thread.unconfirmed', { reason })
      : t('thread.notSentBecause', { reason, count: entry.attempts })
  return (
    <div className={styles.failure} role="group" aria-label={t('thread.notSent')}>
      <span className={styles.reason}>{why}</span>
      <button type="button" className={styles.retry} onClick={() => void retryEntry(entry.id)}>
        <RotateCw size={14} strokeWidth={1.75} aria-hidden="true" />
        {t('common.retry')}
      </button>
      <EditOrDiscard entry={entry} />
    </div>
  )
}

/** Below a message that waits for the server or for its number; one that leaves in the next moment shows nothing. */
export function Waiting({ entry }: { entry: OutboxEntry }) {
  const { t } = useTexts()
  const away = useConnection(state => state.status === 'offline' || state.status === 'reconnecting')
  if (!away && entry.attempts === 0) return null
  return (
    <div className={styles.failure} role="group" aria-label={t('thread.waitsToLeave')}>
      <span>{t('thread.waitsToLeave')}</span>
      <EditOrDiscard entry={entry} />
    </div>
  )
}
