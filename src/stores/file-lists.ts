/** File lists of campaigns (docs/specification.md 3.2 and 3.4). */
import { type FileList, fold } from '@contract'
import { call } from '@/api'
import { byText, createPagedList } from './paged-list'

export const fileListsList = createPagedList<FileList>({
  name: 'files',
  order: byText(list => list.name),
  matches: (list, search) => fold(list.name).includes(fold(search)),
  read: async (query, _filters, signal) => {
    // The text is asked for in small letters (docs/specification.md 3.2).
    const { searchParam } = query
    const small = searchParam === undefined ? query : { ...query, searchParam: searchParam.toLowerCase() }
    const { files: rows, ...page } = await call('files.page', { query: small, signal })
    return { rows, ...page }
  },
  onEvent: ({ channel, data }) => {
    if (channel !== 'file') return null
    return data.action === 'delete'
      ? { remove: data.id }
      : { put: data.record, fresh: data.action === 'create' }
  },
})
