/** Tags of the company. */
import type { Tag } from '@contract'
import { call } from '@/api'
import { createDirectory, upsertById, withoutId } from './directory'

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
