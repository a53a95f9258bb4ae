import { Popover } from 'antd'
import { RefreshCw, Search, Volume1, Volume2, VolumeX } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useTexts } from '@/i18n'
import { useKeys } from '@/stores/key-bindings'
import { usePreferences } from '@/stores/preferences'
import { IconButton, Kbd, onDemand } from '@/ui'
import { AccountMenu, type AccountMenuProps } from './account-menu'
import { ConnectionSign } from './connection-state'
import { LanguageMenu } from './language-menu'
import { ThemeToggle } from './theme-toggle'
import styles from './top-bar.module.css'

const VolumeSlider = onDemand(async () => (await import('./volume-slider')).VolumeSlider)

/** The volume control of the top bar. */
function VolumeControl() {
  const { t } = useTexts()
  const volume = usePreferences(state => state.volume)
  const icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2
  return (
    <Popover trigger="click" placement="bottomRight" arrow={false} content={<VolumeSlider />} destroyOnHidden>
      <IconButton icon={icon} label={t('shell.bar.volumeValue', { percent: Math.round(volume * 100) })} />
    </Popover>
  )
}

/** What features put into the bar; each brings its own button, badge and popover. */
export interface BarSlots {
  /** Beside the title: what the whole window is under (the demo). */
  mark?: ReactNode
  /** The break one is on, and what begins one. */
  ownBreak?: ReactNode
  chats?: ReactNode
  announcements?: ReactNode
  notifications?: ReactNode
  /** Downloads under way and just finished; nothing while there are none. */
  downloads?: ReactNode
  /** The dialog behind "profile" in the account menu. */
  profile: AccountMenuProps['profile']
}

export interface TopBarProps extends AccountMenuProps, BarSlots {
  title: string
  onSearch: () => void
}

/** The 48 px bar: where one is on the left, the state of the world and of this computer on the right. */
export const TopBar = memo(function TopBar({
  title,
  onSearch,
  mark,
  ownBreak,
  chats,
  announcements,
  notifications,
  downloads,
  ...account
}: TopBarProps) {
  const { t } = useTexts()
  const paletteKeys = useKeys('palette')
  return (
    <header className={styles.bar} data-pane="bar">
      <h1 className={styles.title}>
        <span className={styles.words}>{title}</span>
      </h1>
      {mark}
      {ownBreak}
      {downloads}
      <button
        type="button"
        className={styles.search}
        onClick={onSearch}
        aria-label={t('shell.bar.search')}
        aria-keyshortcuts={paletteKeys?.replace('Ctrl', 'Control')}
      >
        <Search size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className={styles.searchText}>{t('shell.bar.search')}</span>
        <span className={styles.searchKeys} aria-hidden="true">
          {paletteKeys ? <Kbd keys={paletteKeys} /> : null}
        </span>
      </button>
      <ConnectionSign />
      <div className={styles.own}>
        <VolumeControl />
        {/* Narrow screens find the theme in the account menu. */}
        <span className={styles.wideOnly}>
          <ThemeToggle />
        </span>
        <LanguageMenu />
        <span className={styles.wideOnly}>
          <IconButton icon={RefreshCw} label={t('shell.bar.reload')} onClick={account.onReload} />
        </span>
      </div>
      {chats || announcements || notifications ? (
        <div className={styles.indicators}>
          {announcements}
          {chats}
          {notifications}
        </div>
      ) : null}
      <AccountMenu {...account} />
    </header>
  )
})
