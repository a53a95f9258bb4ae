import type { Queue } from '@contract'
import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { GripVertical, MessagesSquare, Pencil, Trash2 } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { KeySensor } from '@/features/dragging'
import { useTableRowPx } from '@/features/kit'
import { useTexts } from '@/i18n'
import { announce, cx, IconButton, QueueName, VirtualRows } from '@/ui'
import styles from './queues.module.css'
import { useCarriedRow } from './use-carried-row'

/** Height of queues.module.css, in pixels. */
const HEAD_PX = 36

export interface QueueTableProps {
  queues: readonly Queue[]
  /** false while only a part of them is shown: an order needs all of them. */
  sortable: boolean
  onOrder: (ids: number[]) => void
  onOpen: (queue: Queue) => void
  onChatbot: (queue: Queue) => void
  onRemove: (queue: Queue) => void
}

type RowProps = Omit<QueueTableProps, 'queues' | 'onOrder'> & {
  queue: Queue
  /** Its place in the order, from 0. */
  place: number
  onMove: (by: -1 | 1) => void
}

function QueueRow({ queue, place, sortable, onOpen, onChatbot, onRemove, onMove }: RowProps) {
  const { t } = useTexts()
  const drag = useSortable({ id: queue.id, disabled: !sortable })
  const { name } = queue
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const up = event.key === 'ArrowUp'
    if (!up && event.key !== 'ArrowDown') {
      if (event.target !== event.currentTarget || event.key !== 'Enter') return
      event.preventDefault()
      onOpen(queue)
      return
    }
    if (event.altKey && sortable) {
      event.preventDefault()
      onMove(up ? -1 : 1)
      return
    }
    if (event.target !== event.currentTarget) return
    const box = event.currentTarget.parentElement
    const sibling = up ? box?.previousElementSibling : box?.nextElementSibling
    const row = sibling?.querySelector<HTMLElement>('[role=row]')
    if (!row) return
    event.preventDefault()
    row.focus()
  }
  return (
    <div
      ref={drag.setNodeRef}
      role="row"
      aria-rowindex={place + 2}
      tabIndex={0}
      data-queue={queue.id}
      className={cx(styles.row, styles.body, drag.isDragging && styles.lifted)}
      style={{ transform: CSS.Translate.toString(drag.transform), transition: drag.transition }}
      onClick={() => onOpen(queue)}
      onKeyDown={onKeyDown}
    >
      <div role="cell" className={styles.gripCell}>
        <button
          ref={drag.setActivatorNodeRef}
          type="button"
          className={styles.grip}
          {...drag.attributes}
          {...drag.listeners}
          aria-label={t('queues.drag', { name })}
          disabled={!sortable}
          onClick={event => event.stopPropagation()}
        >
          <GripVertical size={16} strokeWidth={1.5} aria-hidden="true" />
        </button>
      </div>
      <div role="cell" className={cx(styles.number, styles.fold)}>
        {queue.id}
      </div>
      <div role="cell" className={styles.nameCell}>
        <QueueName name={name} color={queue.color} />
      </div>
      <div role="cell" className={cx(styles.colorCell, styles.fold)}>
        {queue.color}
      </div>
      <div role="cell" className={cx(styles.number, styles.fold)}>
        {queue.orderQueue ?? '–'}
      </div>
      <div role="cell" className={cx(styles.greeting, styles.foldOnPhones)} title={queue.greetingMessage}>
        {queue.greetingMessage}
      </div>
      <div
        role="cell"
        className={styles.actions}
        onClick={event => event.stopPropagation()}
        onKeyDown={event => event.stopPropagation()}
      >
        <IconButton
          icon={MessagesSquare}
          size="small"
          label={t('queues.openChatbot', { name })}
          onClick={() => onChatbot(queue)}
        />
        <IconButton
          icon={Pencil}
          size="small"
          label={t('queues.edit', { name })}
          onClick={() => onOpen(queue)}
        />
        <IconButton
          icon={Trash2}
          size="small"
          tone="danger"
          label={t('queues.remove', { name })}
          onClick={() => onRemove(queue)}
        />
      </div>
    </div>
  )
}

/** The queues in their order, which is changed by dragging, by the handle's keys, or by Alt with an arrow on a row. */
export function QueueTable({ queues, onOrder, ...rest }: QueueTableProps) {
  const { t } = useTexts()
  const pane = useRef<HTMLDivElement>(null)
  /** The place of the row that is dragged: it stays, however far it is taken from where it was. */
  const [lifted, setLifted] = useState<number | null>(null)
  const ids = queues.map(queue => queue.id)
  const rowPx = useTableRowPx()
  const keys = useCarriedRow(pane, ids, rowPx, HEAD_PX)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeySensor, keys.options),
  )
  const nameOf = (id: UniqueIdentifier): string => queues.find(queue => queue.id === id)?.name ?? ''
  const placeOf = (id: UniqueIdentifier): object => ({
    place: ids.indexOf(Number(id)) + 1,
    count: ids.length,
  })
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('queues.lifted', { name: nameOf(active.id), ...placeOf(active.id) }),
    onDragOver: ({ active, over }) =>
      over ? t('queues.moved', { name: nameOf(active.id), ...placeOf(over.id) }) : undefined,
    onDragEnd: ({ active, over }) =>
      t('queues.dropped', { name: nameOf(active.id), ...placeOf(keys.landed() ?? over?.id ?? active.id) }),
    onDragCancel: ({ active }) => t('queues.dragCancelled', { name: nameOf(active.id) }),
  }
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    setLifted(null)
    // A quick drop comes before the library has seen what the last arrow stands over.
    const [from, to] = [ids.indexOf(Number(active.id)), ids.indexOf(keys.drop() ?? Number(over?.id))]
    if (to >= 0 && from !== to) onOrder(arrayMove(ids, from, to))
  }
  const moveRow = (queue: Queue, by: -1 | 1): void => {
    const from = ids.indexOf(queue.id)
    const to = from + by
    if (to < 0 || to >= ids.length) return
    onOrder(arrayMove(ids, from, to))
    announce(t('queues.dropped', { name: queue.name, place: to + 1, count: ids.length }))
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-queue="${queue.id}"]`)?.focus())
  }
  return (
    <div ref={pane} className={styles.pane}>
      <DndContext
        sensors={sensors}
        collisionDetection={keys.collisionDetection}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t('queues.dragHint') } }}
        onDragStart={({ active, activatorEvent }) => {
          const place = ids.indexOf(Number(active.id))
          setLifted(place)
          keys.lift(activatorEvent instanceof globalThis.KeyboardEvent ? place : null)
        }}
        onDragEnd={onDragEnd}
        onDragCancel={() => {
          setLifted(null)
          keys.drop()
        }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <div
            role="table"
            aria-label={t('queues.title')}
            aria-rowcount={queues.length + 1}
            style={{ '--row': `${rowPx}px` } as CSSProperties}
          >
            <div role="rowgroup" className={styles.head}>
              <div role="row" className={styles.row}>
                <div role="columnheader" aria-label={t('queues.column.drag')} />
                <div role="columnheader" className={cx(styles.number, styles.fold)}>
                  {t('queues.column.id')}
                </div>
                <div role="columnheader">{t('queues.column.name')}</div>
                <div role="columnheader" className={styles.fold}>
                  {t('queues.column.color')}
                </div>
                <div role="columnheader" className={cx(styles.number, styles.fold)}>
                  {t('queues.column.orderQueue')}
                </div>
                <div role="columnheader" className={styles.foldOnPhones}>
                  {t('queues.column.greeting')}
                </div>
                <div role="columnheader" aria-label={t('common.actions')} />
              </div>
            </div>
            <div role="rowgroup" className={styles.rows}>
              <VirtualRows
                key={rowPx}
                data={queues}
                scrollRef={pane}
                itemSize={rowPx}
                startMargin={HEAD_PX}
                keepMounted={lifted === null ? [] : [lifted]}
              >
                {(queue, place) => (
                  <QueueRow
                    key={queue.id}
                    queue={queue}
                    place={place}
                    {...rest}
                    onMove={by => moveRow(queue, by)}
                  />
                )}
              </VirtualRows>
            </div>
          </div>
        </SortableContext>
      </DndContext>
    </div>
  )
}
