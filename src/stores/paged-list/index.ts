/** The one way a list of the server is paged, searched and kept true. */
export { byText, newestFirst } from './orders'
export { createPagedList } from './paged-list'
export { createPages, NOTHING_READ, type PageStatus, type Pages } from './pages'
export { everyPage, type PageAnswer, type Place } from './place'
export { allOf, pagesOf, wholeOf } from './read'
export { type Change, changesOf, type Key } from './rows'
export type { Filters, PagedList, PagedListSpec, PagedState, PageOf } from './types'
