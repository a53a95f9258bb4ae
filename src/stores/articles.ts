/** Articles of the company's knowledge, as far as the person may read them. */
import type { Article, ArticleProposal } from '@contract'
import { call } from '@/api'
import { createDirectory, type Directory } from './directory'
import { byText, createPagedList, type Filters, pagesOf } from './paged-list'

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
  read: pagesOf('articles.page'),
})

/** Articles that are proposed. An event says which one: what it says is asked for. */
export const proposedArticles = createPagedList<ArticleProposal, Filters>({
  name: 'proposed-articles',
  onEvent: ({ channel, data }) => {
    if (channel !== 'articleProposal') return null
    return data.action === 'delete' && data.id !== null ? { remove: data.id } : { stale: true }
  },
  read: pagesOf('articleProposals.page'),
})

/** How many of them there are, as a list of one. */
export const proposedCount: Directory<{ count: number }> = createDirectory({
  name: 'proposed-articles-count',
  read: async () => [{ count: (await call('articleProposals.page', { query: {} })).count }],
  onEvent: ({ channel }) => (channel === 'articleProposal' ? { stale: true } : null),
})
