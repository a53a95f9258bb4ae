/** Articles of the company's knowledge, as far as the person may read them. */
import type { Article } from '@contract'
import { call } from '@/api'
import { byText, createPagedList, type Filters } from './paged-list'

export interface ArticleFilters extends Filters {
  queueId: number | undefined
  holds: 'yes' | 'no' | undefined
}

/** The list of their screen. An event says which one: what it says is asked for. */
export const articlesList = createPagedList<Article, ArticleFilters>({
  name: 'articles',
  order: byText(({ title }) => title),
  filters: { queueId: undefined, holds: undefined },
  matches: () => null,
  onEvent: ({ channel, data }) => {
    if (channel !== 'article') return null
    return data.action === 'delete' ? { remove: data.id } : { stale: true }
  },
  read: async (query, filters, signal) => {
    const { records: rows, ...page } = await call('articles.page', {
      query: { ...query, ...filters },
      signal,
    })
    return { rows, ...page }
  },
})
