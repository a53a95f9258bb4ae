import { LogOut, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { type ComponentType, memo } from 'react'
import { useLocation } from 'react-router-dom'
import { BrandMark } from '@/features/brand'
import { useTexts } from '@/i18n'
import { useKeys } from '@/stores/key-bindings'
import { cx, DotBadge, IconButton, tipOf, useSteadyNavigate, VisuallyHidden } from '@/ui'
import type { NavEntry, NavSection } from '../navigation'
import styles from './rail.module.css'

/** What is drawn on the icons of entries that carry a signal. */
export interface Signals {
  connections: boolean
  chats: boolean
}

interface EntryProps {
  entry: NavEntry
  open: boolean
  /** The screen it leads to is on screen. */
  current: boolean
  signals: Signals
  onFollow?: (() => void) | undefined
  Below: BelowEntries[NavEntry['key']]
}

/**
 * One entry: icon, name, and what needs attention, in words too. A router's own link draws again on every step of the
 * address, also from ticket to ticket; this one only when it becomes the current one or stops being it.
 */
const RailEntry = memo(function RailEntry({ entry, open, current, signals, onFollow, Below }: EntryProps) {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  const { key, path, icon: Icon, signal } = entry
  const name = t(`shell.nav.${key}`)
  const raised = signal !== undefined && signals[signal]
  const words = signal === 'connections' ? t('shell.nav.connectionAlert') : t('shell.nav.unreadChats')
  return (
    <li>
      <a
        href={path}
        className={cx(styles.entry, current && styles.current)}
        aria-current={current ? 'page' : undefined}
        {...(open ? null : tipOf(raised ? `${name}: ${words}` : name, undefined, 'right'))}
        onClick={event => {
          if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          onFollow?.()
          void navigate(path)
        }}
      >
        <span className={styles.icon}>
          <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
          {raised ? (
            <span className={styles.signal}>
              <DotBadge tone={signal === 'connections' ? 'alert' : 'unread'} />
            </span>
          ) : null}
        </span>
        {open ? <span className={styles.name}>{name}</span> : <VisuallyHidden>{name}</VisuallyHidden>}
        {raised ? <VisuallyHidden>, {words}</VisuallyHidden> : null}
      </a>
      {Below ? <Below current={current} onFollow={onFollow} /> : null}
    </li>
  )
})

/** Whether an address is the screen of a path or something within it; the root is only itself. */
const leadsTo = (path: string, pathname: string): boolean =>
  pathname === path || (path !== '/' && pathname.startsWith(`${path}/`))

interface BelowProps {
  /** The entry’s screen is on screen. */
  current: boolean
  onFollow?: (() => void) | undefined
}
/** What a feature puts below an entry of the open menu, by the entry. */
export type BelowEntries = Readonly<Partial<Record<NavEntry['key'], ComponentType<BelowProps>>>>

/** The sections of the menu, used by the rail and by the drawer of narrow screens. */
export function RailSections({
  sections,
  open,
  signals,
  below,
  onFollow,
}: {
  sections: readonly NavSection[]
  open: boolean
  signals: Signals
  below: BelowEntries
  onFollow?: () => void
}) {
  const { t } = useTexts()
  const { pathname } = useLocation()
  return (
    <>
      {sections.map(section => (
        <section key={section.key} className={styles.section} aria-label={t(`shell.nav.${section.key}`)}>
          {open ? (
            <p className={styles.heading} aria-hidden="true">
              {t(`shell.nav.${section.key}`)}
            </p>
          ) : null}
          <ul>
            {section.entries.map(entry => {
              const Below = open ? below[entry.key] : undefined
              return (
                <RailEntry
                  key={entry.key}
                  entry={entry}
                  open={open}
                  current={leadsTo(entry.path, pathname)}
                  signals={signals}
                  onFollow={onFollow}
                  Below={Below}
                />
              )
            })}
          </ul>
        </section>
      ))}
    </>
  )
}

export interface RailProps {
  sections: readonly NavSection[]
  signals: Signals
  below: BelowEntries
  open: boolean
  onToggle: () => void
  version: string
  onSignOut: () => void
}

/** The side menu: 56 px with icons, 220 px with names. */
export const Rail = memo(function Rail({
  sections,
  signals,
  below,
  open,
  onToggle,
  version,
  onSignOut,
}: RailProps) {
  const { t } = useTexts()
  const toggleKeys = useKeys('toggleRail')
  return (
    <nav className={cx(styles.rail, open && styles.open)} aria-label={t('shell.nav.label')} data-pane="rail">
      <div className={styles.brand}>
        <span className={styles.mark}>
          <BrandMark target="interno" size={24} wide={32} />
        </span>
        {open ? <span className={styles.product}>{t('common.product')}</span> : null}
      </div>
      <div className={styles.scroll}>
        <RailSections sections={sections} open={open} signals={signals} below={below} />
      </div>
      <div className={styles.footer}>
        <IconButton
          icon={open ? PanelLeftClose : PanelLeftOpen}
          label={t(open ? 'shell.nav.collapse' : 'shell.nav.expand')}
          keys={toggleKeys}
          tipPlacement="right"
          aria-expanded={open}
          onClick={onToggle}
        />
        {open ? <span className={styles.version}>{t('shell.nav.version', { version })}</span> : null}
        <IconButton icon={LogOut} label={t('shell.nav.signOut')} tipPlacement="right" onClick={onSignOut} />
        {open ? null : (
          <span className={styles.versionShort} title={t('shell.nav.version', { version })}>
            <VisuallyHidden>{t('shell.nav.version', { version })}</VisuallyHidden>
            <span aria-hidden="true">{version}</span>
          </span>
        )}
      </div>
    </nav>
  )
})
