/** Users of the company, for pickers and names. */
import { fold, type User } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'
import { byText, changesOf, createPagedList, pagesOf } from './paged-list'

export const usersDirectory = createDirectory<User>({
  name: 'users',
  read: () => call('users.all'),
  order: byText(user => user.name),
  onEvent: changesOf('user', 'user', 'userId'),
})

export const useUsers = (): readonly User[] => usersDirectory.use(state => state.items)

/** The list of the users screen. */
export const usersList = createPagedList<User>({
  name: 'users',
  directory: usersDirectory,
  matches: ({ name, email }, search) => fold(`${name} ${email}`).includes(fold(search)),
  read: pagesOf('users.list'),
})
