import { displayName } from '@contract'
import { type KeyboardEvent, useCallback } from 'react'
import { editLastOwn, neighbourToQuote, quoteOf, showMessage, undoSend } from '@/features/thread'
import { useTexts } from '@/i18n'
import { draftOf, saveDraft } from '@/stores/drafts'
import type { KeysOf } from '@/stores/key-map'
import { usePreferences } from '@/stores/preferences'
import { ENTER_GUARD_MS, enterMeans } from './sending'
import type { useWriting } from './use-writing'

interface FieldKeys {
  ticketId: number
  /** Whom the conversation is with. */
  name: string
  /** Whether a message that has left can be changed. */
  changesSent: boolean
  /** When the field appeared, by `performance.now()`: Enter right after was meant for the one before. */
  enteredAt: () => number
  writing: ReturnType<typeof useWriting>
  send: (resolve: boolean) => void
  /** Scrolls the conversation by a share of its height. */
  scroll: (share: number) => void
}

/** One handler of a key inside the field; answers whether it was for it. */
type Handler = (event: KeyboardEvent) => boolean

/** Every key that the field answers by itself: one without a handler does not compile. */
type Handlers = { [Id in KeysOf<'field'>]: Handler }

const taken = (event: KeyboardEvent): true => {
  event.preventDefault()
  event.stopPropagation()
  return true
}

/** The keys of the text field. @returns `onEnter` for other fields that send too, and `onKeyDown` for the text itself. */
export function useFieldKeys({ ticketId, name, changesSent, enteredAt, writing, send, scroll }: FieldKeys) {
  const { t } = useTexts()
  const enterSends = usePreferences(state => state.enterSends)
  const { text, quote, attachments, suggesting, choose } = writing

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
    if (performance.now() - enteredAt() >= ENTER_GUARD_MS && !event.repeat) send(meaning === 'sendAndResolve')
    return true
  }

  const onSuggestion: Handler = event => {
    const { items, active, setActive, notice } = suggesting
    const current = items[active]
    if (event.nativeEvent.isComposing) return false
    const asks = event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey)
    if (!current && asks && notice !== null && text.trim() === '/') {
      // A slash alone is the beginning of a quick answer, never a message: Enter and Tab show what there is.
      suggesting.force()
      return taken(event)
    }
    if (items.length === 0) return false
    if (event.key === 'ArrowDown') setActive((active + 1) % items.length)
    else if (event.key === 'ArrowUp') setActive((Math.max(active, 0) - 1 + items.length) % items.length)
    else if (!current) return false
    else if ((event.key === 'Enter' && !event.shiftKey && !event.ctrlKey) || event.key === 'Tab')
      choose(current)
    else return false
    return taken(event)
  }

  const onBack: Handler = event => {
    if (event.key !== 'Escape') return false
    // Inner to outer: the suggestions, with the slash that only called them, then the quote; a box with text keeps the
    // ticket open around it.
    if (suggesting.items.length > 0 || suggesting.notice !== null) {
      writing.dropSlash()
      suggesting.dismiss()
      return taken(event)
    }
    if (quote) saveDraft(ticketId, { quote: null })
    if (quote || text !== '' || attachments.length > 0) event.stopPropagation()
    return true
  }

  const onQuote = useCallback(
    (event: KeyboardEvent): boolean => {
      const up = event.key === 'ArrowUp'
      const other = event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey)
      if (other || !(up || event.key === 'ArrowDown')) return false
      const message = neighbourToQuote(ticketId, draftOf(ticketId)?.quote?.id ?? null, up ? -1 : 1)
      if (message === undefined) return false
      event.preventDefault()
      const who = message?.fromMe ? t('thread.you') : displayName(message?.contact) || name
      saveDraft(ticketId, { quote: message && quoteOf(t, message, who) })
      if (message) showMessage(ticketId, message.id, { focus: false })
      return true
    },
    [ticketId, name, t],
  )

  const onEditLast: Handler = event => {
    const plain = !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey)
    if (text !== '' || event.key !== 'ArrowUp' || !plain || event.repeat) return false
    if (changesSent && editLastOwn(ticketId)) event.preventDefault()
    return true
  }

  const onUndoSend: Handler = event => {
    const plain = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    // What was typed since then is undone by the field itself.
    if (text !== '' || !plain || event.key.toLowerCase() !== 'z') return false
    return undoSend(t, ticketId) && taken(event)
  }

  const handlers: Handlers = {
    quickReplies: onSuggestion,
    articles: onSuggestion,
    emoji: onSuggestion,
    send: onEnter,
    sendAndResolve: onEnter,
    back: onBack,
    quote: onQuote,
    editLast: onEditLast,
    undoSend: onUndoSend,
  }
  const inOrder = [...new Set(Object.values(handlers))]
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (inOrder.some(handle => handle(event))) return
    if (text === '' && (event.key === 'PageUp' || event.key === 'PageDown')) {
      event.preventDefault()
      scroll(event.key === 'PageUp' ? -0.9 : 0.9)
    }
  }
  return { onEnter, onKeyDown }
}
