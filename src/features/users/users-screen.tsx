import type { User } from '@contract'
import { ShieldOff } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { call } from '@/api'
import { column, PagedScreen, useAttempt } from '@/features/kit'
import { BreakPill } from '@/features/people'
import { type TFunction, useTexts } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { settingsDirectory, useSetting } from '@/stores/settings'
import { usersList } from '@/stores/users'
import { Avatar, type Column, cx, People, QueueName, useConfirm, VisuallyHidden } from '@/ui'
import { mayEdit, mayRemove, profileOf } from './people'
import { useUserRemoval } from './remove-user'
import { UserDialog } from './user-dialog'
import styles from './users.module.css'

/** Queues named in a row; the rest is a figure. */
const QUEUES_SHOWN = 3

function Queues({ user, t }: { user: User; t: TFunction }) {
  if (user.queues.length === 0) return <span className={styles.quiet}>{t('users.noQueues')}</span>
  const hidden = user.queues.slice(QUEUES_SHOWN)
  return (
    <span className={cx(styles.queues, styles.row)} title={user.queues.map(queue => queue.name).join(', ')}>
      {user.queues.slice(0, QUEUES_SHOWN).map(queue => (
        <QueueName key={queue.id} name={queue.name} color={queue.color} />
      ))}
      {hidden.length > 0 ? <span className={styles.quiet}>+{hidden.length}</span> : null}
    </span>
  )
}

const columnsOf = (t: TFunction, myId: number): Column<User>[] => [
  column.cell('id', t('users.column.id'), '64px', ({ id }) => id, { align: 'end' }),
  column.name('name', t('users.column.name'), 'minmax(min(216px, 30%), 3fr)', ({ name }) => name, {
    stays: true,
    before: user => <Avatar name={user.name} size={28} online={user.online} />,
    beside: user => (
      <>
        {user.id === myId ? <span className={cx(styles.quiet, styles.you)}>({t('users.you')})</span> : null}
        <BreakPill user={user} />
        {user.online ? <VisuallyHidden>, {t('users.online')}</VisuallyHidden> : null}
      </>
    ),
  }),
  column.text('email', t('users.column.email'), 3, ({ email }) => email, { foldable: 'phone' }),
  column.state('profile', t('users.column.profile'), 'minmax(114px, 1fr)', user => [
    profileOf(user) === 'admin' ? 'accent' : 'neutral',
    t(`users.profile.${profileOf(user)}`),
  ]),
  column.cell('queues', t('users.column.queues'), 4, user => <Queues user={user} t={t} />),
]

/** Switches off the second step of a colleague who lost phone and codes, after a question. */
function useTwoFactorEnd(): (user: User) => Promise<void> {
  const { t } = useTexts()
  const confirm = useConfirm()
  const attempt = useAttempt()
  return async ({ id, name }) => {
    const sure = await confirm({
      title: t('users.endTwoFactor', { name }),
      text: t('users.endTwoFactorText'),
      okLabel: t('settings.account.second.switchOff'),
      cancelLabel: t('common.cancel'),
      danger: true,
    })
    if (sure) await attempt(() => call('users.endTwoFactor', { params: { id } }), t('users.twoFactorEnded'))
  }
}

/** /users: everybody of the company, to be added, changed and deleted by whoever manages users. */
export function UsersScreen() {
  const { t } = useTexts()
  const me = useUser()
  // A super-administrator adds people whatever the setting says, and older servers never read it for that.
  const obeyed = useOffered('extendedSettings')
  const closed = useSetting('userCreation') === 'disabled' && obeyed && me?.super !== true
  const removal = useUserRemoval()
  const endTwoFactor = useTwoFactorEnd()
  const myId = me?.id ?? 0
  const columns = useMemo(() => columnsOf(t, myId), [t, myId])
  useEffect(() => void settingsDirectory.ensure(), [])
  if (!me) return null

  return (
    <PagedScreen
      list={usersList}
      texts="users"
      columns={columns}
      rowName={({ name }) => name}
      form={(user, close) => <UserDialog user={user} onClose={close} />}
      opens={user => mayEdit(me, user)}
      onRemove={user => void removal.ask(user)}
      mayRemove={user => mayRemove(me, user)}
      rowActions={user =>
        user.twoFactor && user.id !== myId && mayEdit(me, user)
          ? [
              {
                key: 'second',
                icon: ShieldOff,
                label: t('users.endTwoFactor', { name: user.name }),
                run: () => void endTwoFactor(user),
              },
            ]
          : []
      }
      add={closed ? null : undefined}
      notice={
        closed ? (
          <p className={styles.notice} role="status">
            {t('users.closed')}
          </p>
        ) : null
      }
      empty={{ drawing: People }}
    >
      {removal.dialog}
    </PagedScreen>
  )
}
