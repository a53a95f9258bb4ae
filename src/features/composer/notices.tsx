import type { QuoteRef, Ticket } from '@contract'
import { Button } from 'antd'
import { CloudOff, CornerUpLeft, MessageSquareWarning, ScrollText, Unplug, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '@/i18n'
import { useConnection } from '@/stores/connection'
import { whatsappsDirectory } from '@/stores/whatsapps'
import { cx, IconButton } from '@/ui'
import styles from './notices.module.css'
import { LONG_TEXT_CHARS } from './sending'

/**
 * One line above the field that says what conditions sending.
 * @param role `timer` for words that change by the minute: they are not read out each time.
 */
export function Notice({
  icon,
  tone,
  role = 'status',
  children,
}: {
  icon: ReactNode
  tone: 'plain' | 'warning' | 'accent'
  role?: 'status' | 'timer'
  children: ReactNode
}) {
  return (
    <div className={cx(styles.notice, styles[tone])} role={role}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.words}>{children}</span>
    </div>
  )
}

/** The message that is being answered, and a way to answer without it. */
export function QuoteBar({ quote, onRemove }: { quote: QuoteRef; onRemove: () => void }) {
  const { t } = useTexts()
  return (
    <div className={styles.quote}>
      <CornerUpLeft size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles.quoted}>
        <bdi className={styles.quoteName}>{t('composer.replyTo', { name: quote.name })}</bdi>
        <bdi className={styles.quoteText}>{quote.body}</bdi>
      </span>
      <IconButton
        icon={X}
        size="small"
        tipPlacement="top"
        label={t('composer.removeQuote')}
        keys="Esc"
        onClick={onRemove}
      />
    </div>
  )
}

/** "N new since you began": shown before a reply would cross a question (docs/look.md section 6). */
export function CrossingBar({ count, asked }: { count: number; asked: boolean }) {
  const { t } = useTexts()
  return (
    <Notice icon={<MessageSquareWarning size={16} strokeWidth={1.75} />} tone={asked ? 'warning' : 'accent'}>
      {t('composer.newSince', { count })}
      {asked ? ` ${t('composer.enterAgain')}` : ''}
    </Notice>
  )
}

/** Says how long a text is before it leaves in one piece. */
export function LongBar({ length, asked }: { length: number; asked: boolean }) {
  const { t, format } = useTexts()
  return (
    <Notice icon={<ScrollText size={16} strokeWidth={1.75} />} tone={asked ? 'warning' : 'plain'}>
      {t('composer.long', { length: format.number(length), limit: format.number(LONG_TEXT_CHARS) })}
      {asked ? ` ${t('composer.enterAgain')}` : ''}
    </Notice>
  )
}

/** Whether the number of the ticket is known to be down. */
const useNumberDown = (ticket: Ticket | null): boolean =>
  whatsappsDirectory.use(state => {
    const number = state.items.find(item => item.id === ticket?.whatsappId)
    return number !== undefined && number.status !== '' && number.status !== 'CONNECTED'
  })

/** What keeps messages from leaving right now: no server, or the WhatsApp number is down. They wait in the outbox. */
export function TransportNotices({ ticket }: { ticket: Ticket | null }) {
  const { t } = useTexts()
  const away = useConnection(state => state.status === 'offline' || state.status === 'reconnecting')
  const down = useNumberDown(ticket)
  if (away) {
    return (
      <Notice icon={<CloudOff size={16} strokeWidth={1.75} />} tone="warning">
        {t('composer.offline')}
      </Notice>
    )
  }
  if (!down) return null
  return (
    <Notice icon={<Unplug size={16} strokeWidth={1.75} />} tone="warning">
      {t('composer.numberDown', { name: ticket?.whatsapp?.name ?? '' })}
    </Notice>
  )
}

interface BlockedProps {
  status: Ticket['status']
  hasDraft: boolean
  onAccept: (() => void) | undefined
  onReopen: (() => void) | undefined
}

/** In place of the field when the ticket cannot be answered: the reason, and what changes it. */
export function Blocked({ status, hasDraft, onAccept, onReopen }: BlockedProps) {
  const { t } = useTexts()
  const pending = status === 'pending'
  const act = pending ? onAccept : onReopen
  return (
    <div className={styles.blocked}>
      <span className={styles.words}>
        {pending ? t('composer.pending') : t('composer.closed')}
        {hasDraft ? ` ${t('composer.draftKept')}` : ''}
      </span>
      {act ? (
        <Button type="primary" onClick={act}>
          {pending ? t('composer.accept') : t('composer.reopen')}
        </Button>
      ) : null}
    </div>
  )
}
