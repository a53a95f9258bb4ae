/** Users of the company, for pickers and names. */
import { fold, type User } from '@contract'
import { call } from '@/api'
import { createDirectory, upsertById, withoutId } from './directory'
import { byText, createPagedList } from './paged-list'

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

/** The list of the users screen. */
export const usersList = createPagedList<User>({
  name: 'users',
  order: byText(user => user.name),
  matches: ({ name, email }, search) => fold(`${name} ${email}`).includes(fold(search)),
  read: async (query, _filters, signal) => {
    const { users: rows, ...page } = await call('users.list', { query, signal })
    return { rows, ...page }
  },
  onEvent: ({ channel, data }) => {
    if (channel !== 'user') return null
    return data.action === 'delete'
      ? { remove: data.userId }
      : { put: data.user, fresh: data.action === 'create' }
  },
})
