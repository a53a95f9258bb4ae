/** Quick messages the user may use: the company's and the own. */
import { fold, type QuickMessage } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'
import { byText, createPagedList, pagesOf } from './paged-list'
import { useSession } from './session'

/** Events of some servers reach the whole company; somebody else's own answers are none of ours. */
const isOurs = ({ geral, userId }: QuickMessage): boolean =>
  geral || userId === null || userId === useSession.getState().user?.id

export const quickMessagesDirectory = createDirectory<QuickMessage>({
  name: 'quickMessages',
  read: () => {
    // Legacy servers answer 500 unless both are given.
    const { user } = useSession.getState()
    return call('quickMessages.list', {
      query: {
        ...(user?.companyId ? { companyId: user.companyId } : {}),
        ...(user ? { userId: user.id } : {}),
      },
    })
  },
  order: byText(quick => quick.shortcode),
  onEvent: ({ channel, data }) => {
    if (channel !== 'quickmessage') return null
    if (data.action === 'delete') return { remove: data.id }
    return isOurs(data.record)
      ? { put: data.record, fresh: data.action === 'create' }
      : { remove: data.record.id }
  },
})

/** The list of their screen. */
export const quickMessagesList = createPagedList<QuickMessage>({
  name: 'quickMessages.page',
  directory: quickMessagesDirectory,
  matches: (quick, search) => fold(`${quick.shortcode} ${quick.message}`).includes(fold(search)),
  read: pagesOf('quickMessages.page'),
})
