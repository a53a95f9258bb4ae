import { type Attachment, MESSAGE_MAX_CHARS, metaMayTake, sign, type Ticket } from '@contract'
import { type KeyboardEvent, useRef, useState } from 'react'
import { answerLeaving, type TranslatedDraft, useDraftTranslation } from '@/features/copilot'
import { errorText, useTexts } from '@/i18n'
import { draftOf, saveDraft } from '@/stores/drafts'
import { useMessages } from '@/stores/messages'
import { enqueue } from '@/stores/outbox'
import { usePreferences } from '@/stores/preferences'
import { useUser } from '@/stores/session'
import { beliefOf } from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { useNumberOffers } from '@/stores/whatsapps'
import { endReply, replyAnchor } from './anchors'
import { useOtherAnswer } from './colleagues'
import { type Asking, questionsOf } from './questions'
import { captionTooLong, LONG_TEXT_CHARS, leftover, newSince, outgoingOf, wordsOf } from './sending'
import { endTyping } from './typing'
import { forgetPreview, uploadsOf, useUploads } from './uploads'
import type { useWriting } from './use-writing'

/**
 * Sends the draft of one ticket. What the outbox accepted leaves the draft, item by item; what it refused stays, with
 * the reason on screen.
 * @returns whether everything was accepted, and whether a send is on its way.
 */
function useSend(ticket: Ticket | null, signature: string | null) {
  const { t } = useTexts()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)

  /**
   * @param undoMs how long its text can be taken back.
   * @param translated what leaves instead of what is written; of any other text nothing leaves.
   */
  const send = async (undoMs: number, translated: TranslatedDraft | null = null): Promise<boolean> => {
    if (running.current || !ticket) return false
    const ticketId = ticket.id
    const draft = draftOf(ticketId)
    const belief = beliefOf(ticketId)
    if (!draft || (translated && wordsOf(draft).some(text => !translated.texts.has(text)))) return false
    const items = outgoingOf(
      {
        ticketId,
        text: draft.text,
        quote: draft.quote,
        attachments: draft.attachments,
        signature,
        undoMs,
        translated,
        // What was written meanwhile is asked about above the field.
        expected: belief && { userId: belief.userId, status: belief.status },
      },
      () => crypto.randomUUID(),
    )
    if (items.length === 0) return false
    running.current = true
    setBusy(true)
    try {
      for (const item of items) {
        const answer = await enqueue(item)
        if (!answer.ok) {
          toasts.error(`${t('composer.notAccepted')} ${errorText(t, answer)}`)
          return false
        }
        const now = draftOf(ticketId)
        if (!now) continue
        const id = item.attachment?.id
        const text = item.kind === 'text' ? leftover(now.text, draft.text) : now.text
        saveDraft(ticketId, {
          text,
          quote: now.quote?.id === item.quote?.id ? null : now.quote,
          attachments: id ? now.attachments.filter(file => file.id !== id) : now.attachments,
          caret: text.length,
        })
        if (id) setTimeout(() => forgetPreview(id), 60_000)
      }
      endReply(ticketId)
      endTyping(ticketId)
      return true
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { send, busy }
}

/** The name that stands above a message; null where it is not signed. */
export function useSignature(): string | null {
  const user = useUser()
  const signing = usePreferences(state => state.signMessages)
  return signing && user ? user.name : null
}

interface Leaving {
  ticketId: number
  ticket: Ticket | null
  writing: ReturnType<typeof useWriting>
  asking: Asking
  /** Nothing may leave. */
  held: boolean
  /** Called once everything was accepted by the outbox, where the ticket is to be resolved with it. */
  onSentAndResolve: (() => void) | undefined
}

/** Whether what is written may leave, in which words, and what is asked before. */
export function useLeaving({ ticketId, ticket, writing, asking, held, onSentAndResolve }: Leaving) {
  const { text, attachments, suggesting } = writing
  const uploads = useUploads(state => uploadsOf(state, ticketId))
  const list = useMessages(state => state.threads.get(ticketId)?.own.list)
  // What is set up by identifiers is WhatsApp's Cloud API: it takes less at once than a paired number.
  const byCloud = useNumberOffers(ticket?.whatsappId, 'credentials')
  const translation = useDraftTranslation(ticket, wordsOf({ text, attachments }))
  const signature = useSignature()
  const { send, busy } = useSend(ticket, signature)
  const undoSendSeconds = usePreferences(state => state.undoSendSeconds)
  const anchor = replyAnchor(ticketId)
  const crossed = anchor === undefined || text.trim() === '' ? 0 : newSince(list ?? [], anchor)
  const answer = useOtherAnswer(ticketId)
  const otherAnswer = text.trim() === '' ? null : answer
  const unmatched = suggesting.notice !== null && text.trim() !== '/' && !/\s/.test(text.trim())
  const outgoingText = translation.shown?.texts.get(text.trim()) ?? text.trim()
  const { length } = signature === null ? outgoingText : sign(outgoingText, signature)
  const isTaken = (file: Attachment): boolean => !byCloud || metaMayTake(file)
  const limit = byCloud ? LONG_TEXT_CHARS : MESSAGE_MAX_CHARS
  const tooLong = length > limit
  const long = !tooLong && length > LONG_TEXT_CHARS
  const canSend =
    ticket !== null &&
    !held &&
    !busy &&
    !tooLong &&
    !attachments.some(captionTooLong) &&
    attachments.every(isTaken) &&
    uploads.length === 0 &&
    (text.trim() !== '' || attachments.length > 0)

  /**
   * @param as what was typed leaves, where that is `written`; else its translation, where there is to be one.
   * @param isMeant the button beside the question was pressed: it is a text, not a quick answer that is missing.
   */
  const trySend = async (
    resolve: boolean,
    as: 'translated' | 'written' = 'translated',
    isMeant = false,
  ): Promise<void> => {
    if (!canSend) return
    const doubts = { crossed, colleague: otherAnswer !== null, unmatched: unmatched && !isMeant, long }
    if (asking.ask(questionsOf(doubts))) return
    const isTranslated = as === 'translated' && (translation.isWanted || translation.open !== null)
    const translated = isTranslated ? translation.ready() : null
    // It is seen before it leaves: the next press sends it.
    if (isTranslated && translated === null) return translation.begin()
    // A ticket that is resolved with it takes nothing later.
    const settleAnswer = answerLeaving(ticketId, text)
    const sent = await send(resolve ? 0 : undoSendSeconds * 1_000, translated)
    settleAnswer(sent)
    if (!sent) return
    translation.leave(translated !== null)
    if (resolve) onSentAndResolve?.()
  }

  /** Keys of a translation that is shown. @returns whether one was pressed. */
  const onTranslationKey = (event: KeyboardEvent): boolean => {
    const isDropping = event.key === 'Escape'
    const sendsWritten = event.key === 'Enter' && event.altKey && !event.repeat
    if (!translation.open || !(isDropping || sendsWritten)) return false
    event.preventDefault()
    event.stopPropagation()
    if (isDropping) translation.drop()
    else void trySend(false, 'written')
    return true
  }
  return {
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
    onTranslationKey,
  }
}
