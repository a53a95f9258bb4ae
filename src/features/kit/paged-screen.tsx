import { Button } from 'antd'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { ApiError } from '@/api'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import type { Filters, Key, PagedList } from '@/stores/paged-list'
import type { toasts } from '@/stores/toasts'
import {
  type Column,
  DataTable,
  EmptyState,
  type EmptyStateProps,
  ListScreen,
  Locked,
  NothingFound,
  type RowAction,
  SearchField,
  ToolbarButton,
} from '@/ui'
import styles from './paged-screen.module.css'
import { useRemove } from './use-remove'
import { useTableLayout } from './use-table-layout'

/** How rows of a list are deleted, one or several; the question, the toasts and the row's going are the kit's. */
interface RowRemoval<T> {
  /** Deletes one on the server. */
  call: (row: T) => Promise<unknown>
  /** What is done to several: "Excluir 3 tags". One is called by its name. */
  manyLabel: (count: number) => string
  /** What follows from it, below 'Deseja realmente excluir esse registro?'. */
  text?: (rows: readonly T[]) => string | undefined
  /** Default 'Operação realizada com sucesso!'. */
  doneText?: string
  /** The voice of the area: contentToasts for areas whose toasts stay 3 s. Default: toasts. */
  say?: typeof toasts
}

export interface PagedScreenProps<T, F extends Filters> {
  list: PagedList<T, F>
  /** Filters to open it with (the list an item belongs to); a memoised object. */
  scope?: Partial<F>
  /** Name of the screen and of its table. */
  title: string
  /** Title with count as one phrase: `count => t('tags.count', { count })`. */
  countText: (count: number) => string
  /** Words of the search field; null for lists that cannot be searched. */
  searchLabel: string | null
  /** The first column is the thing's name. */
  columns: readonly Column<T>[]
  /** Names a row for those who choose it or hear it. */
  rowName: (row: T) => string
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
  /** Further actions, between the pencil and the bin. */
  rowActions?: (row: T) => readonly RowAction[]
  /** The one primary action. */
  add?: { label: string; run: () => void }
  /** Quiet tools before it. */
  tools?: ReactNode
  filters?: ReactNode
  /** What an empty list says: what the thing is for; the primary action is offered below. */
  empty: Pick<EmptyStateProps, 'icon' | 'drawing' | 'text'> & { title: string }
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

/** Why nothing of the list is here. */
function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTexts()
  if (error instanceof ApiError && error.status === 403)
    return (
      <EmptyState drawing={Locked} title={t('kit.list.noPermission')} text={t('kit.list.noPermissionText')} />
    )
  return <LoadError title={t('kit.list.failed')} error={error} onRetry={onRetry} />
}

/** What can be done with the chosen rows. */
function BulkBar({
  count,
  actions,
  onEnd,
}: {
  count: number
  actions: readonly RowAction[]
  onEnd: () => void
}) {
  const { t } = useTexts()
  return (
    <>
      <span className={styles.chosen} role="status">
        {t('kit.list.chosen', { count })}
      </span>
      {actions.map(({ key, label, icon: Icon, danger, disabled, run }) => (
        <Button
          key={key}
          danger={danger ?? false}
          disabled={disabled ?? false}
          icon={<Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      <Button type="text" onClick={onEnd}>
        {t('kit.list.endChoice')}
      </Button>
    </>
  )
}

/**
 * A list screen on a paged list: search, count, one primary action, table, and every state it can be in (loading,
 * empty, nothing found, failed, failed further down, no permission). The recipe is in docs/how-to.md.
 */
export function PagedScreen<T, F extends Filters>({
  list,
  scope,
  title,
  countText,
  searchLabel,
  columns,
  rowName,
  onEdit,
  onOpen = onEdit,
  removal,
  onRemove,
  mayChange = () => true,
  mayRemove = mayChange,
  rowActions,
  add,
  tools,
  filters,
  empty,
  bulk,
  notice,
  rowClass,
  nested,
  children,
}: PagedScreenProps<T, F>) {
  const { t } = useTexts()
  const state = list.use()
  const layout = useTableLayout(list.name)
  const [chosen, setChosen] = useState<ReadonlySet<Key>>(new Set())
  useEffect(() => list.open(scope), [list, scope])

  const chosenRows = useMemo(
    () => (chosen.size === 0 ? [] : state.rows.filter(row => chosen.has(list.key(row)))),
    [chosen, list, state.rows],
  )
  const endChoice = (): void => setChosen(new Set())
  const remove = useRemove(removal?.say)
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
      ...(onEdit && mayChange(row)
        ? [{ key: 'edit', icon: Pencil, label: t('kit.list.edit', { name }), run: () => onEdit(row) }]
        : []),
      ...(rowActions?.(row) ?? []),
      ...(removeOne && mayRemove(row) ? [bin(label, () => removeOne(row, label))] : []),
    ]
  }
  const bulkOf = (rows: readonly T[]): readonly RowAction[] => {
    const mine = rows.filter(mayRemove)
    const label = removal?.manyLabel(mine.length) ?? ''
    return [
      ...(bulk?.(rows, endChoice) ?? []),
      ...(removal && mine.length > 0 ? [bin(label, () => removeAll(removal, mine, label, endChoice))] : []),
    ]
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
        searchLabel === null ? null : (
          <SearchField
            value={state.text}
            onChange={list.type}
            onSubmit={list.submit}
            label={searchLabel}
            clearLabel={t('common.clear')}
            busy={state.status === 'loading' && state.search !== ''}
          />
        )
      }
      filters={filters}
      count={state.status === 'ready' ? countText(state.count) : ''}
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
        {...(onOpen ? { onOpen } : {})}
        {...(rowActions || onEdit || removeOne ? { rowActions: actionsOf } : {})}
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
      {children}
    </ListScreen>
  )
}
