import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  type DragEndEvent,
  KeyboardCode,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useMemo, useRef, useState } from 'react'
import { KeySensor, type KeySensorOptions } from '@/features/dragging'
import { nameOf } from '@/features/tickets'
import { useTexts } from '@/i18n'
import type { Lane } from '@/stores/kanban'
import { ticketById } from '@/stores/tickets'
import { laneKey, type Place } from './kanban-lane'

/** What is dragged: a ticket out of a lane. */
export interface Dragged {
  ticketId: number
  laneId: number
}

/** Pixels the mouse moves before a press is a drag. */
const MOUSE = { activationConstraint: { distance: 4 } } as const
/** A short press scrolls the lane, a longer one lifts the card: milliseconds, and pixels a finger may tremble. */
const TOUCH = { activationConstraint: { delay: 220, tolerance: 8 } } as const
/** Keys that lead nowhere while a card is carried, and must not scroll its lane. */
const STILL: ReadonlySet<string> = new Set([KeyboardCode.Up, KeyboardCode.Down, 'PageUp', 'PageDown'])

const draggedOf = (data: unknown): Dragged => data as Dragged
const laneIdOf = (over: { data: { current?: unknown } } | null): number | null =>
  over ? (over.data.current as { laneId: number }).laneId : null

/**
 * Everything the drag library is given: by the pointer a card goes into the lane below it, by the keyboard into the lane
 * the arrows stand on, whatever is drawn there.
 * @param drop is called with the lane a card was let go over, whether the keyboard did it, and where it hung then.
 */
export function useBoardDrag(
  lanes: readonly Lane[],
  drop: (dragged: Dragged, laneId: number, byKey: boolean, place: Place | null) => void,
) {
  const { t } = useTexts()
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const [overId, setOverId] = useState<number | null>(null)
  /** The lane the arrows stand on, by its id: lanes come and go meanwhile. null while no key drags. */
  const keyLane = useRef<number | null>(null)
  /** Lane that was said last: the one a card is lifted in is said with it. */
  const announcedLane = useRef<number | null>(null)
  /** The lane a card was dropped into last; null: beside all of them. */
  const landed = useRef<number | null>(null)
  const lanesNow = useRef(lanes)
  lanesNow.current = lanes

  const keys = useMemo<KeySensorOptions>(
    () => ({
      carry: (code, from) => {
        const all = lanesNow.current
        // Of a lane that is gone the arrows begin at the first one.
        const at = Math.max(
          0,
          all.findIndex(lane => lane.id === keyLane.current),
        )
        const to: Record<string, number> = {
          [KeyboardCode.Right]: at + 1,
          [KeyboardCode.Left]: at - 1,
          Home: 0,
          End: all.length - 1,
        }
        const place = STILL.has(code) ? at : to[code]
        if (place === undefined) return null
        keyLane.current = all[Math.min(Math.max(place, 0), all.length - 1)]?.id ?? null
        const lane = document.querySelector(`[data-lane="${keyLane.current}"]`)
        if (!lane) return null
        lane.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
        return { x: lane.getBoundingClientRect().left - from.left, y: 0 }
      },
    }),
    [],
  )
  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeySensor, keys),
  )
  const collisionDetection = useMemo<CollisionDetection>(
    () => args => {
      const { current: laneId } = keyLane
      if (laneId !== null) {
        const container = args.droppableContainers.find(one => one.id === laneKey(laneId))
        return container ? [{ id: container.id, data: { droppableContainer: container, value: 0 } }] : []
      }
      return args.pointerCoordinates ? pointerWithin(args) : closestCenter(args)
    },
    [],
  )

  const cardName = (data: unknown): string => {
    const ticket = ticketById(draggedOf(data).ticketId)
    return ticket ? nameOf(ticket) : ''
  }
  const laneName = (id: number | null): string =>
    lanes.find(lane => lane.id === id)?.tag?.name ?? t('kanban.untagged')
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      announcedLane.current = draggedOf(active.data.current).laneId
      return t('kanban.said.lifted', {
        name: cardName(active.data.current),
        lane: laneName(announcedLane.current),
      })
    },
    onDragOver: ({ over }) => {
      const lane = laneIdOf(over)
      if (lane === announcedLane.current) return undefined
      announcedLane.current = lane
      return lane === null ? t('kanban.said.nowhere') : t('kanban.said.over', { lane: laneName(lane) })
    },
    onDragEnd: ({ active }) => {
      const name = cardName(active.data.current)
      return landed.current === null
        ? t('kanban.said.cancelled', { name })
        : t('kanban.said.dropped', { name, lane: laneName(landed.current) })
    },
    onDragCancel: ({ active }) => t('kanban.said.cancelled', { name: cardName(active.data.current) }),
  }
  const end = (): void => {
    keyLane.current = null
    setDragged(null)
    setOverId(null)
  }
  return {
    dragged,
    /** The lane a card would be dropped into, where that is another one. */
    targetId: dragged !== null && overId !== dragged.laneId ? overId : null,
    context: {
      sensors,
      collisionDetection,
      accessibility: {
        announcements,
        screenReaderInstructions: { draggable: t('kanban.said.hint') },
        // A moved card is another element of another lane: the board focuses it.
        restoreFocus: false,
      },
      onDragStart: ({
        active,
        activatorEvent,
      }: {
        active: { data: { current?: unknown } }
        activatorEvent: Event
      }) => {
        const card = draggedOf(active.data.current)
        setDragged(card)
        if (activatorEvent instanceof KeyboardEvent) keyLane.current = card.laneId
      },
      onDragOver: ({ over }: { over: { data: { current?: unknown } } | null }) => setOverId(laneIdOf(over)),
      onDragCancel: end,
      onDragEnd: ({ active, over }: DragEndEvent) => {
        const byKey = keyLane.current !== null
        // A quick drop comes before the library has seen what the last arrow stands over; a lane that is gone takes none.
        const stands = lanesNow.current.some(lane => lane.id === keyLane.current) ? keyLane.current : null
        const laneId = byKey ? stands : laneIdOf(over)
        landed.current = laneId
        end()
        const card = draggedOf(active.data.current)
        if (laneId !== null && laneId !== card.laneId)
          drop(card, laneId, byKey, active.rect.current.translated)
      },
    },
  }
}
