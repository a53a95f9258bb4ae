import { maySpy, type Preferences } from '@contract'
import { AudioLines, Check, Eye, Languages, Pin, Reply } from 'lucide-react'
import { type CSSProperties, memo, type PointerEvent, useEffect, useRef } from 'react'
import { ClockPill, useTicketClock } from '@/features/ticket-clock'
import { useTexts } from '@/i18n'
import { useToday } from '@/stores/clock'
import { useCompanyZone } from '@/stores/company-clock'
import { useDrafts } from '@/stores/drafts'
import { prefetchThread } from '@/stores/messages-opening'
import { endPrerender, startPrerender } from '@/stores/prerender'
import { useUser } from '@/stores/session'
import { useGroupRules } from '@/stores/settings'
import { type StoredTicket, usePinned, useTicket, useViewer } from '@/stores/tickets'
import { cx, IconButton, MoreTags, QueueBar, safeColour, TagChip, UnreadBadge } from '@/ui'
import { HeldMark } from './held'
import { KIND_ICONS } from './kind-icons'
import { draftWords, foundWords, lastKind, lastWords, type Snippet, snippetOf } from './last-message'
import { PriorityOf } from './priority'
import { RowBox } from './row-box'
import { rowName, saysNothing, writer } from './row-name'
import { SnoozeMark } from './snooze'
import styles from './ticket-row.module.css'
import { nameOf } from './use-ticket-actions'

/** Tags named in a row, and drawn as dots in a compact one; the rest is a figure. */
const TAGS_SHOWN = 3

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
  density: NonNullable<Preferences['listDensity']>
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

interface LastMessageProps {
  ticket: StoredTicket
  found: ReturnType<typeof foundWords>
  /** Whose picture the row shows as the holder's. */
  owner: string | null
}

function LastMessage({ ticket, found, owner }: LastMessageProps) {
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
  const by = ticket.fromMe && ticket.lastMessage ? writer(ticket, user, t) : null
  // The holder's picture names them already: the room is for the words.
  const isHolders = by !== null && owner?.split(/\s+/)[0] === by
  return (
    <span className={styles.words}>
      {isHolders ? <Reply className={styles.kind} size={14} strokeWidth={1.75} /> : null}
      {by !== null && !isHolders ? <span className={styles.you}>{by}: </span> : null}
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

/** Tags by name on a line of their own, each cut only where the line is full. */
function Tags({ tags }: { tags: StoredTicket['tags'] }) {
  const { t } = useTexts()
  const hidden = tags.slice(TAGS_SHOWN)
  return (
    <div className={styles.tags} aria-hidden="true">
      {tags.slice(0, TAGS_SHOWN).map(tag => (
        <TagChip key={tag.id} name={tag.name} color={tag.color} />
      ))}
      <MoreTags
        count={hidden.length}
        label={t('common.moreTags', {
          count: hidden.length,
          names: hidden.map(tag => tag.name).join(', '),
        })}
      />
    </div>
  )
}

const Dots = ({ tags }: { tags: StoredTicket['tags'] }) =>
  tags.map(tag => (
    <span
      key={tag.id}
      className={styles.dot}
      style={{ '--tag': safeColour(tag.color) ?? 'var(--c-queue)' } as CSSProperties}
    />
  ))

/** What a row's button listens to, so that its conversation is there when it is opened. */
function usePreparing(id: number) {
  const lingering = useRef<ReturnType<typeof setTimeout>>(undefined)
  const passOn = (): void => {
    clearTimeout(lingering.current)
    endPrerender(id)
  }
  useEffect(
    () => () => {
      clearTimeout(lingering.current)
      endPrerender(id)
    },
    [id],
  )
  // A pointer that rests on a row, or the keyboard that stops there, will likely open it.
  const linger = (): void => {
    clearTimeout(lingering.current)
    lingering.current = setTimeout(() => {
      prefetchThread(id)
      startPrerender(id)
    }, LINGER_MS)
  }
  // A press lasts some 60 ms: what comes meanwhile is drawn, and shown at the click.
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return
    prefetchThread(id)
    // A finger that goes down mostly scrolls.
    if (event.pointerType !== 'touch') startPrerender(id)
  }
  return { onPointerDown, onPointerEnter: linger, onPointerLeave: passOn, onFocus: linger, onBlur: passOn }
}

/**
 * One ticket of a list, as high as the density says whatever it holds. Which place it has in the list is not its matter: a
 * message that lifts a ticket to the top moves all others, and none of them has to be drawn again for that. The whole row is
 * one button; accept and spy lie beside it in the tree and over it on screen, and appear on hover and focus without moving
 * anything.
 */
export const TicketRow = memo(function TicketRow(props: TicketRowProps) {
  const { id, current, tabbable, left, selected = false, density, searched, stateShown = false } = props
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
  const pinned = usePinned(id)
  const last = useRef(known)
  const preparing = usePreparing(id)
  if (known) last.current = known
  const ticket = known ?? last.current
  const clock = useTicketClock(ticket)
  if (!ticket) return <div className={cx(styles.row, styles[density])} />

  const name = nameOf(ticket)
  const unread = ticket.unreadMessages > 0
  const chips = ticket.tags.slice(0, TAGS_SHOWN)
  const compact = density === 'compact'
  // Two lines under the name: words alone, or words and tags.
  const tagged = !compact && chips.length > 0
  const lines = compact || (tagged && density === 'normal') ? 1 : 2
  // In group mode group tickets are worked on without being accepted.
  const mayAccept = ticket.status === 'pending' && !left && !(groups.mode && ticket.isGroup)
  const spies = viewer !== null && ticket.userId !== viewer.id && maySpy(viewer, ticket)
  const owner = left ? null : holderOf(ticket, viewer?.id)
  const found = foundWords(t, ticket.messages, searched)
  const holder = left ? takenBy(ticket, viewer?.id) : null

  return (
    <div
      className={cx(
        styles.row,
        styles[density],
        current && styles.current,
        unread && styles.unread,
        left && styles.left,
      )}
    >
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
          pinned,
          owner,
          stateShown,
          zone,
          user,
        })}
        title={[ticket.queue?.name, owner].filter(Boolean).join(' · ') || undefined}
        {...preparing}
        onClick={() => onOpen(ticket)}
      />
      <RowBox
        name={name}
        src={ticket.contact?.profilePicUrl ?? null}
        group={ticket.isGroup}
        selected={selected}
        size={compact ? 32 : 40}
        owner={owner}
      />
      <div className={styles.lines}>
        <div className={styles.line} aria-hidden="true">
          <span className={styles.name}>
            <Name name={name} searched={searched} />
          </span>
          {pinned ? <Pin className={styles.pin} size={14} strokeWidth={1.75} /> : null}
          <PriorityOf priority={ticket.priority} />
          {/* Since when somebody waits says more than when the last words came. */}
          {clock && !left ? (
            <ClockPill clock={clock} />
          ) : (
            <time className={styles.time}>{format.time(ticket.activityAt)}</time>
          )}
        </div>
        <div className={styles.said}>
          <span
            className={cx(styles.preview, lines === 1 && styles.oneLine)}
            style={{ WebkitLineClamp: lines }}
            aria-hidden="true"
          >
            {left ? (
              <span className={styles.words}>
                {holder ? t('tickets.row.takenBy', { name: holder }) : t('tickets.row.left')}
              </span>
            ) : (
              <>
                {/* Of who waits the pill says it; that it is being worked on is the usual. */}
                {stateShown && ticket.status !== 'open' && !(found && clock) ? (
                  <span className={styles.state}>{t(`tickets.header.status_${ticket.status}`)}</span>
                ) : null}
                {found ? null : <SnoozeMark ticket={ticket} brief />}
                {found ? null : <HeldMark ticket={ticket} />}
                {draft ? (
                  <>
                    <span className={styles.draft}>{t('tickets.row.draft')}: </span>
                    <span className={styles.words}>{drafted}</span>
                  </>
                ) : (
                  <LastMessage ticket={ticket} found={found} owner={owner} />
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
            {compact ? <Dots tags={chips} /> : null}
          </span>
        </div>
        {tagged ? <Tags tags={ticket.tags} /> : null}
      </div>
    </div>
  )
})
