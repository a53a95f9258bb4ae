import { useState } from 'react'
import { errorText, useTexts } from '@/i18n'
import { useMayCreateTags, useTags } from '@/stores/tags'
import { CREATE_TAG, type StoredTicket, setTag, tagChoices, tagNamed } from '@/stores/tickets'
import { toasts } from '@/stores/toasts'

export interface TicketTagsField {
  typed: string
  type: (text: string) => void
  /** What the field offers for what is typed. */
  options: ReturnType<typeof tagChoices>
  /** Takes a choice of the field: a known tag, or CREATE_TAG for a new one of what is typed, which goes. */
  add: (id: number) => void
  remove: (id: number) => void
}

/**
 * A field for the tags of a ticket: what is typed, what is offered, and both ways. What the server refuses is told.
 * @param offersCarried whether the field also offers the tags that the ticket has.
 */
export function useTicketTags(ticket: StoredTicket, offersCarried: boolean): TicketTagsField {
  const { t } = useTexts()
  const known = useTags()
  const mayCreate = useMayCreateTags()
  const [typed, type] = useState('')
  const reporting = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      toasts.error(errorText(t, error))
    }
  }
  const offered = offersCarried ? known : known.filter(tag => !ticket.tags.some(own => own.id === tag.id))
  return {
    typed,
    type,
    options: tagChoices(offered, typed, mayCreate ? name => t('tickets.createTag', { name }) : null),
    add(id) {
      const name = typed
      type('')
      void reporting(async () => {
        const tag = id === CREATE_TAG ? await tagNamed(name) : { id }
        if (tag) await setTag(ticket.id, tag.id, true)
      })
    },
    remove: id => void reporting(() => setTag(ticket.id, id, false)),
  }
}
