import {
  LayoutTemplate,
  ListChecks,
  MessageSquareText,
  Paperclip,
  PenLine,
  SendHorizontal,
} from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { VoiceButton } from '@/features/recorder'
import { useTexts } from '@/i18n'
import { useKeys } from '@/stores/key-bindings'
import { setPreferences, usePreferences } from '@/stores/preferences'
import { cx, IconButton } from '@/ui'
import styles from './composer.module.css'
import { EmojiButton } from './emoji-button'

interface AdditionsProps {
  /** Opens the templates; null where the number has none. */
  onTemplate: (() => void) | null
  /** Opens the dialog of buttons, lists and links; null where the number shows none. */
  onMenu: (() => void) | null
  takesFiles: boolean
  onPick: (emoji: string) => void
  onPicked: () => void
  onAttach: () => void
  onAnswers: () => void
  /** Further ones. */
  children?: ReactNode
}

/** What is put into a message: emojis, files, quick answers, a template. */
export function Additions({
  takesFiles,
  onPick,
  onPicked,
  onAttach,
  onAnswers,
  onTemplate,
  onMenu,
  children,
}: AdditionsProps) {
  const { t } = useTexts()
  const attachKeys = useKeys('attach')
  return (
    <div className={styles.tools}>
      <EmojiButton onPick={onPick} onClose={onPicked} />
      <IconButton
        icon={Paperclip}
        label={takesFiles ? t('composer.attach') : t('composer.noFiles')}
        keys={attachKeys}
        tipPlacement="top"
        disabled={!takesFiles}
        onClick={onAttach}
      />
      <IconButton
        icon={MessageSquareText}
        label={t('composer.quickAnswers')}
        keys="/"
        tipPlacement="top"
        onClick={onAnswers}
      />
      {children}
      {onMenu ? (
        <IconButton icon={ListChecks} label={t('messageMenus.open')} tipPlacement="top" onClick={onMenu} />
      ) : null}
      {onTemplate ? (
        <IconButton
          icon={LayoutTemplate}
          label={t('composer.window.template')}
          tipPlacement="top"
          onClick={onTemplate}
        />
      ) : null}
    </div>
  )
}

interface SendingProps {
  /** The ticket a voice message is for; null where none may be recorded. */
  voiceFor: number | null
  enabled: boolean
  onSend: () => void
}

/** How a message leaves: signed or not, spoken, sent. */
export function Sending({ voiceFor, enabled, onSend }: SendingProps) {
  const { t } = useTexts()
  const signing = usePreferences(state => state.signMessages)
  const enterSends = usePreferences(state => state.enterSends)
  return (
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
      {voiceFor !== null ? (
        <VoiceButton ticketId={voiceFor} {...(enabled ? { className: styles.aside } : {})} />
      ) : null}
      <IconButton
        icon={SendHorizontal}
        label={t('composer.send')}
        keys={enterSends ? 'Enter' : 'Ctrl+Enter'}
        tipPlacement="top"
        tone="accent"
        className={cx(styles.send, !enabled && styles.aside)}
        disabled={!enabled}
        data-testid="composer-send"
        onClick={onSend}
      />
    </div>
  )
}

export function TooLong({ length, limit }: { length: number; limit: number }) {
  const { t, format } = useTexts()
  return (
    <p className={styles.tooLong} role="alert">
      {t('composer.tooLong', {
        count: length,
        limit: format.number(limit),
        length: format.number(length),
      })}
    </p>
  )
}

/** The system's dialog for files; opened by `click`. */
export function FilePicker({
  ref,
  onFiles,
}: {
  ref: Ref<HTMLInputElement>
  onFiles: (files: File[]) => void
}) {
  return (
    <input
      ref={ref}
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
  )
}
