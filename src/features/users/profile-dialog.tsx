import type { User } from '@contract'
import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useTexts } from '@/i18n'
import { useConnection } from '@/stores/connection'
import { useOffered } from '@/stores/servers'
import { useHolds } from '@/stores/session'
import { Avatar, Pill, QueueName } from '@/ui'
import { profileOf } from './people'
import { UserDialog } from './user-dialog'
import styles from './users.module.css'

export interface ProfileDialogProps {
  user: User
  onClose: () => void
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Who one is in this workspace, and what one may change about it oneself. */
export function ProfileDialog({ user, onClose }: ProfileDialogProps) {
  const { t } = useTexts()
  const { server, embedded } = useConnection()
  const editsQueues = useHolds('user-modal:editQueues')
  const manages = useHolds('users:manage')
  const mayChange = useOffered('ownProfile') || manages
  const profile = profileOf(user)
  const facts = (
    <>
      <div className={styles.head}>
        <Avatar name={user.name} size={48} />
        <div className={styles.who}>
          <p className={styles.name}>{user.name}</p>
          <p className={styles.mail}>{user.email}</p>
        </div>
        <Pill tone={profile === 'admin' ? 'accent' : 'neutral'}>{t(`users.profile.${profile}`)}</Pill>
        {user.super ? <Pill tone="info">{t('users.profile.platform')}</Pill> : null}
      </div>
      <dl className={styles.facts}>
        {user.company ? <Fact label={t('users.dialog.company')}>{user.company.name}</Fact> : null}
        <Fact label={t('users.dialog.server')}>{embedded ? t('users.dialog.embedded') : server}</Fact>
        {editsQueues ? null : (
          <Fact label={t('users.dialog.queues')}>
            {user.queues.length === 0 ? (
              t('users.noQueues')
            ) : (
              <span className={styles.queues}>
                {user.queues.map(queue => (
                  <QueueName key={queue.id} name={queue.name} color={queue.color} />
                ))}
              </span>
            )}
          </Fact>
        )}
      </dl>
    </>
  )
  if (!mayChange) {
    return (
      <Modal open centered title={t('users.dialog.profileTitle')} footer={null} onCancel={onClose}>
        {facts}
        <p className={styles.adminsOnly}>{t('users.dialog.adminsOnly')}</p>
      </Modal>
    )
  }
  return <UserDialog user={user} onClose={onClose} title={t('users.dialog.profileTitle')} facts={facts} />
}
