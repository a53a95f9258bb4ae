/** AI prompts and integrations a connection or a queue may be given. Few; read whole when a form asks for them. */
import type { Prompt, QueueIntegration } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'

/** Pages read at most: a server that says "there is more" for ever ends here. */
const MOST_PAGES = 20

async function allPages<T>(
  read: (pageNumber: number) => Promise<{ rows: readonly T[]; hasMore: boolean }>,
): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { rows, hasMore } = await read(page)
    all.push(...rows)
    if (!hasMore || rows.length === 0) break
  }
  return all
}

export const promptsDirectory = createDirectory<Prompt>(
  'prompts',
  () =>
    allPages(async pageNumber => {
      const { prompts: rows, hasMore } = await call('prompts.list', { query: { pageNumber } })
      return { rows, hasMore }
    }),
  items => items,
)

export const integrationsDirectory = createDirectory<QueueIntegration>(
  'integrations',
  () =>
    allPages(async pageNumber => {
      const { queueIntegrations: rows, hasMore } = await call('integrations.list', { query: { pageNumber } })
      return { rows, hasMore }
    }),
  items => items,
)
