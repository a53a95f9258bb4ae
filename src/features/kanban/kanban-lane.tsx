import { INFINITE_SCROLL_PX } from '@contract'
import { useDroppable } from '@dnd-kit/core'
import { Columns3, Inbox } from 'lucide-react'
import {
  type CSSProperties,
  type FocusEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { LoadError } from '@/features/load-error'
import { ClockPill, useTicketClock } from '@/features/ticket-clock'
import { useTexts } from '@/i18n'
import { countOf, keepPlace, type Lane, moreOf, placeOf, useBoard } from '@/stores/kanban'
import {
  laneName,
  type StoredTicket,
  type TicketList,
  useTicket,
  useTicketList,
  useTicketsStore,
} from '@/stores/tickets'
import {
  afterPaint,
  type CustomItemComponentProps,
  cx,
  EASE,
  EmptyState,
  isStill,
  MOTION,
  SkeletonRows,
  safeColour,
  useRowMotion,
  type VirtualizerHandle,
  VirtualRows,
} from '@/ui'
import styles from './kanban.module.css'
import { CARD_PX, cardKey, KanbanCard } from './kanban-card'

/** Frames within which a card that scrolls into view is drawn; until then it cannot take the focus. */
const FOCUS_FRAMES = 12

/** Upper left corner of something, in pixels of the window. */
export type Place = Pick<DOMRect, 'left' | 'top'>

export interface LaneHandle {
  /** Focuses the card at a place, the last one when there are fewer. @returns false when the lane is empty. */
  focusAt: (place: number) => boolean
  /** Focuses a card of the lane as soon as it is here. */
  focusCard: (ticketId: number) => void
  /** The card that comes next was let go here: it goes to its place from there. Pixels of the window. */
  landFrom: (ticketId: number, place: Place) => void
}

export interface KanbanLaneProps {
  lane: Lane
  /** The dragged card's key, while one of this lane is dragged. */
  draggedKey: string | null
  /** A card is held over this lane and would be dropped here. */
  target: boolean
  ref?: Ref<LaneHandle>
  onOpen: (ticket: StoredTicket) => void
  onMenu: (ticket: StoredTicket, laneId: number, at: { x: number; y: number }) => void
}

/** virtua's own wrapper carries no role, so the cards stay items of the list. */
function Item({ style, children, ref }: CustomItemComponentProps) {
  return (
    <div style={style} ref={ref}>
      {children}
    </div>
  )
}

function focusSoon(find: () => HTMLElement | null, frames = FOCUS_FRAMES): void {
  requestAnimationFrame(() => {
    const element = find()
    element?.focus({ preventScroll: true })
    if ((!element || document.activeElement !== element) && frames > 0) focusSoon(find, frames - 1)
  })
}

/** The id the drag library knows a lane by. */
export const laneKey = (id: number): string => `lane ${id}`

function LaneHead({ lane, list }: { lane: Lane; list: TicketList }) {
  const { t, format } = useTexts()
  const colour = safeColour(lane.tag?.color)
  const clock = useTicketClock(useTicket(list.ids[0] ?? null))
  return (
    <header
      className={styles.head}
      style={colour ? ({ '--lane': colour } as CSSProperties) : undefined}
      data-colour={colour !== null}
    >
      <h2 className={styles.title} title={lane.tag?.name}>
        {lane.tag?.name ?? t('kanban.untagged')}
      </h2>
      <span className={styles.count}>{format.number(countOf(list))}</span>
      <ClockPill
        clock={clock && !clock.due ? { ...clock, label: t('kanban.oldest', { time: clock.text }) } : clock}
      />
    </header>
  )
}

/** How long the card that was let go may take to be drawn in its lane; later it is there without a flight. Milliseconds. */
const LANDING_MS = 500

/** A card that was let go somewhere goes to its place from there. `land` is told of every slot that is drawn. */
function useLanding() {
  const landing = useRef<{ ticketId: number; place: Place; at: number } | null>(null)
  const landFrom = useCallback((ticketId: number, place: Place): void => {
    landing.current = { ticketId, place, at: performance.now() }
  }, [])
  const land = useCallback((slot: HTMLElement | null, ticketId: number): void => {
    const { current: from } = landing
    if (!slot || from?.ticketId !== ticketId) return
    landing.current = null
    if (isStill() || performance.now() - from.at > LANDING_MS) return
    const to = slot.getBoundingClientRect()
    // Over the cards it passes, which come after it in the page.
    slot.dataset.landing = 'true'
    const flight = slot.animate(
      { transform: [`translate(${from.place.left - to.left}px, ${from.place.top - to.top}px)`, 'none'] },
      { duration: MOTION.move, easing: EASE },
    )
    flight.onfinish = () => delete slot.dataset.landing
    flight.oncancel = flight.onfinish
  }, [])
  return { landFrom, land }
}

/** One lane: its head stays, its cards scroll on their own and are drawn where they are seen. */
export function KanbanLane({ lane, draggedKey, target, ref, onOpen, onMenu }: KanbanLaneProps) {
  const { t } = useTexts()
  const cards = useTicketsStore(state => state.byId)
  const moving = useBoard(board => board.moving)
  const drop = useDroppable({ id: laneKey(lane.id), data: { laneId: lane.id } })
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  const [activeId, setActiveId] = useState<number | null>(null)
  const [focusedId, setFocusedId] = useState<number | null>(null)
  const awaited = useRef<number | null>(null)
  const { id } = lane
  const list = useTicketList(laneName(id))
  const { ids, hasMore, more } = list
  const active = Math.max(0, activeId === null ? 0 : ids.indexOf(activeId))
  const dragged = draggedKey === null ? -1 : ids.indexOf(Number(draggedKey.split(':')[1]))
  const focused = focusedId === null ? -1 : ids.indexOf(focusedId)
  // The card that holds the focus or is dragged is not recycled when its lane scrolls.
  const mounted = [...new Set([active, focused, dragged])].filter(place => place >= 0)

  const focusPlace = (place: number): void => {
    const ticketId = ids[place]
    if (ticketId === undefined) return
    setActiveId(ticketId)
    virtual.current?.scrollToIndex(place, { align: 'nearest' })
    focusSoon(
      () => scroller.current?.querySelector<HTMLElement>(`[data-card="${cardKey(id, ticketId)}"]`) ?? null,
    )
  }
  useImperativeHandle(ref, () => ({
    focusAt(place) {
      if (ids.length === 0) return false
      focusPlace(Math.min(Math.max(place, 0), ids.length - 1))
      return true
    },
    focusCard(ticketId) {
      const place = ids.indexOf(ticketId)
      if (place >= 0) focusPlace(place)
      else awaited.current = ticketId
    },
    landFrom,
  }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for whenever the cards change
  useEffect(() => {
    const place = awaited.current === null ? -1 : ids.indexOf(awaited.current)
    if (place < 0) return
    awaited.current = null
    focusPlace(place)
  }, [ids])

  const { landFrom, land } = useLanding()
  useRowMotion({ scroller, ids, rowPx: CARD_PX, attribute: 'data-ticket' })

  const readOn = (): void => {
    const box = scroller.current
    if (!box) return
    // Also when the cards do not fill the lane: there is nothing to scroll then.
    if (
      box.scrollHeight - box.scrollTop - box.clientHeight <= INFINITE_SCROLL_PX + CARD_PX &&
      more === 'idle'
    )
      void moreOf(id)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that is here may leave the lane unfilled
  useEffect(() => {
    if (hasMore && more === 'idle') afterPaint(readOn)
  }, [hasMore, more, ids.length])

  const filled = ids.length > 0
  const restored = useRef(false)
  useEffect(() => {
    if (!filled || restored.current) return
    restored.current = true
    const place = placeOf(String(id))
    if (place > 0) virtual.current?.scrollTo(place)
  }, [filled, id])

  const onFocus = (event: FocusEvent<HTMLDivElement>): void => {
    const key = event.target.closest<HTMLElement>('[data-ticket]')?.dataset.ticket
    if (key === undefined) return
    setFocusedId(Number(key))
    setActiveId(Number(key))
  }
  const name = lane.tag?.name ?? t('kanban.untagged')
  return (
    <section
      ref={drop.setNodeRef}
      className={cx(styles.lane, target && styles.target)}
      data-lane={id}
      aria-label={t('kanban.lane', { name, count: countOf(list) })}
    >
      <LaneHead lane={lane} list={list} />
      <div
        ref={scroller}
        className={styles.cards}
        data-testid={`lane-${id}`}
        onScroll={event => {
          keepPlace(String(id), event.currentTarget.scrollTop)
          readOn()
        }}
      >
        {filled ? (
          <div role="list" aria-label={name} onFocus={onFocus} onBlur={() => setFocusedId(null)}>
            <VirtualRows
              ref={virtual}
              scrollRef={scroller}
              data={ids}
              itemSize={CARD_PX}
              bufferSize={CARD_PX * 4}
              item={Item}
              keepMounted={mounted}
            >
              {(ticketId: number, place: number) => {
                const ticket = cards.get(ticketId)
                return (
                  <div
                    key={ticketId}
                    ref={slot => land(slot, ticketId)}
                    role="listitem"
                    className={styles.slot}
                    aria-posinset={place + 1}
                    aria-setsize={hasMore ? -1 : ids.length}
                    data-ticket={ticketId}
                    data-place={place}
                  >
                    {ticket ? (
                      <KanbanCard
                        ticket={ticket}
                        laneId={id}
                        tabbable={place === active}
                        busy={moving.has(ticketId)}
                        onOpen={onOpen}
                        onMenu={onMenu}
                      />
                    ) : null}
                  </div>
                )
              }}
            </VirtualRows>
          </div>
        ) : (
          <EmptyState
            compact
            icon={lane.tag ? Columns3 : Inbox}
            title={t(lane.tag ? 'kanban.emptyLane' : 'kanban.emptyUntagged')}
            text={lane.tag ? t('kanban.emptyLaneText', { name }) : t('kanban.emptyUntaggedText')}
          />
        )}
        {more === 'loading' ? <SkeletonRows count={2} height={CARD_PX} label={t('common.loading')} /> : null}
        {more === 'failed' ? (
          <LoadError compact title={t('kanban.moreFailed')} onRetry={() => void moreOf(id)} />
        ) : null}
      </div>
    </section>
  )
}
