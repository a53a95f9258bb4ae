import { Popover } from 'antd'
import { Search, Volume2, VolumeX } from 'lucide-react'
import { memo, type ReactNode, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { useKeys } from '@/stores/key-bindings'
import { usePreferences } from '@/stores/preferences'
import { IconButton, Kbd, onDemand, useKeptShown } from '@/ui'
import { AccountMenu, type AccountMenuProps } from './account-menu'
import { ConnectionSign } from './connection-state'
import styles from './top-bar.module.css'

const VolumeSlider = onDemand(async () => (await import('./volume-slider')).VolumeSlider)

/** The volume, opened from the account menu; its button is in the bar for as long as the sound is off. */
function VolumeControl({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTexts()
  const volume = usePreferences(state => state.volume)
  const button = useRef<HTMLButtonElement>(null)
  const { shown, onBlur } = useKeptShown(volume === 0, open)
  if (!shown) return null
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={open}
      onOpenChange={onOpenChange}
      content={
        <div
          role="dialog"
          aria-label={t('shell.bar.volume')}
          onKeyDown={event => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            onOpenChange(false)
            button.current?.focus()
          }}
        >
          <VolumeSlider />
        </div>
      }
      destroyOnHidden
    >
      <IconButton
        ref={button}
        icon={volume === 0 ? VolumeX : Volume2}
        label={t('shell.bar.volumeValue', { percent: Math.round(volume * 100) })}
        onBlur={onBlur}
      />
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

export interface TopBarProps extends Omit<AccountMenuProps, 'onVolume'>, BarSlots {
  title: string
  onSearch: () => void
}

/**
 * The 48 px bar: where one is on the left; on the right the search, the connection, what is new and the account, whose
 * menu holds everything else.
 */
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
  const [volume, setVolume] = useState(false)
  return (
    <header className={styles.bar} data-pane="bar">
      <h1 className={styles.title}>{title}</h1>
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
      <div className={styles.indicators}>
        <VolumeControl open={volume} onOpenChange={setVolume} />
        {announcements}
        {chats}
        {notifications}
      </div>
      <AccountMenu {...account} onVolume={() => setVolume(true)} />
    </header>
  )
})
