import type { User } from '@contract'
import { Dropdown, type MenuProps } from 'antd'
import {
  Check,
  Coffee,
  Keyboard,
  Languages,
  LogOut,
  Megaphone,
  Moon,
  Power,
  RefreshCw,
  Rows3,
  Settings,
  Sun,
  Type,
  UserRound,
  Volume2,
} from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { LANGUAGE_NAMES, LANGUAGES, resolveLanguage, useTexts } from '@/i18n'
import { runCommand, useCommandRegistry } from '@/stores/commands'
import { runKeyAction } from '@/stores/key-actions'
import { setPreferences, usePreferences } from '@/stores/preferences'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { Avatar, MENU_KEYS, useMedia, useSteadyNavigate, VisuallyHidden } from '@/ui'
import { resolveMode } from '../theme'
import styles from './account-menu.module.css'

export interface AccountMenuProps {
  /** The dialog behind "profile". */
  profile: ComponentType<{ user: User; onClose: () => void }>
  onKeys: () => void
  onReload: () => void
  onSignOut: () => void
  /** Opens the volume. */
  onVolume: () => void
  /** Ends the program: closing its window may only hide it. */
  onQuit: () => void
}

const TEXT_SIZES = [
  { size: 13, name: 'textSmall' },
  { size: 14, name: 'textNormal' },
  { size: 16, name: 'textLarge' },
] as const

const icon = (Icon: typeof LogOut) => <Icon size={16} strokeWidth={1.5} aria-hidden="true" />

const DENSITIES = [
  { density: 'compact', name: 'densityCompact' },
  { density: 'normal', name: 'densityNormal' },
  { density: 'roomy', name: 'densityRoomy' },
] as const

/** The command that opens the announcements (src/features/workplace). */
const ANNOUNCEMENTS = 'announcements'

/** The account menu: who one is, the profile, choices of this computer, sign-out. */
export function AccountMenu({
  profile: Profile,
  onKeys,
  onReload,
  onSignOut,
  onVolume,
  onQuit,
}: AccountMenuProps) {
  const { t } = useTexts()
  const user = useUser()
  const navigate = useSteadyNavigate()
  const { theme, fontSize, language, volume, listDensity } = usePreferences()
  const systemDark = useMedia('(prefers-color-scheme: dark)')
  const [profileOpen, setProfileOpen] = useState(false)
  const takesBreaks = useOffered('assignment')
  const announces = useCommandRegistry(state => ANNOUNCEMENTS in state.commands)
  if (!user) return null
  const dark = resolveMode(theme, systemDark) === 'dark'
  const choice = (menu: string, label: string, chosen: boolean, choose: () => unknown) => ({
    // Two menus have a choice of the same name.
    key: `${menu} ${label}`,
    label,
    icon: chosen ? (
      <Check size={16} strokeWidth={2} role="img" aria-label={t('shell.bar.chosen')} />
    ) : (
      <span className={styles.unchosen} />
    ),
    onClick: () => void choose(),
  })
  const act = (key: string, Icon: typeof LogOut, label: string, onClick: () => unknown) => ({
    key,
    icon: icon(Icon),
    label,
    onClick: () => void onClick(),
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
    act('profile', UserRound, t('shell.bar.profile'), () => setProfileOpen(true)),
    ...(takesBreaks
      ? [
          act('break', Coffee, t(user.break ? 'shell.bar.endBreak' : 'shell.bar.break'), () =>
            runKeyAction('break'),
          ),
        ]
      : []),
    ...(announces
      ? [act('announcements', Megaphone, t('shell.nav.announcements'), () => runCommand(ANNOUNCEMENTS))]
      : []),
    act('settings', Settings, t('shell.nav.settings'), () => navigate('/settings')),
    act('keys', Keyboard, t('shell.bar.keys'), onKeys),
    { type: 'divider' },
    act('theme', dark ? Sun : Moon, t(dark ? 'shell.bar.toLight' : 'shell.bar.toDark'), () =>
      setPreferences({ theme: dark ? 'light' : 'dark' }),
    ),
    {
      key: 'size',
      icon: icon(Type),
      label: t('shell.bar.textSize'),
      children: TEXT_SIZES.map(({ size, name }) =>
        choice('fontSize', t(`shell.bar.${name}`), size === fontSize, () =>
          setPreferences({ fontSize: size }),
        ),
      ),
    },
    {
      key: 'density',
      icon: icon(Rows3),
      label: t('shell.bar.density'),
      children: DENSITIES.map(({ density, name }) =>
        choice('density', t(`shell.bar.${name}`), density === listDensity, () =>
          setPreferences({ listDensity: density }),
        ),
      ),
    },
    {
      key: 'language',
      icon: icon(Languages),
      label: t('shell.bar.language'),
      children: LANGUAGES.map(one => ({
        ...choice('language', LANGUAGE_NAMES[one], one === language, () =>
          setPreferences({ language: resolveLanguage(one) }),
        ),
        label: <span lang={one}>{LANGUAGE_NAMES[one]}</span>,
      })),
    },
    act('volume', Volume2, t('shell.bar.volumeValue', { percent: Math.round(volume * 100) }), onVolume),
    act('reload', RefreshCw, t('shell.bar.reload'), onReload),
    { type: 'divider' },
    act('signOut', LogOut, t('shell.bar.signOut'), onSignOut),
    act('quit', Power, t('shell.bar.quit'), onQuit),
  ]
  return (
    <>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ ...MENU_KEYS, items }}>
        <button type="button" className={styles.trigger} aria-haspopup="menu">
          <Avatar name={user.name} size={28} />
          <VisuallyHidden>
            {t('shell.bar.account')}: {user.name}
          </VisuallyHidden>
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
