import type { QuoteRef, Ticket } from '@contract'
import { Button } from 'antd'
import { CloudOff, CornerUpLeft, MessageSquareWarning, ScrollText, Unplug, UserRoundX, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '@/i18n'
import { useConnection } from '@/stores/connection'
import { whatsappsDirectory } from '@/stores/whatsapps'
import { announce, cx, IconButton } from '@/ui'
import type { Lost } from './holder'
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
  action = null,
  children,
}: {
  icon: ReactNode
  tone: 'plain' | 'warning' | 'accent'
  role?: 'status' | 'timer'
  /** What can be done about it. */
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={cx(styles.notice, styles[tone])} role={role}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.words}>{children}</span>
      {action}
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

/** "N new since you began": shown before a reply would cross a question. */
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

/** Somebody else has the ticket now: what was written stays, and leaves only by who says so. */
export function LostBar({ lost, hasDraft }: { lost: Lost; hasDraft: boolean }) {
  const { t } = useTexts()
  const words = lost.to === null ? t('composer.lost.unknown') : t('composer.lost.to', { name: lost.to })
  const announced = useRef(words)
  useEffect(() => announce(announced.current), [])
  return (
    <Notice
      icon={<UserRoundX size={16} strokeWidth={1.75} />}
      tone="warning"
      action={
        <Button size="small" onClick={lost.writeAnyway}>
          {t('composer.lost.anyway')}
        </Button>
      }
    >
      {words} {hasDraft ? t('composer.lost.draft') : t('composer.lost.nothing')}
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
  const panel = useRef<HTMLDivElement>(null)
  // The field has just gone with the keyboard in it: the next keys belong here, and to no list.
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={panel} tabIndex={-1} className={styles.blocked} role="group" aria-label={t('composer.message')}>
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
