import { UNTAGGED_LANE } from '@contract'
import { DndContext, DragOverlay } from '@dnd-kit/core'
import { Button } from 'antd'
import { ArrowUpRight, Columns3 } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState, type WheelEvent } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { LoadError } from '@/features/load-error'
import { ViewSelect } from '@/features/saved-views'
import { nameOf, ticketPath } from '@/features/tickets'
import { useTexts } from '@/i18n'
import {
  keepPlace,
  loadBoard,
  openBoard,
  placeOf,
  showBoardOf,
  useBoard,
  useBoardState,
  useLaneCounts,
} from '@/stores/kanban'
import { useSavedViews } from '@/stores/saved-views'
import { type StoredTicket, useTicket, useViewer } from '@/stores/tickets'
import { EmptyState, type RowAction, RowMenu, SegmentedTabs, SkeletonBox, useNarrow } from '@/ui'
import styles from './kanban.module.css'
import { CardFace, cardKey } from './kanban-card'
import { KanbanLane, type LaneHandle } from './kanban-lane'
import { useBoardDrag } from './use-board-drag'
import { useMoves } from './use-moves'

interface Menu {
  ticket: StoredTicket
  laneId: number
  at: { x: number; y: number }
}

function Waiting() {
  const { t } = useTexts()
  return (
    <div className={styles.board} role="status" aria-label={t('common.loading')}>
      {[5, 3, 4].map((cards, lane) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lanes in waiting have no other name
        <div key={lane} className={styles.lane} aria-hidden="true">
          <div className={styles.head}>
            <SkeletonBox width={120} height={14} />
          </div>
          <div className={styles.cards}>
            {Array.from({ length: cards }, (_unused, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same
              <div key={place} className={styles.slot}>
                <div className={styles.card}>
                  <SkeletonBox width="60%" height={12} />
                  <SkeletonBox width="90%" height={10} />
                </div>
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

/** Which view the board is of; one that a colleague changes or deletes is followed. */
function BoardView() {
  const views = useSavedViews()
  const view = useBoard(board => board.view)
  const now = view && (views.find(({ id }) => id === view.id) ?? null)
  useEffect(() => showBoardOf(now), [now])
  if (views.length === 0) return null
  return (
    <div className={styles.view}>
      <ViewSelect
        value={view?.id ?? null}
        onChange={id => showBoardOf(views.find(one => one.id === id) ?? null)}
      />
    </div>
  )
}

/** /kanban: tickets by the lane's tag they carry. */
export function KanbanScreen() {
  const { t } = useTexts()
  const { status, error } = useBoardState()
  const viewer = useViewer()
  const known = viewer !== null
  const queues = viewer?.queueIds.join(',') ?? ''
  useEffect(() => {
    if (known) return openBoard()
  }, [known])
  // Other queues of one's own: another board.
  const asked = useRef(queues)
  useEffect(() => {
    if (!known || asked.current === queues) return
    asked.current = queues
    void loadBoard()
  }, [known, queues])

  return (
    <main className={styles.screen} aria-label={t('kanban.title')} data-pane="content">
      <BoardView />
      {status === 'failed' ? (
        <LoadError title={t('kanban.failed')} error={error} onRetry={() => void loadBoard()} />
      ) : status === 'ready' ? (
        <>
          {error === null ? null : (
            <div className={styles.notice} role="alert">
              <span>{t('kanban.stale')}</span>
              <Button size="small" onClick={() => void loadBoard()}>
                {t('common.retry')}
              </Button>
            </div>
          )}
          <Board />
        </>
      ) : (
        <Waiting />
      )}
    </main>
  )
}

function Board() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const narrow = useNarrow()
  const move = useMoves()
  const lanes = useBoard(board => board.lanes)
  const counts = useLaneCounts()
  const [menu, setMenu] = useState<Menu | null>(null)
  const [seenLane, setSeenLane] = useState(UNTAGGED_LANE)
  const board = useRef<HTMLDivElement>(null)
  const handles = useRef(new Map<number, LaneHandle>())

  const drag = useBoardDrag(lanes, ({ ticketId }, laneId, byKey, place) => {
    const lane = handles.current.get(laneId)
    if (place) lane?.landFrom(ticketId, place)
    void move(ticketId, laneId)
    if (byKey) lane?.focusCard(ticketId)
  })
  const open = useCallback((ticket: StoredTicket) => void navigate(ticketPath(ticket.uuid)), [navigate])
  const onMenu = useCallback(
    (ticket: StoredTicket, laneId: number, at: Menu['at']) => setMenu({ ticket, laneId, at }),
    [],
  )
  useEffect(() => {
    const place = placeOf('board')
    if (place > 0 && board.current) board.current.scrollLeft = place
  }, [])

  useEffect(() => {
    if (narrow)
      document
        .getElementById(`kanban-lanes-tab-${seenLane}`)
        ?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [narrow, seenLane])

  const actionsOf = ({ ticket, laneId }: Menu): RowAction[] => [
    {
      key: 'see',
      icon: ArrowUpRight,
      label: t('kanban.seeTicket', { name: nameOf(ticket) }),
      run: () => open(ticket),
    },
    ...lanes
      .filter(lane => lane.id !== laneId)
      .map(lane => ({
        key: `lane ${lane.id}`,
        icon: Columns3,
        label: t('kanban.moveTo', { lane: lane.tag?.name ?? t('kanban.untagged') }),
        run: () => void move(ticket.id, lane.id),
      })),
  ]

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const target = event.target as HTMLElement
    if (drag.dragged || target.dataset.card === undefined) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const laneAt = lanes.findIndex(lane => String(lane.id) === target.dataset.card?.split(':')[0])
    const place = Number(target.closest<HTMLElement>('[data-place]')?.dataset.place ?? 0)
    const focusAt = (at: number, in_: number): boolean =>
      handles.current.get(lanes[in_]?.id ?? -1)?.focusAt(at) ?? false
    const beside = (step: 1 | -1): void => {
      for (let next = laneAt + step; next >= 0 && next < lanes.length; next += step)
        if (focusAt(place, next)) return
    }
    const keys: Record<string, () => void> = {
      ArrowUp: () => void focusAt(place - 1, laneAt),
      ArrowDown: () => void focusAt(place + 1, laneAt),
      ArrowRight: () => beside(1),
      ArrowLeft: () => beside(-1),
      Home: () => void focusAt(0, laneAt),
      End: () => void focusAt(Number.POSITIVE_INFINITY, laneAt),
    }
    const run = keys[event.key]
    if (!run) return
    event.preventDefault()
    run()
  }
  const onWheel = (event: WheelEvent<HTMLDivElement>): void => {
    // Shift and the wheel go sideways; systems that turn the wheel themselves report it as sideways already.
    if (event.shiftKey && event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY
  }
  const show = (id: number): void => {
    setSeenLane(id)
    const lane = board.current?.querySelector<HTMLElement>(`[data-lane="${id}"]`)
    if (lane && board.current) board.current.scrollLeft = lane.offsetLeft - board.current.offsetLeft
  }
  const onScroll = (): void => {
    const box = board.current
    if (!box) return
    keepPlace('board', box.scrollLeft)
    if (!narrow) return
    const seen = lanes[Math.round(box.scrollLeft / Math.max(box.clientWidth, 1))]
    if (seen && seen.id !== seenLane) setSeenLane(seen.id)
  }
  const noLanes = lanes.length < 2
  const draggedCard = useTicket(drag.dragged?.ticketId ?? null)
  return (
    <DndContext {...drag.context}>
      {narrow && !noLanes ? (
        <div className={styles.tabs}>
          <SegmentedTabs
            id="kanban-lanes"
            label={t('kanban.lanes')}
            panels={false}
            value={String(seenLane)}
            onChange={key => show(Number(key))}
            items={lanes.map(lane => ({
              key: String(lane.id),
              label: lane.tag?.name ?? t('kanban.untagged'),
              count: counts.get(lane.id) ?? 0,
            }))}
          />
        </div>
      ) : null}
      <div
        ref={board}
        role="group"
        aria-label={t('kanban.lanes')}
        className={styles.board}
        data-dragging={drag.dragged !== null}
        onKeyDown={onKeyDown}
        onWheel={onWheel}
        onScroll={onScroll}
      >
        {lanes.map(lane => (
          <KanbanLane
            key={lane.id}
            ref={handle => {
              if (handle) handles.current.set(lane.id, handle)
              else handles.current.delete(lane.id)
            }}
            lane={lane}
            draggedKey={
              drag.dragged?.laneId === lane.id ? cardKey(drag.dragged.laneId, drag.dragged.ticketId) : null
            }
            target={drag.targetId === lane.id}
            onOpen={open}
            onMenu={onMenu}
          />
        ))}
        {noLanes ? (
          <div className={styles.noLanes}>
            <EmptyState
              icon={Columns3}
              title={t('kanban.noLanes')}
              text={t('kanban.noLanesText')}
              action={<Button onClick={() => void navigate('/tags')}>{t('kanban.toTags')}</Button>}
            />
          </div>
        ) : null}
      </div>
      {createPortal(
        <DragOverlay dropAnimation={null}>
          {draggedCard ? (
            <div className={styles.slot}>
              <div className={`${styles.card} ${styles.flying}`}>
                <CardFace ticket={draggedCard} />
              </div>
            </div>
          ) : null}
        </DragOverlay>,
        document.body,
      )}
      {menu ? <RowMenu actions={actionsOf(menu)} at={menu.at} onClose={() => setMenu(null)} /> : null}
    </DndContext>
  )
}
