import { displayName, isVoiceFile, type MenuParts, type Ticket } from '@contract'
import { type ClipboardEvent, useCallback, useId, useLayoutEffect, useRef } from 'react'
import { CopilotCard, CopilotTools, DraftTranslationCard, useCopilot } from '@/features/copilot'
import { RecorderBar, useRecordingHere, VoiceDrafts } from '@/features/recorder'
import { keyOf } from '@/features/templates'
import { useTexts } from '@/i18n'
import { saveDraft } from '@/stores/drafts'
import { useKeyActions } from '@/stores/key-actions'
import { usePreferences } from '@/stores/preferences'
import { noteWriting } from '@/stores/ticket-presence'
import { useNumberCan } from '@/stores/whatsapps'
import { AttachmentTray } from './attachment-tray'
import { ColleaguesWriting, OtherAnswerBar } from './colleagues'
import styles from './composer.module.css'
import { DropZone } from './drop-zone'
import { CrossingBar, LongBar, QuoteBar, TransportNotices } from './notices'
import { useAsking } from './questions'
import type { SlashAction } from './slash-actions'
import { NothingListed, Suggestions } from './suggestions'
import { Additions, FilePicker, Sending, TooLong } from './tools'
import { noteTyping } from './typing'
import { removeAttachment } from './uploads'
import { useFieldKeys } from './use-field-keys'
import { useLeaving } from './use-leaving'
import { useWriting } from './use-writing'

export interface ComposerProps {
  ticketId: number
  /** Null while the ticket is not known yet: one may write, but not send. */
  ticket: Ticket | null
  /** Offered when the ticket is pending. */
  onAccept?: () => void
  /** Offered when the ticket is closed. */
  onReopen?: () => void
  /** Ctrl+Shift+Enter: called once everything was accepted by the outbox. */
  onSentAndResolve?: () => void
}

interface WritingProps extends Pick<ComposerProps, 'ticketId' | 'ticket' | 'onSentAndResolve'> {
  /** Nothing may leave: the window of the number is closed, or somebody else has the ticket. */
  held: boolean
  /** Somebody else has the ticket: what is being said ends there and stays a draft. */
  lost: boolean
  /** Called when it goes away, with whether somebody was writing in it. */
  onGone: (focused: boolean) => void
  /** Opens the templates, at one of them by its key; null where the number has none. */
  onTemplate: ((key?: string) => void) | null
  /** Opens the dialog of buttons, lists and links with what it begins with; null where the number shows none. */
  onMenu: ((text: string, menu: MenuParts | null) => void) | null
}

/** Scrolls the conversation above the composer by a share of its height. */
function scrollThread(composer: HTMLElement | null, share: number): void {
  const feed = composer?.parentElement?.querySelector('[role=feed]')
  feed?.scrollBy({ top: feed.clientHeight * share })
}

/** The field with its tools: what is written, spoken and attached for one ticket. */
export function Writing({
  ticketId,
  ticket,
  onSentAndResolve,
  held,
  lost,
  onGone,
  onTemplate,
  onMenu,
}: WritingProps) {
  const { t } = useTexts()
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
  const asking = useAsking()
  const { asked, forget } = asking
  const listId = useId()
  const onAction = (action: SlashAction): void => {
    if (action.kind === 'template') onTemplate?.(action.template ? keyOf(action.template) : undefined)
    else if (action.kind === 'menu') onMenu?.('', null)
    else if (action.does === 'suggest') copilot.suggest()
    else copilot.rewrite(action.does)
  }
  const writing = useWriting(
    ticketId,
    ticket,
    field,
    next => {
      forget()
      noteTyping(ticket, next, held)
      noteWriting(ticketId, held || next.trim() === '')
    },
    { held, offersTemplates: onTemplate !== null, onAction, onMenu: held ? null : onMenu },
  )
  const { text, quote, attachments, suggesting, take, choose } = writing
  const copilot = useCopilot(ticket, field, writing.put, lost)
  const leaving = useLeaving({ ticketId, ticket, writing, asking, held, onSentAndResolve })
  const {
    uploads,
    translation,
    crossed,
    otherAnswer,
    length,
    limit,
    tooLong,
    long,
    canSend,
    isTaken,
    trySend,
  } = leaving
  const name = displayName(ticket?.contact)
  const recording = useRecordingHere(ticketId) && !lost
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

  const { onEnter, onKeyDown } = useFieldKeys({
    ticketId,
    name,
    changesSent,
    enteredAt: () => enteredAt.current,
    writing,
    send: resolve => void trySend(resolve),
    scroll: share => scrollThread(root.current, share),
  })

  useKeyActions('writing', {
    attach: takesFiles ? () => picker.current?.click() : null,
    reply: () => field.current?.focus(),
  })

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
      <ColleaguesWriting ticketId={ticketId} />
      {copilot.card ? <CopilotCard copilot={copilot} /> : null}
      {translation.open ? (
        <DraftTranslationCard
          translation={translation}
          enabled={canSend}
          onSend={as => void trySend(false, as)}
        />
      ) : null}
      <TransportNotices ticket={ticket} />
      {otherAnswer ? <OtherAnswerBar answer={otherAnswer} asked={asked.has('colleague')} /> : null}
      {crossed > 0 ? <CrossingBar count={crossed} asked={asked.has(`crossed ${crossed}`)} /> : null}
      {long ? <LongBar length={length} asked={asked.has('long')} /> : null}
      {quote ? <QuoteBar quote={quote} onRemove={() => saveDraft(ticketId, { quote: null })} /> : null}
      {voices.length > 0 ? (
        <VoiceDrafts files={voices} onRemove={id => removeAttachment(ticketId, id)} />
      ) : null}
      {files.length + uploads.length > 0 ? (
        <AttachmentTray {...{ ticketId, uploads, isTaken, onEnter }} attachments={files} />
      ) : null}
      <div className={styles.bar}>
        {open ? (
          <Suggestions
            id={listId}
            items={suggesting.items}
            notice={suggesting.notice}
            active={suggesting.active}
            variables={suggesting.variables()}
            onHover={suggesting.setActive}
            onChoose={choose}
          />
        ) : null}
        {suggesting.notice && !open ? (
          <NothingListed
            notice={suggesting.notice}
            asked={asked.has('slash')}
            onSend={() => void trySend(false, 'translated', true)}
          />
        ) : null}
        {recording ? (
          <RecorderBar ticketId={ticketId} name={name} onGone={() => field.current?.focus()} />
        ) : null}
        <div className={styles.field} hidden={recording}>
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
              aria-activedescendant={
                open && suggesting.active >= 0 ? `${listId}-${suggesting.active}` : undefined
              }
              aria-invalid={tooLong}
              spellCheck
              data-testid="composer-text"
              onChange={event => writing.write(event.target.value, event.target.selectionStart)}
              onSelect={event => writing.setCaret(event.currentTarget.selectionStart)}
              onKeyDown={event => {
                if (!leaving.onTranslationKey(event)) onKeyDown(event)
              }}
              onPaste={onPaste}
            />
            {text === '' ? (
              <span className={styles.hint} aria-hidden="true">
                {hint}
              </span>
            ) : null}
          </div>
          <Additions
            takesFiles={takesFiles}
            onPick={writing.insert}
            onPicked={() => field.current?.focus()}
            onAttach={() => picker.current?.click()}
            onAnswers={writing.showAnswers}
            onTemplate={onTemplate && (() => onTemplate())}
            onMenu={onMenu && !held ? () => onMenu(text, null) : null}
          >
            {held ? null : <CopilotTools copilot={copilot} ticket={ticket} isEmpty={text.trim() === ''} />}
          </Additions>
          <Sending
            voiceFor={ticket && takesVoice && !lost ? ticketId : null}
            enabled={canSend}
            onSend={() => void trySend(false)}
          />
        </div>
        {tooLong ? <TooLong length={length} limit={limit} /> : null}
        <FilePicker ref={picker} onFiles={onFiles} />
      </div>
      <DropZone around={root} name={name} onFiles={onFiles} />
    </section>
  )
}
