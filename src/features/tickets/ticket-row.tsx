import { maySpy } from '@contract'
import { AudioLines, Check, Eye, Languages, UserRound } from 'lucide-react'
import { memo, type PointerEvent, useEffect, useRef } from 'react'
import { ClockPill, useTicketClock } from '@/features/ticket-clock'
import { useTexts } from '@/i18n'
import { useToday } from '@/stores/clock'
import { useCompanyZone } from '@/stores/company-clock'
import { useDrafts } from '@/stores/drafts'
import { prefetchThread } from '@/stores/messages-opening'
import { endPrerender, startPrerender } from '@/stores/prerender'
import { useUser } from '@/stores/session'
import { useGroupRules } from '@/stores/settings'
import { type StoredTicket, useTicket, useViewer } from '@/stores/tickets'
import { cx, IconButton, MoreTags, QueueBar, TagChip, UnreadBadge } from '@/ui'
import { KIND_ICONS } from './kind-icons'
import { draftWords, foundWords, lastKind, lastWords, type Snippet, snippetOf } from './last-message'
import { PriorityOf } from './priority'
import { RowBox } from './row-box'
import { rowName, saysNothing, writer } from './row-name'
import { SnoozeMark } from './snooze'
import styles from './ticket-row.module.css'
import { nameOf } from './use-ticket-actions'

/** Tags drawn in a row; where there are more, one and a figure, so that the name keeps its room. */
const TAGS_SHOWN = 2

/** Rest of pointer or focus on a row after which its conversation is fetched. Milliseconds. */
const LINGER_MS = 80

export interface TicketRowProps {
  id: number
  current: boolean
  /** The one row the Tab key reaches. */
  tabbable: boolean
  /** The live list has lost it; it stays in place until the hand leaves the list. */
  left: boolean
  /** It is one of those something is to be done with. */
  selected?: boolean
  /** What was searched, for the part of a found message. */
  searched: string
  /** Whether the list holds tickets of several states, so that each row says its own. */
  stateShown?: boolean
  onOpen: (ticket: StoredTicket) => void
  onAccept: (ticket: StoredTicket) => void
  onSpy: (ticket: StoredTicket) => void
}

/** Somebody else's name on a ticket, for lists that hold everybody's; null where it says nothing new. */
const holderOf = (ticket: StoredTicket, viewerId: number | undefined): string | null =>
  ticket.user && ticket.user.id !== viewerId ? ticket.user.name : null

const takenBy = (ticket: StoredTicket, viewerId: number | undefined): string | null =>
  ticket.status === 'open' && ticket.userId !== viewerId ? (ticket.user?.name ?? null) : null

const Marked = ({ before, match, after }: Snippet) => (
  <>
    {before}
    <mark className={styles.found}>{match}</mark>
    {after}
  </>
)

function LastMessage({ ticket, found }: { ticket: StoredTicket; found: ReturnType<typeof foundWords> }) {
  const { t } = useTexts()
  const user = useUser()
  if (found)
    return (
      <span className={styles.words}>
        {found.heard ? (
          <AudioLines className={styles.kind} size={14} aria-label={t('tickets.row.heard')} />
        ) : null}
        {found.translated ? (
          <Languages className={styles.kind} size={14} aria-label={t('tickets.row.translated')} />
        ) : null}
        <Marked {...found} />
      </span>
    )
  const kind = lastKind(ticket.lastMessageType)
  const Icon = KIND_ICONS[kind]
  if (saysNothing(ticket)) return <span className={styles.words}>{t('tickets.row.noMessages')}</span>
  return (
    <span className={styles.words}>
      {ticket.fromMe && ticket.lastMessage ? (
        <span className={styles.you}>{writer(ticket, user, t)}: </span>
      ) : null}
      {Icon ? <Icon className={styles.kind} size={14} strokeWidth={1.75} /> : null}
      {lastWords(t, kind, ticket.lastMessage, ticket.fromMe) ||
        (kind === 'text' ? '' : t(`tickets.kind.${kind}`))}
    </span>
  )
}

function Name({ name, searched }: { name: string; searched: string }) {
  const snippet = searched ? snippetOf(name, searched) : null
  return !snippet || snippet.before.startsWith('…') ? name : <Marked {...snippet} />
}

/**
 * One ticket of a list, 64 px high whatever it holds. Which place it has in the list is not its matter: a message that
 * lifts a ticket to the top moves all others, and none of them has to be drawn again for that. The whole row is one button; accept and spy lie beside it in
 * the tree and over it on screen, and appear on hover and focus without moving anything.
 */
export const TicketRow = memo(function TicketRow(props: TicketRowProps) {
  const { id, current, tabbable, left, selected = false, searched, stateShown = false } = props
  const { onOpen, onAccept, onSpy } = props
  const { t, format } = useTexts()
  // The time of a row is that of a day.
  useToday()
  const viewer = useViewer()
  const user = useUser()
  const zone = useCompanyZone()
  const groups = useGroupRules()
  const draft = useDrafts(state => state.drafts.has(id))
  const drafted = useDrafts(state => {
    const kept = state.drafts.get(id)
    return kept ? draftWords(kept, t) : ''
  })
  const known = useTicket(id)
  const last = useRef(known)
  const lingering = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(lingering.current)
      endPrerender(id)
    },
    [id],
  )
  if (known) last.current = known
  const ticket = known ?? last.current
  const clock = useTicketClock(ticket)
  if (!ticket) return <div className={styles.row} />

  const name = nameOf(ticket)
  const unread = ticket.unreadMessages > 0
  const chips = ticket.tags.length > TAGS_SHOWN ? 1 : TAGS_SHOWN
  const hidden = ticket.tags.slice(chips)
  // In group mode group tickets are worked on without being accepted (docs/specification.md 1.2).
  const mayAccept = ticket.status === 'pending' && !left && !(groups.mode && ticket.isGroup)
  const spies = viewer !== null && ticket.userId !== viewer.id && maySpy(viewer, ticket)
  const owner = left ? null : holderOf(ticket, viewer?.id)
  const found = foundWords(t, ticket.messages, searched)
  const holder = left ? takenBy(ticket, viewer?.id) : null
  // A press lasts some 60 ms: what comes meanwhile is drawn, and shown at the click.
  const prefetch = (event: PointerEvent): void => {
    if (event.button !== 0) return
    prefetchThread(ticket.id)
    // A finger that goes down mostly scrolls.
    if (event.pointerType !== 'touch') startPrerender(ticket.id)
  }
  // A pointer that rests on a row, or the keyboard that stops there, will likely open it.
  const linger = (): void => {
    clearTimeout(lingering.current)
    lingering.current = setTimeout(() => {
      prefetchThread(ticket.id)
      startPrerender(ticket.id)
    }, LINGER_MS)
  }
  const passOn = (): void => {
    clearTimeout(lingering.current)
    endPrerender(ticket.id)
  }

  return (
    <div className={cx(styles.row, current && styles.current, unread && styles.unread, left && styles.left)}>
      <QueueBar color={ticket.queue?.color} />
      <button
        type="button"
        className={styles.open}
        data-row-button={ticket.id}
        tabIndex={tabbable ? 0 : -1}
        aria-current={current ? 'true' : undefined}
        aria-label={rowName({
          ticket,
          t,
          format,
          clock: clock?.label ?? null,
          drafted: draft ? drafted : null,
          left,
          owner,
          stateShown,
          zone,
          user,
        })}
        title={ticket.queue?.name}
        onPointerDown={prefetch}
        onPointerEnter={linger}
        onPointerLeave={passOn}
        onFocus={linger}
        onBlur={passOn}
        onClick={() => onOpen(ticket)}
      />
      <RowBox
        name={name}
        src={ticket.contact?.profilePicUrl ?? null}
        group={ticket.isGroup}
        selected={selected}
      />
      <div className={styles.lines}>
        <div className={styles.line} aria-hidden="true">
          <span className={styles.name}>
            <Name name={name} searched={searched} />
          </span>
          <PriorityOf priority={ticket.priority} />
          {ticket.tags.slice(0, chips).map(tag => (
            <TagChip key={tag.id} name={tag.name} color={tag.color} />
          ))}
          <MoreTags
            count={hidden.length}
            label={t('common.moreTags', {
              count: hidden.length,
              names: hidden.map(tag => tag.name).join(', '),
            })}
          />
          <time className={styles.time}>{format.time(ticket.activityAt)}</time>
        </div>
        <div className={styles.line}>
          <span className={styles.preview} aria-hidden="true">
            {left ? (
              <span className={styles.words}>
                {holder ? t('tickets.row.takenBy', { name: holder }) : t('tickets.row.left')}
              </span>
            ) : (
              <>
                {/* Of who waits the pill says it. */}
                {stateShown && !(found && clock) ? (
                  <span className={styles.state} data-state={ticket.status}>
                    {t(`tickets.header.status_${ticket.status}`)}
                  </span>
                ) : null}
                {found ? null : <SnoozeMark ticket={ticket} />}
                {/* What was searched needs the room. */}
                {owner && !found ? (
                  <span className={styles.owner}>
                    <UserRound className={styles.kind} size={13} strokeWidth={1.75} />
                    {owner}
                  </span>
                ) : null}
                {draft ? (
                  <>
                    <span className={styles.draft}>{t('tickets.row.draft')}: </span>
                    <span className={styles.words}>{drafted}</span>
                  </>
                ) : (
                  <LastMessage ticket={ticket} found={found} />
                )}
              </>
            )}
          </span>
          {mayAccept || spies ? (
            <span className={styles.actions}>
              {spies ? (
                <IconButton
                  className={styles.peek}
                  icon={Eye}
                  size="small"
                  tip={false}
                  title={t('tickets.row.spy')}
                  label={t('tickets.row.spyNamed', { name })}
                  data-row-action={ticket.id}
                  tabIndex={-1}
                  onClick={() => onSpy(ticket)}
                />
              ) : null}
              {mayAccept ? (
                <IconButton
                  icon={Check}
                  size="small"
                  tone="accent"
                  tip={false}
                  title={t('tickets.row.accept')}
                  label={t('tickets.row.acceptNamed', { name })}
                  data-row-action={ticket.id}
                  tabIndex={-1}
                  onClick={() => onAccept(ticket)}
                />
              ) : null}
            </span>
          ) : null}
          <span className={styles.marks} aria-hidden="true">
            <UnreadBadge
              count={ticket.unreadMessages}
              label={t('common.unread', { count: ticket.unreadMessages })}
              muted={ticket.isGroup}
            />
            {left ? null : <ClockPill clock={clock} />}
          </span>
        </div>
      </div>
    </div>
  )
})
