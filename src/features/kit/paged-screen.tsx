import { Button } from 'antd'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useMemo, useState } from 'react'
import { LoadError } from '@/features/load-error'
import { type TextKey, useTexts } from '@/i18n'
import type { Filters, Key, PagedList } from '@/stores/paged-list'
import {
  type Column,
  DataTable,
  EmptyState,
  type EmptyStateProps,
  ListScreen,
  NothingFound,
  type RowAction,
  SearchField,
  ToolbarButton,
} from '@/ui'
import styles from './paged-screen.module.css'
import { BulkBar, Failure } from './paged-screen-parts'
import { useArrange } from './use-arrange'
import { useRemove } from './use-remove'
import { useTableLayout } from './use-table-layout'

/** How rows of a list are deleted, one or several; the question, the toasts and the row's going are the kit's. */
interface RowRemoval<T> {
  /** Deletes one on the server. */
  call: (row: T) => Promise<unknown>
  /** What is done to several; "Excluir 3 tags" unless given. One is called by its name. */
  manyLabel?: (count: number) => string
  /** What follows from it, below 'Deseja realmente excluir esse registro?'. */
  text?: (rows: readonly T[]) => string | undefined
  /** Default 'Operação realizada com sucesso!'. */
  doneText?: string
}

/** Areas of texts, and parts of them, that say what a list is. */
type ListTexts = TextKey extends infer K ? (K extends `${infer Area}.emptyText` ? Area : never) : never

export interface PagedScreenProps<T, F extends Filters> {
  list: PagedList<T, F>
  /** Filters to open it with (the list an item belongs to); a memoised object. */
  scope?: Partial<F>
  /**
   * Where its words stand: `title` (the screen and its table), `count` (title and count as one phrase), `search`, `add`,
   * and of an empty list `empty` (what there is none of) and `emptyText` (what the thing is for).
   */
  texts: ListTexts
  /** In place of the one of the texts. */
  title?: string
  /** Its rows can be searched; default true. */
  searched?: boolean
  /** The first column is the thing's name. */
  columns: readonly Column<T>[]
  /** Names a row for those who choose it or hear it. */
  rowName: (row: T) => string
  /** Draws the form of a row, or of a new one (null): a press on a row, its pencil and the primary action open it. */
  form?: (row: T | null, close: () => void) => ReactNode
  /** Rows that open; default all. */
  opens?: (row: T) => boolean
  /** Enter or a press on the row. */
  onOpen?: (row: T) => void
  /** Edits a row: a press on it and its pencil, "Editar VIP". */
  onEdit?: (row: T) => void
  /** Given: rows can be deleted from their menu, and several chosen and deleted at once. */
  removal?: RowRemoval<T>
  /** Deletes a row with a question of its own, in place of `removal`. @param label what the button is called. */
  onRemove?: (row: T, label: string) => void
  /** Rows that `onEdit` may change; default all. A press opens the others as well. */
  mayChange?: (row: T) => boolean
  /** Rows that may be deleted; default those that may be changed. */
  mayRemove?: (row: T) => boolean
  /** Puts rows into another order on the server, given their ids; while nothing is searched each can be moved by one place. */
  arrange?: (ids: number[]) => Promise<unknown>
  /** Further actions, between the pencil and the bin. */
  rowActions?: (row: T) => readonly RowAction[]
  /** The one primary action, called `add` by the texts; by itself it opens the form. null: nothing can be added. */
  add?: (() => void) | null
  /** Quiet tools before it. */
  tools?: ReactNode
  filters?: ReactNode
  /** The picture of an empty list, and words in place of those of the texts; the primary action is offered below. */
  empty: Pick<EmptyStateProps, 'icon' | 'drawing' | 'text'> & { title?: string }
  /** Given: several rows can be chosen, and these are their actions ("Excluir 3 etiquetas"). */
  bulk?: (rows: readonly T[], done: () => void) => readonly RowAction[]
  /** Stands above the table. */
  notice?: ReactNode
  rowClass?: (row: T) => string | undefined
  /** It stands inside a screen that has a main part already (a section of the settings). */
  nested?: boolean
  /** Dialogs. */
  children?: ReactNode
}

/**
 * A list screen on a paged list: search, count, one primary action, table, and every state it can be in (loading,
 * empty, nothing found, failed, failed further down, no permission). The recipe is in docs/how-to.md.
 */
export function PagedScreen<T, F extends Filters>({
  list,
  scope,
  texts,
  title: ownTitle,
  searched = true,
  columns,
  rowName,
  form,
  opens = () => true,
  onEdit: ownEdit,
  onOpen: ownOpen,
  removal,
  onRemove,
  mayChange = () => true,
  mayRemove = mayChange,
  arrange,
  rowActions,
  add: ownAdd,
  tools,
  filters,
  empty,
  bulk,
  notice,
  rowClass,
  nested,
  children,
}: PagedScreenProps<T, F>) {
  const { t, format } = useTexts()
  /** The screen's own words. */
  const word = (name: string, count?: number): string => {
    const counted = count === undefined ? {} : { count, formatted: format.number(count) }
    return String(t(`${texts}.${name}` as TextKey, counted))
  }
  const title = ownTitle ?? word('title')
  const [editing, setEditing] = useState<T | 'new' | null>(null)
  const onEdit = ownEdit ?? (form && setEditing)
  const onOpen = ownOpen ?? onEdit
  const run = ownAdd === undefined && form ? () => setEditing('new') : ownAdd
  const add = run ? { label: word('add'), run } : null
  const state = list.use()
  const layout = useTableLayout(list.name)
  const [chosen, setChosen] = useState<ReadonlySet<Key>>(new Set())
  useEffect(() => list.open(scope), [list, scope])

  const chosenRows = useMemo(
    () => (chosen.size === 0 ? [] : state.rows.filter(row => chosen.has(list.key(row)))),
    [chosen, list, state.rows],
  )
  const endChoice = (): void => setChosen(new Set())
  const remove = useRemove()
  // Beside other actions the order is what is asked for least.
  const movesOf = useArrange(list, arrange, rowActions !== undefined)
  const removeAll = (removal: RowRemoval<T>, rows: readonly T[], label: string, onDone?: () => void): void =>
    void remove({
      okLabel: label,
      count: rows.length,
      text: removal.text?.(rows),
      doneText: removal.doneText,
      remove: async () => {
        for (const row of rows) {
          await removal.call(row)
          list.drop(list.key(row))
        }
      },
      onDone,
    })
  const bin = (label: string, run: () => void): RowAction => ({
    key: 'remove',
    icon: Trash2,
    danger: true,
    label,
    run,
  })
  const removeOne = onRemove ?? (removal && ((row: T, label: string) => removeAll(removal, [row], label)))
  const actionsOf = (row: T): RowAction[] => {
    const name = rowName(row)
    const label = t('kit.list.remove', { name })
    return [
      ...(onEdit && opens(row) && mayChange(row)
        ? [{ key: 'edit', icon: Pencil, label: t('kit.list.edit', { name }), run: () => onEdit(row) }]
        : []),
      ...(rowActions?.(row) ?? []),
      ...movesOf(row, name),
      ...(removeOne && mayRemove(row) ? [bin(label, () => removeOne(row, label))] : []),
    ]
  }
  const bulkOf = (rows: readonly T[]): readonly RowAction[] => {
    const mine = rows.filter(mayRemove)
    const further = bulk?.(rows, endChoice) ?? []
    if (!removal || mine.length === 0) return further
    const label =
      removal.manyLabel?.(mine.length) ?? t('kit.list.remove', { name: word('count', mine.length) })
    return [...further, bin(label, () => removeAll(removal, mine, label, endChoice))]
  }
  const addButton = add ? (
    <ToolbarButton icon={Plus} tone="primary" label={add.label} fold onClick={add.run} />
  ) : null

  const nothing = (): ReactNode => {
    if (state.search !== '') {
      return (
        <EmptyState
          drawing={NothingFound}
          title={t('kit.list.nothing', { term: state.search })}
          text={t('kit.list.nothingText')}
          action={<Button onClick={() => list.type('')}>{t('common.clear')}</Button>}
        />
      )
    }
    if (list.isFiltered()) {
      return (
        <EmptyState
          drawing={NothingFound}
          title={t('kit.list.nothingFiltered')}
          action={<Button onClick={list.unfilter}>{t('kit.list.unfilter')}</Button>}
        />
      )
    }
    return (
      <EmptyState
        title={word('empty')}
        text={word('emptyText')}
        {...empty}
        action={
          add ? (
            <Button type="primary" onClick={add.run}>
              {add.label}
            </Button>
          ) : null
        }
      />
    )
  }
  const stale = state.status === 'ready' && state.error !== null && state.more !== 'failed'

  return (
    <ListScreen
      label={title}
      {...(nested ? { nested } : {})}
      search={
        !searched ? null : (
          <SearchField
            value={state.text}
            onChange={list.type}
            onSubmit={list.submit}
            label={word('search')}
            clearLabel={t('common.clear')}
            busy={state.status === 'loading' && state.search !== ''}
          />
        )
      }
      filters={filters}
      count={state.status === 'ready' ? word('count', state.count) : ''}
      tools={tools}
      action={addButton}
      bar={
        chosenRows.length > 0 ? (
          <BulkBar count={chosenRows.length} actions={bulkOf(chosenRows)} onEnd={endChoice} />
        ) : undefined
      }
      notice={
        <>
          {notice}
          {stale ? (
            <p className={styles.stale} role="status">
              {t('kit.list.refreshFailed')}
              <Button size="small" onClick={list.retry}>
                {t('common.retry')}
              </Button>
            </p>
          ) : null}
        </>
      }
    >
      <DataTable<T>
        label={title}
        columns={columns}
        rows={state.rows}
        rowKey={list.key}
        loading={state.status === 'loading' || state.status === 'idle'}
        loadingLabel={t('common.loading')}
        empty={nothing()}
        error={state.status === 'failed' ? <Failure error={state.error} onRetry={list.retry} /> : undefined}
        hasMore={state.hasMore}
        onMore={list.more}
        moreError={
          state.more === 'failed' ? (
            <LoadError compact title={t('kit.list.moreFailed')} error={state.error} onRetry={list.retry} />
          ) : undefined
        }
        {...(onOpen ? { onOpen, opens } : {})}
        {...(rowActions || onEdit || removeOne || arrange ? { rowActions: actionsOf } : {})}
        {...(rowClass ? { rowClass } : {})}
        {...(bulk || removal
          ? {
              selection: {
                keys: chosen,
                onChange: setChosen,
                rowLabel: row => t('kit.list.choose', { name: rowName(row) }),
                allLabel: t('kit.list.chooseAll'),
              },
            }
          : {})}
        actionsLabel={t('common.actions')}
        layout={layout}
        newRowsLabel={count => t('kit.list.newRows', { count })}
      />
      {editing !== null && form ? (
        <Fragment key={editing === 'new' ? 'new' : list.key(editing)}>
          {form(editing === 'new' ? null : editing, () => setEditing(null))}
        </Fragment>
      ) : null}
      {children}
    </ListScreen>
  )
}
