import { ACK, isTranscribable, type Message, SIMULATED_MODEL } from '@contract'
import { AudioLines, RotateCw } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { errorText, useTexts } from '@/i18n'
import { copilotOffers } from '@/stores/copilot'
import { transcribe } from '@/stores/messages-actions'
import { toasts } from '@/stores/toasts'
import { announce } from '@/ui'
import { MessageText } from './message-text'
import { useInnerTab } from './row-focus'
import { useThreadActions } from './thread-context'
import styles from './transcript.module.css'

/** Failures of the file itself: it says no more at a second time. */
const FINAL = new Set<string>(['ERR_TRANSCRIPT_FILE', 'ERR_TRANSCRIPT_LONG', 'ERR_TRANSCRIPT_SCANNED'])

/** Whether the words of a message can be asked for: it is on the server, and nobody has, or there were none that time. */
export const canTranscribe = (message: Message): boolean =>
  (!message.fromMe || message.ack > ACK.pending) &&
  isTranscribable(message) &&
  (message.transcript === null ||
    (message.transcript.state === 'failed' && !FINAL.has(message.transcript.failure ?? '')))

/** Whether something is below a message's file: a recording is offered there, a picture in its menu alone. */
export const hasTranscript = (message: Message, transcribes: boolean): boolean =>
  message.transcript !== null || (transcribes && message.mediaType === 'audio' && canTranscribe(message))

/**
 * What is heard or read in the file of a message, how far it is, or why there is none.
 * @param tail reserves room at the end of its last line for time and ticks.
 */
export function TranscriptOf({ message, tail }: { message: Message; tail: ReactNode }) {
  const { t, language } = useTexts()
  const { ticketId, transcribes } = useThreadActions()
  const asksItself = copilotOffers.use(({ items }) => items[0]?.transcribesOpen) === true
  const tabIndex = useInnerTab()
  const { transcript } = message
  const state = transcript?.state
  const before = useRef(state)
  useEffect(() => {
    const has = transcript && before.current === 'queued' && state !== 'queued'
    before.current = state
    if (has) announce(transcript.failure ? errorText(t, transcript.failure) : transcript.text)
  }, [state, transcript, t])
  const isDue =
    asksItself && transcribes && !message.fromMe && transcript === null && message.ticketId === ticketId
  const { id } = message
  const begin = useEffectEvent(() => {
    // Nobody has pressed: what refuses it is said when somebody does.
    transcribe(ticketId, message).catch(() => undefined)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message.
  useEffect(() => {
    if (isDue) begin()
  }, [isDue, id])
  const ask = (event: MouseEvent<HTMLElement>): void => {
    // The button goes; its row keeps the focus.
    event.currentTarget.closest<HTMLElement>('[data-row-key]')?.focus()
    transcribe(ticketId, message).catch((error: unknown) => toasts.error(errorText(t, error)))
  }
  const button = (Icon: typeof AudioLines, label: string) => (
    <span>
      {transcribes && canTranscribe(message) ? (
        <button type="button" className={styles.ask} tabIndex={tabIndex} onClick={ask}>
          <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
          {label}
        </button>
      ) : null}
      {tail}
    </span>
  )
  if (!transcript) return button(AudioLines, t('thread.action.transcribe'))
  const { text, model, sentTo, pieces, piecesDone, failure } = transcript
  if (transcript.state === 'failed')
    return (
      <div className={styles.box}>
        <span className={styles.failed}>{errorText(t, failure ?? 'ERR_AI_PROVIDER')}</span>
        {button(RotateCw, t('common.retry'))}
      </div>
    )
  const isWaiting = transcript.state === 'queued'
  const spoken = transcript.language
    ? new Intl.DisplayNames([language], { type: 'language' }).of(transcript.language)
    : null
  const origin =
    model === SIMULATED_MODEL
      ? t('thread.transcript.simulated')
      : model === ''
        ? t('thread.transcript.here')
        : t('thread.transcript.by', { model, sentTo })
  return (
    <div className={styles.box} aria-busy={isWaiting}>
      {text === '' ? null : <MessageText text={text} />}
      {text === '' && !isWaiting ? (
        <span className={styles.about}>{t('thread.transcript.nothing')}</span>
      ) : null}
      <span className={styles.about}>
        {isWaiting
          ? pieces > 1
            ? t('thread.transcript.part', { done: piecesDone, pieces })
            : t('thread.transcript.waiting')
          : [spoken, origin].filter(Boolean).join(' · ')}
        {tail}
      </span>
    </div>
  )
}
