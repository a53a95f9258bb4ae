import { CHAT_MESSAGE_MAX } from '@contract'
import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { EmojiButton } from '@/features/composer'
import { useTexts } from '@/i18n'
import { sendToChat } from '@/stores/chat-thread'
import { saveChatDraft, useChatWords } from '@/stores/chat-words'
import { usePreferences } from '@/stores/preferences'
import { IconButton } from '@/ui'
import styles from './messages.module.css'

/** Where one writes: Enter or the button sends what is not blank; what stands here is kept for each chat. */
export function ChatComposer({ chatId, name, focus }: { chatId: number; name: string; focus: number }) {
  const { t, format } = useTexts()
  const text = useChatWords(state => state.drafts.get(chatId) ?? '')
  const enterSends = usePreferences(state => state.enterSends)
  const field = useRef<HTMLTextAreaElement>(null)
  // Chosen by hand: one wants to write.
  useEffect(() => {
    if (focus > 0) field.current?.focus()
  }, [focus])

  const tooLong = text.trim().length > CHAT_MESSAGE_MAX
  const canSend = text.trim() !== '' && !tooLong
  const send = (): void => {
    if (!canSend) return
    sendToChat(chatId, text.trim())
    saveChatDraft(chatId, '')
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // 229: some input methods confirm with a key event that is not marked as composing.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return
    const chord = event.ctrlKey || event.metaKey
    if (event.shiftKey || event.altKey || !(chord || enterSends)) return
    event.preventDefault()
    if (!event.repeat) send()
  }
  const insert = (emoji: string): void => {
    const at = field.current?.selectionStart ?? text.length
    const to = field.current?.selectionEnd ?? at
    saveChatDraft(chatId, `${text.slice(0, at)}${emoji}${text.slice(to)}`)
    requestAnimationFrame(() => field.current?.setSelectionRange(at + emoji.length, at + emoji.length))
  }
  const hint = t(enterSends ? 'chats.placeholder' : 'chats.placeholderCtrl')
  return (
    <section className={styles.composer} aria-label={t('chats.write', { name })}>
      <div className={styles.field}>
        <EmojiButton onPick={insert} onClose={() => field.current?.focus()} />
        <textarea
          ref={field}
          className={styles.text}
          rows={1}
          dir="auto"
          spellCheck
          value={text}
          placeholder={hint}
          aria-label={t('chats.write', { name })}
          aria-invalid={tooLong}
          onChange={event => saveChatDraft(chatId, event.target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton
          icon={SendHorizontal}
          label={t('chats.send')}
          keys={enterSends ? 'Enter' : 'Ctrl+Enter'}
          tipPlacement="top"
          tone="accent"
          className={styles.send}
          disabled={!canSend}
          onClick={send}
        />
      </div>
      {tooLong ? (
        <p className={styles.tooLong} role="alert">
          {t('chats.tooLong', {
            limit: format.number(CHAT_MESSAGE_MAX),
            length: format.number(text.trim().length),
          })}
        </p>
      ) : null}
    </section>
  )
}
