import type { User } from '@contract'
import { Button } from 'antd'
import { Pencil, Plus, SearchX, Trash2, UsersRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import { call } from '@/api'
import { errorText, type TFunction, useTexts } from '@/i18n'
import { useUser } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import {
  Avatar,
  type Column,
  cx,
  DataTable,
  EmptyState,
  ErrorState,
  Pill,
  QueueName,
  SearchField,
  useConfirm,
  VisuallyHidden,
} from '@/ui'
import { mayEdit, mayRemove, profileOf } from './people'
import { useTypedSearch } from './use-typed-search'
import { useUserList } from './use-user-list'
import { UserDialog } from './user-dialog'
import styles from './users.module.css'

/** Queues named in a row; the rest is a figure. */
const QUEUES_SHOWN = 3

function Queues({ user, t }: { user: User; t: TFunction }) {
  if (user.queues.length === 0) return <span className={styles.quiet}>{t('users.noQueues')}</span>
  const hidden = user.queues.slice(QUEUES_SHOWN)
  return (
    <span className={styles.queues} title={user.queues.map(queue => queue.name).join(', ')}>
      {user.queues.slice(0, QUEUES_SHOWN).map(queue => (
        <QueueName key={queue.id} name={queue.name} color={queue.color} />
      ))}
      {hidden.length > 0 ? <span className={styles.quiet}>+{hidden.length}</span> : null}
    </span>
  )
}

const columnsOf = (t: TFunction, myId: number): Column<User>[] => [
  {
    key: 'name',
    title: t('users.column.name'),
    width: 'minmax(0, 3fr)',
    render: user => (
      <span className={styles.person}>
        <Avatar name={user.name} size={28} online={user.online} />
        <span className={styles.cut}>{user.name}</span>
        {user.id === myId ? <span className={cx(styles.quiet, styles.you)}>({t('users.you')})</span> : null}
        {user.online ? <VisuallyHidden>, {t('users.online')}</VisuallyHidden> : null}
      </span>
    ),
  },
  {
    key: 'email',
    title: t('users.column.email'),
    width: 'minmax(0, 3fr)',
    foldable: true,
    render: user => user.email,
  },
  {
    key: 'profile',
    title: t('users.column.profile'),
    width: 'minmax(114px, 1fr)',
    render: user => (
      <Pill tone={profileOf(user) === 'admin' ? 'accent' : 'neutral'}>
        {t(`users.profile.${profileOf(user)}`)}
      </Pill>
    ),
  },
  {
    key: 'queues',
    title: t('users.column.queues'),
    width: 'minmax(0, 4fr)',
    foldable: true,
    render: user => <Queues user={user} t={t} />,
  },
]

/** /users: everybody of the company, to be added, changed and deleted by whoever manages users. */
export function UsersScreen() {
  const { t } = useTexts()
  const me = useUser()
  const confirm = useConfirm()
  const search = useTypedSearch()
  const list = useUserList(search.term)
  const [editing, setEditing] = useState<User | 'new' | null>(null)
  const myId = me?.id ?? 0
  const columns = useMemo(() => columnsOf(t, myId), [t, myId])
  if (!me) return null

  const remove = async (user: User): Promise<void> => {
    const sure = await confirm({
      title: t('users.removeTitle', { name: user.name }),
      text: t('users.removeText'),
      okLabel: t('common.delete'),
      cancelLabel: t('common.cancel'),
      danger: true,
    })
    if (!sure) return
    try {
      await call('users.remove', { params: { id: user.id } })
      toasts.success(t('users.removed'))
      list.reload()
    } catch (error) {
      toasts.error(errorText(t, error))
    }
  }

  const add = (
    <Button
      type="primary"
      icon={<Plus size={16} strokeWidth={2} aria-hidden="true" />}
      onClick={() => setEditing('new')}
    >
      {t('users.add')}
    </Button>
  )
  const empty = search.term ? (
    <EmptyState
      icon={SearchX}
      title={t('users.nothing', { term: search.term })}
      text={t('users.nothingText')}
      action={<Button onClick={search.clear}>{t('common.clear')}</Button>}
    />
  ) : (
    <EmptyState icon={UsersRound} title={t('users.empty')} text={t('users.emptyText')} action={add} />
  )
  const failed =
    list.status === 'failed' ? (
      <ErrorState
        title={t('users.failed')}
        text={errorText(t, list.error)}
        retryLabel={t('common.retry')}
        onRetry={list.reload}
      />
    ) : undefined

  return (
    <main className={styles.screen} aria-label={t('users.title')} data-pane="content">
      <div className={styles.tools}>
        <SearchField
          className={styles.search}
          value={search.text}
          onChange={search.type}
          onSubmit={search.submit}
          label={t('users.search')}
          clearLabel={t('common.clear')}
          busy={list.status === 'loading' && search.term !== ''}
        />
        <span className={styles.count} role="status">
          {list.status === 'ready' ? t('users.count', { count: list.count }) : ''}
        </span>
        {add}
      </div>
      <DataTable<User>
        label={t('users.title')}
        columns={columns}
        rows={list.users}
        rowKey={user => user.id}
        loading={list.status === 'loading'}
        loadingLabel={t('common.loading')}
        empty={empty}
        error={failed}
        hasMore={list.hasMore && !list.moreFailed}
        onMore={list.more}
        onOpen={user => mayEdit(me, user) && setEditing(user)}
        actionsLabel={t('common.actions')}
        rowActions={user => [
          ...(mayEdit(me, user)
            ? [
                {
                  key: 'edit',
                  icon: Pencil,
                  label: t('users.edit', { name: user.name }),
                  run: () => setEditing(user),
                },
              ]
            : []),
          ...(mayRemove(me, user)
            ? [
                {
                  key: 'remove',
                  icon: Trash2,
                  danger: true,
                  label: t('users.remove', { name: user.name }),
                  run: () => void remove(user),
                },
              ]
            : []),
        ]}
      />
      {list.moreFailed ? (
        <ErrorState
          compact
          title={t('users.moreFailed')}
          text={errorText(t, list.error)}
          retryLabel={t('common.retry')}
          onRetry={list.reload}
        />
      ) : null}
      {editing ? (
        <UserDialog
          key={editing === 'new' ? 'new' : editing.id}
          user={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={list.reload}
        />
      ) : null}
    </main>
  )
}
