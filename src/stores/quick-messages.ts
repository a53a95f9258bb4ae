/** Quick answers the user may use: the company's and the own (specification 1 section 7). */
import type { QuickMessage } from '@contract'
import { call } from '@/api'
import { createDirectory, upsertById, withoutId } from './directory'
import { useSession } from './session'

export const quickMessagesDirectory = createDirectory<QuickMessage>(
  'quickMessages',
  () => {
    // One family of servers answers 500 unless both are given (design/contract.md 6.5).
    const { user } = useSession.getState()
    return call('quickMessages.list', {
      query: {
        ...(user?.companyId ? { companyId: user.companyId } : {}),
        ...(user ? { userId: user.id } : {}),
      },
    })
  },
  (items, event) => {
    if (event.channel !== 'quickmessage') return items
    if (event.data.action === 'delete') return withoutId(items, event.data.id)
    const { record } = event.data
    const { user } = useSession.getState()
    // Events reach the whole company; somebody else's own answers are none of ours.
    if (!record.geral && record.userId !== null && record.userId !== user?.id)
      return withoutId(items, record.id)
    return upsertById(items, record)
  },
)
