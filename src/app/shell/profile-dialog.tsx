import type { User } from '@contract'
import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useTexts } from '@/i18n'
import { useConnection } from '@/stores/connection'
import { Avatar, Pill, QueueName } from '@/ui'
import styles from './profile-dialog.module.css'

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const PROFILES = ['admin', 'supervisor'] as const

/** Who one is in this workspace: name, role, queues, company and server. */
export function ProfileDialog({ user, open, onClose }: { user: User; open: boolean; onClose: () => void }) {
  const { t } = useTexts()
  const { server, embedded } = useConnection()
  const profile = PROFILES.find(name => name === user.profile) ?? 'user'
  return (
    <Modal open={open} onCancel={onClose} footer={null} centered width={440} title={t('shell.bar.profile')}>
      <div className={styles.head}>
        <Avatar name={user.name} size={56} />
        <div className={styles.who}>
          <p className={styles.name}>{user.name}</p>
          <p className={styles.mail}>{user.email}</p>
        </div>
        <Pill tone={profile === 'admin' ? 'accent' : 'neutral'}>{t(`shell.profile.${profile}`)}</Pill>
      </div>
      <dl className={styles.list}>
        {user.company ? <Line label={t('shell.profile.company')}>{user.company.name}</Line> : null}
        <Line label={t('shell.profile.queues')}>
          {user.queues.length === 0 ? (
            t('common.none')
          ) : (
            <span className={styles.queues}>
              {user.queues.map(queue => (
                <QueueName key={queue.id} name={queue.name} color={queue.color} />
              ))}
            </span>
          )}
        </Line>
        <Line label={t('shell.bar.server')}>{embedded ? t('shell.bar.embedded') : server}</Line>
      </dl>
    </Modal>
  )
}
