/** File lists of campaigns. */
import { type FileList, fold } from '@contract'
import { createDirectory } from './directory'
import { allOf, byText, changesOf, createPagedList, pagesOf } from './paged-list'

/** Every list, for pickers. */
export const fileListsDirectory = createDirectory<FileList>({
  name: 'campaign file lists',
  read: allOf(pagesOf('files.page')),
  order: byText(list => list.name),
  onEvent: changesOf('file', 'record', 'id'),
})

export const fileListsList = createPagedList<FileList>({
  name: 'files',
  directory: fileListsDirectory,
  matches: (list, search) => fold(list.name).includes(fold(search)),
  // The text is asked for in small letters.
  read: ({ searchParam, ...query }, ...more) =>
    pagesOf('files.page')(
      { ...query, ...(searchParam && { searchParam: searchParam.toLowerCase() }) },
      ...more,
    ),
})
