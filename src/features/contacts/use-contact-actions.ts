import { type Contact, displayName } from '@contract'
import { useCallback, useState } from 'react'
import { call } from '@/api'
import { errorText, useTexts } from '@/i18n'
import { dayHere } from '@/stores/clock'
import { contactsList } from '@/stores/contacts'
import { saveBlob } from '@/stores/downloads'
import { toasts } from '@/stores/toasts'
import { useConfirm } from '@/ui'

export interface ContactActions {
  /** What is on its way; the buttons of the bar wait. */
  busy: 'sync' | 'export' | null
  sync: () => Promise<void>
  /** @param searchParam what was searched for: those found alone. */
  exportCsv: (searchParam?: string) => Promise<void>
  remove: (contact: Contact) => Promise<void>
}

/** Sync, export and delete, with their questions and toasts. */
export function useContactActions(): ContactActions {
  const { t } = useTexts()
  const confirm = useConfirm()
  const [busy, setBusy] = useState<ContactActions['busy']>(null)

  const reporting = useCallback(
    async (what: ContactActions['busy'], work: () => Promise<void>): Promise<void> => {
      setBusy(what)
      try {
        await work()
      } catch (error) {
        toasts.error(errorText(t, error))
      } finally {
        setBusy(null)
      }
    },
    [t],
  )

  return {
    busy,
    async sync() {
      const yes = await confirm({
        title: t('contacts.syncTitle'),
        text: t('contacts.syncText'),
        okLabel: t('contacts.sync'),
        cancelLabel: t('common.cancel'),
      })
      if (!yes) return
      await reporting('sync', async () => {
        const { created, updated } = await call('contacts.sync')
        // Some servers read the phone book later and count nothing: no figure is made up.
        if (created === null) toasts.info(t('contacts.syncStarted'))
        else toasts.success(t('contacts.synced', { created, updated: updated ?? 0 }))
        await contactsList.reload()
      })
    },
    exportCsv: searchParam =>
      reporting('export', async () => {
        const answer: unknown = await call('contacts.export', { query: searchParam ? { searchParam } : {} })
        const blob = answer instanceof Blob ? answer : new Blob([String(answer)], { type: 'text/csv' })
        saveBlob(blob, `${t('contacts.exportName')}-${dayHere()}.csv`)
        toasts.success(t(searchParam ? 'contacts.exportedFound' : 'contacts.exported'))
      }),
    async remove(contact) {
      const yes = await confirm({
        title: t('contacts.removeTitle', { name: displayName(contact) }),
        text: t('contacts.removeText'),
        okLabel: t('common.delete'),
        cancelLabel: t('common.cancel'),
        danger: true,
      })
      if (!yes) return
      await reporting(null, async () => {
        await call('contacts.remove', { params: { id: contact.id } })
        toasts.success(t('contacts.removed'))
        contactsList.drop(contact.id)
      })
    },
  }
}
