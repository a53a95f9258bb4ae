import type { Ticket } from '@contract'
import { useRef, useState } from 'react'
import type { TranslatedDraft } from '@/features/copilot'
import { errorText, useTexts } from '@/i18n'
import { draftOf, saveDraft } from '@/stores/drafts'
import { enqueue } from '@/stores/outbox'
import { toasts } from '@/stores/toasts'
import { endReply } from './anchors'
import { leftover, outgoingOf, wordsOf } from './sending'
import { endTyping } from './typing'
import { forgetPreview } from './uploads'

/**
 * Sends the draft of one ticket. What the outbox accepted leaves the draft, item by item; what it refused stays, with
 * the reason on screen.
 * @returns whether everything was accepted, and whether a send is on its way.
 */
export function useSend(ticket: Ticket | null, signature: string | null) {
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
