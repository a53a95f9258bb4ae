/** The macros a person may use: one's own and those of one's queues. */
import { fold, type Macro } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'
import { byText, createPagedList, wholeOf } from './paged-list'
import { capability } from './servers'
import { useSession } from './session'

export const macrosDirectory = createDirectory<Macro>({
  name: 'macros',
  read: async () => (capability('macros') === 'missing' ? [] : call('macros.list')),
  order: byText(macro => macro.name),
  onEvent: ({ channel, data }) => {
    if (channel === 'macro') return { stale: true }
    // Other queues of one's own: other macros.
    const own =
      channel === 'user' && data.action !== 'delete' && data.user.id === useSession.getState().user?.id
    return own ? { stale: true } : null
  },
})

export const useMacros = (): readonly Macro[] => macrosDirectory.use(state => state.items)

/** The list of their screen. */
export const macrosList = createPagedList<Macro>({
  name: 'macros.page',
  directory: macrosDirectory,
  matches: (macro, search) => fold(macro.name).includes(fold(search)),
  read: wholeOf('macros.list', macro => macro.name),
})
