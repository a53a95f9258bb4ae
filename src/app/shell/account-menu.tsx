import type { User } from '@contract'
import { Dropdown, type MenuProps } from 'antd'
import {
  Check,
  ChevronDown,
  Coffee,
  Keyboard,
  LogOut,
  Monitor,
  Power,
  RefreshCw,
  Settings,
  Type,
  UserRound,
} from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { useTexts } from '@/i18n'
import { runKeyAction } from '@/stores/key-actions'
import { setPreferences, usePreferences } from '@/stores/preferences'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { Avatar, MENU_KEYS, useSteadyNavigate, VisuallyHidden } from '@/ui'
import styles from './account-menu.module.css'

export interface AccountMenuProps {
  /** The dialog behind "profile". */
  profile: ComponentType<{ user: User; onClose: () => void }>
  onKeys: () => void
  onReload: () => void
  onSignOut: () => void
  /** Ends the program: closing its window may only hide it. */
  onQuit: () => void
}

const TEXT_SIZES = [
  { size: 13, name: 'textSmall' },
  { size: 14, name: 'textNormal' },
  { size: 16, name: 'textLarge' },
] as const

const icon = (Icon: typeof LogOut) => <Icon size={16} strokeWidth={1.5} aria-hidden="true" />

/** The account menu: who one is, the profile, choices of this computer, sign-out. */
export function AccountMenu({ profile: Profile, onKeys, onReload, onSignOut, onQuit }: AccountMenuProps) {
  const { t } = useTexts()
  const user = useUser()
  const navigate = useSteadyNavigate()
  const theme = usePreferences(state => state.theme)
  const fontSize = usePreferences(state => state.fontSize)
  const [profileOpen, setProfileOpen] = useState(false)
  const takesBreaks = useOffered('assignment')
  if (!user) return null
  const choice = (key: string, label: string, chosen: boolean) => ({
    key,
    label,
    icon: chosen ? (
      <Check size={16} strokeWidth={2} role="img" aria-label={t('shell.bar.chosen')} />
    ) : (
      <span className={styles.unchosen} />
    ),
  })
  const items: MenuProps['items'] = [
    {
      key: 'who',
      type: 'group',
      label: (
        <span className={styles.who}>
          <span className={styles.name}>{user.name}</span>
          <span className={styles.mail}>{user.email}</span>
        </span>
      ),
    },
    { type: 'divider' },
    { key: 'profile', icon: icon(UserRound), label: t('shell.bar.profile') },
    ...(takesBreaks
      ? [
          {
            key: 'break',
            icon: icon(Coffee),
            label: t(user.break ? 'shell.bar.endBreak' : 'shell.bar.break'),
          },
        ]
      : []),
    { key: 'settings', icon: icon(Settings), label: t('shell.nav.settings') },
    { key: 'keys', icon: icon(Keyboard), label: t('shell.bar.keys') },
    {
      key: 'size',
      icon: icon(Type),
      label: t('shell.bar.textSize'),
      children: TEXT_SIZES.map(({ size, name }) =>
        choice(`size:${size}`, t(`shell.bar.${name}`), size === fontSize),
      ),
    },
    {
      key: 'theme',
      icon: icon(Monitor),
      label: t('shell.bar.theme'),
      children: [
        choice('theme:light', t('shell.bar.themeLight'), theme === 'light'),
        choice('theme:dark', t('shell.bar.themeDark'), theme === 'dark'),
        choice('theme:system', t('shell.bar.themeSystem'), theme === 'system'),
      ],
    },
    { key: 'reload', icon: icon(RefreshCw), label: t('shell.bar.reload') },
    { type: 'divider' },
    { key: 'signOut', icon: icon(LogOut), label: t('shell.bar.signOut') },
    { key: 'quit', icon: icon(Power), label: t('shell.bar.quit') },
  ]
  const choose = (key: string): void => {
    const size = TEXT_SIZES.find(entry => key === `size:${entry.size}`)
    if (size) void setPreferences({ fontSize: size.size })
    if (key === 'theme:light' || key === 'theme:dark' || key === 'theme:system') {
      const value = key.slice('theme:'.length)
      void setPreferences({ theme: value === 'light' || value === 'dark' ? value : 'system' })
    }
    if (key === 'profile') setProfileOpen(true)
    if (key === 'break') runKeyAction('break')
    if (key === 'settings') void navigate('/settings')
    if (key === 'keys') onKeys()
    if (key === 'reload') onReload()
    if (key === 'signOut') onSignOut()
    if (key === 'quit') onQuit()
  }
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{ ...MENU_KEYS, items, onClick: ({ key }) => choose(key) }}
      >
        <button type="button" className={styles.trigger} aria-haspopup="menu">
          <Avatar name={user.name} size={28} />
          <VisuallyHidden>
            {t('shell.bar.account')}: {user.name}
          </VisuallyHidden>
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </Dropdown>
      {profileOpen ? (
        <Suspense fallback={null}>
          <Profile user={user} onClose={() => setProfileOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
