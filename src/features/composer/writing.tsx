import { isVoiceFile, MESSAGE_MAX_CHARS } from '@contract'
import { LayoutTemplate, MessageSquareText, Paperclip, PenLine, SendHorizontal } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { RecorderBar, useRecordingHere, VoiceButton, VoiceDrafts } from '@/features/recorder'
import { editLastOwn } from '@/features/thread'
import { useTexts } from '@/i18n'
import { saveDraft } from '@/stores/drafts'
import { useKeyAction } from '@/stores/key-actions'
import { useKeys } from '@/stores/key-bindings'
import { useMessages } from '@/stores/messages'
import { setPreferences, usePreferences } from '@/stores/preferences'
import { useUser } from '@/stores/session'
import { useNumberCan } from '@/stores/whatsapps'
import { cx, IconButton } from '@/ui'
import { replyAnchor } from './anchors'
import { AttachmentTray } from './attachment-tray'
import type { ComposerProps } from './composer'
import styles from './composer.module.css'
import { DropZone } from './drop-zone'
import { EmojiButton } from './emoji-button'
import { CrossingBar, QuoteBar, TransportNotices } from './notices'
import { captionTooLong, ENTER_GUARD_MS, enterMeans, newSince } from './sending'
import { SlashNotice, Suggestions } from './suggestions'
import { noteTyping } from './typing'
import { removeAttachment, uploadsOf, useUploads } from './uploads'
import { useSend } from './use-send'
import { useWriting } from './use-writing'

interface WritingProps extends Pick<ComposerProps, 'ticketId' | 'ticket' | 'onSentAndResolve'> {
  /** Nothing may leave: the window of the number is closed. */
  held: boolean
  /** Called when it goes away, with whether somebody was writing in it. */
  onGone: (focused: boolean) => void
  /** Opens the templates; null where the number has none. */
  onTemplate: (() => void) | null
}

/** The field with its tools: what is written, spoken and attached for one ticket. */
export function Writing({ ticketId, ticket, onSentAndResolve, held, onGone, onTemplate }: WritingProps) {
  const { t, format } = useTexts()
  const uploads = useUploads(state => uploadsOf(state, ticketId))
  const list = useMessages(state => state.threads.get(ticketId)?.own.list)
  const user = useUser()
  const attachKeys = useKeys('attach')
  const signing = usePreferences(state => state.signMessages)
  const enterSends = usePreferences(state => state.enterSends)
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const enteredAt = useRef(0)
  useLayoutEffect(() => {
    enteredAt.current = performance.now()
    const own = root.current
    return () => onGone(own?.contains(document.activeElement) ?? false)
  }, [onGone])
  const [asked, setAsked] = useState(0)
  const listId = useId()
  const writing = useWriting(ticketId, ticket, field, next => {
    setAsked(0)
    noteTyping(ticket, next, held)
  })
  const { text, quote, attachments, suggesting, take, choose } = writing
  const { send, busy } = useSend(ticket, signing && user ? user.name : null)
  const name = ticket?.contact?.name ?? ''
  const recording = useRecordingHere(ticketId)
  const takesVoice = useNumberCan(ticket?.whatsappId, 'audio')
  const changesSent = useNumberCan(ticket?.whatsappId, 'edit')
  const voices = attachments.filter(isVoiceFile)
  const files = attachments.filter(file => !isVoiceFile(file))
  const takesFiles = useNumberCan(ticket?.whatsappId, 'document')
  // Chosen or dropped, they are sent with Enter and described with what is typed next: both belong to the field.
  const onFiles = useCallback(
    (files: File[]) => {
      if (!takesFiles || files.length === 0) return
      void take(files)
      field.current?.focus()
    },
    [take, takesFiles],
  )

  const anchor = replyAnchor(ticketId)
  const crossed = anchor === undefined || text.trim() === '' ? 0 : newSince(list ?? [], anchor)
  const tooLong = text.length > MESSAGE_MAX_CHARS
  const canSend =
    ticket !== null &&
    !held &&
    !busy &&
    !tooLong &&
    !attachments.some(captionTooLong) &&
    uploads.length === 0 &&
    (text.trim() !== '' || attachments.length > 0)

  const trySend = async (resolve: boolean): Promise<void> => {
    if (!canSend) return
    if (crossed > asked) {
      setAsked(crossed)
      return
    }
    const sent = await send()
    if (sent && resolve) onSentAndResolve?.()
  }

  const onEnter = (event: KeyboardEvent): boolean => {
    const meaning = enterMeans(
      {
        key: event.key,
        shiftKey: event.shiftKey,
        ctrlKey: event.ctrlKey,
        metaKey: event.metaKey,
        altKey: event.altKey,
        // 229: some input methods confirm with a key event that is not marked as composing.
        isComposing: event.nativeEvent.isComposing || event.keyCode === 229,
      },
      enterSends,
    )
    if (meaning === null) return false
    event.preventDefault()
    if (performance.now() - enteredAt.current >= ENTER_GUARD_MS && !event.repeat)
      void trySend(meaning === 'sendAndResolve')
    return true
  }

  const onSuggestionKey = (event: KeyboardEvent): boolean => {
    const { items, active, setActive, notice } = suggesting
    const current = items[active]
    if (event.nativeEvent.isComposing) return false
    if (!current && notice !== null) {
      // A slash alone is the beginning of a quick answer, never a message: Enter and Tab show what there is.
      const asks = event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey)
      if (event.key === 'Escape') suggesting.dismiss()
      else if (asks && text.trim() === '/') suggesting.force()
      else return false
      event.preventDefault()
      event.stopPropagation()
      return true
    }
    if (!current) return false
    if (event.key === 'ArrowDown') setActive((active + 1) % items.length)
    else if (event.key === 'ArrowUp') setActive((active - 1 + items.length) % items.length)
    else if ((event.key === 'Enter' && !event.shiftKey && !event.ctrlKey) || event.key === 'Tab')
      choose(current)
    else if (event.key === 'Escape') suggesting.dismiss()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  const scrollThread = (share: number): void => {
    const feed = root.current?.parentElement?.querySelector('[role=feed]')
    feed?.scrollBy({ top: feed.clientHeight * share })
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (onSuggestionKey(event) || onEnter(event)) return
    if (event.key === 'Escape') {
      // Inner to outer: the quote first; a box with text keeps the ticket open around it.
      if (quote) saveDraft(ticketId, { quote: null })
      if (quote || text !== '' || attachments.length > 0) event.stopPropagation()
    } else if (text === '' && event.key === 'ArrowUp' && !event.ctrlKey && !event.altKey) {
      if (changesSent && editLastOwn(ticketId)) event.preventDefault()
    } else if (text === '' && (event.key === 'PageUp' || event.key === 'PageDown')) {
      event.preventDefault()
      scrollThread(event.key === 'PageUp' ? -0.9 : 0.9)
    }
  }

  useKeyAction('attach', () => picker.current?.click(), takesFiles)

  const onPaste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files]
    // Spreadsheets put a picture of the cells beside their text: people mean the text.
    if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
    event.preventDefault()
    onFiles(files)
  }

  const open = suggesting.items.length > 0
  const hint = enterSends ? t('composer.placeholder') : t('composer.placeholderCtrl')
  return (
    <section
      ref={root}
      className={styles.composer}
      aria-label={name ? t('composer.writeTo', { name }) : t('composer.write')}
    >
      <TransportNotices ticket={ticket} />
      {crossed > 0 ? <CrossingBar count={crossed} asked={asked >= crossed} /> : null}
      {quote ? <QuoteBar quote={quote} onRemove={() => saveDraft(ticketId, { quote: null })} /> : null}
      {voices.length > 0 ? (
        <VoiceDrafts files={voices} onRemove={id => removeAttachment(ticketId, id)} />
      ) : null}
      {files.length + uploads.length > 0 ? (
        <AttachmentTray ticketId={ticketId} attachments={files} uploads={uploads} onEnter={onEnter} />
      ) : null}
      <div className={styles.bar}>
        {open ? (
          <Suggestions
            id={listId}
            items={suggesting.items}
            active={suggesting.active}
            variables={suggesting.variables()}
            onHover={suggesting.setActive}
            onChoose={choose}
          />
        ) : null}
        {suggesting.notice ? <SlashNotice notice={suggesting.notice} /> : null}
        {recording ? (
          <RecorderBar ticketId={ticketId} name={name} onGone={() => field.current?.focus()} />
        ) : null}
        <div className={styles.field} hidden={recording}>
          <div className={styles.tools}>
            <EmojiButton onPick={writing.insert} onClose={() => field.current?.focus()} />
            <IconButton
              icon={Paperclip}
              label={takesFiles ? t('composer.attach') : t('composer.noFiles')}
              keys={attachKeys}
              tipPlacement="top"
              disabled={!takesFiles}
              onClick={() => picker.current?.click()}
            />
            <IconButton
              icon={MessageSquareText}
              label={t('composer.quickAnswers')}
              keys="/"
              tipPlacement="top"
              onClick={writing.showAnswers}
            />
            {onTemplate ? (
              <IconButton
                icon={LayoutTemplate}
                label={t('composer.window.template')}
                tipPlacement="top"
                onClick={onTemplate}
              />
            ) : null}
          </div>
          <div className={styles.box}>
            <textarea
              ref={field}
              className={styles.text}
              rows={1}
              dir="auto"
              value={text}
              aria-placeholder={hint}
              aria-label={name ? t('composer.messageTo', { name }) : t('composer.message')}
              aria-autocomplete="list"
              aria-haspopup="listbox"
              aria-controls={open ? listId : undefined}
              aria-activedescendant={open ? `${listId}-${suggesting.active}` : undefined}
              aria-invalid={tooLong}
              spellCheck
              data-testid="composer-text"
              onChange={event => writing.write(event.target.value, event.target.selectionStart)}
              onSelect={event => writing.setCaret(event.currentTarget.selectionStart)}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
            />
            {text === '' ? (
              <span className={styles.hint} aria-hidden="true">
                {hint}
              </span>
            ) : null}
          </div>
          <div className={styles.tools}>
            <button
              type="button"
              className={cx(styles.sign, signing && styles.signing)}
              aria-pressed={signing}
              title={t('composer.signTitle')}
              onClick={() => void setPreferences({ signMessages: !signing })}
            >
              <PenLine size={16} strokeWidth={1.75} aria-hidden="true" />
              <span>{t('composer.sign')}</span>
            </button>
            {ticket && takesVoice ? (
              <VoiceButton ticketId={ticketId} {...(canSend ? { className: styles.aside } : {})} />
            ) : null}
            <IconButton
              icon={SendHorizontal}
              label={t('composer.send')}
              keys={enterSends ? 'Enter' : 'Ctrl+Enter'}
              tipPlacement="top"
              tone="accent"
              className={cx(styles.send, !canSend && styles.aside)}
              disabled={!canSend}
              data-testid="composer-send"
              onClick={() => void trySend(false)}
            />
          </div>
        </div>
        {tooLong ? (
          <p className={styles.tooLong} role="alert">
            {t('composer.tooLong', {
              count: text.length,
              limit: format.number(MESSAGE_MAX_CHARS),
              length: format.number(text.length),
            })}
          </p>
        ) : null}
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          tabIndex={-1}
          aria-hidden="true"
          data-testid="composer-files"
          onChange={event => {
            onFiles([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </div>
      <DropZone around={root} name={name} onFiles={onFiles} />
    </section>
  )
}
