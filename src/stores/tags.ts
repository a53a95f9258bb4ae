/** Tags of the company. */
import { fold, type Tag } from '@contract'
import { call } from '@/api'
import { createDirectory, upsertById, withoutId } from './directory'
import { byText, createPagedList } from './paged-list'
import { useOffered } from './servers'
import { useUser } from './session'

export const tagsDirectory = createDirectory<Tag>(
  'tags',
  () => call('tags.list'),
  (items, event) => {
    if (event.channel !== 'tag') return items
    return event.data.action === 'delete'
      ? withoutId(items, event.data.tagId)
      : upsertById(items, event.data.tag)
  },
)

export const useTags = (): readonly Tag[] => tagsDirectory.use(state => state.items)

/** Whether this person may make new tags: on some servers only admins do. */
export function useMayCreateTags(): boolean {
  const everybody = useOffered('tagChanges')
  return useUser()?.profile === 'admin' || everybody
}

/** The list of the tags screen. */
export const tagsList = createPagedList<Tag>({
  name: 'tags',
  order: byText(tag => tag.name),
  matches: (tag, search) => fold(tag.name).includes(fold(search)),
  // Events of some servers leave out how many tickets carry the tag.
  merge: (known, update) => ({ ...update, ticketsCount: update.ticketsCount || known.ticketsCount }),
  read: async (query, _filters, signal) => {
    const { tags: rows, ...page } = await call('tags.page', { query, signal })
    return { rows, ...page }
  },
  onEvent: ({ channel, data }) => {
    if (channel !== 'tag') return null
    return data.action === 'delete'
      ? { remove: data.tagId }
      : { put: data.tag, fresh: data.action === 'create' }
  },
})
