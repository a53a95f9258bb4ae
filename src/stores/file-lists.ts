/** File lists of campaigns. */
import { type FileList, fold } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'
import { byText, changesOf, createPagedList } from './paged-list'

/** Pages that are read to choose from. */
const MOST_PAGES = 10

/** Every list, for pickers. */
export const fileListsDirectory = createDirectory<FileList>({
  name: 'campaign file lists',
  read: async () => {
    const found: FileList[] = []
    for (let pageNumber = 1; pageNumber <= MOST_PAGES; pageNumber++) {
      const { files, hasMore } = await call('files.page', { query: { pageNumber } })
      found.push(...files)
      if (!hasMore) break
    }
    return found
  },
  order: byText(list => list.name),
  onEvent: changesOf('file', 'record', 'id'),
})

export const fileListsList = createPagedList<FileList>({
  name: 'files',
  directory: fileListsDirectory,
  matches: (list, search) => fold(list.name).includes(fold(search)),
  read: async (query, _filters, signal) => {
    // The text is asked for in small letters.
    const { searchParam } = query
    const small = searchParam === undefined ? query : { ...query, searchParam: searchParam.toLowerCase() }
    const { files: rows, ...page } = await call('files.page', { query: small, signal })
    return { rows, ...page }
  },
})
