import { displayName, type Message } from '@contract'
import { Check, ChevronDown, Forward, ImageOff, Play } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { useTexts } from '@/i18n'
import { cx, IconButton } from '@/ui'
import { AckIcon, ackState } from '../ack-icon'
import bubble from '../bubble.module.css'
import { fileName, mediaKind, safeMediaUrl } from '../media'
import { messagePreview } from '../preview'
import { useInnerTab } from '../row-focus'
import { keyOf, shownReaction } from '../rows'
import { useThreadActions } from '../thread-context'
import styles from './album.module.css'
import { downloadFile } from './use-file'

/** Tiles that are drawn; the last one stands for all that follow. */
const MOST_TILES = 4

interface TileProps {
  message: Message
  /** Further messages of the album that have no tile. */
  more: number
  /** It is the one that was asked for. */
  isMarked: boolean
  /** Whether it is chosen; null while nothing is being chosen. */
  chosen: boolean | null
}

/** One picture or video of an album: all that its own bubble would have, in a square. */
function Tile({ message, more, isMarked, chosen }: TileProps) {
  const { t, format } = useTexts()
  const tabIndex = useInnerTab()
  const { openImage, openMenu, toggleSelected } = useThreadActions()
  const [failed, setFailed] = useState(false)
  const url = safeMediaUrl(message.mediaUrl) ?? undefined
  const isVideo = mediaKind(message) === 'video'
  const reaction = shownReaction(message)
  const name = [
    messagePreview(t, message),
    format.clock(message.createdAt),
    message.fromMe ? t(`thread.ack.${ackState(message.ack)}`) : '',
    reaction ? t('thread.reactionIs', { emoji: reaction.emoji }) : '',
    more > 0 ? t('thread.andMore', { count: more }) : '',
  ]
    .filter(Boolean)
    .join(', ')
  const label =
    chosen !== null
      ? t('thread.select', { text: name })
      : failed
        ? t('thread.downloadFile', { name: fileName(message) })
        : t('thread.openImage', { name })
  const press = (): void => {
    if (chosen !== null) toggleSelected(message.id)
    else if (failed && more === 0) downloadFile(message)
    else openImage(message)
  }
  const menuBelow = (element: HTMLElement, focusFirst: boolean): void => {
    const { right, bottom } = element.getBoundingClientRect()
    openMenu(
      message,
      { x: right, y: Math.min(bottom, window.innerHeight - 40), fromRight: true, focusFirst },
      'actions',
    )
  }
  const onContextMenu = (event: MouseEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    openMenu(message, { x: event.clientX, y: event.clientY, fromRight: false, focusFirst: false }, 'actions')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
    event.preventDefault()
    menuBelow(event.currentTarget, true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu's key is answered by the button inside
    <div
      className={cx(styles.tile, isMarked && styles.marked)}
      data-message-id={message.id}
      onContextMenu={onContextMenu}
    >
      <button
        type="button"
        className={styles.press}
        tabIndex={tabIndex}
        aria-label={label}
        {...(chosen === null ? {} : { role: 'checkbox', 'aria-checked': chosen })}
        onClick={press}
        onKeyDown={onKeyDown}
      >
        {failed ? (
          <ImageOff className={styles.sign} size={24} strokeWidth={1.5} aria-hidden="true" />
        ) : isVideo ? (
          <video src={url} preload="metadata" muted playsInline tabIndex={-1} onError={() => setFailed(true)}>
            <track kind="captions" />
          </video>
        ) : (
          <img
            src={url}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
            onError={() => setFailed(true)}
          />
        )}
        {isVideo && !failed && more === 0 ? (
          <span className={cx(styles.sign, styles.play)} aria-hidden="true">
            <Play size={20} strokeWidth={1.75} />
          </span>
        ) : null}
        {more > 0 ? (
          <span className={styles.more} aria-hidden="true">
            +{format.number(more + 1)}
          </span>
        ) : null}
        {chosen === null ? null : (
          <span className={cx(styles.box, chosen && styles.chosen)} aria-hidden="true">
            {chosen ? <Check size={14} strokeWidth={2.5} /> : null}
          </span>
        )}
      </button>
      <span className={styles.meta}>
        <time dateTime={message.createdAt} title={format.exact(message.createdAt)}>
          {format.clock(message.createdAt)}
        </time>
        {message.fromMe ? <AckIcon state={ackState(message.ack)} /> : null}
      </span>
      {reaction ? (
        <span
          className={styles.reaction}
          role="img"
          aria-label={t('thread.reactionIs', { emoji: reaction.emoji })}
        >
          {reaction.emoji}
          {reaction.count > 1 ? ` ${format.number(reaction.count)}` : ''}
        </span>
      ) : null}
      {chosen === null ? (
        <span className={styles.menu} data-row-actions="">
          <IconButton
            icon={ChevronDown}
            size="small"
            tip={false}
            tabIndex={-1}
            label={t('thread.moreActions')}
            aria-haspopup="menu"
            onClick={event => menuBelow(event.currentTarget, event.detail === 0)}
          />
        </span>
      ) : null}
    </div>
  )
}

interface AlbumProps {
  messages: readonly Message[]
  first: boolean
  last: boolean
  /** Key of the message that was asked for; null for none. */
  marked: string | null
  /** Ids of what is chosen; null while nothing is being chosen. Then every one of them has a tile. */
  chosen: ReadonlySet<string> | null
}

/** Pictures and videos that belong together, as one bubble with a grid. */
export function Album({ messages, first, last, marked, chosen }: AlbumProps) {
  const { t } = useTexts()
  const { isGroup, name } = useThreadActions()
  const shown = chosen ? messages : messages.slice(0, MOST_TILES)
  const hidden = messages.slice(shown.length)
  const mine = messages[0]?.fromMe === true
  return (
    <div
      className={cx(
        bubble.bubble,
        bubble.framed,
        mine ? bubble.mine : bubble.theirs,
        first && bubble.first,
        last && bubble.last,
      )}
    >
      {isGroup && !mine && first ? (
        <bdi className={bubble.sender}>{displayName(messages[0]?.contact) || name}</bdi>
      ) : null}
      {messages[0]?.isForwarded ? (
        <span className={bubble.label}>
          <Forward size={12} strokeWidth={1.75} aria-hidden="true" />
          {t('thread.forwarded')}
        </span>
      ) : null}
      <div className={cx(styles.album, messages.length === 3 && styles.three)} data-album="">
        {shown.map((message, at) => {
          const behind = at === shown.length - 1 ? hidden : []
          return (
            <Tile
              key={keyOf(message)}
              message={message}
              more={behind.length}
              isMarked={[message, ...behind].some(one => keyOf(one) === marked)}
              chosen={chosen ? chosen.has(message.id) : null}
            />
          )
        })}
      </div>
    </div>
  )
}
