/** Tags of the company. */
import { fold, type Tag } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'
import { byText, changesOf, createPagedList, pagesOf } from './paged-list'
import { useOffered } from './servers'
import { useUser } from './session'

export const tagsDirectory = createDirectory<Tag>({
  name: 'tags',
  read: () => call('tags.list'),
  order: byText(tag => tag.name),
  // Events of some servers leave out how many tickets carry the tag.
  merge: (known, update) => ({ ...update, ticketsCount: update.ticketsCount || known.ticketsCount }),
  onEvent: changesOf('tag', 'tag', 'tagId'),
})

export const useTags = (): readonly Tag[] => tagsDirectory.use(state => state.items)

/** Whether this person may make new tags: on some servers only admins do. */
export function useMayCreateTags(): boolean {
  const everybody = useOffered('tagChanges')
  return useUser()?.profile === 'admin' || everybody
}

/** The list of the tags screen. */
export const tagsList = createPagedList<Tag>({
  name: 'tags',
  directory: tagsDirectory,
  matches: (tag, search) => fold(tag.name).includes(fold(search)),
  read: pagesOf('tags.page'),
})
