/** The one way a list of the server is paged, searched and kept true. */
export { byText, newestFirst } from './orders'
export {
  createPagedList,
  type Filters,
  type PagedList,
  type PagedListSpec,
  type PagedState,
  type PageOf,
} from './paged-list'
export type { Change, Key } from './rows'
