import { captionOf, displayName, type Message, readCall, shownName, wasNotAnswered } from '@contract'
import {
  Ban,
  ClipboardList,
  Forward,
  Pencil,
  Phone,
  PhoneMissed,
  ShoppingCart,
  Smartphone,
} from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { callText, inTheirWords, useTexts } from '@/i18n'
import { useUser } from '@/stores/session'
import { cx } from '@/ui'
import { AckIcon, type AckState, ackState } from './ack-icon'
import styles from './bubble.module.css'
import { LinkCard } from './link-card'
import { mediaKind } from './media'
import { AudioMedia } from './media/audio'
import { ContactCards } from './media/contact-cards'
import { FileCard } from './media/file-card'
import { ImageMedia } from './media/image'
import { LocationMedia } from './media/location'
import { ReferralCard } from './media/referral'
import { VideoMedia } from './media/video'
import { MessageButtons } from './message-buttons'
import { buttonsOf, hasParts, MenuParts } from './message-menu-parts'
import { MessageText } from './message-text'
import { messagePreview, writerOf } from './preview'
import { showMessage } from './requests'
import { useInnerTab } from './row-focus'
import { shownReaction } from './rows'
import { useThreadActions } from './thread-context'
import { hasTranscript, TranscriptOf } from './transcript'
import asked from './transcript.module.css'

/** The message an answer refers to; a click goes there. */
function Quoted({ message }: { message: Message }) {
  const { t } = useTexts()
  const tabIndex = useInnerTab()
  const actions = useThreadActions()
  const me = useUser()?.id
  const quoted = message.quotedMsg
  if (!quoted) return null
  const who = writerOf(t, quoted, actions, me)
  const text = quoted.isDeleted
    ? t('thread.deleted')
    : messagePreview(t, { ...quoted, mediaName: null, id: quoted.id })
  return (
    <button
      type="button"
      className={cx(styles.quote, quoted.fromMe && styles.quoteMine)}
      tabIndex={tabIndex}
      aria-label={t('thread.goToQuoted', { name: who, text })}
      onClick={() => showMessage(actions.ticketId, quoted.id)}
    >
      <bdi className={styles.quoteName}>{who}</bdi>
      <bdi className={styles.quoteText}>{text}</bdi>
    </button>
  )
}

/** What says of itself in words what it is, below its name. */
const TITLED = { order: ShoppingCart, form: ClipboardList, moved: Smartphone } as const

/** A call, with a way to answer in words one that nobody took. */
function Call({ message }: { message: Message }) {
  const { t } = useTexts()
  const tabIndex = useInnerTab()
  const { readOnly, reply } = useThreadActions()
  const isMissed = wasNotAnswered(message.body)
  const Icon = isMissed ? PhoneMissed : Phone
  return (
    <span className={styles.call}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {callText(t, message.body) ?? t('thread.kind.call')}
      {isMissed && !message.fromMe && !readOnly ? (
        <button type="button" className={asked.ask} tabIndex={tabIndex} onClick={() => reply(message)}>
          {t('thread.answerInWords')}
        </button>
      ) : null}
    </span>
  )
}

function Media({ message }: { message: Message }): ReactNode {
  const { t } = useTexts()
  const { openImage, start } = useThreadActions()
  const kind = mediaKind(message)
  switch (kind) {
    case 'image':
      return <ImageMedia message={message} onOpen={openImage} />
    case 'audio':
      return <AudioMedia message={message} />
    case 'video':
      return <VideoMedia message={message} />
    case 'location':
      return <LocationMedia body={message.body} />
    case 'contacts':
      return <ContactCards body={message.body} onStart={start} />
    case 'file':
      return <FileCard message={message} />
    case 'call':
      return <Call message={message} />
    case 'reaction':
      return <span className={styles.aside}>{t('thread.reacted', { emoji: message.body })}</span>
    case 'order':
    case 'form':
    case 'moved': {
      const Icon = TITLED[kind]
      return (
        <span className={styles.titled}>
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          {t(`thread.kind.${kind}`)}
        </span>
      )
    }
    case 'unknown':
      return (
        <span className={styles.aside}>
          {t(message.mediaType === 'unsupported' ? 'thread.notReceived' : 'thread.unknownType')}
        </span>
      )
    case 'text':
      return null
  }
}

/** The text drawn under (or instead of) the media. */
export function textOf(message: Message): string {
  switch (mediaKind(message)) {
    case 'text':
    case 'order':
    case 'form':
      return message.body
    case 'moved':
      return message.body.split(' → ').map(shownName).join(' → ')
    case 'image':
    case 'video':
    case 'file':
    case 'unknown':
      return captionOf(message)
    case 'call':
      return readCall(message.body) ? '' : captionOf(message)
    default:
      return ''
  }
}

/** Height of one button below a message, with its line. */
const BUTTON_PX = 35

interface BubbleProps {
  message: Message
  first: boolean
  last: boolean
  /** Overrides the ticks: an entry of the outbox that failed or waits. */
  state?: AckState
}

/** One message: marks, quote, media, text, and inside at its end the time and the ticks. */
export const Bubble = memo(function Bubble({ message, first, last, state }: BubbleProps) {
  const { t, format } = useTexts()
  const { isGroup, name, transcribes } = useThreadActions()
  const mine = message.fromMe
  const kind = mediaKind(message)
  // The body repeats the menu in words; the bubble draws the menu itself.
  const { menu } = message
  const text = menu?.opening ?? (mine ? textOf(message) : inTheirWords(t, textOf(message)))
  const reaction = shownReaction(message)
  const ack = state ?? (message.failure ? 'failed' : ackState(message.ack))
  const sender = displayName(message.contact) || name
  const buttons = menu ? buttonsOf(menu) : (message.template?.buttons ?? [])
  const edited = message.isEdited && !message.isDeleted
  const meta = (
    <span
      className={styles.meta}
      style={
        buttons.length > 0 && !message.isDeleted ? { bottom: 5 + BUTTON_PX * buttons.length } : undefined
      }
    >
      {edited ? (
        <span className={styles.mark}>
          <Pencil size={10} strokeWidth={2} aria-hidden="true" />
          {t('thread.edited')}
        </span>
      ) : null}
      <time dateTime={message.createdAt} title={format.exact(message.createdAt)}>
        {format.clock(message.createdAt)}
      </time>
      {mine ? <AckIcon state={ack} /> : null}
    </span>
  )
  const spacer = <span className={cx(styles.tail, mine && styles.tailMine, edited && styles.tailEdited)} />
  const below = hasTranscript(message, transcribes)
  const link = message.linkPreview && text !== '' ? <LinkCard preview={message.linkPreview} /> : null
  const card = menu && hasParts(menu) ? <MenuParts menu={menu} /> : link
  const inGroup = isGroup && !mine && first ? <bdi className={styles.sender}>{sender}</bdi> : null
  const looks = cx(
    styles.bubble,
    mine ? styles.mine : styles.theirs,
    first && styles.first,
    last && styles.last,
  )
  // Whoever took it back took back its words, its file and what it answered.
  if (message.isDeleted)
    return (
      <div className={looks}>
        {inGroup}
        <span className={cx(styles.label, styles.gone)}>
          <Ban size={12} strokeWidth={1.75} aria-hidden="true" />
          {t('thread.deleted')}
          {spacer}
        </span>
        {meta}
      </div>
    )
  return (
    <div className={cx(looks, (kind === 'image' || kind === 'video') && styles.framed)}>
      {inGroup}
      {message.isForwarded ? (
        <span className={styles.label}>
          <Forward size={12} strokeWidth={1.75} aria-hidden="true" />
          {t('thread.forwarded')}
        </span>
      ) : null}
      <Quoted message={message} />
      {message.referral ? <ReferralCard referral={message.referral} /> : null}
      <Media message={message} />
      {text === '' ? null : <MessageText text={text} tail={below || card ? null : spacer} />}
      {card}
      {below ? <TranscriptOf message={message} tail={spacer} /> : null}
      {(card || (text === '' && kind !== 'audio')) && !below ? (
        <span className={styles.metaLine}>{spacer}</span>
      ) : null}
      {meta}
      {buttons.length > 0 ? <MessageButtons buttons={buttons} /> : null}
      {reaction ? (
        <span
          className={styles.reaction}
          role="img"
          aria-label={t('thread.reactionIs', { emoji: reaction.emoji })}
        >
          {reaction.emoji}
          {reaction.count > 1 ? <span className={styles.reactionCount}>{reaction.count}</span> : null}
        </span>
      ) : null}
    </div>
  )
})
