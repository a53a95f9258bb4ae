import { type Contact, displayName, type PersonalErasure } from '@contract'
import { useCallback } from 'react'
import { call } from '@/api'
import { useRemove } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { contactsList } from '@/stores/contacts'
import { startDownload } from '@/stores/downloads'
import { useOffered } from '@/stores/servers'
import { useHolds } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import { countedKinds } from './personal-kinds'

type Who = Pick<Contact, 'id' | 'name' | 'number'>

export interface PersonalData {
  mayExport: boolean
  mayErase: boolean
  /** Saves a ZIP with everything about a contact; its progress stands where all downloads do. */
  exportAll: (contact: Who) => Promise<void>
  /** Erases a contact for good, after a question that counts what goes. */
  erase: (contact: Who) => Promise<void>
}

/** Everything about one contact: given out and erased, by those who may, where the server does it. */
export function usePersonalData(): PersonalData {
  const { t, format } = useTexts()
  const remove = useRemove()
  const offered = useOffered('personalData')
  const mayExport = useHolds('contacts-page:exportContact') && offered
  const mayErase = useHolds('contacts-page:deleteContact') && offered

  const exportAll = useCallback(
    async (contact: Who): Promise<void> => {
      const name = displayName(contact)
      const started = await startDownload({
        source: `/api/contacts/${contact.id}/personal-data`,
        name: `${t('contacts.personal.fileName')} ${name}.zip`,
      })
      if (started) toasts.info(t('contacts.personal.exporting', { name }))
    },
    [t],
  )

  const erase = useCallback(
    async (contact: Who): Promise<void> => {
      const name = displayName(contact)
      let counts: PersonalErasure
      try {
        counts = await call('contacts.personalCounts', { params: { id: contact.id } })
      } catch (error) {
        toasts.error(errorText(t, error))
        return
      }
      const what = countedKinds(t, format, counts)
        .map(words => `${words}, `)
        .join('')
      const copies = counts.copiesUntil
        ? t('contacts.personal.eraseCopies', { day: format.date(counts.copiesUntil) })
        : t('contacts.personal.eraseElsewhere')
      await remove({
        title: t('contacts.personal.eraseTitle', { name }),
        text: `${t('contacts.personal.eraseGoes', { what })} ${copies} ${t('contacts.personal.eraseStays')}`,
        okLabel: t('contacts.personal.erase'),
        doneText: t('contacts.personal.erased', { name }),
        remove: () => call('contacts.erase', { params: { id: contact.id } }),
        onDone: () => contactsList.drop(contact.id),
      })
    },
    [format, remove, t],
  )
  return { mayExport, mayErase, exportAll, erase }
}
