import { type Message, MORE_REACTIONS, messageWords, QUICK_REACTIONS } from '@contract'
import {
  AlarmClock,
  AudioLines,
  CheckSquare,
  Copy,
  CornerUpLeft,
  Download,
  FolderDown,
  Forward,
  type LucideIcon,
  MessageSquareLock,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { cx } from '@/ui'
import { safeMediaUrl } from './media'
import styles from './message-menu.module.css'
import { isAnswerable, isEditable } from './requests'
import type { MenuAnchor, MenuContent } from './thread-context'

export type MenuAction =
  | 'reply'
  | 'forward'
  | 'select'
  | 'copy'
  | 'transcribe'
  | 'download'
  | 'saveAs'
  | 'edit'
  | 'whisper'
  | 'remind'
  | 'delete'

interface MessageMenuProps {
  message: Message
  anchor: MenuAnchor
  content: MenuContent
  readOnly: boolean
  /** Whether this user may ask for its words. */
  mayTranscribe: boolean
  /** Whether this user may leave a whisper on it. */
  mayWhisper: boolean
  /** What the number of the conversation cannot do: shown, with the reason, and not to be chosen. */
  beyond: ReadonlySet<'reactions' | 'edit' | 'delete'>
  /** The reaction this user gave, so that choosing it again takes it back. */
  mine: string | null
  onAction: (action: MenuAction) => void
  onReact: (emoji: string) => void
  onClose: () => void
}

/** Room kept between the menu and the window's edge, in pixels. */
const EDGE = 8

/** The menu of one message: six quick reactions, the full set behind "+", and what can be done with it. */
export function MessageMenu({
  message,
  anchor,
  content,
  readOnly,
  mayTranscribe,
  mayWhisper,
  beyond,
  mine,
  onAction,
  onReact,
  onClose,
}: MessageMenuProps) {
  const { t } = useTexts()
  const canReact = useOffered('reactions')
  const remembers = useOffered('reminders')
  const box = useRef<HTMLDivElement>(null)
  const back = useRef<Element | null>(null)
  const [all, setAll] = useState(false)
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)

  useLayoutEffect(() => {
    const menu = box.current
    if (!menu) return
    menu.toggleAttribute('data-all', all) // the full set is larger, so the place is worked out again
    const { offsetWidth: width, offsetHeight: height } = menu
    const left = anchor.fromRight ? anchor.x - width : anchor.x
    const above = anchor.y + height + EDGE > window.innerHeight
    setPlace({
      left: Math.max(EDGE, Math.min(left, window.innerWidth - width - EDGE)),
      top: Math.max(EDGE, above ? window.innerHeight - height - EDGE : anchor.y),
    })
  }, [anchor, all])

  useLayoutEffect(() => {
    back.current = document.activeElement
    const menu = box.current
    menu?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
    const outside = (event: Event): void => {
      if (!(event.target instanceof Node) || !menu?.contains(event.target)) onClose()
    }
    document.addEventListener('pointerdown', outside, true)
    document.addEventListener('wheel', outside, { capture: true, passive: true })
    window.addEventListener('blur', onClose)
    window.addEventListener('resize', onClose)
    return () => {
      document.removeEventListener('pointerdown', outside, true)
      document.removeEventListener('wheel', outside, true)
      window.removeEventListener('blur', onClose)
      window.removeEventListener('resize', onClose)
    }
  }, [onClose])

  const close = (): void => {
    onClose()
    if (back.current instanceof HTMLElement) back.current.focus({ preventScroll: true })
  }
  const choose = (run: () => void): void => {
    close()
    run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const inRow = items[at]?.dataset.emoji !== undefined
    const firstPlain = items.findIndex(item => item.dataset.emoji === undefined)
    let to = -1
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      event.stopPropagation()
      close()
      return
    }
    if (event.key === 'ArrowDown') to = inRow && firstPlain > 0 ? firstPlain : at + 1
    else if (event.key === 'ArrowUp') to = at === firstPlain ? 0 : at - 1
    else if (event.key === 'ArrowRight') to = at + 1
    else if (event.key === 'ArrowLeft') to = at - 1
    else if (event.key === 'Home') to = 0
    else if (event.key === 'End') to = items.length - 1
    else return
    event.preventDefault()
    event.stopPropagation()
    items[(to + items.length) % items.length]?.focus()
  }

  const emojis = all ? [...QUICK_REACTIONS, ...MORE_REACTIONS] : QUICK_REACTIONS
  const own = message.fromMe && !message.isDeleted && !readOnly
  const items: [MenuAction, LucideIcon, boolean][] = [
    ['reply', CornerUpLeft, !readOnly && isAnswerable(message)],
    ['forward', Forward, !readOnly && !message.isDeleted],
    ['select', CheckSquare, !readOnly && !message.isDeleted],
    ['copy', Copy, messageWords(message) !== '' && !message.isDeleted],
    ['transcribe', AudioLines, mayTranscribe],
    ['download', Download, safeMediaUrl(message.mediaUrl) !== null && !message.isDeleted],
    ['saveAs', FolderDown, safeMediaUrl(message.mediaUrl) !== null && !message.isDeleted],
    ['edit', Pencil, own && isEditable(message)],
    ['whisper', MessageSquareLock, mayWhisper],
    ['remind', AlarmClock, !message.isDeleted && remembers],
    ['delete', Trash2, own],
  ]
  const shown = content === 'reactions' ? [] : items.filter(([, , offered]) => offered)
  return createPortal(
    <div
      ref={box}
      className={cx(styles.menu, place && styles.placed)}
      style={place ?? { left: 0, top: 0 }}
      role="menu"
      tabIndex={-1}
      aria-label={content === 'reactions' ? t('thread.react') : t('thread.moreActions')}
      onKeyDown={onKeyDown}
    >
      {readOnly || !canReact || beyond.has('reactions') || !isAnswerable(message) ? null : (
        <div className={cx(styles.emojis, all && styles.all)}>
          {emojis.map(emoji => (
            <button
              key={emoji}
              type="button"
              role="menuitem"
              data-emoji={emoji}
              className={cx(styles.emoji, mine === emoji && styles.chosen)}
              aria-label={
                mine === emoji ? t('thread.takeBackReaction', { emoji }) : t('thread.reactWith', { emoji })
              }
              onClick={() => choose(() => onReact(mine === emoji ? '' : emoji))}
            >
              {emoji}
            </button>
          ))}
          {all ? null : (
            <button
              type="button"
              role="menuitem"
              data-emoji=""
              className={styles.emoji}
              aria-label={t('thread.allReactions')}
              onClick={() => setAll(true)}
            >
              <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            </button>
          )}
        </div>
      )}
      {shown.length === 0 && !isAnswerable(message) ? (
        <span className={styles.item}>{t('thread.deleted')}</span>
      ) : null}
      {content === 'reactions' && beyond.has('reactions') ? (
        <span className={styles.item}>{t('thread.beyond.reactions')}</span>
      ) : null}
      {shown.map(([action, Icon]) => {
        const without = (action === 'edit' || action === 'delete') && beyond.has(action) ? action : null
        return (
          <button
            key={action}
            type="button"
            role="menuitem"
            className={cx(styles.item, action === 'delete' && styles.danger, without && styles.beyond)}
            // Keys reach it all the same: the reason is to be heard.
            aria-disabled={without !== null}
            {...(without
              ? { title: t(`thread.beyond.${without}`), 'aria-description': t(`thread.beyond.${without}`) }
              : {})}
            onClick={() => (without ? undefined : choose(() => onAction(action)))}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
            {t(`thread.action.${action}`)}
          </button>
        )
      })}
    </div>,
    document.body,
  )
}
