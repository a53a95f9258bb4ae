import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  ChevronRight,
  PanelLeftClose,
  PanelLeftOpen,
  Pin,
  PinOff,
} from 'lucide-react'
import { type ComponentType, type DragEvent, memo, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { BrandMark } from '@/features/brand'
import { useTexts } from '@/i18n'
import { useKeys } from '@/stores/key-bindings'
import { setPreferences, usePreferences } from '@/stores/preferences'
import { cx, DotBadge, IconButton, RowMenu, tipOf, useSteadyNavigate, VisuallyHidden } from '@/ui'
import type { NavEntry, NavSection } from '../navigation'
import styles from './rail.module.css'

/** What is drawn on the icons of entries that carry a signal. */
export interface Signals {
  connections: boolean
  chats: boolean
}

/** What a drag from the menu carries: the name of an entry. */
const DRAGGED = 'application/x-turno-menu-entry'

/** Pins an entry before another one, or last; one that is pinned already moves there. */
function pin(key: string, before?: string): void {
  const rest = usePreferences.getState().menuPinned.filter(item => item !== key)
  const at = before === undefined ? -1 : rest.indexOf(before)
  void setPreferences({ menuPinned: at < 0 ? [...rest, key] : rest.toSpliced(at, 0, key) })
}

function unpin(key: string): void {
  void setPreferences({ menuPinned: usePreferences.getState().menuPinned.filter(item => item !== key) })
}

/** Moves a pinned entry by one place; at the end of the pins it stays. */
function movePin(key: string, by: 1 | -1): void {
  const { menuPinned } = usePreferences.getState()
  const at = menuPinned.indexOf(key)
  const other = menuPinned[at + by]
  if (at < 0 || other === undefined) return
  void setPreferences({ menuPinned: menuPinned.with(at, other).with(at + by, key) })
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

/** The menu of an entry: whether it stands on top, and where there. */
function usePinActions(key: NavEntry['key']) {
  const { t } = useTexts()
  const pinned = usePreferences(state => state.menuPinned)
  const at = pinned.indexOf(key)
  if (at < 0)
    return [{ key: 'pin', label: t('shell.nav.pin'), icon: Pin, menuOnly: true, run: () => pin(key) }]
  return [
    {
      key: 'up',
      label: t('shell.nav.moveUp'),
      icon: ArrowUp,
      disabled: at === 0,
      run: () => movePin(key, -1),
    },
    {
      key: 'down',
      label: t('shell.nav.moveDown'),
      icon: ArrowDown,
      disabled: at === pinned.length - 1,
      run: () => movePin(key, 1),
    },
    { key: 'unpin', label: t('shell.nav.unpin'), icon: PinOff, run: () => unpin(key) },
  ]
}

/**
 * One entry: icon, name, and what needs attention, in words too. A router's own link draws again on every step of the
 * address, also from ticket to ticket; this one only when it becomes the current one or stops being it.
 */
const RailEntry = memo(function RailEntry({ entry, open, current, signals, onFollow, Below }: EntryProps) {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  const { key, path, icon: Icon, signal } = entry
  const actions = usePinActions(key)
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const name = t(`shell.nav.${key}`)
  const raised = signal !== undefined && signals[signal]
  const words = signal === 'connections' ? t('shell.nav.connectionAlert') : t('shell.nav.unreadChats')
  useEffect(() => {
    if (current) link.current?.scrollIntoView?.({ block: 'nearest' })
  }, [current])
  const isPinned = actions.length > 1
  const onDrop = (event: DragEvent): void => {
    const dragged = event.dataTransfer.getData(DRAGGED)
    if (!dragged || !isPinned) return
    event.preventDefault()
    pin(dragged, key)
  }
  return (
    <li>
      <a
        ref={link}
        href={path}
        className={cx(styles.entry, current && styles.current)}
        aria-current={current ? 'page' : undefined}
        aria-keyshortcuts={isPinned ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
        {...(open ? null : tipOf(raised ? `${name}: ${words}` : name, undefined, 'right'))}
        onClick={event => {
          if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          onFollow?.()
          void navigate(path)
        }}
        onContextMenu={event => {
          event.preventDefault()
          const box = event.currentTarget.getBoundingClientRect()
          // The menu key says no place.
          setMenuAt(
            event.clientX > 0 ? { x: event.clientX, y: event.clientY } : { x: box.left + 24, y: box.bottom },
          )
        }}
        onKeyDown={event => {
          if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || !isPinned) return
          event.preventDefault()
          movePin(key, event.key === 'ArrowUp' ? -1 : 1)
        }}
        onDragStart={event => event.dataTransfer.setData(DRAGGED, key)}
        onDragOver={event => {
          if (isPinned && event.dataTransfer.types.includes(DRAGGED)) event.preventDefault()
        }}
        onDrop={onDrop}
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
      {menuAt ? <RowMenu actions={actions} at={menuAt} onClose={() => setMenuAt(null)} /> : null}
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

interface SectionsProps {
  sections: readonly NavSection[]
  open: boolean
  signals: Signals
  below: BelowEntries
  onFollow?: () => void
}

/** The name of a group folds and unfolds it; a signal that is folded away is drawn on it. */
function Heading({
  section,
  open,
  folded,
  raised,
}: {
  section: NavSection
  open: boolean
  folded: boolean
  raised: boolean
}) {
  const { t } = useTexts()
  const name = t(`shell.nav.${section.key}`)
  const Sign = folded ? ChevronRight : ChevronDown
  const toggle = (): void => {
    const { menuFolded } = usePreferences.getState()
    void setPreferences({
      menuFolded: folded ? menuFolded.filter(key => key !== section.key) : [...menuFolded, section.key],
    })
  }
  return (
    <button
      type="button"
      className={styles.heading}
      aria-expanded={!folded}
      onClick={toggle}
      {...(open ? null : tipOf(name, undefined, 'right'))}
    >
      {open ? <span className={styles.headingName}>{name}</span> : <VisuallyHidden>{name}</VisuallyHidden>}
      {raised ? <DotBadge tone="alert" /> : null}
      <Sign size={14} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}

/**
 * The groups of the menu, used by the rail and by the drawer of narrow screens. Of a folded one only the screen that one
 * is on remains.
 */
export function RailSections({ sections, open, signals, below, onFollow }: SectionsProps) {
  const { t } = useTexts()
  const { pathname } = useLocation()
  const foldedKeys = usePreferences(state => state.menuFolded)
  return (
    <>
      {sections.map(section => {
        const folded = foldedKeys.includes(section.key)
        const shown = section.entries.filter(entry => !folded || leadsTo(entry.path, pathname))
        const raised = section.entries.some(
          entry => !shown.includes(entry) && entry.signal !== undefined && signals[entry.signal],
        )
        return (
          <section key={section.key} className={styles.section} aria-label={t(`shell.nav.${section.key}`)}>
            {sections.length > 1 ? (
              <Heading section={section} open={open} folded={folded} raised={raised} />
            ) : null}
            <ul>
              {shown.map(entry => (
                <RailEntry
                  key={entry.key}
                  entry={entry}
                  open={open}
                  current={leadsTo(entry.path, pathname)}
                  signals={signals}
                  onFollow={onFollow}
                  Below={open ? below[entry.key] : undefined}
                />
              ))}
            </ul>
          </section>
        )
      })}
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
}

/** The side menu: 56 px with icons, 220 px with names. */
export const Rail = memo(function Rail({ sections, signals, below, open, onToggle, version }: RailProps) {
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
      </div>
    </nav>
  )
})
