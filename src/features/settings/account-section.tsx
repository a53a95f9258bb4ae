import { Button } from 'antd'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { ProfileDialog } from '@/features/users'
import { useTexts } from '@/i18n'
import { allowPlainStorage, useSession, useUser } from '@/stores/session'
import { askToSignOut } from '@/stores/sign-out-question'
import { useCompanyPlace } from '@/stores/workspace'
import { Avatar, looks, Pill } from '@/ui'
import { Group, Line, Notice } from './parts'
import styles from './sections.module.css'
import { TwoFactorLine } from './two-factor-line'

const PROFILES = ['admin', 'supervisor', 'user'] as const

/** Who one is, how the session rests here, and the way out. */
export function AccountSection() {
  const { t } = useTexts()
  const user = useUser()
  const storage = useSession(state => state.storage)
  const place = useCompanyPlace()
  const [profile, setProfile] = useState(false)
  if (!user) return null
  const role = PROFILES.find(name => name === user.profile) ?? 'user'

  return (
    <>
      <div className={styles.person}>
        <Avatar name={user.name} size={56} />
        <div className={styles.personWords}>
          <p className={styles.personName}>{user.name}</p>
          <p className={styles.personMail}>{user.email}</p>
          <p className={looks.wrapBelow8}>
            <Pill tone={role === 'admin' ? 'accent' : 'neutral'}>{t(`users.profile.${role}`)}</Pill>
            {user.company ? <Pill>{user.company.name}</Pill> : null}
          </p>
        </div>
        <Button onClick={() => setProfile(true)}>{t('settings.account.profile')}</Button>
      </div>
      <Group title={t('settings.account.session')}>
        <Line label={t('settings.account.keeping')} hint={t(`settings.account.storage.${storage}`)}>
          {() =>
            storage === 'refused' ? (
              <Button onClick={() => void allowPlainStorage(true)}>{t('settings.account.keepPlain')}</Button>
            ) : storage === 'plain' ? (
              <Button onClick={() => void allowPlainStorage(false)}>
                {t('settings.account.forgetPlain')}
              </Button>
            ) : null
          }
        </Line>
        <TwoFactorLine />
        <Line label={t('settings.account.signOut')} hint={t(`shell.session.leaves.${place}`)}>
          {() => (
            <Button danger onClick={askToSignOut}>
              {t('settings.account.signOutButton')}
            </Button>
          )}
        </Line>
      </Group>
      <Notice
        tone="quiet"
        icon={<MonitorSmartphone size={20} strokeWidth={1.5} aria-hidden="true" />}
        title={t('settings.account.elsewhere')}
      >
        {t('settings.account.elsewhereText')}
      </Notice>
      {profile ? <ProfileDialog user={user} onClose={() => setProfile(false)} /> : null}
    </>
  )
}
