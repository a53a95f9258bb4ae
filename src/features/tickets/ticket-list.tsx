import { INFINITE_SCROLL_PX, type Preferences } from '@contract'
import { ArrowDownUp } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { usePreferences } from '@/stores/preferences'
import {
  type ListName,
  loadMore,
  openList,
  retryList,
  type StoredTicket,
  ticketById,
  useTicketList,
  useViewer,
} from '@/stores/tickets'
import {
  afterPaint,
  type CustomItemComponentProps,
  SkeletonRows,
  useNarrow,
  useRowMotion,
  type VirtualizerHandle,
  VirtualRows,
} from '@/ui'
import { focusSoon } from './enter-list'
import { placeAfterKey, placeOfTyped } from './list-keys'
import { ManyBar } from './many-bar'
import { NothingListed } from './nothing-listed'
import { SearchStopped } from './search-stopped'
import styles from './ticket-list.module.css'
import { TicketRow } from './ticket-row'
import { useFrozenList } from './use-frozen-list'
import { useRowKeys } from './use-row-keys'
import { useRowSelection } from './use-row-selection'
import { nameOf } from './use-ticket-actions'

type Density = NonNullable<Preferences['listDensity']>

interface RowSize {
  density: Density
  /** Height of a row, in pixels. */
  rowPx: number
}

/** A multiple of 4 each. */
const SIZES: Record<Density, RowSize> = {
  compact: { density: 'compact', rowPx: 48 },
  normal: { density: 'normal', rowPx: 68 },
  roomy: { density: 'roomy', rowPx: 88 },
}

/** How high rows of tickets are: as the person chose, else compact on narrow screens and normal on others. */
function useRowSize(): RowSize {
  const chosen = usePreferences(state => state.listDensity)
  const narrow = useNarrow()
  return SIZES[chosen ?? (narrow ? 'compact' : 'normal')]
}

/** How many rows are drawn above and below those on screen. */
const BUFFER_ROWS = 6
/** Quiet time after which type-ahead starts a new word, in milliseconds. */
const TYPE_AHEAD_MS = 700
const SKELETON_ROWS = 9

export interface TicketListProps {
  name: ListName
  /** Spoken name of the list. */
  label: string
  currentId: number | null
  searched?: string
  onOpen: (ticket: StoredTicket) => void
  onAccept: (ticket: StoredTicket) => void
  onSpy: (ticket: StoredTicket) => void
}

/** virtua's own wrapper carries no role, so the rows stay items of the list. */
function Item({ style, children, ref }: CustomItemComponentProps) {
  return (
    <div style={style} ref={ref}>
      {children}
    </div>
  )
}

function useOpenedInView(
  name: ListName,
  currentId: number | null,
  { shown, ids, apply }: { shown: readonly number[]; ids: readonly number[]; apply: () => void },
  virtual: { current: VirtualizerHandle | null },
): void {
  // A ticket that was just opened here (accepted, stepped to, made) is in view, once. Where the list is held still and
  // has no row for it yet, the order that has one is taken over: the row was asked for.
  const brought = useRef<string | null>(null)
  const opened = currentId === null ? null : `${name} ${currentId}`
  useEffect(() => {
    if (currentId === null || brought.current === opened) return
    const place = shown.indexOf(currentId)
    if (place >= 0) {
      brought.current = opened
      return afterPaint(() => {
        const { current: rows } = virtual
        rows?.scrollToIndex(place, { align: 'nearest' })
      })
    }
    if (ids.includes(currentId)) apply()
  }, [currentId, opened, shown, ids, apply, virtual])
}

/**
 * Keys of the list: from row to row, within a row, and to the row whose name begins with what is typed.
 * @param pressed whether the focus came by a press of the pointer: nothing is typed for the list then.
 */
function useRowKeyboard(
  shown: readonly number[],
  pressed: { current: boolean },
  focusRow: (place: number) => void,
): (event: KeyboardEvent<HTMLDivElement>) => void {
  const typed = useRef({ text: '', at: 0 })
  return event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    const target = event.target as HTMLElement
    const rowId = Number(target.dataset.rowButton ?? target.dataset.rowAction ?? Number.NaN)
    const at = shown.indexOf(rowId)
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      moveWithinRow(target, event)
      return
    }
    const place = placeAfterKey(event.key, at, shown.length)
    if (place !== null) {
      event.preventDefault()
      focusRow(place)
      return
    }
    if (event.key.length !== 1 || event.key === ' ' || target.dataset.rowButton === undefined) return
    // Letters are keys of the window then.
    if (pressed.current || usePreferences.getState().singleKeys) return
    const now = event.timeStamp
    const text = now - typed.current.at > TYPE_AHEAD_MS ? event.key : typed.current.text + event.key
    typed.current = { text, at: now }
    const names = shown.map(id => {
      const ticket = ticketById(id)
      return ticket ? nameOf(ticket) : ''
    })
    const found = placeOfTyped(names, at, text)
    if (found >= 0) focusRow(found)
  }
}

/** One list of tickets: virtual, still while it is pointed at, one tab stop. */
export function TicketList({
  name,
  label,
  currentId,
  searched = '',
  onOpen,
  onAccept,
  onSpy,
}: TicketListProps) {
  const { t } = useTexts()
  const list = useTicketList(name)
  const { density, rowPx } = useRowSize()
  const { shown, moved, apply, handlers } = useFrozenList(name, list.ids)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  const [activeId, setActiveId] = useState<number | null>(null)
  /** The row that holds the focus: it must not be recycled before the next one has taken it. */
  const [focusedId, setFocusedId] = useState<number | null>(null)
  /** The focus came by a press of the pointer: what is typed next is meant for the ticket, not for the list. */
  const pressed = useRef(false)
  /** The row under a press that is not over: as another element it would lose the click. */
  const pressedId = useRef<number | null>(null)

  // The first rows are on screen sooner without those that only scrolling shows.
  const [buffer, setBuffer] = useState(0)
  const drawn = shown.length > 0
  useEffect(() => {
    if (drawn) return afterPaint(() => setBuffer(BUFFER_ROWS * rowPx))
    setBuffer(0)
  }, [drawn, rowPx])

  const known = useViewer() !== null
  useEffect(() => {
    if (known) openList(name)
  }, [known, name])

  // The row Tab reaches: the one last focused, else the open ticket, else the first.
  const candidates = [activeId, currentId].map(id => (id === null ? -1 : shown.indexOf(id)))
  const active = Math.max(0, candidates.find(place => place >= 0) ?? 0)
  const rowKey = useRowKeys(shown, id => id === focusedId || id === pressedId.current)
  useRowMotion({ scroller, ids: shown, rowPx, attribute: 'data-ticket-id' })
  const living = useMemo(() => new Set(list.ids), [list.ids])

  const stoppedAt = list.status === 'ready' && list.hasMore ? list.stoppedAt : null
  const readOn = useCallback(() => {
    const box = scroller.current
    // Where a search stopped, whoever wants more of it says so.
    if (!box || stoppedAt) return
    // Also when the rows do not fill the pane: there is nothing to scroll then.
    if (box.scrollHeight - box.scrollTop - box.clientHeight <= INFINITE_SCROLL_PX + rowPx) void loadMore(name)
  }, [name, stoppedAt, rowPx])
  const { status, more, hasMore } = list
  useEffect(() => {
    // A finished page may leave the pane unfilled. Asked once it is laid out: asking before would lay it out for that.
    if (status === 'ready' && more === 'idle' && hasMore && shown.length > 0) afterPaint(readOn)
  }, [readOn, status, more, hasMore, shown.length])

  useOpenedInView(name, currentId, { shown, ids: list.ids, apply }, virtual)

  const focusRow = (place: number): void => {
    const id = shown[place]
    if (id === undefined) return
    pressed.current = false
    setActiveId(id)
    virtual.current?.scrollToIndex(place, { align: 'nearest' })
    focusSoon(() => scroller.current?.querySelector<HTMLElement>(`[data-row-button="${id}"]`) ?? null)
  }
  const onFocus = (event: FocusEvent<HTMLDivElement>): void => {
    const id = rowOf(event.target)
    setFocusedId(id)
    if (id !== null) setActiveId(id)
  }
  const endPress = (): void => {
    pressedId.current = null
  }
  const mounted = [active, focusedId === null ? -1 : shown.indexOf(focusedId)].filter(place => place >= 0)

  const onKey = useRowKeyboard(shown, pressed, focusRow)
  const row = { of: rowOf, focus: focusRow, onKey }
  const { selected, listens } = useRowSelection(name, shown, activeId ?? currentId, row)

  const empty = list.status === 'ready' && shown.length === 0 && !stoppedAt
  return (
    <div className={styles.pane} {...handlers}>
      <div ref={scroller} className={styles.scroller} onScroll={readOn} data-testid={`ticket-list-${name}`}>
        {list.status === 'failed' ? (
          <LoadError compact={shown.length > 0} error={list.error} onRetry={() => retryList(name)} />
        ) : null}
        {shown.length === 0 && (list.status === 'loading' || list.status === 'idle') ? (
          <SkeletonRows count={SKELETON_ROWS} height={rowPx} avatar label={t('common.loading')} />
        ) : null}
        {empty ? <NothingListed name={name} /> : null}
        {shown.length > 0 ? (
          <div
            className={styles.list}
            role="list"
            aria-label={label}
            aria-busy={list.status === 'loading'}
            {...listens}
            onPointerDown={event => {
              pressed.current = true
              pressedId.current = rowOf(event.target)
            }}
            onPointerUp={endPress}
            onPointerCancel={endPress}
            onFocus={onFocus}
            onBlur={() => setFocusedId(null)}
          >
            <VirtualRows
              ref={virtual}
              scrollRef={scroller}
              data={shown}
              key={density}
              itemSize={rowPx}
              bufferSize={buffer}
              item={Item}
              keepMounted={mounted}
            >
              {(id: number, index: number) => (
                <div
                  key={rowKey(id)}
                  role="listitem"
                  aria-posinset={index + 1}
                  aria-setsize={hasMore ? -1 : shown.length}
                  data-ticket-id={id}
                >
                  <TicketRow
                    id={id}
                    current={id === currentId}
                    tabbable={index === active}
                    left={!living.has(id)}
                    selected={selected.has(id)}
                    density={density}
                    searched={searched}
                    stateShown={name === 'search' || name === 'groups' || name === 'view'}
                    onOpen={onOpen}
                    onAccept={onAccept}
                    onSpy={onSpy}
                  />
                </div>
              )}
            </VirtualRows>
          </div>
        ) : null}
        {stoppedAt && more !== 'failed' ? (
          <SearchStopped
            at={stoppedAt}
            empty={shown.length === 0}
            busy={more === 'loading'}
            onOlder={() => void loadMore(name)}
          />
        ) : null}
        {more === 'loading' && !stoppedAt ? (
          <SkeletonRows count={2} height={rowPx} avatar label={t('tickets.loadingMore')} />
        ) : null}
        {more === 'failed' ? (
          <LoadError
            compact
            title={t('tickets.moreFailed')}
            error={list.error}
            onRetry={() => retryList(name)}
          />
        ) : null}
        {!hasMore && shown.length > SKELETON_ROWS ? <p className={styles.end}>{t('tickets.end')}</p> : null}
      </div>
      {selected.size > 0 ? (
        <ManyBar ids={shown.filter(id => selected.has(id) && living.has(id))} />
      ) : moved > 0 ? (
        <button type="button" className={styles.moved} onClick={apply} title={t('tickets.applyOrder')}>
          <ArrowDownUp size={14} strokeWidth={1.75} aria-hidden="true" />
          {t('tickets.orderChanged', { count: moved })}
        </button>
      ) : null}
    </div>
  )
}

/** Id of the ticket in whose row something happened; null for what is in none. */
function rowOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-ticket-id]') : null
  return row ? Number(row.dataset.ticketId) : null
}

/** Right goes from the row to its actions, left goes back. */
function moveWithinRow(from: HTMLElement, event: KeyboardEvent): void {
  const row = from.closest('[data-ticket-id]')
  if (!row) return
  const stops = [...row.querySelectorAll<HTMLElement>('[data-row-button], [data-row-action]')]
  const next = stops[stops.indexOf(from) + (event.key === 'ArrowRight' ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus({ preventScroll: true })
}
