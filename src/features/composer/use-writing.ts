import { DEFAULT_DOWNLOAD_LIMIT_MB, type MenuParts, type Ticket } from '@contract'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorText, useTexts } from '@/i18n'
import { draftOf, flushDrafts, saveDraft, useDrafts } from '@/stores/drafts'
import { useMessages } from '@/stores/messages'
import { useSetting } from '@/stores/settings'
import { toasts } from '@/stores/toasts'
import { afterPaint } from '@/ui'
import { beginReply, endReply } from './anchors'
import { answerFile } from './answer-file'
import { insertAt, replaceBefore, type Typed } from './caret'
import { mayTakeFocus } from './focus-guard'
import { answerWords, fillVariables, isMenu } from './quick-answers'
import type { SlashAction } from './slash-actions'
import type { Suggestion } from './suggestions'
import { addFiles } from './uploads'
import { useSuggestions } from './use-suggestions'

/** Largest file taken, in bytes: the company's setting in megabytes, or the default when it has none. */
export function limitBytes(setting: string | undefined): number {
  const megabytes = Number.parseFloat(setting ?? '')
  return (Number.isFinite(megabytes) && megabytes > 0 ? megabytes : DEFAULT_DOWNLOAD_LIMIT_MB) * 1_048_576
}

/**
 * Text, caret, quote and files of one ticket's draft, and everything that changes them.
 * @param field the text field; it keeps its caret over insertions and gets the focus back after them.
 * @param onWrite called with the text when it changes.
 * @param act what the "/" offers besides texts: `held`, `offersTemplates` and `onMenu` say whether it does; `onAction` and
 *   `onMenu`, which a quick answer with a menu calls, are called once the word that called them is gone from the field.
 */
export function useWriting(
  ticketId: number,
  ticket: Ticket | null,
  field: RefObject<HTMLTextAreaElement | null>,
  onWrite: (text: string) => void,
  act: {
    held: boolean
    offersTemplates: boolean
    onAction: (action: SlashAction) => void
    onMenu: ((text: string, menu: MenuParts) => void) | null
  },
) {
  const { t, format } = useTexts()
  const draft = useDrafts(state => state.drafts.get(ticketId))
  const limit = limitBytes(useSetting('downloadLimit'))
  const wantCaret = useRef<number | null>(null)
  const [caret, setCaret] = useState(() => draft?.caret ?? draft?.text.length ?? 0)
  const text = draft?.text ?? ''
  const quoteId = draft?.quote?.id ?? null
  const suggesting = useSuggestions(
    { text, caret },
    ticket,
    act.held,
    act.offersTemplates,
    act.onMenu !== null,
  )

  // Taking the focus is for the moment of the switch only: no update of the ticket may do it.
  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    const start = draftOf(ticketId)?.caret ?? area.value.length
    area.setSelectionRange(start, start)
    const takeFocus = (): void => {
      if (mayTakeFocus()) area.focus({ preventScroll: true })
    }
    // A focus in the same frame costs a layout of its own: after a click on a row the conversation is painted first.
    // With the focus nowhere (the composer before has just gone) the next key would be lost, so it is taken at once.
    const homeless = document.activeElement === null || document.activeElement === document.body
    const cancel = homeless ? undefined : afterPaint(takeFocus)
    if (homeless) takeFocus()
    return () => {
      cancel?.()
      if (draftOf(ticketId)) saveDraft(ticketId, { caret: area.selectionStart })
      flushDrafts(ticketId)
    }
  }, [ticketId, field])

  // The caret goes where an insertion wants it, once the text is there.
  useLayoutEffect(() => {
    const to = wantCaret.current
    const area = field.current
    if (to === null || area?.value !== text) return
    wantCaret.current = null
    area.setSelectionRange(to, to)
    setCaret(to)
  }, [text, field])

  // Choosing a message to answer leads back to the field.
  const quotedBefore = useRef(quoteId)
  useEffect(() => {
    if (quoteId !== null && quoteId !== quotedBefore.current) field.current?.focus()
    quotedBefore.current = quoteId
  }, [quoteId, field])

  // What was deleted meanwhile cannot be quoted any more; the server would refuse the answer.
  const quoteGone = useMessages(
    ({ threads }) => quoteId !== null && (threads.get(ticketId)?.own.byId.get(quoteId)?.isDeleted ?? false),
  )
  useEffect(() => {
    if (!quoteGone) return
    saveDraft(ticketId, { quote: null })
    toasts.info(t('composer.quoteGone'))
  }, [quoteGone, ticketId, t])

  const write = (next: string, at: number): void => {
    if (next.trim() === '') endReply(ticketId)
    else beginReply(ticketId)
    onWrite(next)
    setCaret(at)
    saveDraft(ticketId, { text: next, caret: at })
  }
  const put = (next: Typed): void => {
    wantCaret.current = next.caret
    write(next.text, next.caret)
    field.current?.focus()
  }
  const insert = (piece: string): void => {
    const area = field.current
    put(insertAt(text, area?.selectionStart ?? caret, area?.selectionEnd ?? caret, piece))
  }

  /** Takes files into the draft; what is refused is said, with the reason. */
  const take = useCallback(
    async (files: readonly File[]): Promise<void> => {
      if (files.length === 0) return
      for (const { name, code } of await addFiles(ticketId, files, limit)) {
        const tooLarge = code === 'ERR_FILE_TOO_LARGE'
        const reason = tooLarge
          ? t('composer.tooLarge', { limit: format.size(limit) })
          : errorText(t, { code })
        toasts.error(`${name}: ${reason}`)
      }
    },
    [ticketId, limit, t, format],
  )

  /** Puts a suggestion in place of the word it completes. */
  const choose = (suggestion: Suggestion): void => {
    const typed = { text, caret }
    if (suggestion.kind === 'emoji') {
      put(replaceBefore(typed, suggesting.from, suggestion.emoji.emoji))
      return
    }
    if (suggestion.kind === 'article') {
      const words = fillVariables(suggestion.article.text, suggesting.variables())
      put(replaceBefore(typed, suggesting.from, words))
      return
    }
    if (suggestion.kind !== 'answer') {
      // What is done next reads the field.
      flushSync(() => put(replaceBefore(typed, suggesting.from, '')))
      act.onAction(suggestion)
      return
    }
    const { answer } = suggestion
    const variables = suggesting.variables()
    if (answer.menu && isMenu(answer) && act.onMenu) {
      flushSync(() => put(replaceBefore(typed, suggesting.from, '')))
      act.onMenu(fillVariables(answer.message, variables), answer.menu)
      return
    }
    put(replaceBefore(typed, suggesting.from, fillVariables(answerWords(answer), variables)))
    if (!answer.mediaPath) return
    void answerFile(answer)
      .then(file => take([file]))
      .catch((error: unknown) => {
        toasts.error(`${answer.mediaName ?? answer.shortcode}: ${errorText(t, error)}`)
      })
  }

  /** The button's way to the quick answers: a slash where the caret is, and the whole list. */
  const showAnswers = (): void => {
    suggesting.force()
    const before = text.slice(0, field.current?.selectionStart ?? text.length)
    insert(before === '' || /\s$/.test(before) ? '/' : ' /')
  }

  /** Takes away the slash that only called the quick answers: nobody means to send it. */
  const dropSlash = (): void => {
    const alone = text.trim() === '/'
    const from = alone ? 0 : caret - 1
    if (alone || (suggesting.forced && text[from] === '/'))
      put(alone ? { text: '', caret: 0 } : replaceBefore({ text, caret }, from, ''))
  }

  return {
    text,
    quote: draft?.quote ?? null,
    attachments: draft?.attachments ?? [],
    suggesting,
    write,
    put,
    insert,
    take,
    choose,
    showAnswers,
    dropSlash,
    setCaret,
  }
}
