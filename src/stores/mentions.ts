/** Where the signed-in person is named in notes. */
import { type Mention, maySee, type Ticket } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'
import { useOffered } from './servers'
import { useViewer } from './tickets'

export const mentionsDirectory = createDirectory<Mention>({
  name: 'mentions',
  read: () => call('mentions.list'),
  order: (a, b) => b.id - a.id,
  onEvent: ({ channel, data }) => {
    // What hung on a ticket went with it, and only the server knows what that was.
    if (channel === 'ticket') return data.action === 'delete' ? { stale: true } : null
    if (channel !== 'mention') return null
    return data.action === 'delete'
      ? { remove: data.id }
      : { put: data.mention, fresh: data.action === 'create' }
  },
})

/** How many wait to be read; 0 while that is unknown. */
export const useUnreadMentions = (): number =>
  mentionsDirectory.use(state => state.items.filter(({ readAt }) => readAt === null).length)

/** Whether a ticket is the person's to read because they are mentioned in it, and no more. */
export function useReadsOnly(ticket: Pick<Ticket, 'queueId' | 'userId'>): boolean {
  const viewer = useViewer()
  return useOffered('mentions') && viewer !== null && !maySee(viewer, ticket)
}

/** Marks own mentions. @throws ApiError */
export async function markMentions(
  ids: readonly number[],
  as: { read?: boolean; done?: boolean },
): Promise<void> {
  for (const mention of await call('mentions.mark', { body: { ids: [...ids], ...as } }))
    mentionsDirectory.keep(mention)
}
