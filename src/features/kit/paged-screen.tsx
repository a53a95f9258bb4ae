import { Button } from 'antd'
import { FilterX, LockKeyhole, type LucideIcon, Plus, SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { ApiError } from '@/api'
import { errorText, useTexts } from '@/i18n'
import type { Filters, Key, PagedList } from '@/stores/paged-list'
import {
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  ListScreen,
  type RowAction,
  SearchField,
  ToolbarButton,
} from '@/ui'
import styles from './paged-screen.module.css'

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
  rowActions?: (row: T) => readonly RowAction[]
  /** The one primary action. */
  add?: { label: string; run: () => void }
  /** Quiet tools before it. */
  tools?: ReactNode
  filters?: ReactNode
  /** What an empty list says: what the thing is for; the primary action is offered below. */
  empty: { icon: LucideIcon; title: string; text: string }
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
 * empty, nothing found, failed, failed further down, no permission). The recipe is in the README, "A list screen".
 */
export function PagedScreen<T, F extends Filters>({
  list,
  scope,
  title,
  countText,
  searchLabel,
  columns,
  rowName,
  onOpen,
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
  const [chosen, setChosen] = useState<ReadonlySet<Key>>(new Set())
  useEffect(() => list.open(scope), [list, scope])

  const chosenRows = useMemo(
    () => (chosen.size === 0 ? [] : state.rows.filter(row => chosen.has(list.key(row)))),
    [chosen, list, state.rows],
  )
  const endChoice = (): void => setChosen(new Set())
  const addButton = add ? (
    <ToolbarButton icon={Plus} tone="primary" label={add.label} fold onClick={add.run} />
  ) : null

  const failure = (): ReactNode => {
    if (state.error instanceof ApiError && state.error.status === 403) {
      return (
        <EmptyState
          icon={LockKeyhole}
          title={t('kit.list.noPermission')}
          text={t('kit.list.noPermissionText')}
        />
      )
    }
    return (
      <ErrorState
        title={t('kit.list.failed')}
        text={errorText(t, state.error)}
        retryLabel={t('common.retry')}
        onRetry={list.retry}
      />
    )
  }
  const nothing = (): ReactNode => {
    if (state.search !== '') {
      return (
        <EmptyState
          icon={SearchX}
          title={t('kit.list.nothing', { term: state.search })}
          text={t('kit.list.nothingText')}
          action={<Button onClick={() => list.type('')}>{t('common.clear')}</Button>}
        />
      )
    }
    if (list.isFiltered()) {
      return (
        <EmptyState
          icon={FilterX}
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
  const bulkBar = (): ReactNode => (
    <>
      <span className={styles.chosen} role="status">
        {t('kit.list.chosen', { count: chosenRows.length })}
      </span>
      {bulk?.(chosenRows, endChoice).map(({ key, label, icon: Icon, danger, disabled, run }) => (
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
      <Button type="text" onClick={endChoice}>
        {t('kit.list.endChoice')}
      </Button>
    </>
  )
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
      bar={chosenRows.length > 0 ? bulkBar() : undefined}
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
        error={state.status === 'failed' ? failure() : undefined}
        hasMore={state.hasMore}
        onMore={list.more}
        moreError={
          state.more === 'failed' ? (
            <ErrorState
              compact
              title={t('kit.list.moreFailed')}
              text={errorText(t, state.error)}
              retryLabel={t('common.retry')}
              onRetry={list.retry}
            />
          ) : undefined
        }
        {...(onOpen ? { onOpen } : {})}
        {...(rowActions ? { rowActions } : {})}
        {...(rowClass ? { rowClass } : {})}
        {...(bulk
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
        newRowsLabel={count => t('kit.list.newRows', { count })}
      />
      {children}
    </ListScreen>
  )
}
