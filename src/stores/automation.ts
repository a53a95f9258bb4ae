/** AI prompts and integrations: lists of their screens, and what a connection or a queue may be given. */
import { fold, type Prompt, type QueueIntegration } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'
import { byText, changesOf, createPagedList } from './paged-list'

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

export const promptsDirectory = createDirectory<Prompt>({
  name: 'prompts',
  read: () =>
    allPages(async pageNumber => {
      const { prompts: rows, hasMore } = await call('prompts.list', { query: { pageNumber } })
      return { rows, hasMore }
    }),
  order: byText(prompt => prompt.name),
  // Some servers keep in their events to themselves whether there is a key: what was known stays.
  merge: (known, update) => ({
    ...update,
    hasApiKey: update.hasApiKey || known.hasApiKey,
    hasVoiceKey: update.hasVoiceKey || known.hasVoiceKey,
  }),
  onEvent: changesOf('prompt', 'prompt', 'promptId'),
})

export const integrationsDirectory = createDirectory<QueueIntegration>({
  name: 'integrations',
  read: () =>
    allPages(async pageNumber => {
      const { queueIntegrations: rows, hasMore } = await call('integrations.list', { query: { pageNumber } })
      return { rows, hasMore }
    }),
  order: byText(integration => integration.name),
  merge: (known, update) => ({ ...update, hasIxcApiKey: update.hasIxcApiKey || known.hasIxcApiKey }),
  onEvent: changesOf('queueIntegration', 'queueIntegration', 'integrationId'),
})

/** The list of /prompts. */
export const promptsList = createPagedList<Prompt>({
  name: 'prompts.list',
  directory: promptsDirectory,
  matches: ({ name }, search) => fold(name).includes(fold(search)),
  read: async (query, _filters, signal) => {
    const { prompts: rows, ...page } = await call('prompts.list', { query, signal })
    return { rows, ...page }
  },
})

/** The list of /queue-integration. */
export const integrationsList = createPagedList<QueueIntegration>({
  name: 'integrations.list',
  directory: integrationsDirectory,
  matches: ({ name }, search) => fold(name).includes(fold(search)),
  read: async (query, _filters, signal) => {
    const { queueIntegrations: rows, ...page } = await call('integrations.list', { query, signal })
    return { rows, ...page }
  },
})
