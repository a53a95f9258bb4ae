/** Users of the company, for pickers and names. */
import type { User } from '@contract'
import { call } from '@/api'
import { createDirectory, upsertById, withoutId } from './directory'

export const usersDirectory = createDirectory<User>(
  'users',
  () => call('users.all'),
  (items, event) => {
    if (event.channel !== 'user') return items
    return event.data.action === 'delete'
      ? withoutId(items, event.data.userId)
      : upsertById(items, event.data.user)
  },
)

export const useUsers = (): readonly User[] => usersDirectory.use(state => state.items)
