import type { Queue } from '@contract'
import { call } from '@/api'
import { useRemove } from '@/features/kit'
import { useTexts } from '@/i18n'
import { queuesDirectory } from '@/stores/queues'
import { whatsappsDirectory } from '@/stores/whatsapps'

/** How many tickets that are not resolved lose their queue; null when the server does not say. */
async function ticketsOf(queueId: number): Promise<number | null> {
  try {
    return (await call('queues.get', { params: { id: queueId } })).openTickets
  } catch {
    return null // the question is asked without the figure
  }
}

/** Asks with what follows from it ("12 tickets ficam sem fila"), then deletes a queue. */
export function useRemoveQueue(): (queue: Queue) => Promise<boolean> {
  const { t } = useTexts()
  const remove = useRemove()
  return async queue => {
    const [tickets] = await Promise.all([ticketsOf(queue.id), whatsappsDirectory.ensure()])
    const served = whatsappsDirectory.use
      .getState()
      .items.filter(connection => connection.queues.some(one => one.id === queue.id))
    const consequences = [
      tickets === null ? t('queues.removeTicketsUnknown') : t('queues.removeTickets', { count: tickets }),
      ...(served.length > 0
        ? [t('queues.removeConnections', { names: served.map(one => one.name).join(', ') })]
        : []),
      t('queues.removeChatbot'),
    ]
    return remove({
      name: queue.name,
      text: consequences.join(' '),
      okLabel: t('queues.remove', { name: queue.name }),
      remove: () => call('queues.remove', { params: { id: queue.id } }),
      onDone: () => queuesDirectory.drop(queue.id),
    })
  }
}
