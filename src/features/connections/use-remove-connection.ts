import type { ConnectionTickets, Whatsapp } from '@contract'
import { call } from '@/api'
import { useRemove } from '@/features/kit'
import { errorText, type TFunction, useTexts } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { toasts } from '@/stores/toasts'

/** What becomes of the conversations of a connection that is deleted; null where the server cannot count them. */
export function consequences(
  t: TFunction,
  { isDefault }: Whatsapp,
  counted: ConnectionTickets | null,
  others: boolean,
): string {
  const sentences = [t('connections.removal.text')]
  if (counted === null) sentences.push(t('connections.removal.unknown'))
  else {
    const active = counted.open + counted.pending
    if (active > 0) sentences.push(t('connections.removal.tickets', { count: active }))
    if (counted.closed > 0) sentences.push(t('connections.removal.closed', { count: counted.closed }))
    if (active + counted.closed === 0) sentences.push(t('connections.removal.none'))
  }
  if (isDefault && others) sentences.push(t('connections.removal.promotes'))
  return sentences.join(' ')
}

/**
 * Asks, with what follows from it, then deletes. The list hears of it by its event.
 * @returns a function of the connection and whether the company has others. Never throws.
 */
export function useRemoveConnection(): (connection: Whatsapp, others: boolean) => Promise<void> {
  const { t } = useTexts()
  const remove = useRemove()
  const counts = useOffered('connectionFigures')
  return async (connection, others) => {
    const params = { id: connection.id }
    let counted: ConnectionTickets | null = null
    try {
      if (counts) counted = await call('whatsapps.tickets', { params })
    } catch (error) {
      // Nobody is asked about consequences that are not known.
      toasts.error(errorText(t, error))
      return
    }
    await remove({
      name: connection.name,
      text: consequences(t, connection, counted, others),
      okLabel: t('connections.remove', { name: connection.name }),
      remove: () => call('whatsapps.remove', { params }),
    })
  }
}
