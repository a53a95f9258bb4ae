import type { OptionFault } from '@contract'
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import {
  ChevronDown,
  ChevronRight,
  DoorOpen,
  GripVertical,
  type LucideIcon,
  MessageSquare,
  Paperclip,
  Split,
  TriangleAlert,
} from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui'
import styles from './chatbot.module.css'
import { type Drafts, dropPlace, INDENT_PX, type Move, type Place, type Row } from './tree'

export interface OutlineProps {
  /** Visible lines. */
  rows: readonly Row[]
  drafts: Drafts
  faults: ReadonlyMap<number, OptionFault>
  selected: number | null
  /** Where the customer of the preview stands. */
  customerAt: number | null
  onSelect: (id: number) => void
  onFold: (id: number, folded: boolean) => void
  /** Answers whether it could go there. */
  onMove: (id: number, move: Move) => boolean
  onDrop: (id: number, to: Place) => void
  onAddSibling: (id: number) => void
  onRemove: (id: number) => void
  /** Enter the fields of the chosen option. */
  onEdit: () => void
}

interface LineProps extends Pick<OutlineProps, 'onSelect' | 'onFold'> {
  row: Row
  depth: number
  title: string
  icon: LucideIcon
  isSelected: boolean
  isHere: boolean
  isDrafted: boolean
  fault: OptionFault | undefined
  tabStop: boolean
  onKeyDown: (event: KeyboardEvent<HTMLDivElement>, row: Row) => void
}

function Line({
  row,
  depth,
  title,
  icon: Icon,
  isSelected,
  isHere,
  isDrafted,
  fault,
  tabStop,
  onSelect,
  onFold,
  onKeyDown,
}: LineProps) {
  const { t } = useTexts()
  const { id } = row.option
  const drag = useSortable({ id })
  const Chevron = row.expanded ? ChevronDown : ChevronRight
  const faultText = fault ? t(`queues.chatbot.fault.${fault}`) : ''
  return (
    <div
      ref={drag.setNodeRef}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-selected={isSelected}
      aria-expanded={row.hasChildren ? row.expanded : undefined}
      aria-label={[`${row.place}. ${title}`, faultText, isDrafted ? t('kit.form.unsaved') : '']
        .filter(Boolean)
        .join(', ')}
      data-option={id}
      tabIndex={tabStop ? 0 : -1}
      className={cx(styles.line, isSelected && styles.selected, drag.isDragging && styles.lifted)}
      style={
        {
          '--depth': `${depth * INDENT_PX}px`,
          // The line is moved up and down only; its depth is drawn as it will be.
          transform: drag.transform ? `translateY(${drag.transform.y}px)` : undefined,
          transition: drag.transition,
        } as CSSProperties
      }
      onClick={() => onSelect(id)}
      onKeyDown={event => onKeyDown(event, row)}
      {...drag.listeners}
    >
      <GripVertical className={styles.gripIcon} size={14} strokeWidth={1.5} aria-hidden="true" />
      {row.hasChildren ? (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className={styles.fold}
          onPointerDown={event => event.stopPropagation()}
          onClick={event => {
            event.stopPropagation()
            onFold(id, row.expanded)
          }}
        >
          <Chevron size={14} strokeWidth={2} />
        </button>
      ) : (
        <span className={styles.fold} />
      )}
      <span className={styles.place}>{row.place}</span>
      <bdi className={styles.lineTitle}>{title}</bdi>
      {isDrafted ? <span className={styles.dot} aria-hidden="true" /> : null}
      {isHere ? <span className={styles.here}>{t('queues.chatbot.here')}</span> : null}
      {row.option.mediaPath ? <Paperclip size={14} strokeWidth={1.5} aria-hidden="true" /> : null}
      {fault ? (
        <span className={styles.fault} title={faultText}>
          <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
        </span>
      ) : (
        <Icon size={14} strokeWidth={1.5} aria-hidden="true" />
      )}
    </div>
  )
}

/** The tree of a chatbot as an outline: arrows go, Alt with arrows moves, Tab nests, Enter adds; or it is dragged. */
export function Outline({ rows, drafts, faults, selected, customerAt, ...on }: OutlineProps) {
  const { t } = useTexts()
  const box = useRef<HTMLDivElement>(null)
  /** Escape gives Tab back to the browser, until an option is entered again: nobody is caught in here. */
  const released = useRef(false)
  const [drag, setDrag] = useState<{ id: number; over: number; dx: number } | null>(null)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }))

  const dragged = drag ? rows.find(row => row.option.id === drag.id) : undefined
  // What lies below the dragged option travels with it, unseen.
  const start = dragged ? rows.indexOf(dragged) : -1
  const after = dragged ? rows.findIndex((row, at) => at > start && row.depth <= dragged.depth) : -1
  const visible = dragged ? rows.filter((_row, at) => at <= start || (after >= 0 && at >= after)) : rows
  const target = drag ? dropPlace(visible, drag.id, drag.over, drag.dx) : null
  const depthOfTarget = (): number => {
    if (!target || target.parentId === null) return 0
    return (rows.find(row => row.option.id === target.parentId)?.depth ?? -1) + 1
  }

  const focus = (id: number | undefined): void => {
    if (id === undefined) return
    on.onSelect(id)
    box.current?.querySelector<HTMLElement>(`[data-option="${id}"]`)?.focus()
  }
  const arrow = (event: KeyboardEvent, row: Row): number | undefined | null => {
    const at = rows.indexOf(row)
    switch (event.key) {
      case 'ArrowDown':
        return rows[at + 1]?.option.id
      case 'ArrowUp':
        return rows[at - 1]?.option.id
      case 'Home':
        return rows[0]?.option.id
      case 'End':
        return rows.at(-1)?.option.id
      case 'ArrowRight':
        if (row.hasChildren && !row.expanded) on.onFold(row.option.id, false)
        else if (row.hasChildren) return rows[at + 1]?.option.id
        return undefined
      case 'ArrowLeft':
        if (row.expanded) on.onFold(row.option.id, true)
        else return row.option.parentId ?? undefined
        return undefined
      default:
        return null
    }
  }
  const MOVES: Readonly<Record<string, Move>> = {
    ArrowUp: 'up',
    ArrowDown: 'down',
    ArrowRight: 'nest',
    ArrowLeft: 'unnest',
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>, row: Row): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return
    const { id } = row.option
    const move = MOVES[event.key]
    if (event.altKey && move) {
      event.preventDefault()
      on.onMove(id, move)
      return
    }
    if (event.altKey) return
    if (event.key === 'Tab') {
      if (!released.current && on.onMove(id, event.shiftKey ? 'unnest' : 'nest')) event.preventDefault()
      return
    }
    if (event.key === 'Escape') {
      released.current = true
      return
    }
    const acts: Readonly<Record<string, () => void>> = {
      Enter: () => on.onAddSibling(id),
      Delete: () => on.onRemove(id),
      F2: on.onEdit,
    }
    const act = acts[event.key]
    if (act) {
      event.preventDefault()
      act()
      return
    }
    const next = arrow(event, row)
    if (next === null) return
    event.preventDefault()
    focus(next)
  }
  const over = ({ active, over: line, delta }: DragMoveEvent | DragEndEvent): void => {
    if (line) setDrag({ id: Number(active.id), over: Number(line.id), dx: delta.x })
  }
  const iconOf = (row: Row): LucideIcon => {
    const { exitChatbot, forwardQueueId } = { ...row.option, ...drafts[row.option.id] }
    return exitChatbot ? DoorOpen : forwardQueueId !== null ? Split : MessageSquare
  }
  const stop = rows.some(row => row.option.id === selected) ? selected : rows[0]?.option.id

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => setDrag({ id: Number(active.id), over: Number(active.id), dx: 0 })}
      onDragMove={over}
      onDragCancel={() => setDrag(null)}
      onDragEnd={() => {
        if (drag && target) on.onDrop(drag.id, target)
        setDrag(null)
      }}
    >
      <SortableContext items={visible.map(row => row.option.id)} strategy={verticalListSortingStrategy}>
        <div
          ref={box}
          role="tree"
          aria-label={t('queues.chatbot.tree')}
          className={styles.tree}
          onFocus={event => {
            if (!box.current?.contains(event.relatedTarget)) released.current = false
          }}
        >
          {visible.map(row => (
            <Line
              key={row.option.id}
              row={row}
              depth={drag?.id === row.option.id ? depthOfTarget() : row.depth}
              title={drafts[row.option.id]?.title ?? row.option.title}
              icon={iconOf(row)}
              isSelected={row.option.id === selected}
              isHere={row.option.id === customerAt}
              isDrafted={drafts[row.option.id] !== undefined}
              fault={faults.get(row.option.id)}
              tabStop={row.option.id === stop}
              onSelect={on.onSelect}
              onFold={on.onFold}
              onKeyDown={onKeyDown}
            />
          ))}
        </div>
      </SortableContext>
    </DndContext>
  )
}
