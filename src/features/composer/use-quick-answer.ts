import {
  errorCodeOf,
  fillVariables,
  givenName,
  numberOffers,
  type QuickMessage,
  type Ticket,
  variablesFor,
} from '@contract'
import { useMemo } from 'react'
import { ApiError, localFiles } from '@/api'
import { useTexts } from '@/i18n'
import { serverNow } from '@/stores/clock'
import { enqueue } from '@/stores/outbox'
import { usePreferences } from '@/stores/preferences'
import { useSetting } from '@/stores/settings'
import { beliefOf } from '@/stores/tickets'
import { whatsappsDirectory } from '@/stores/whatsapps'
import { answerFile } from './answer-file'
import { leavingAs } from './quick-answers'
import { outgoingOf } from './sending'
import { useSignature } from './use-leaving'

/**
 * Sends a quick answer with its file as the composer would, beside what is being written there. A colleague who has
 * answered after what is on screen holds it back.
 * @returns the ids of its entries in the outbox. @throws ApiError, TypeError where its file is gone.
 */
export function useQuickAnswer(): (ticket: Ticket, answer: QuickMessage) => Promise<string[]> {
  const { t } = useTexts()
  const signature = useSignature()
  const undoSendSeconds = usePreferences(state => state.undoSendSeconds)
  const zone = useSetting('timezone') ?? ''
  return useMemo(
    () => async (ticket, answer) => {
      const greetings = {
        morning: t('composer.greeting.morning'),
        afternoon: t('composer.greeting.afternoon'),
        evening: t('composer.greeting.evening'),
      }
      const variables = variablesFor(
        ticket.contact ? givenName(ticket.contact) : '',
        new Date(serverNow()),
        greetings,
        zone,
      )
      const signal = new AbortController().signal
      const file = answer.mediaPath ? await localFiles.keep(await answerFile(answer), () => {}, signal) : null
      const number = whatsappsDirectory.use.getState().items.find(({ id }) => id === ticket.whatsappId)
      const shows = !ticket.isGroup && numberOffers(number, 'menus')
      const items = outgoingOf(
        {
          ticketId: ticket.id,
          ...leavingAs(answer, shows, text => fillVariables(text, variables), signature),
          quote: null,
          attachments: file ? [file] : [],
          signature,
          undoMs: undoSendSeconds * 1_000,
          expected: beliefOf(ticket.id),
        },
        () => crypto.randomUUID(),
      )
      for (const item of items) {
        const accepted = await enqueue(item)
        if (!accepted.ok) throw new ApiError('refused', errorCodeOf(accepted.code), accepted.message, 0)
      }
      return items.map(({ id }) => id)
    },
    [t, signature, undoSendSeconds, zone],
  )
}
