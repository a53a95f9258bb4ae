import { Menu } from 'lucide-react'
import { useState } from 'react'
import { NavLink } from 'react-router-dom'
import { useTexts } from '@/i18n'
import { cx, DotBadge, onDemand, VisuallyHidden } from '@/ui'
import { thumbEntries } from '../navigation'
import styles from './bottom-bar.module.css'
import type { MenuProps } from './more-sheet'

const MoreSheet = onDemand(async () => (await import('./more-sheet')).MoreSheet)

/** The menu of narrow screens: three entries under the thumb, everything else one tap further. */
export function BottomBar({ sections, signals, below, version, onSignOut }: MenuProps) {
  const { t } = useTexts()
  const [open, setOpen] = useState(false)
  /** It stays when it was closed, to be seen leaving. */
  const [opened, setOpened] = useState(false)
  const shown = thumbEntries(sections)
  const hiddenSignal = signals.connections || (signals.chats && !shown.some(entry => entry.key === 'chats'))
  return (
    <>
      <nav className={styles.bar} aria-label={t('shell.nav.label')} data-pane="rail">
        {shown.map(({ key, path, icon: Icon, signal }) => (
          <NavLink
            key={key}
            to={path}
            end={path === '/'}
            className={({ isActive }) => cx(styles.entry, isActive && styles.current)}
          >
            <span className={styles.icon}>
              <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
              {signal && signals[signal] ? <DotBadge /> : null}
            </span>
            <span className={styles.name}>{t(`shell.nav.${key}`)}</span>
          </NavLink>
        ))}
        <button
          type="button"
          className={styles.entry}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => {
            setOpened(true)
            setOpen(true)
          }}
        >
          <span className={styles.icon}>
            <Menu size={20} strokeWidth={1.5} aria-hidden="true" />
            {hiddenSignal ? <DotBadge tone="alert" /> : null}
          </span>
          <span className={styles.name}>{t('shell.nav.more')}</span>
          {signals.connections ? <VisuallyHidden>, {t('shell.nav.connectionAlert')}</VisuallyHidden> : null}
        </button>
      </nav>
      {opened ? (
        <MoreSheet
          open={open}
          sections={sections}
          signals={signals}
          below={below}
          version={version}
          onClose={() => setOpen(false)}
          onSignOut={onSignOut}
        />
      ) : null}
    </>
  )
}
